import { afterAll, beforeAll } from 'vitest';
import { type ModelServer, startModelServer } from '../../conformance/model-server/server.ts';
import { ANSWER, agentContract, SECRET } from '../test/contract.ts';
import { agentAt, EVERY_PROVIDER } from './test/providers-at.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({
    scenarios: {
      answers: () => [{ type: 'text', text: ANSWER }],
      cut: () => [{ type: 'text', text: ANSWER }, { type: 'cut' }],
      stalls: () => [{ type: 'text', text: ANSWER }, { type: 'hang' }],
      leaks: () => [
        { type: 'thinking', text: `I was given ${SECRET}.` },
        { type: 'text', text: `${ANSWER} ${SECRET}` },
      ],
    },
  });
});
afterAll(() => server.close());

for (const id of EVERY_PROVIDER)
  agentContract(`the model API ${id}`, async (situation) =>
    agentAt(id, server.urlFor(situation === 'fails' ? '401' : situation), { key: SECRET }),
  );

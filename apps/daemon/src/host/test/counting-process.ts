/** A process that plays counting runs in a data folder, beside others. Prints each run's id, then how it ended. */
import { openEngine } from '../../engine.ts';
import { toyProtocol } from './toy-protocol.ts';

const [dataDir = '', project = '', steps = '1', stepMs = '0', leaseMs = '30000', runs = '1'] =
  process.argv.slice(2);
const engine = await openEngine({
  dataDir,
  env: { PATH: process.env.PATH },
  leaseMs: Number(leaseMs),
  protocols: { toy: async () => toyProtocol },
});
const playOne = async (): Promise<void> => {
  const { id } = await engine.host.start({
    protocol: 'toy',
    project,
    title: 'counting',
    subjectKey: 'counting',
    agent: 'none',
    model: null,
    config: {},
    request: { steps: Number(steps), askAt: null, stepMs: Number(stepMs) },
  });
  process.stdout.write(`${id}\n`);
  const { state } = await engine.host.done(id);
  process.stdout.write(`${state}\n`);
};
// Asked for at once: they wait for each other as those of other processes do.
await Promise.all(Array.from({ length: Number(runs) }, playOne));
await engine.close();

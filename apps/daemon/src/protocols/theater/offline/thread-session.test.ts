import { describe, expect, test } from 'vitest';
import type { AgentDelta, AgentSession } from '../../../agents/session.ts';
import type { BrowserFacts } from '../../../measure/browser/facts.ts';
import type { Meter } from '../../../measure/browser/witness.ts';
import { openHere } from './grounded-agent.ts';
import { Thread } from './threads.ts';

const SLOW_MS = 60_000;
const POOR =
  '<!doctype html><html lang="en"><head><title>Tides</title></head><body><h1>Tides</h1><p style="color: #bbb">High water comes at nine today.</p></body></html>';
const subject = { kind: 'artifact', content: POOR, mime: 'text/html', path: null } as const;
const never = new AbortController().signal;

async function said(session: AgentSession, round: number): Promise<AgentDelta[]> {
  const deltas: AgentDelta[] = [];
  for await (const delta of session.send({ kind: 'round', round, prompt: '' })) deltas.push(delta);
  return deltas;
}

describe('a measuring thread', { timeout: SLOW_MS }, () => {
  test('says the same as a session in this thread, round for round, and plays one session after the other', async () => {
    const thread = new Thread();
    for (let again = 0; again < 2; again += 1) {
      const [far, here] = [await thread.open(subject, {}, never), openHere(subject, {}, never)];
      for (const round of [1, 2, 3]) expect(await said(far, round)).toEqual(await said(here, round));
      await Promise.all([far.close(), here.close()]);
    }
  });

  test('that runs out of memory fails its own turn with a sentence, and another goes on', async () => {
    const [small, large] = [new Thread(12), new Thread()];
    const lost = await small.open(subject, {}, never).then(
      (session) => said(session, 1),
      (error: Error) => [{ type: 'error', message: error.message }],
    );
    expect(lost.at(-1)).toMatchObject({
      type: 'error',
      message: expect.stringMatching(/^measuring this page ended a thread: .*memory/),
    });
    const session = await large.open(subject, {}, never);
    expect((await said(session, 1)).at(-1)).toEqual({ type: 'end' });
    await session.close();
  });

  test('at work ends at once when its session is closed', async () => {
    const session = await new Thread().open(subject, {}, never);
    const turn = session.send({ kind: 'round', round: 1, prompt: '' })[Symbol.asyncIterator]();
    await turn.next();
    const rest = turn.next();
    await session.close();
    await expect(rest).resolves.toBeDefined();
    await expect(session.close()).resolves.toMatchObject({ code: 0 });
  });

  test('asks the browser of the thread that started it, and hears when it fails', async () => {
    const asked: string[] = [];
    const meter: Meter = {
      async measure({ html }): Promise<BrowserFacts> {
        asked.push(html);
        throw new Error('the browser did not start');
      },
      pixelChange: async () => 0,
    };
    const session = await new Thread().open(subject, { browser: { meter, when: 'always' } }, never);
    expect((await said(session, 1)).at(-1)).toMatchObject({
      type: 'error',
      message: 'the browser did not start',
    });
    expect(asked).toEqual([POOR]);
    await session.close();
  });
});

import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { machinePace } from '../../../../../../scripts/machine-pace.ts';
import type { AgentDelta, AgentSession } from '../../../agents/session.ts';
import type { BrowserFacts } from '../../../measure/browser/facts.ts';
import type { Meter } from '../../../measure/browser/witness.ts';
import { MeasuringThreads, type ThreadOptions } from '../../../measure/threads/threads.ts';
import { createGroundedAgent, type GroundedOptions } from './grounded-agent.ts';
import { openHere } from './grounded-session.ts';

const POOR =
  '<!doctype html><html lang="en"><head><title>Tides</title></head><body><h1>Tides</h1><p style="color: #bbb">High water comes at nine today.</p></body></html>';
const subject = { kind: 'artifact', content: POOR, mime: 'text/html', path: null } as const;
const never = new AbortController().signal;

const pools: MeasuringThreads[] = [];
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

function pool(options: ThreadOptions = {}): MeasuringThreads {
  const threads = new MeasuringThreads({ serves: true, limit: 1, ...options });
  pools.push(threads);
  return threads;
}

function open(
  threads: MeasuringThreads,
  options: GroundedOptions = {},
  { signal = never, content = POOR } = {},
): Promise<AgentSession> {
  const request = { runId: 'r-1', subject: { ...subject, content }, workDir: '.' };
  return createGroundedAgent(options, threads).open(request, signal);
}

async function said(session: AgentSession, round: number): Promise<AgentDelta[]> {
  const deltas: AgentDelta[] = [];
  for await (const delta of session.send({ kind: 'round', round, prompt: '' })) deltas.push(delta);
  return deltas;
}

describe('a session in a measuring thread', () => {
  test('says the same as a session in this thread, round for round, and threads are used again', async () => {
    // A thread that does not let go of its session in time is ended, and a busy machine takes its time.
    const threads = pool({ graceMs: 10_000 * machinePace() });
    const landing = await readFile(
      new URL('../../../../../../examples/landing.html', import.meta.url),
      'utf8',
    );
    for (const content of [POOR, landing]) {
      const far = await open(threads, {}, { content });
      const here = openHere({ ...subject, content }, {}, never);
      for (const round of [1, 2, 3]) expect(await said(far, round)).toEqual(await said(here, round));
      await Promise.all([far.close(), here.close()]);
      expect(threads.size).toBe(1);
    }
  });

  test('that runs out of memory fails its own turn with a sentence, and another goes on', async () => {
    const lost = await said(await open(pool({ maxHeapMb: 12 })), 1);
    expect(lost.at(-1)).toMatchObject({
      type: 'error',
      message: expect.stringMatching(/^measuring this page ended a thread: .*memory/),
    });
    const session = await open(pool());
    expect((await said(session, 1)).at(-1)).toEqual({ type: 'end' });
    await session.close();
  });

  test('at work ends at once when it is closed, and its thread with it', async () => {
    const threads = pool();
    const session = await open(threads);
    const turn = session.send({ kind: 'round', round: 1, prompt: '' })[Symbol.asyncIterator]();
    // What is said before it measures comes at once; behind the notice it is at work.
    for (let said = await turn.next(); said.value?.type !== 'notice'; said = await turn.next());
    const rest = turn.next();
    await session.close();
    await expect(rest).resolves.toBeDefined();
    await expect(session.close()).resolves.toMatchObject({ code: 0 });
    expect(threads.size).toBe(0);
  });

  test('that is aborted ends its turn within its grace, also where the measurement never comes to a step', async () => {
    const stop = new AbortController();
    // A browser that never answers holds the measurement up for good.
    const meter: Meter = { measure: () => new Promise(() => {}), pixelChange: async () => 0 };
    const session = await open(pool(), { browser: { meter, when: 'always' } }, { signal: stop.signal });
    const deltas: AgentDelta[] = [];
    for await (const delta of session.send({ kind: 'round', round: 1, prompt: '' })) {
      deltas.push(delta);
      if (delta.type === 'notice' && delta.message === 'measuring the page')
        setTimeout(() => stop.abort(), 100);
    }
    // It was asked to stop: no complaint, and no word that it is complete.
    expect(deltas.map(({ type }) => type)).toEqual(['text', 'notice']);
    await session.close();
  });

  test('that has to wait for a thread says so, is alive meanwhile, and begins when another is closed', async () => {
    const threads = pool();
    const [first, second] = [await open(threads), await open(threads)];
    await said(first, 1);
    const deltas: AgentDelta[] = [];
    for await (const delta of second.send({ kind: 'round', round: 1, prompt: '' })) {
      deltas.push(delta);
      if (delta.type === 'alive') await first.close();
    }
    expect(deltas[0]).toMatchObject({
      type: 'notice',
      message: expect.stringContaining('waiting for a free core'),
    });
    expect(deltas.at(-1)).toEqual({ type: 'end' });
    expect(threads.size).toBe(1);
  });

  test('that is closed while it waits for a thread leaves the queue', async () => {
    const threads = pool();
    const [first, second, third] = [await open(threads), await open(threads), await open(threads)];
    await said(first, 1);
    const turn = second.send({ kind: 'round', round: 1, prompt: '' })[Symbol.asyncIterator]();
    await turn.next();
    await second.close();
    await first.close();
    expect((await said(third, 1)).at(-1)).toEqual({ type: 'end' });
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
    const session = await open(pool(), { browser: { meter, when: 'always' } });
    expect((await said(session, 1)).at(-1)).toMatchObject({
      type: 'error',
      message: 'the browser did not start',
    });
    expect(asked).toEqual([POOR]);
    await session.close();
  });
});

describe('where the process serves nobody', () => {
  test('the first session is played in its own thread, and only those beside it start one', async () => {
    const threads = pool({ serves: false });
    const first = await open(threads);
    await said(first, 1);
    expect(threads.size).toBe(0);
    const second = await open(threads);
    expect(threads.size).toBe(1);
    // No thread is left: it is played here too.
    const third = await open(threads);
    expect(threads.size).toBe(1);
    await Promise.all([first.close(), second.close(), third.close()]);
  });

  test('a thread that does not start is no reason not to measure', async () => {
    const threads = pool({ serves: false, maxHeapMb: 4 });
    const [first, second] = [await open(threads), await open(threads)];
    expect((await said(second, 1)).at(-1)).toEqual({ type: 'end' });
    await Promise.all([first.close(), second.close()]);
  });
});

/** Pages are measured in threads: the same word as in this one, and an end whenever their run ends. */
import { readFile } from 'node:fs/promises';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { afterEach, describe, expect, test } from 'vitest';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { openTestEngine, type TestEngine } from '../../host/test/engine.ts';
import { MeasuringThreads, type ThreadOptions } from '../../measure/threads/threads.ts';
import { createGround, type Ground } from './grounding.ts';
import { compareHere, createCompare, createLint, lintHere } from './linting.ts';
import { perform, roundText, say, scriptedAgent } from './test/theater.ts';

const SLOW_MS = 120_000 * machinePace();
const WORK = new URL('../../measure/threads/test/work.ts', import.meta.url);
const example = (name: string): Promise<string> =>
  readFile(new URL(`../../../../../examples/${name}.html`, import.meta.url), 'utf8');
const never = new AbortController().signal;

const left: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of left.splice(0)) await end();
});

function pool(options: ThreadOptions = {}): MeasuringThreads {
  const threads = new MeasuringThreads({ serves: true, limit: 1, ...options });
  left.push(() => threads.close());
  return threads;
}

describe('the page of an agent', { timeout: SLOW_MS }, () => {
  test('is measured and linted in a thread with the same result as in this one', async () => {
    const threads = pool();
    const material = { design: null, path: null };
    for (const name of ['poor', 'landing']) {
      const page = { content: `${await example(name)}<a href="#">More</a>`, mime: 'text/html' };
      expect(await createGround(material, threads)(page)).toEqual(await createGround(material)(page));
      const lint = await createLint(threads)({ ...page, wanted: page.mime }, never);
      expect(lint).toEqual(await lintHere({ ...page, wanted: page.mime }, never));
      expect(lint).not.toEqual([]);
    }
  });

  test('whose measurement ends its thread is unmeasured, and not linted is not finished', async () => {
    const threads = pool({ maxHeapMb: 4 });
    const page = { content: await example('landing'), mime: 'text/html' };
    expect(await createGround({ design: null, path: null }, threads)(page)).toMatchObject({
      kind: 'unmeasured',
      reason: expect.stringContaining('measuring this page ended a thread'),
    });
    expect(await createLint(threads)({ ...page, wanted: page.mime }, never)).toMatchObject([
      { severity: 'major', text: expect.stringContaining('could not be checked') },
    ]);
  });

  test('is compared with the page before in a thread as in this one; where that fails every demand stands', async () => {
    const before = await example('landing');
    const pages = new Map([
      ['before', before],
      ['now', before.replace('</h1>', ' today</h1>')],
    ]);
    const demands = ['h1', 'footer', '.nowhere'].map((target) => ({ id: target, page: 'before', target }));
    const comparison = { pages, now: 'now', demands };
    const untouched = await compareHere(comparison, never);
    expect(untouched).toEqual(['footer']);
    expect(await createCompare(pool())(comparison, never)).toEqual(untouched);
    expect(await createCompare(pool({ maxHeapMb: 4 }))(comparison, never)).toEqual([
      'h1',
      'footer',
      '.nowhere',
    ]);
  });

  test('whose measurement never ends does not outlive a round that took too long, nor its thread', async () => {
    const threads = pool();
    const ground: Ground = async (_page, signal) => {
      await threads.call(WORK, 'forever', [], { ...(signal !== undefined && { signal }) }).catch(() => {});
      return { kind: 'unmeasured', reason: 'ended' };
    };
    const { agent } = scriptedAgent(({ kind }) => [say(kind === 'round' ? run(roundText(1, 9)) : '')]);
    const theater = await perform(agent, { ground, config: { perRoundTimeoutMs: 1_500 } });
    left.push(() => theater.dispose());
    expect(await theater.end()).toMatchObject({ status: 'timed_out', cause: 'per_round_timeout' });
    await expect.poll(() => threads.size).toBe(0);
  });

  test('that a later page takes the place of, or whose run is over, is not measured on', async () => {
    const asked: AbortSignal[] = [];
    const ground: Ground = async (_page, signal) => {
      if (signal !== undefined) asked.push(signal);
      return { kind: 'not_a_page' };
    };
    const { agent } = scriptedAgent(
      ({ kind }) => [say(kind === 'round' ? run(roundText(1, 3) + roundText(2, 9)) : '')],
      'one-shot',
    );
    const theater = await perform(agent, { ground });
    left.push(() => theater.dispose());
    await theater.done;
    expect(asked.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});

const run = (rounds: string): string =>
  `<CRITIQUE_RUN version="1" maxRounds="3" threshold="8" scale="10">${rounds}`;

async function engine(serves: boolean): Promise<TestEngine> {
  const opened = await openTestEngine({}, { serves });
  left.push(() => opened.dispose());
  return opened;
}

/** Without what differs from run to run. */
const words = (events: readonly TranscriptEvent[]): string =>
  JSON.stringify(events.map(({ runId: _run, at: _at, ...event }) => event)).replace(
    /"[pa]-[\w-]{36}"/g,
    '""',
  );

describe('an engine that serves others', { timeout: SLOW_MS }, () => {
  test('gives a grounded run the same events, word for word, as one that serves nobody', async () => {
    const said: string[] = [];
    for (const serves of [true, false]) {
      const opened = await engine(serves);
      const artifact = { content: await example('landing'), mime: 'text/html' as const };
      const { run: started } = await opened.start({ artifact, browser: 'never' });
      await opened.finished(started.id);
      expect(opened.threads.size > 0).toBe(serves);
      said.push(words(opened.events));
    }
    expect(said[0]).toBe(said[1]);
  });

  test('ends the thread of a run that is interrupted while its page is measured, and its threads when it closes', async () => {
    const opened = await engine(true);
    const artifact = { content: await example('landing'), mime: 'text/html' as const };
    const { run: started } = await opened.start({ artifact, browser: 'never' });
    await opened.heard(
      (event) => event.type === 'critique.agent_notice' && event.message === 'measuring the page',
    );
    await opened.jury.interruptRun(opened.projectId, started.id);
    const { run: ended } = await opened.finished(started.id);
    expect(ended.state).toBe('interrupted');
    await opened.close();
    expect(opened.threads.size).toBe(0);
  });
});

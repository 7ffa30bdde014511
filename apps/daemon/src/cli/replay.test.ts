import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ALL, roundEvents, ship, stampAll, started } from '../report/test/run.ts';
import { openStore } from '../store/database.ts';
import { COMMANDS } from './commands.ts';
import { cadence } from './replay.ts';
import type { Shell } from './shell.ts';
import { place } from './test/jury.ts';
import { recordingShell } from './test/recording-shell.ts';

const at = (ms: number): string => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
const EVENTS = stampAll([
  started(),
  ...roundEvents(1, { votes: ALL(9), composite: 9, decision: 'ship' }),
  ship(1, 9, 'shipped'),
]);

function timed(...times: number[]) {
  return EVENTS.slice(0, times.length).map((event, index) => ({ ...event, at: at(times[index] ?? 0) }));
}

test('each event is due when it happened; a gap at the limit is kept, one above it is cut and counted', () => {
  const steps = cadence(timed(0, 100, 5100, 10_101, 10_101));
  expect(steps.map(({ waitMs, cutMs, elapsedMs }) => [waitMs, cutMs, elapsedMs])).toEqual([
    [0, 0, 0],
    [100, 0, 100],
    [5000, 0, 5100],
    [5000, 1, 10_101],
    [0, 0, 10_101],
  ]);
});

test('a clock that was set back costs no time and never runs backwards', () => {
  expect(cadence(timed(1000, 3000, 2000, 3500)).map(({ waitMs, elapsedMs }) => [waitMs, elapsedMs])).toEqual([
    [0, 0],
    [2000, 2000],
    [0, 2000],
    [500, 2500],
  ]);
});

test('nothing to play is no steps', () => {
  expect(cadence([])).toEqual([]);
});

test('at 4x a run of two seconds takes half of one', async () => {
  using here = place();
  const events = EVENTS.map((event, index) => ({ ...event, at: at(index * (2000 / EVENTS.length)) }));
  here.write('run.ndjson', `${events.map((event) => JSON.stringify(event)).join('\n')}\n`);
  const arrivals: number[] = [];
  const { status, stdout, stderr } = await here.start(
    ['replay', 'run.ndjson', '--speed', '4x', '--json'],
    () => arrivals.push(performance.now()),
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(events);
  expect((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)).toBeGreaterThan(350);
});

test('a silence that is shortened is said', async () => {
  using here = place();
  const events = EVENTS.map((event, index) => ({ ...event, at: at(index === 0 ? 0 : 6000) }));
  here.write('run.ndjson', `${events.map((event) => JSON.stringify(event)).join('\n')}\n`);
  const { status, stderr } = await here.jury('replay', 'run.ndjson', '--speed', '4x');
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: '1 long silence is shortened to 5.0 s; 1.0 s in all.\n',
  });
});

test('at a screen of 80 columns content and cross-checks are replayed in words, never as events', async () => {
  using here = place();
  cpSync(new URL('../../../../examples/ideas/tidewatch', import.meta.url), join(here.folder, 'tidewatch'), {
    recursive: true,
  });
  cpSync(new URL('../../../../examples/tasks/', import.meta.url), join(here.folder, 'tasks'), {
    recursive: true,
  });
  await here.jury('content', 'tidewatch', '--type', 'blog-post');
  await here.jury('plan-check', 'tasks/plan-broken/plan.md', '--project', 'tasks/late-fee/project');
  const store = await openStore(join(here.dataDir, 'jury.db'));
  const runs = await store.listAllRuns({});
  await store.close();
  const seen: string[] = [];
  for (const { id, protocol } of runs) {
    const literal = await here.jury('replay', id, '--speed', 'instant');
    expect(literal.stdout, protocol).toMatch(/^\d\d:\d\d:\d\d {2}(?:content|convergence)\.started/);
    const { shell, output, errors } = recordingShell(here.folder, { HOME: here.folder });
    const status = await callAt80(['replay', id, '--speed', 'instant'], shell);
    expect([status, errors()]).toEqual([0, expect.stringMatching(/: [a-z]+(?:,? [a-z]+)*\n$/)]);
    expect(output()).not.toMatch(/[{}]|convergence\.|content\./);
    expect(
      output()
        .split('\n')
        .filter((line) => line.length > 80),
    ).toEqual([]);
    seen.push(output());
  }
  expect(seen.some((text) => text.includes('Round 2: 9.5 of 10, 0 serious issues open.'))).toBe(true);
  expect(seen.some((text) => text.includes('All votes are in.'))).toBe(true);
});

/** As at a terminal of that width. */
async function callAt80([name = '', ...argv]: readonly string[], shell: Shell): Promise<number> {
  const { run } = await (COMMANDS.find((command) => command.name === name) ?? raise(name)).load();
  return run(argv, {
    ...shell,
    outIsTty: true,
    errorIsTty: true,
    terminal: { fd: 2, columns: 80, rows: 24 },
  });
}

function raise(name: string): never {
  throw new Error(`there is no command ${name}`);
}

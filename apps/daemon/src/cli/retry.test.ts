/** What the command line does with a run that proved nothing: asks where somebody is, and never where nobody is. */
import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperatorQuestion } from '@design-jury/contracts/questions';
import { isTheaterRun, type TheaterRun } from '@design-jury/contracts/run';
import { expect, onTestFinished, test } from 'vitest';
import { installFakes } from '../host/test/engine.ts';
import { openStore } from '../store/database.ts';
import { run as review } from './review.ts';
import { run } from './run.ts';
import type { Shell } from './shell.ts';
import { paintFor } from './terminal/paint-for.ts';
import { GOOD_PAGE, place } from './test/jury.ts';

async function somewhere() {
  const here = place();
  onTestFinished(() => here[Symbol.dispose]());
  const data = join(here.folder, 'data');
  const cured = join(here.folder, 'cured');
  await mkdir(data);
  installFakes(here.folder, { flaky: ['flaky', cured, 'model-happy-3-rounds'] });
  const kept = async (): Promise<{ open: OperatorQuestion[]; runs: TheaterRun[] }> => {
    const store = await openStore(join(data, 'jury.db'));
    try {
      const open = await store.questions.list({ status: 'open' });
      const projects = await store.listProjects();
      const runs = await Promise.all(projects.map(({ id }) => store.listRuns(id)));
      return { open, runs: runs.flat().filter(isTheaterRun) };
    } finally {
      await store.close();
    }
  };
  return {
    here,
    kept,
    data,
    cure: () => writeFileSync(cured, ''),
    order: ['--brief', 'A page about invoices', '--agent', 'flaky', '--grounding', 'off', '--data', data],
  };
}

/** A terminal at which `type` answers every prompt; it rejects when nobody types. */
function terminal(cwd: string, type: (signal: AbortSignal) => Promise<string>, env = {}) {
  const told = { out: '', error: '' };
  const paint = paintFor({}, { isTty: false, platform: 'linux' });
  const shell: Shell = {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...env },
    platform: 'linux',
    nodeVersion: process.versions.node,
    nodePath: process.execPath,
    out: (text) => {
      told.out += text;
    },
    error: (text) => {
      told.error += text;
    },
    takeBack: () => {},
    // Not drawn upon: the frame has tests of its own.
    outIsTty: false,
    errorIsTty: true,
    inIsTty: true,
    readLine: (_prompt, signal) => type(signal),
    pipes() {
      throw new Error('nobody talks to it');
    },
    terminal: { fd: 2, columns: 100, rows: 40 },
    outPaint: paint,
    errorPaint: paint,
    onStop: () => () => {},
    exitNow: (code) => {
      throw new Error(`left with ${code}`);
    },
  };
  return { shell, told };
}

test('[O5] where nobody sits it ends as ever, with 3; the question is left for the browser', async () => {
  const { here, order, kept } = await somewhere();
  const { status, stdout, stderr } = await here.jury('run', ...order, '--json');
  expect([status, JSON.parse(stdout).status]).toEqual([3, 'failed']);
  expect(stderr).not.toContain('Try again?');
  expect((await kept()).open).toMatchObject([
    { protocol: 'theater', question: 'The run of “A page about invoices” failed: try again?' },
  ]);
  const plain = await here.jury('run', ...order);
  expect([plain.status, plain.stderr]).toEqual([3, expect.stringContaining('jury serve')]);
});

test('[O5] told to pause, it ends with 4, and the question waits without an end', async () => {
  const { here, order, kept } = await somewhere();
  expect((await here.jury('run', ...order, '--unattended', 'pause')).status).toBe(4);
  expect((await kept()).open).toMatchObject([{ deadlineAt: null }]);
  here.write('page.html', GOOD_PAGE);
  const reviewed = await here.jury('review', 'page.html', ...order.slice(2), '--unattended', 'pause');
  expect([reviewed.status, reviewed.stderr]).toEqual([4, expect.stringContaining('jury serve')]);
});

test('what --unattended cannot be is said', async () => {
  const { here, order } = await somewhere();
  const { status, stderr } = await here.jury('run', ...order, '--unattended', 'maybe');
  expect([status, stderr]).toEqual([2, expect.stringContaining('it takes pause or defer')]);
});

test('whoever sits there is asked, and the retry plays there: its end is the end', async () => {
  const { here, order, kept, cure } = await somewhere();
  const { shell, told } = terminal(here.folder, async () => {
    cure();
    return '1';
  });
  expect(await run(order, shell)).toBe(0);
  expect(told.error).toContain('Question: The run of “A page about invoices” failed: try again?');
  expect(told.error).toContain('1. Try again with Fake flaky');
  expect(told.out).toContain('SHIPPED');
  const { runs, open } = await kept();
  expect(open).toEqual([]);
  const [first, retry] = runs.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  expect([retry?.retryOf, retry?.state]).toEqual([first?.id, 'shipped']);
});

test('a page that is reviewed is tried again too; three tries at most are asked for', async () => {
  const { here, order, kept } = await somewhere();
  here.write('page.html', GOOD_PAGE);
  let asked = 0;
  const { shell } = terminal(here.folder, async () => {
    asked++;
    return '1';
  });
  expect(await review(['page.html', ...order.slice(2)], shell)).toBe(3);
  expect([asked, (await kept()).runs.length]).toEqual([3, 4]);
});

test('Skip and a terminal that goes away leave it at 3; only Skip answers the question', async () => {
  const { here, order, kept } = await somewhere();
  expect(await run(order, terminal(here.folder, async () => '').shell)).toBe(3);
  expect((await kept()).open).toEqual([]);
  const gone = terminal(here.folder, () => Promise.reject(new Error('the input ended')));
  expect(await run(order, gone.shell)).toBe(3);
  expect((await kept()).open).toHaveLength(1);
});

test('[O5] in CI nobody is asked, whatever the terminal looks like', async () => {
  const { here, order } = await somewhere();
  const nobody = () => Promise.reject(new Error('somebody was asked'));
  const { shell, told } = terminal(here.folder, nobody, { CI: 'true' });
  expect(await run(order, shell)).toBe(3);
  expect(told.error).not.toContain('Question');
});

test('[O1] answered elsewhere while the terminal waits: the terminal is told, and nothing plays twice', async () => {
  const { here, order, kept, data } = await somewhere();
  const { shell, told } = terminal(here.folder, async (signal) => {
    const store = await openStore(join(data, 'jury.db'));
    const [question] = await store.questions.list({ status: 'open' });
    await store.questions.answer(
      question?.id ?? '',
      { choice: 1, note: '' },
      'web',
      new Date().toISOString(),
    );
    await store.close();
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
  expect(await run(order, shell)).toBe(3);
  expect(told.error).toContain('Answered elsewhere (web)');
  expect((await kept()).runs).toHaveLength(1);
});

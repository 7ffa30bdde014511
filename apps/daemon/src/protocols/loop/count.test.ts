import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Criterion, Figure } from '@design-jury/contracts/loop/schema';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { MeasuringThreads } from '../../measure/threads/threads.ts';
import { readDocument } from '../documents/document.ts';
import { countFigures, printedFigure } from './count.ts';
import { wrongFigure } from './figures.ts';
import { lookingIn } from './looking.ts';
import { lookAround } from './surroundings.ts';

const threads = new MeasuringThreads();
afterAll(() => threads.close());

const TEXT =
  '# Plan\n\n- R-1: It MUST hold.\n- R-2: It MUST end, and MUST tell.\n\nSee `src/here.ts` and `src/gone.ts`.\n';

async function counted(figure: Figure) {
  const root = await mkdtemp(join(tmpdir(), 'jury-count-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await writeFile(join(root, 'plan.md'), TEXT);
  await writeFile(join(root, 'package.json'), '{}');
  await mkdir(join(root, 'src'));
  await writeFile(join(root, 'src/here.ts'), '');
  const surroundings = await lookAround(readDocument(TEXT), join(root, 'plan.md'), root);
  const criteria: Criterion[] = [{ id: 'A', question: 'a?', figures: [figure] }];
  const subject = {
    text: TEXT,
    root,
    surroundings,
    env: { PATH: process.env.PATH },
    signal: AbortSignal.timeout(60_000),
    looking: lookingIn(threads),
  };
  return countFigures(criteria, subject);
}

test.each<[Figure, number, number]>([
  [{ how: 'lines', name: 'x', pattern: 'MUST' }, 2, 4],
  [{ how: 'lines', name: 'x', pattern: 'MUST tell', of: '^- ' }, 1, 2],
  [{ how: 'matches', name: 'x', pattern: 'MUST', of: '\\bIt\\b' }, 3, 2],
  [{ how: 'files', name: 'x' }, 1, 2],
  [{ how: 'command', name: 'x', command: [process.execPath, '-e', 'console.log("7 of 9 hold")'] }, 7, 9],
  // A test run that fails is what is being counted.
  [
    {
      how: 'command',
      name: 'x',
      command: [process.execPath, '-e', 'console.log("2 failed | 12 passed"); process.exit(1)'],
    },
    12,
    14,
  ],
])('%j is counted by the host', async (figure, count, total) => {
  expect(await counted(figure)).toEqual({ counted: [{ name: 'x', count, total }], warnings: [] });
});

test.each<[Figure, string]>([
  [{ how: 'lines', name: 'x', pattern: '(' }, 'x could not be counted'],
  [{ how: 'command', name: 'x', command: ['no-such-program-here'] }, 'x could not be counted'],
  [
    { how: 'command', name: 'x', command: [process.execPath, '-e', 'console.log("fine")'] },
    'printed neither "M of N"',
  ],
])('%j is a warning, and held against nobody', async (figure, words) => {
  const { counted: figures, warnings } = await counted(figure);
  expect([figures, warnings.join()]).toEqual([[], expect.stringContaining(words)]);
});

test.each([
  ['Tests  1 failed | 12 passed (13)', 12, 13],
  ['Tests:       2 failed, 40 passed, 42 total', 40, 42],
  ['# tests 9\n# pass 8\n# fail 1\n', 8, 9],
  ['ℹ tests 5\nℹ pass 5\nℹ fail 0\n', 5, 5],
  ['===== 3 failed, 17 passed in 0.21s =====', 17, 20],
  ['  14 passing (20ms)\n  1 failing\n', 14, 15],
  ['12 of 14 passed', 12, 14],
  ['1,200 of 1,204 lines', 1200, 1204],
  ['[3/4] done', 3, 4],
])('%j is read as what was meant', (output, count, total) => {
  expect(printedFigure(output)).toEqual({ count, total });
});

const CRITERION: Criterion = { id: 'A', question: 'a?', figures: [{ how: 'files', name: 'lines' }] };
const RIGHT = [{ name: 'lines', count: 7, total: 9 }];

test.each([
  ['lines: 7 of 9', null],
  ['lines: 7 of 9 (77.8%)', null],
  ['lines: 78 % are short', null],
  ['lines: 7 of 9 (95%)', 'lines is 7 of 9, which is 77.8 % and not 95 %'],
  ['about 95 percent of the lines', 'lines is 7 of 9, which is 77.8 % and not 95 %'],
  ['lines: 9 of 9', 'lines is 7 of 9, not 9 of 9'],
  ['most of the lines', 'lines is 7 of 9; the answer does not state it'],
])('%j: %s', (answer, problem) => {
  expect(wrongFigure(answer, CRITERION, RIGHT)).toBe(problem);
});

test.each(['\n', '1', '1,', '1 ', '1.'])('a megabyte of %j is read at once, by host and by judge', (unit) => {
  const long = unit.repeat(1_000_000 / unit.length);
  const figures: Figure[] = [{ how: 'files', name: 'must' }];
  const criterion: Criterion = { id: 'A', question: 'a?', figures };
  expect(printedFigure(`${long}\n3 of 4`)).toEqual({ count: 3, total: 4 });
  expect(wrongFigure(`${long} must 3 of 4`, criterion, [{ name: 'must', count: 3, total: 4 }])).toBeNull();
});

test('a pattern that never comes to an end is given up, and nothing is held against the answer', async () => {
  const looking = lookingIn(threads, 500);
  const signal = AbortSignal.timeout(600_000);
  const counting = looking.count(`${'a'.repeat(40)}!`, '^(a+)+$', undefined, 'lines', signal);
  await expect(counting).rejects.toThrow('it took longer than 0.5 s of processor time');
}, 600_000);

/** What counts as delivered was there and was read; what nobody can tell is neither delivered nor missing. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { offlineWorkers } from '../offline-crew.ts';
import { material } from '../test/material.ts';

const PAY = 'export function pay(cents: number): number {\n  return Math.round(cents);\n}\n';

/** Of both workers together: what they say is delivered, and what they say is not. */
async function judged(files: Readonly<Record<string, string>>, brief: string) {
  const folder = await mkdtemp(join(tmpdir(), 'jury-proved-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const task = material('final-verification', folder, brief);
  const said = await Promise.all(
    offlineWorkers({}).map((worker) => worker.analyse(task, new AbortController().signal)),
  );
  const values = said.flatMap((one) => (one.status === 'ok' ? [one.value] : []));
  return {
    covered: [
      ...new Set(
        values.flatMap(({ coverage }) => coverage.map((one) => `${one.requirement} ${one.artifact.ref}`)),
      ),
    ],
    lacks: [...new Set(values.flatMap(({ findings }) => findings.map(({ claim }) => claim)))],
  };
}

describe('a path that nobody can tell of is neither delivered nor missing', () => {
  test.each([
    'dist/app.js',
    'build/out/app.js',
    'coverage/index.html',
    '../x.md',
    'path/to/pay.ts',
    '.cache/output.json',
  ])('%s', async (path) => {
    const files = { 'src/pay.ts': PAY, 'README.md': `# Shop\n\nThe build of the shop is in ${path}.\n` };
    expect(await judged(files, `- R1: The build is in \`${path}\`.\n`)).toEqual({ covered: [], lacks: [] });
  });

  test('beside a file that is there it proves nothing either', async () => {
    const brief = '- R1: `src/pay.ts` shall be built to `dist/pay.js`.\n';
    expect((await judged({ 'src/pay.ts': PAY }, brief)).covered).toEqual([]);
  });

  test('what was built is read like everything that is named', async () => {
    const brief = '- R1: The build is in `dist/app.js`.\n- R2: The styles are in `dist/app.css`.\n';
    const { covered, lacks } = await judged({ 'dist/app.js': PAY, 'dist/app.css': '' }, brief);
    expect(covered).toEqual(['R1 dist/app.js']);
    expect(lacks).toEqual([expect.stringContaining('R2 is not delivered: dist/app.css')]);
  });
});

describe('a file that could not be read proves nothing', () => {
  test.each([
    ['config/secrets.yml', 'password: x\n'],
    ['.env', 'A=1\n'],
    ['src/pay.ts', `${PAY}\0`],
    ['src/pay.ts', `${PAY}// ${'x'.repeat(1_048_576)}\n`],
  ])('%s', async (path, text) => {
    expect(await judged({ [path]: text }, `- R1: The settings are in \`${path}\`.\n`)).toEqual({
      covered: [],
      lacks: [],
    });
  });

  test('a folder that is called like a file is none', async () => {
    expect((await judged({ 'docs/guide.md/a.txt': 'x' }, '- R1: See `docs/guide.md`.\n')).covered).toEqual(
      [],
    );
  });

  test('one that carries the identifier is read too, however many others there are', async () => {
    const many = Object.fromEntries(Array.from({ length: 401 }, (_, n) => [`a${n}.md`, `Text ${n}.\n`]));
    const files = { ...many, 'src/deep/down/pay.ts': `// R-1\n${PAY}` };
    expect((await judged(files, '- R-1: It must round cents.\n')).covered).toEqual([
      'R-1 src/deep/down/pay.ts',
    ]);
  });
});

describe('what is said of everything is proved by everything', () => {
  const DENIED = '- R1: No tracker is used.\n';

  test('what is ruled out is kept only where all texts were read', async () => {
    expect((await judged({ 'src/pay.ts': PAY }, DENIED)).covered).toEqual(['R1 src/pay.ts']);
    const unread = { 'src/pay.ts': PAY, 'src/other.ts': `${PAY}\0` };
    expect((await judged(unread, DENIED)).covered).toEqual([]);
  });

  test('what no page says is not delivered on every page', async () => {
    const page = '<!doctype html><title>x</title><body><h1>Menu</h1><p>Soup of the day</p></body>';
    const brief = '- R1: Every page shall link to the imprint.\n';
    expect((await judged({ 'a.html': page, 'b.html': page }, brief)).covered).toEqual([]);
  });
});

test('a stub that another sentence of the paragraph names delivers nothing', async () => {
  const files = { 'src/report.ts': '// TODO not implemented\n' };
  const brief = 'The report lies in `src/report.ts`. It must list all guests of the day.\n';
  expect((await judged(files, brief)).covered).toEqual([]);
});

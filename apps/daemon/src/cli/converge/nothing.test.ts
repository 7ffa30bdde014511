/** What `converge` and `accept` end with: never 0 where nothing was proved, never 3 where there was something to judge. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { planHash } from '../../protocols/convergence/plan-report.ts';
import { run as accept } from '../accept.ts';
import { run as converge } from '../converge.ts';
import { recordingShell } from '../test/recording-shell.ts';

vi.setConfig({ testTimeout: 120_000 * machinePace() });

type Files = Readonly<Record<string, string | Uint8Array | null>>;

function folderWith(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'jury-nothing-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(text === null ? file : dirname(file), { recursive: true });
    if (text !== null) writeFileSync(file, text);
  }
  return folder;
}

async function jury(folder: string, ...argv: string[]) {
  const { shell, output, errors } = recordingShell(folder);
  const [command = '', ...rest] = argv;
  const env = { ...shell.env, PATH: process.env.PATH, OD_DATA_DIR: join(folder, '.data') };
  const status = await (command === 'accept' ? accept : converge)([...rest, '--task', folder], {
    ...shell,
    env,
  });
  return { status, output: output(), errors: errors() };
}

const TASK = { 'manifest.json': '{ "key": "T-1", "project": "p" }' };
const CODE = { 'p/src/a.mjs': 'export const a = (x) => x + 1;\n' };

test.each<[string, Files]>([
  ['an empty brief', { ...CODE, 'brief.md': '' }],
  ['a brief of spaces', { ...CODE, 'brief.md': ' \n\n' }],
  ['small talk', { ...CODE, 'brief.md': '# Brief\n\nWe talked on Monday.\n' }],
  ['a heading without requirements', { ...CODE, 'brief.md': '# Brief\n\n## Requirements\n' }],
  ['front matter', { ...CODE, 'brief.md': '---\nkey: T-1\n---\n' }],
  ['a picture', { ...CODE, 'brief.md': Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]) }],
])('accept: %s proves nothing and ends with 3', async (_, files) => {
  const { status, output } = await jury(folderWith({ ...TASK, ...files }), 'accept', '--json');
  expect(status).toBe(3);
  expect(output).not.toContain('"outcome": "accepted"');
});

test.each<[string, Files]>([
  ['an empty project', { 'brief.md': '# Bug\n\nSomething is slow.\n', p: null }],
  ['only the folder of git', { 'brief.md': '# Bug\n\nSlow.\n', 'p/.git/HEAD': 'ref: x\n' }],
  ['an empty log', { 'brief.md': '# Bug\n\nSee `app.log`.\n', 'p/app.log': '\n\n \n' }],
  ['one heading', { 'brief.md': '# Bug\n\nIt fails.\n', 'p/notes.md': '# Notes\n' }],
  [
    'a project that says nothing of the question',
    {
      'brief.md': '# Why is checkout slow?\n\nCustomers wait 40 seconds at checkout. Find the cause.\n',
      'p/math.mjs': 'export const add = (a, b) => a + b;\n',
    },
  ],
])('converge: %s is nothing to look at and ends with 3', async (_, files) => {
  const { status, output } = await jury(
    folderWith({ ...TASK, ...files }),
    'converge',
    '--type',
    'error-analysis',
  );
  expect(status).toBe(3);
  expect(output).toContain('nothing here for the workers without a model');
});

test.each(['accept', 'converge'])('%s: a project folder that is not there is an error', async (command) => {
  const folder = folderWith({ ...TASK, 'brief.md': '- R-1: `src/a.mjs` must be there.\n' });
  const type = command === 'accept' ? [] : ['--type', 'error-analysis'];
  const { status, errors } = await jury(folder, command, ...type);
  expect(status).toBe(2);
  expect(errors).toContain('does not exist; check its path');
});

test.each<[string, Files, number]>([
  ['what was delivered is accepted', { ...CODE, 'brief.md': '- R-1: `src/a.mjs` exports `a`.\n' }, 0],
  ['what is missing', { ...CODE, 'brief.md': '- R-1: `src/b.mjs` exports `b`.\n' }, 1],
  [
    'a stub',
    { 'p/src/a.mjs': '// TODO not implemented\n', 'brief.md': '- R-1: `src/a.mjs` exports `a`.\n' },
    1,
  ],
])('accept: %s ends with its code', async (_, files, code) => {
  expect((await jury(folderWith({ ...TASK, ...files }), 'accept')).status).toBe(code);
});

const VAT =
  '- SHOP-2.1: `src/vat.mjs` must add 19 % VAT to the price.\n- SHOP-2.2: `src/vat.mjs` must not log the name of a customer.\n';
const VAT_CODE = {
  'p/src/vat.mjs':
    'export const RATE = 19;\nexport function vat(price, name) {\n  console.log("customer", name);\n  return price - (price * RATE) / 100;\n}\n',
};

test.each<[string, Files]>([
  ['a file that is there', { ...VAT_CODE, 'brief.md': VAT }],
  [
    'a test without an assertion',
    {
      ...VAT_CODE,
      'p/test/vat.test.mjs':
        "import { test } from 'node:test';\n// VAT is added to the price\ntest('SHOP-2.1', () => {});\n",
      'brief.md': `${VAT}- SHOP-2.3: The tests must pass: \`node --test test/vat.test.mjs\`.\n`,
    },
  ],
])('accept: what code must do is not proved by %s: 3, and it is said', async (_, files) => {
  const { status, output } = await jury(folderWith({ ...TASK, ...files }), 'accept', '--run-commands');
  expect([status, output]).toEqual([
    3,
    expect.stringContaining('not proved: SHOP-2.1: src/vat.mjs is there'),
  ]);
});

test('accept: what code must do is proved by a test that ran, asserts and speaks of it', async () => {
  const folder = folderWith({
    ...TASK,
    'p/src/vat.mjs':
      'const RATE = 19;\nexport function vat(price) {\n  return price + (price * RATE) / 100;\n}\n',
    'p/test/vat.test.mjs':
      "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { vat } from '../src/vat.mjs';\ntest('19 % VAT is added to the price', () => assert.equal(vat(100), 119));\n",
    'brief.md':
      '- SHOP-2.1: `src/vat.mjs` must add 19 % VAT to the price.\n- SHOP-2.3: The tests must pass: `node --test test/vat.test.mjs`.\n',
  });
  const { status, output } = await jury(folder, 'accept', '--run-commands');
  expect(status, output).toBe(0);
});

test('converge: two documents that disagree are a finding of both workers', async () => {
  const folder = folderWith({
    ...TASK,
    'brief.md': '# T-1\n\nCompare them.\n',
    'p/a.md': 'The hall has 120 seats.\n',
    'p/b.md': 'The hall has 140 seats.\n',
  });
  const { status, output } = await jury(folder, 'converge', '--type', 'requirements-discovery', '--json');
  expect(status).toBe(0);
  expect(JSON.parse(output).findings).toMatchObject([
    {
      claim: '120 seats in a.md:1, but 140 seats in b.md:1.',
      classification: 'full-consensus',
      discoveredBy: ['grounded-reader', 'grounded-indexer'],
    },
  ]);
});

test('converge: a release is not handed over while its documents contradict each other', async () => {
  const files = {
    ...TASK,
    'brief.md': '# T-1\n\nHand the hall over.\n',
    'p/a.md': 'The hall has 120 seats.\n',
  };
  const handOver = ['converge', '--type', 'release-handoff'];
  const contrary = await jury(folderWith({ ...files, 'p/b.md': 'The hall has 140 seats.\n' }), ...handOver);
  expect([contrary.status, contrary.output]).toEqual([1, expect.stringContaining('blocked: 1 finding')]);
  const agreeing = await jury(folderWith({ ...files, 'p/b.md': 'The hall has 120 seats.\n' }), ...handOver);
  expect(agreeing.status, agreeing.output).toBe(0);
});

test('a plan that was changed after it was checked is neither approved nor started', async () => {
  const plan =
    '# Plan\n\n## Steps\n\n- Step 1: change `src/a.mjs`.\n\n## Validation\n\n- Run it.\n\n## Rollback\n\n- Revert the commit.\n';
  const folder = folderWith({
    'manifest.json': '{ "key": "T-1", "project": "p", "plan": "plan.md" }',
    'brief.md': '- R-1: `src/a.mjs` must add 2.\n',
    'plan.md': plan,
    ...CODE,
  });
  expect((await jury(folder, 'converge', '--type', 'implementation-planning')).status).toBe(0);
  expect((await jury(folder, 'converge', '--approve')).status).toBe(0);
  writeFileSync(join(folder, 'plan.md'), plan.replace('change', 'delete'));
  const started = await jury(folder, 'converge', '--type', 'implementation');
  expect([started.status, started.errors]).toEqual([
    2,
    expect.stringContaining('the plan was changed after it was checked'),
  ]);
  expect((await jury(folder, 'converge', '--approve')).status).toBe(1);
  writeFileSync(join(folder, 'plan.md'), plan);
  expect((await jury(folder, 'converge', '--type', 'implementation')).status).not.toBe(2);
  expect(planHash(plan)).not.toBe(planHash(`${plan} `));
});

test.each([
  ['a misspelt key', { maxRound: 2 }, 2],
  ['rounds out of range', { maxRounds: 4 }, 2],
  ['a critic nobody knows', { critic: { provider: 'nobody' } }, 2],
  ['settings that fit', { maxRounds: 3, adversarial: false, verificationMode: 'full-reanalysis' }, 0],
])('the convergence block of a manifest: %s', async (_, convergence, code) => {
  const folder = folderWith({
    'manifest.json': JSON.stringify({ key: 'T-1', project: 'p', convergence }),
    'brief.md': 'See `src/a.mjs`.\n',
    'p/a.md': 'It has 3 doors.\n',
    'p/b.md': 'It has 3 doors.\n',
    ...CODE,
  });
  const { status, output } = await jury(folder, 'converge', '--type', 'error-analysis', '--json');
  expect([status, code === 2 ? '' : output]).toEqual([code, code === 2 ? '' : expect.any(String)]);
});

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkEvidence } from './evidence.ts';
import { offlineWorkers } from './offline-crew.ts';
import { OFFLINE_IDS } from './offline-ids.ts';
import { planItems } from './plan-items.ts';
import { phaseRequest, playPhase } from './test/host.ts';
import { material } from './test/material.ts';

const PROJECT = {
  'package.json': JSON.stringify({ name: 'shop', scripts: { test: 'node --test' } }),
  'src/pay.ts': 'export function pay(cents: number): number {\n  return Math.round(cents);\n}\n',
  'src/store/rows.ts': 'export const rows = [];\n',
};

const GOOD_PLAN = `# Plan: keep cents

## Options
- Option 1: round in \`src/pay.ts\`

## Steps
- Step 1: Change \`src/pay.ts\` to keep cents.
- Step 2: Add \`src/store/cents.ts\`; depends on Step 1.
- Step 3: Use \`src/store/cents.ts\` in \`src/store/rows.ts\`; depends on Step 2.

## Validation
- Run \`npm run test\`; all tests pass.

## Rollback
- Revert the commit; no data is migrated.
`;

const BROKEN_PLAN = GOOD_PLAN.replace('`src/pay.ts` to keep', '`src/payments/pay.ts` to keep')
  .replace('- Step 1: Change', '- Step 1: Depends on Step 3. Change')
  .replace(/## Rollback[\s\S]*$/, '');

async function projectFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'jury-converge-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(PROJECT)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

async function check(plan: string) {
  const hired = { workers: offlineWorkers({}), critic: null };
  const project = await projectFolder();
  return playPhase(phaseRequest('implementation-planning', hired, { brief: plan, plan, project }), hired);
}

describe('the plan gate without a model', () => {
  test('a plan whose paths, order, validation and rollback hold passes', async () => {
    const { gate } = await check(GOOD_PLAN);
    expect(gate?.dissent).toEqual([]);
    expect(gate?.result).toBe('passed');
  });

  test('a broken path, a circle and a missing rollback are named with their kinds, by both workers; the gate is blocked', async () => {
    const { gate } = await check(BROKEN_PLAN);
    expect(gate?.result).toBe('blocked-by-disagreement');
    const kinds = new Map(OFFLINE_IDS.map((id) => [id, new Set<string>()]));
    for (const { voter, kind } of gate?.dissent ?? [])
      kinds.get(voter as (typeof OFFLINE_IDS)[number])?.add(kind);
    for (const id of OFFLINE_IDS) expect([...(kinds.get(id) ?? [])].toSorted()).toEqual(['a', 'b', 'd']);
    const reasons = (gate?.dissent ?? []).map(({ reason }) => reason).join('\n');
    expect(reasons).toContain('src/payments/pay.ts does not exist');
    expect(reasons).toContain('circle');
    expect(reasons).toContain('no rollback is described');
  });

  test('a step that waits for itself and cites what is not there is named with both kinds, and is one vote', async () => {
    const { gate } = await check(BROKEN_PLAN);
    const said = gate?.dissent.filter(
      ({ itemId, voter }) => itemId === 'P-Step-1' && voter === OFFLINE_IDS[0],
    );
    expect(said?.map(({ kind, reason }) => `${kind} ${reason}`)).toEqual([
      'a src/payments/pay.ts does not exist',
      'b step 1 waits for itself: step 1, step 2, step 3 form a circle',
    ]);
    const item = gate?.items.find(({ item: { id } }) => id === 'P-Step-1');
    expect(item?.class).toBe('majority-disagree');
    expect(Object.values(item?.votes ?? {})).toHaveLength(2);
  });

  test('code marks leave no gap before a full stop, a comma or inside brackets', () => {
    const [, step] = planItems(
      GOOD_PLAN.replace('to keep cents.', 'to keep cents (`a.ts`, `b/c.ts`); then `npm test`.'),
    );
    expect(step?.text).toBe('Step 1: Change src/pay.ts to keep cents (a.ts, b/c.ts); then npm test.');
    const range = planItems('# P\n\n## Steps\n\n- Step 1: widen `a` .. `b` only.\n')[0];
    expect(range?.text).toBe('Step 1: widen a .. b only.');
  });

  test.each([
    [
      'a sentence about a step in another section',
      '## Validation\n- Run',
      '## Validation\n- After Step 3 run',
    ],
    ['steps that are headings', /- (Step \d): (.*)/g, '### $1\n- $2'],
    ['steps that are only numbered', /- Step (\d): /g, '$1. '],
  ])('%s makes no circle and no missing step', async (_, from, to) => {
    const { gate } = await check(GOOD_PLAN.replace(from, to));
    expect(gate?.dissent).toEqual([]);
  });

  test('a step that is needed and not in the plan is named', async () => {
    const { gate } = await check(GOOD_PLAN.replace('depends on Step 2', 'depends on Step 9'));
    expect(gate?.dissent.map(({ kind, reason }) => `${kind} ${reason}`)).toContain(
      'b step 9 is needed and not in the plan',
    );
  });

  const STEP = 'Change `src/pay.ts` to keep cents.';
  test.each([
    ['Change `pay` in `src/pay.ts`.', []],
    ['Change `payAll()` in `src/pay.ts`.', ['src/pay.ts has no payAll']],
    ['Change the function `payTwice` of the till.', ['no code has the name payTwice']],
    ['Add the function `payTwice` to `src/pay.ts`.', []],
    ['Use the class `AbortController` for it.', []],
    ['Run `npm run lint`.', ['package.json has no script "lint"']],
    ['Run `npm test` and `pnpm run test`.', []],
    ['Run `make test`.', ['there is no Makefile']],
    ['Run `node scripts/move.mjs --all`.', ['scripts/move.mjs does not exist, so `node` has nothing to run']],
    ['Run `node --test src/pay.ts`.', []],
    ['Run `git status` and `docker ps`.', []],
  ])('names and commands a step cites are looked for: %s', async (step, reasons) => {
    const { gate } = await check(GOOD_PLAN.replace(STEP, step));
    for (const id of OFFLINE_IDS)
      expect(gate?.dissent.filter(({ voter }) => voter === id).map(({ reason }) => reason)).toEqual(reasons);
    for (const { kind } of gate?.dissent ?? []) expect(kind).toBe('a');
  });

  test('a target is looked for in the Makefile, unless it includes others', async () => {
    const folder = await projectFolder();
    const targets = async (text: string) => {
      await writeFile(join(folder, 'Makefile'), text);
      const [reader] = offlineWorkers({});
      const plan = GOOD_PLAN.replace(STEP, 'Run `make deploy`.');
      const task = material('implementation-planning', folder, plan);
      const plans = { text: plan, items: planItems(plan), notes: new Map() };
      const said = await reader?.votePlan(task, plans, new AbortController().signal);
      return said?.status === 'ok' ? said.value['P-Step-1'] : null;
    };
    expect(await targets('lint test: build\n\techo\n')).toMatchObject({
      reason: 'the Makefile has no target "deploy"',
    });
    expect(await targets('deploy:\n\techo\n')).toEqual({ verdict: 'agree' });
    expect(await targets('include more.mk\n')).toEqual({ verdict: 'agree' });
  });

  test('what a step makes may be cited by a later one', () => {
    const items = planItems(GOOD_PLAN);
    expect(items.map(({ id }) => id)).toEqual([
      'P-Opt-1',
      'P-Step-1',
      'P-Step-2',
      'P-Step-3',
      'P-Val-1',
      'P-Rb-1',
    ]);
  });

  test('a plan without a step has nothing to vote on, and the gate says so', async () => {
    const { gate } = await check('# Plan\n');
    expect(gate?.result).toBe('aborted-non-result');
  });
});

describe('a brief over a project', () => {
  const claims = async (brief: string): Promise<string[][]> => {
    const task = material('error-analysis', await projectFolder(), brief);
    const { signal } = new AbortController();
    const said = await Promise.all(offlineWorkers({}).map((worker) => worker.analyse(task, signal)));
    return said.map((one) => (one.status === 'ok' ? one.value.findings.map(({ claim }) => claim) : []));
  };

  test.each([
    ['a file that is there', 'See `src/pay.ts:2`.'],
    ['a path from further down', 'See `store/rows.ts`.'],
    [
      'what is built or installed',
      'See `dist/app.js`, `node_modules/left-pad/index.js` and `coverage/index.html`.',
    ],
    ['what is imported', 'See `@scope/kit/index.js` and `shop/mod.ts`.'],
    ['an address', 'See `example.org/page.html`.'],
    ['a folder of a tool', 'It writes `.cache/output.json`.'],
    ['a placeholder', 'Like `path/to/file.ts`.'],
    ['what is to be made, over two lines', 'Create a new module for it:\n`src/cents.ts`.'],
    ['a name in code', 'Call `test.todo` or `it.todo`; a todo is a test to be defined.'],
  ])('%s is no finding', async (_, brief) => {
    expect(await claims(brief)).toEqual([[], []]);
  });

  test.each([
    ['See\n`src/gone.ts`.', 'The brief cites src/gone.ts, which does not exist in the project.'],
    ['The limit: TBD.', 'The brief leaves something open on line 1: The limit: TBD.'],
    ['The limit is to be decided.', 'The brief leaves something open on line 1: The limit is to be decided.'],
  ])('%j is one, by both workers', async (brief, claim) => {
    expect(await claims(brief)).toEqual([[claim], [claim]]);
  });

  test('a plan that cites a path from further down is told where the file is', async () => {
    const { gate } = await check(GOOD_PLAN.replace('Change `src/pay.ts`', 'Change `store/rows.ts`'));
    expect(gate?.dissent[0]).toMatchObject({
      kind: 'a',
      reason: 'store/rows.ts does not exist; there is src/store/rows.ts',
    });
  });

  test('identifiers are looked for as whole words, each file read once', async () => {
    const folder = await projectFolder();
    await writeFile(join(folder, 'src/named.ts'), '// R-1 and R-12.3, not R-123\nexport const limit = 3;\n');
    const [reader] = offlineWorkers({});
    const task = material('final-verification', folder, '- R-1: must a.\n- R-12: must b.\n- [R-12.3] c.\n');
    const said = await reader?.analyse(task, new AbortController().signal);
    const covered = said?.status === 'ok' ? said.value.coverage.map(({ requirement }) => requirement) : [];
    expect(covered).toEqual(['R-1', 'R-12.3']);
  });
});

describe('commands of a brief', () => {
  const delivered = async (command: string, files: Readonly<Record<string, string>>) => {
    const folder = await projectFolder();
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const notices: string[] = [];
    const workers = offlineWorkers({ PATH: process.env.PATH }, (id) => ({
      heard: (delta) => void (delta.type === 'notice' && notices.push(`${id}: ${delta.message}`)),
      askedAgain: () => {},
    }));
    const task = material('final-verification', folder, `- R1: \`${command}\` must pass.\n`);
    const { signal } = new AbortController();
    const said = await Promise.all(workers.map((worker) => worker.analyse(task, signal)));
    const found = said.map((one) => (one.status === 'ok' ? one.value.findings.length : -1));
    return { found, notices, runs: (await readFile(join(folder, 'runs'), 'utf8')).length };
  };
  const COUNTS = `require('node:fs').appendFileSync('runs', 'x');`;

  test('one that ends well is run once, and both workers know', async () => {
    const { found, notices, runs } = await delivered('node --test ok.test.cjs', { 'ok.test.cjs': COUNTS });
    expect([found, runs]).toEqual([[0, 0], 1]);
    // Whoever comes first runs it; the other takes the word for it.
    expect(notices.map((line) => line.replace(/^grounded-\w+: /, ''))).toEqual([
      'runs node --test ok.test.cjs',
      'node --test ok.test.cjs ended with 0',
    ]);
  });

  test('one that fails is run by each, one after the other: a failure that is shared happened twice', async () => {
    const flaky = `const runs = require('node:fs');
runs.appendFileSync('runs', 'x');
if (runs.readFileSync('runs', 'utf8').length === 1) process.exit(1);`;
    expect(await delivered('node --test flaky.test.cjs', { 'flaky.test.cjs': flaky })).toMatchObject({
      found: expect.arrayContaining([0, 1]),
      runs: 2,
    });
    const broken = `${COUNTS} process.exit(1);`;
    expect(await delivered('node --test bad.test.cjs', { 'bad.test.cjs': broken })).toMatchObject({
      found: [1, 1],
      runs: 2,
    });
  });
});

describe('[V9] evidence is looked up by the host', () => {
  test.each([
    [{ ref: 'src/pay.ts', line: 2, quote: 'return Math.round(cents)' }, 'found'],
    [{ ref: 'src/pay.ts:2' }, 'found'],
    [{ ref: 'src/pay.ts', line: 2, quote: 'return Math.floor(cents)' }, 'other-text'],
    [{ ref: 'src/pay.ts', line: 99 }, 'no-line'],
    [{ ref: 'src/nothing.ts', line: 1 }, 'no-file'],
    [{ ref: '../../etc/passwd', line: 1 }, 'unchecked'],
  ])('%j: %s', async (cited, state) => {
    expect((await checkEvidence(await projectFolder(), { kind: 'file', ...cited })).state).toBe(state);
  });
});

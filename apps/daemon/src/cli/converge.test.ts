/** `converge`, `plan-check` and `accept` as their users have them. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EMPTY_CONVERGENCE, foldConvergence } from '@design-jury/contracts/convergence/fold';
import type { RunEvent, RunRecord } from '@design-jury/contracts/run';
import { expect, onTestFinished, test, vi } from 'vitest';
import { machinePace } from '../../../../scripts/machine-pace.ts';
import { type Engine, openEngine } from '../engine.ts';
import { findTranscript, readLog } from '../host/log/transcript.ts';
import { readState } from '../protocols/convergence/state-file.ts';
import { repository, write } from '../protocols/convergence/test/repository.ts';
import type { Script } from '../protocols/convergence/test/script-answer.ts';
import { WORKER } from '../protocols/convergence/test/scripted.ts';
import { onScreen } from './terminal/text.ts';
import { type Place, place } from './test/jury.ts';

// Every run starts a dozen processes; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 * machinePace() });

const EXAMPLES = fileURLToPath(new URL('../../../../examples/tasks/', import.meta.url));

function examples(here: Place): void {
  cpSync(EXAMPLES, join(here.folder, 'tasks'), { recursive: true });
}

/** Programs of the user's own, as `agents.json` names them. */
function agents(here: Place, scripts: Readonly<Record<string, Script>>): void {
  const files = Object.entries(scripts).map(([id, script]) => [`scripts/${id}.json`, JSON.stringify(script)]);
  const rows = Object.keys(scripts).map((id) => ({
    id,
    name: id,
    command: process.execPath,
    args: [WORKER, join(here.folder, 'scripts', `${id}.json`)],
  }));
  write(here.folder, Object.fromEntries(files));
  here.agents(rows);
}

async function eventsOf({ host }: Engine, run: RunRecord): Promise<RunEvent[]> {
  const file = await findTranscript(host.folder(run));
  const events: RunEvent[] = [];
  for await (const { event } of readLog(file ?? '')) events.push(event);
  return events;
}

const read = (here: Place, ...path: string[]): string => readFileSync(join(here.folder, ...path), 'utf8');

test('plan-check names a broken path, a circle and a missing rollback with their kinds: exit 1; the repaired plan passes', async () => {
  using here = place();
  examples(here);
  const project = ['--project', 'tasks/late-fee/project'];
  const broken = await here.jury('plan-check', 'tasks/plan-broken/plan.md', ...project);
  expect(broken.status).toBe(1);
  expect(broken.stdout).toMatch(/P-Step-1 +a +src\/fees\/fee\.mjs does not exist/);
  expect(broken.stdout).toMatch(/P-Step-1 +b +step 1 waits for itself: step 1, step 2, step 3 form a circle/);
  expect(broken.stdout).toMatch(/P-Rb-1 +d +\(no rollback is described\)/);
  expect(broken.stdout).toContain('plan gate: blocked-by-disagreement');
  const good = await here.jury('plan-check', 'tasks/plan-good/plan.md', ...project);
  expect([good.status, good.stdout]).toEqual([0, expect.stringContaining('plan gate: passed, 7 items')]);
});

test('on a screen lines are broken at spaces, with what belongs to one under it', () => {
  const line = 'P-Step-1 b step 1 waits for itself: step 1, step 2, step 3 form a circle (grounded-reader)';
  expect(onScreen([line, 'short'], 80)).toEqual([
    'P-Step-1 b step 1 waits for itself: step 1, step 2, step 3 form a circle',
    '    (grounded-reader)',
    'short',
  ]);
  // What is set in stays so, and nothing is said twice.
  expect(onScreen([`  → Realistic? N → ${'one two three '.repeat(6)}end`], 60)).toEqual([
    '  → Realistic? N → one two three one two three one two',
    '      three one two three one two three one two three end',
  ]);
  const path = `report: ${'folder/'.repeat(30)}report.md`;
  expect(onScreen([path], 80).every((part) => part.length < 80)).toBe(true);
  expect(onScreen([path], 80).join('').replaceAll(' ', '')).toBe(path.replaceAll(' ', ''));
});

test('a plan is approved by a person and held by its gate; the work does not start without', async () => {
  using here = place();
  examples(here);
  const phase = (task: string, ...more: string[]) =>
    here.jury('converge', '--task', `tasks/${task}`, ...more);
  const start = ['--type', 'implementation'];
  const plan = ['--type', 'implementation-planning'];
  expect((await phase('plan-good', ...start)).stderr).toContain('there is no plan yet');
  expect((await phase('plan-good', ...plan)).status).toBe(0);
  const report = ['tasks/plan-good/runs/implementation-planning', 'final-report.md'] as const;
  expect(read(here, ...report)).toMatch(/^---\napproved: false\ngate: passed\n---\n/);
  const early = await phase('plan-good', ...start);
  expect([early.status, early.stderr]).toEqual([2, expect.stringContaining('the plan is not approved')]);
  expect((await phase('plan-good', ...start, '--approve')).status).toBe(0);
  expect(read(here, ...report)).toMatch(/^---\napproved: true\n/);
  // A new plan is a new question.
  await phase('plan-good', ...plan);
  expect(read(here, ...report)).toMatch(/^---\napproved: false\n/);

  expect((await phase('plan-broken', ...plan)).status).toBe(1);
  const refused = await phase('plan-broken', '--approve');
  expect([refused.status, refused.stderr]).toEqual([
    1,
    expect.stringContaining('the plan does not pass, the majority disagrees'),
  ]);
  const file = join(here.folder, 'tasks/plan-broken/runs/implementation-planning/final-report.md');
  writeFileSync(
    file,
    readFileSync(file, 'utf8')
      .replace('approved: false', 'approved: true')
      .replace('gate: blocked-by-disagreement', 'gate: passed'),
  );
  const byHand = await phase('plan-broken', ...start);
  expect([byHand.status, byHand.stderr]).toEqual([
    2,
    expect.stringContaining('says approved: true, but the plan does not pass, the majority disagrees'),
  ]);
});

test('accept runs the commands of the brief, accounts for every requirement, and says each missing file once', async () => {
  using here = place();
  examples(here);
  const { status, stdout } = await here.jury('accept', '--task', 'tasks/late-fee', '--run-commands');
  expect(status).toBe(1);
  expect(stdout).toContain('verdict: blocked');
  expect(stdout).toContain('requirements: 1 of 3 covered');
  expect(stdout.match(/F-\d+.*limits\.mjs/gm)).toHaveLength(1);
  const report = read(here, 'tasks/late-fee/runs/final-verification/final-report.md');
  expect(report).toMatch(/\| LATE-7\.1 \|.*\| src\/fee\.mjs \(grounded-reader, grounded-indexer\) \| {2}\|/);
  expect(report).toMatch(/\| LATE-7\.3 \|.*\| {2}\| F-003 \|/);
});

test('a command that the brief names is run for nobody who has not allowed it', async () => {
  using here = place();
  examples(here);
  for (const order of [['accept'], ['converge', '--type', 'final-verification']])
    expect(await here.jury(...order, '--task', 'tasks/late-fee')).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^jury: "tasks\/late-fee\/brief\.md" asks to run "node --test [^\n]* add --run-commands to allow it\.\n$/,
      ),
    });
});

const SEEN = [{ kind: 'file' as const, ref: 'src/fee.mjs', line: 5, quote: '(days + 1) * 25' }];
const GRACE = {
  statement: 'How many days of grace do schools have?',
  evidenceChecked: 'none - only the library knows',
  blocksApproval: true,
};
const GAP = {
  claim: 'Nobody looked at the clock.',
  evidence: [{ kind: 'file' as const, ref: 'src/clock.mjs', line: 1 }],
};
const yes = [{ says: '.', verdict: 'AGREE' }];

test('agents as workers: files of the phase, nothing left in the project, answers that flow back', async () => {
  using here = place();
  const project = repository(join(here.folder, 'project'));
  write(here.folder, {
    'task/brief.md': '# LATE-7\n\nThe fee in `src/fee.mjs` is charged a day early.\n',
    'task/manifest.json': JSON.stringify({
      key: 'LATE-7',
      project: '../project',
      workers: ['alpha', 'beta'],
      critic: 'alpha',
    }),
  });
  agents(here, {
    alpha: {
      analysis: { findings: [{ claim: 'The due day is charged.', evidence: SEEN }], questions: [GRACE] },
      gaps: [GAP],
      votes: yes,
    },
    beta: { votes: yes },
  });
  const order = ['converge', '--task', 'task', '--type', 'error-analysis'];
  const first = await here.jury(...order);
  expect([first.status, first.stderr.match(/^PROGRESS:.*$/gm)]).toEqual([
    0,
    [
      'PROGRESS: phase-5.5-convergence round=1',
      'PROGRESS: phase-6-synthesis dispatching report-writer-worker',
      'PROGRESS: phase-7-teardown disbanding team',
    ],
  ]);
  const runs = join(here.folder, 'task/runs/error-analysis');
  expect(readdirSync(runs).toSorted()).toEqual([
    'final-report-1.html',
    'final-report-1.md',
    'final-report.html',
    'final-report.md',
    'state',
    'worker-results',
  ]);
  expect(readdirSync(join(runs, 'worker-results')).toSorted()).toEqual([
    'alpha-critic-error-analysis-1.md',
    'alpha-error-analysis-1.md',
    'beta-error-analysis-1.md',
  ]);
  const file = join(runs, 'state/convergence-error-analysis-1.json');
  const state = readState(readFileSync(file, 'utf8'), file);
  expect(state).toMatchObject({
    schemaVersion: '1.2',
    taskKey: 'LATE-7',
    finalState: 'converged',
    totalRounds: 1,
    config: { critic: { provider: 'alpha', gapsProposed: 1, gapsMerged: 1 } },
  });
  expect(state.findings.map(({ classification }) => classification)).toEqual([
    'full-consensus',
    'full-consensus',
  ]);
  expect(readdirSync(project).toSorted()).toEqual(['.git', 'README.md', 'src']);

  // Answered elsewhere, as the web page does it.
  const engine = await openEngine({ dataDir: here.dataDir, env: {} });
  const [question] = await engine.questions.list({ status: 'open' });
  expect(question?.question).toContain('days of grace');
  await engine.questions.answer(
    question?.id ?? '',
    { choice: 3, note: 'Three.' },
    'web',
    new Date().toISOString(),
  );
  await engine.close();
  await here.jury(...order);
  expect(JSON.parse(read(here, 'task/clarifications.json'))).toMatchObject([
    { id: 'C-001', status: 'answered', userInput: 'Three.' },
  ]);
  expect(read(here, 'task/runs/error-analysis/final-report.md')).toMatch(
    /\| C-001 \|.*\| answered \| approval \| Three\. \|/,
  );
  expect(existsSync(join(runs, 'final-report-2.md'))).toBe(true);
  // The run that asked is over with what it had come to; nothing is asked twice.
  const after = await openEngine({ dataDir: here.dataDir, env: {} });
  const [second, asking] = await after.jury.allRuns({ protocols: ['convergence'] });
  expect([second, asking]).toMatchObject([
    { state: 'ended', outcome: 'converged', exitCode: 0 },
    { id: question?.runId, state: 'ended', outcome: 'converged', exitCode: 0 },
  ]);
  expect(await after.questions.list({ status: 'open' })).toEqual([]);
  await after.close();
});

test('for people: figures first, no marks of the protocol and none of its names', async () => {
  using here = place();
  examples(here);
  const shown = await here.jury('plan-check', 'tasks/plan-broken/plan.md', '--format', 'screen');
  expect(shown.stdout).toMatch(/^\nThe plan does not pass {2}\d+ items, \d+ objections\n {2}✗ P-/);
  expect(shown.stdout + shown.stderr).not.toMatch(/PROGRESS|blocked-by|consensus/);
});

test('Ctrl-C puts a run aside with 130 and says how to go on; what was answered is not asked again', async () => {
  using here = place();
  repository(join(here.folder, 'project'));
  write(here.folder, {
    'task/brief.md': '# LATE-7\n\nThe fee in `src/fee.mjs` is charged a day early.\n',
    'task/manifest.json': JSON.stringify({ key: 'LATE-7', project: '../project' }),
  });
  const file = join(here.folder, 'asked.txt');
  agents(here, {
    alpha: {
      analysis: { findings: [{ claim: 'The due day is charged.', evidence: SEEN }] },
      counts: { file, as: 'alpha' },
    },
    beta: { votes: yes, takes: { votes: 2_000 }, counts: { file, as: 'beta' } },
  });
  const order = ['converge', '--task', 'task', '--type', 'error-analysis', '--workers', 'alpha,beta'];
  const stopped = await here.start(order, (text, child) => {
    if (text.includes('phase-5.5-convergence round=1')) child.kill('SIGINT');
  });
  expect(stopped.status, stopped.stderr).toBe(130);
  const run = /go on with: jury converge --resume (r-\S+)\n/.exec(stopped.stderr)?.[1] ?? '';
  expect(stopped.stdout).toBe('');
  expect(existsSync(join(here.folder, 'task/runs/error-analysis/final-report.md'))).toBe(false);
  const other = await here.jury('converge', '--resume', run, '--type', 'error-analysis');
  expect([other.status, other.stderr]).toEqual([2, expect.stringContaining('leave --type out')]);
  const resumed = await here.jury('converge', '--resume', run);
  expect(resumed.status, resumed.stderr).toBe(0);
  expect(resumed.stdout).toContain('converged: 1 finding, 1 round');
  const analyses = read(here, 'asked.txt')
    .split('\n')
    .filter((line) => line.endsWith('analysis'));
  expect(analyses.toSorted()).toEqual(['alpha analysis', 'beta analysis']);
  const again = await here.jury('converge', '--resume', run);
  // Nobody is asked again: it is told once more what came of it.
  expect([again.status, again.stdout]).toEqual([0, resumed.stdout]);
  expect(again.stderr).toContain(`${run} is over`);
  expect(
    read(here, 'asked.txt')
      .split('\n')
      .filter((line) => line.endsWith('analysis')),
  ).toEqual(analyses);
});

test('a report that cannot be written puts the run aside; the answers are kept', async () => {
  using here = place();
  examples(here);
  const order = ['accept', '--task', 'tasks/late-fee', '--run-commands'];
  const first = await here.jury(...order);
  const runs = join(here.folder, 'tasks/late-fee/runs/final-verification');
  rmSync(join(runs, 'final-report.md'));
  mkdirSync(join(runs, 'final-report.md'));
  const failed = await here.jury(...order);
  expect([failed.status, failed.stderr]).toEqual([
    3,
    expect.stringContaining('final-report.md": it is a folder'),
  ]);
  rmSync(join(runs, 'final-report.md'), { recursive: true });
  const run = /--resume (r-\S+)\n/.exec(failed.stderr)?.[1] ?? '';
  const resumed = await here.jury('converge', '--resume', run);
  expect([resumed.status, resumed.stdout]).toEqual([first.status, first.stdout]);
  // The number it had taken is its own: no third report.
  expect(readdirSync(join(runs, 'state')).toSorted()).toEqual([
    'convergence-final-verification-1.json',
    'convergence-final-verification-2.json',
  ]);
  expect(read(here, 'tasks/late-fee/runs/final-verification/final-report-2.md')).toBe(
    read(here, 'tasks/late-fee/runs/final-verification/final-report.md'),
  );
});

test('[V13] workers are traced into the log while they work, without secrets, and no other worker is shown it', async () => {
  using here = place();
  repository(join(here.folder, 'project'));
  write(here.folder, {
    'task/brief.md': '# LATE-7\n\nThe fee in `src/fee.mjs` is charged a day early.\n',
    'task/manifest.json': JSON.stringify({ key: 'LATE-7', project: '../project' }),
  });
  const key = `sk-${'q7Z3'.repeat(8)}`;
  const records = join(here.folder, 'prompts.txt');
  agents(here, {
    alpha: {
      analysis: { findings: [{ claim: 'The due day is charged.', evidence: SEEN }] },
      mutters: `MUTTERED-ALONE, and the key ${key} too.`,
      takes: { analysis: 2_500 },
    },
    beta: { votes: yes, records },
    gamma: { misbehaves: { votes: 'garbage' }, records },
  });
  const { status, stderr } = await here.jury(
    ...['converge', '--task', 'task', '--type', 'error-analysis', '--workers', 'alpha,beta,gamma'],
  );
  // gamma never votes, so the finding stays open.
  expect(status, stderr).toBe(1);
  const engine = await openEngine({ dataDir: here.dataDir, env: {} });
  onTestFinished(() => engine.close());
  const [run] = await engine.jury.allRuns({ protocols: ['convergence'] });
  const events = run === undefined ? [] : await eventsOf(engine, run);
  const lanes = events
    .filter(({ type }) => type === 'convergence.trace')
    .reduce((fold, event) => foldConvergence(fold, event as never), EMPTY_CONVERGENCE).lanes;
  expect(lanes.map(({ worker, now: { task, state } }) => [worker, task, state])).toEqual([
    ['alpha', 'analysis', 'finished'],
    ['beta', 'votes', 'finished'],
    ['gamma', 'votes', 'failed'],
  ]);
  expect(lanes[2]?.now.cause).toContain('no usable answer');
  const log = JSON.stringify(events);
  expect(log).toContain('MUTTERED-ALONE');
  expect(log).not.toContain('q7Z3');
  expect(readFileSync(records, 'utf8')).toContain('The due day is charged.');
  expect(readFileSync(records, 'utf8')).not.toContain('MUTTERED-ALONE');
  // A failed vote is said at the terminal too, with what became of it.
  expect(stderr).toMatch(/^gamma: no usable answer \(.*\); it is asked once more$/m);
  expect(stderr).toMatch(/^gamma: no votes after .* s \(.*\)$/m);
});

test('a question that blocks approval keeps the plan from being approved until it is answered', async () => {
  using here = place();
  examples(here);
  write(here.folder, {
    'tasks/plan-good/brief.md': '# LATE-7\n\n- LATE-7.1: must work; see `src/fee.mjs`.\n- The limit: TBD.\n',
  });
  await here.jury('converge', '--task', 'tasks/plan-good', '--type', 'implementation-planning');
  const approve = ['converge', '--task', 'tasks/plan-good', '--approve'];
  expect((await here.jury(...approve)).stderr).toContain('1 question that blocks approval is open');
  const file = join(here.folder, 'tasks/plan-good/clarifications.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"userInput": ""', '"userInput": "500 cents"'));
  const approved = await here.jury(...approve);
  expect([approved.status, approved.stdout]).toEqual([0, 'approved: the plan of LATE-7-good\n']);
});

test.each([
  [['converge'], '--type is missing'],
  [['converge', '--type', 'dancing'], '--type is "dancing"'],
  [['converge', '--type', 'error-analysis'], 'Name the task folder'],
  [['converge', '--type', 'error-analysis', '--task', 'nowhere'], 'has no brief.md'],
  [['converge', '--type', 'error-analysis', '--task', 'bad'], 'manifest.json is not JSON'],
  [
    ['converge', '--type', 'error-analysis', '--task', 'ok', '--critic', 'my-cousin'],
    'critic is "my-cousin"',
  ],
  [['converge', '--type', 'error-analysis', '--task', 'ok', '--max-rounds', '4'], '--max-rounds is "4"'],
  [
    ['converge', '--type', 'error-analysis', '--task', 'ok', '--approve'],
    '--approve goes with --type implementation',
  ],
  [['converge', '--type', 'error-analysis', '--task', 'ok', '--workers', 'nobody-here'], 'nobody-here'],
  [['converge', '--task', 'asked', '--type', 'error-analysis'], 'clarifications.json is not JSON'],
  [['accept', '--task', 'ok', '--language', 'tlh'], '--language is "tlh"'],
  [['plan-check'], 'Name one plan'],
])('%j is refused with a sentence', async (args, words) => {
  using here = place();
  write(here.folder, {
    'ok/brief.md': '# A\n',
    'bad/brief.md': '# A\n',
    'bad/manifest.json': '{',
    'asked/brief.md': '# A\n',
    'asked/clarifications.json': '[',
  });
  const { status, stderr } = await here.jury(...args);
  expect([status, stderr]).toEqual([2, expect.stringContaining(words)]);
  expect(stderr).not.toMatch(/\n\s+at /);
});

/**
 * `npm run nightly`: what is too long for every change, each step within its time. Benchmarks come first and alone, then
 * agents and the corpus beside the engine. Writes docs/nightly/<date>.md and .json, adds a line to
 * docs/nightly/history.ndjson, and the night's conformance to the history from which the README and the ratchet of the
 * rollout are computed.
 *
 *   npm run nightly -- [--quick] [--only conformance,fuzz,…] [--no-write] [--commit]
 */
import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readHistory } from '../apps/daemon/src/agents/cycle-history.ts';
import { CONFORMANCE_DIR } from '../apps/daemon/src/conformance/binaries.ts';
import { conformanceDays } from '../apps/daemon/src/skills/rollout.ts';
import { ROOT } from './files.ts';
import {
  lastLines,
  type NightlyReport,
  nightlyMarkdown,
  nightRatchet,
  type StepReport,
  stepOutcome,
} from './nightly-report.ts';

const FOLDER = join(ROOT, 'docs/nightly');
const MINUTE_MS = 60_000;
/** What a step may say before the beginning of it is forgotten. */
const MAX_OUTPUT_CHARS = 400_000;

interface NightStep {
  name: string;
  does: string;
  command: readonly string[];
  /** Null: only in a whole night. */
  quick: readonly string[] | null;
  minutes: number;
  /** The lines of its output that are its figures. */
  figures: RegExp;
}

const NODE = process.execPath;
const data = mkdtempSync(join(tmpdir(), 'jury-nightly-'));
const BENCH: NightStep = {
  name: 'bench',
  does: 'all benchmarks against their targets',
  command: [NODE, 'bench/run.ts'],
  quick: [NODE, 'bench/run.ts', 'scoreboard', 'telemetry'],
  minutes: 90,
  figures: /\S/,
};
/** `npm run` with nothing of its own on the output. */
const NPM_RUN = ['npm', 'run', '--silent'] as const;
const AGENTS: readonly NightStep[] = [
  {
    name: 'conformance',
    does: 'every installed agent CLI and every model API through the proxy, all briefs, against a scripted model',
    command: ['./jury', 'conformance', '--data', data],
    quick: ['./jury', 'conformance', '--data', data, '--agent', 'anthropic'],
    minutes: 60,
    figures: / of \d+|healthy|degraded|wavering|not installed/i,
  },
  {
    name: 'matrix',
    does: 'every installed agent CLI through every failure',
    command: [NODE, 'scripts/conformance-matrix.ts', '--at-once=2'],
    quick: [NODE, 'scripts/conformance-matrix.ts', 'gemini', '--act=malformed', '--way=best'],
    minutes: 120,
    figures: /WRONG|performances/,
  },
  {
    name: 'hostile:agents',
    does: 'every installed agent CLI in a checkout made against each',
    command: [...NPM_RUN, 'hostile:agents'],
    quick: [...NPM_RUN, 'hostile:agents', '--', '-t', 'codex'],
    minutes: 90,
    figures: /real CLIs in a hostile checkout: |Tests |FAIL|Error/,
  },
];
const ENGINE: readonly NightStep[] = [
  {
    name: 'fuzz',
    does: 'property tests of parser and gate with fresh seeds',
    // What it finds is kept beside the night's report.
    command: [NODE, 'scripts/fuzz.ts', '--minutes', '10', '--found', FOLDER],
    quick: [NODE, 'scripts/fuzz.ts', '--minutes', '1'],
    minutes: 25,
    figures: /cases,|answers|FOUND|again: |Error/,
  },
  {
    name: 'smuggling',
    does: 'every attempt to smuggle a verdict past the gate, in all kinds of panels',
    command: [...NPM_RUN, 'smuggling'],
    quick: null,
    minutes: 90,
    figures: /smuggling, |Tests |FAIL|Error/,
  },
  {
    name: 'crash',
    does: '`kill -9` at 1,000 moments, 250 of each of the four protocols',
    command: [NODE, 'scripts/crash-thousand.ts'],
    quick: [NODE, 'scripts/crash-thousand.ts', '--points', '20', '--only', 'theater'],
    minutes: 120,
    figures: /kills|FAIL|Error/,
  },
  {
    name: 'hostile',
    does: 'every command in every hostile checkout',
    command: [...NPM_RUN, 'hostile'],
    quick: [...NPM_RUN, 'hostile', '--', '-t', 'planted'],
    minutes: 90,
    figures: /hostile checkouts: |Tests |FAIL|Error/,
  },
];
const CORPUS: NightStep = {
  name: 'corpus',
  does: "other people's pages: reviewed, fixed, judged by axe before and after",
  command: [NODE, 'scripts/corpus.ts'],
  quick: [NODE, 'scripts/corpus.ts', '--limit', '2'],
  minutes: 60,
  figures: /worse|crash|pages|total|all /i,
};
/** Benchmarks alone and first; programs that mostly wait beside those that mostly compute. */
const NIGHT: readonly (readonly (readonly NightStep[])[])[] = [[[BENCH]], [[...AGENTS, CORPUS], ENGINE]];
const STEPS: readonly NightStep[] = NIGHT.flat(2);

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    'no-write': { type: 'boolean', default: false },
    /** Commits and pushes what was written: the history is the repository's. */
    commit: { type: 'boolean', default: false },
  },
});
const only = values.only?.split(',').map((name) => name.trim());
const unknown = only?.filter((name) => !STEPS.some((step) => step.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(
    `there is no step ${unknown.join(', ')}; there are ${STEPS.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}

const began = new Date();
const steps: StepReport[] = [];
for (const rows of NIGHT) steps.push(...(await Promise.all(rows.map(performRow))).flat());
const report = await reportOf(began, steps);
if (!values['no-write']) write(report);
if (values.commit && !values['no-write']) await keep(report);
rmSync(data, { recursive: true, force: true });
console.log(`\n${nightlyMarkdown(report)}`);
if (steps.some(({ outcome }) => outcome !== 'passed')) process.exitCode = 1;

async function performRow(row: readonly NightStep[]): Promise<StepReport[]> {
  const done: StepReport[] = [];
  for (const step of row) {
    const command = values.quick ? step.quick : step.command;
    if (command !== null && (only === undefined || only.includes(step.name)))
      done.push(await perform(step, command));
  }
  return done;
}

async function perform(step: NightStep, [program = '', ...given]: readonly string[]): Promise<StepReport> {
  const args = values['no-write'] ? given.map((arg) => (arg === FOLDER ? data : arg)) : given;
  console.log(`\n▶ ${step.name}: ${step.does}`);
  const started = Date.now();
  const load = loadavg()[0] ?? 0;
  let output = '';
  // A group of its own: what outlives its time is ended with everything it started.
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  for (const channel of [child.stdout, child.stderr])
    channel.setEncoding('utf8').on('data', (text: string) => {
      process.stdout.write(text);
      output = (output + text).slice(-MAX_OUTPUT_CHARS);
    });
  let isOverdue = false;
  const timer = setTimeout(() => {
    isOverdue = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, step.minutes * MINUTE_MS);
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      output += `\n${error.message}\n`;
      resolve(null);
    });
    child.on('close', resolve);
  });
  clearTimeout(timer);
  return {
    name: step.name,
    does: step.does,
    outcome: stepOutcome({ code, isOverdue, output }),
    exitCode: code,
    seconds: Math.round((Date.now() - started) / 1000),
    load: Math.round(load * 10) / 10,
    figures: lastLines(output, step.figures),
  };
}

async function reportOf(at: Date, done: readonly StepReport[]): Promise<NightlyReport> {
  const history = join(CONFORMANCE_DIR, 'history.ndjson');
  // A partial night says nothing of the fleet: it is not added.
  const isWhole = !values.quick && done.some(({ name }) => name === 'conformance');
  if (isWhole && !values['no-write']) await run([NODE, 'scripts/agents-doc.ts', '--add', data]);
  const today = at.toISOString().slice(0, 10);
  const days = conformanceDays(await readHistory(history));
  return {
    at: at.toISOString(),
    mode: values.quick ? 'quick' : only === undefined ? 'whole' : `only ${only.join(', ')}`,
    machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.versions.node },
    steps: done,
    conformance: days.find(({ date }) => date === today) ?? null,
    ratchet: nightRatchet(days, today),
  };
}

function run([program = '', ...args]: readonly string[]): Promise<number | null> {
  const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', resolve));
}

/** Whoever reads the ratchet tomorrow needs today. */
async function keep(night: NightlyReport): Promise<void> {
  const git = (...args: string[]): Promise<number | null> => run(['git', ...args]);
  await git(
    'add',
    'docs/nightly',
    'conformance/history.ndjson',
    'conformance/matrix.json',
    'docs/agent-adapters.md',
    'README.md',
  );
  await git(
    '-c',
    'user.name=nightly',
    '-c',
    'user.email=nightly@localhost',
    'commit',
    '-m',
    `The night of ${night.at.slice(0, 10)}`,
  );
  if ((await git('push')) !== 0) process.exitCode = 1;
}

function write(night: NightlyReport): void {
  mkdirSync(FOLDER, { recursive: true });
  const name = night.at.slice(0, 16).replace(':', '').replace('T', '-');
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(night, null, 2)}\n`);
  writeFileSync(join(FOLDER, `${name}.md`), nightlyMarkdown(night));
  const line = {
    at: night.at,
    mode: night.mode,
    steps: Object.fromEntries(night.steps.map((step) => [step.name, step.outcome])),
    conformance: night.conformance,
    streak: night.ratchet.streak,
  };
  appendFileSync(join(FOLDER, 'history.ndjson'), `${JSON.stringify(line)}\n`);
  console.log(
    `written to docs/nightly/${name}.md; ${readFileSync(join(FOLDER, 'history.ndjson'), 'utf8').trimEnd().split('\n').length} nights`,
  );
}

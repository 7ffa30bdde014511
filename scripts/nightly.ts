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
import { historyFile, readHistory } from '../apps/daemon/src/agents/cycle-history.ts';
import { CONFORMANCE_DIR, readPins } from '../apps/daemon/src/conformance/binaries.ts';
import { API_CANDIDATES } from '../apps/daemon/src/conformance/surroundings.ts';
import { conformanceDays } from '../apps/daemon/src/skills/rollout.ts';
import { ROOT } from './files.ts';
import {
  lastLines,
  type NightlyReport,
  nightlyMarkdown,
  nightRatchet,
  type StepReport,
  stepOutcome,
  whyNotCounted,
} from './nightly-report.ts';
import { NIGHTS, type NightStep, nightOf } from './nightly-steps.ts';
import { runTimed } from './timed-command.ts';

const MINUTE_MS = 60_000;

const data = mkdtempSync(join(tmpdir(), 'jury-nightly-'));
const NIGHT = nightOf(data);
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

async function perform(step: NightStep, command: readonly string[]): Promise<StepReport> {
  const told = values['no-write'] ? command.map((arg) => (arg === NIGHTS ? data : arg)) : command;
  console.log(`\n▶ ${step.name}: ${step.does}`);
  const started = Date.now();
  const load = loadavg()[0] ?? 0;
  const end = await runTimed(told, step.minutes * MINUTE_MS, (text) => process.stdout.write(text));
  return {
    name: step.name,
    does: step.does,
    outcome: stepOutcome(end),
    exitCode: end.code,
    seconds: Math.round((Date.now() - started) / 1000),
    load: Math.round(load * 10) / 10,
    figures: lastLines(end.output, step.figures),
  };
}

async function reportOf(at: Date, done: readonly StepReport[]): Promise<NightlyReport> {
  const mode = values.quick ? 'quick' : only === undefined ? 'whole' : `only ${only.join(', ')}`;
  const cycles = await readHistory(historyFile(data));
  const fleet = [...(await readPins()), ...API_CANDIDATES].map(({ id }) => id);
  const notCounted = whyNotCounted({ mode, done, fleet, tried: cycles.map(({ agent }) => agent) });
  const today = at.toISOString().slice(0, 10);
  const past = await readHistory(join(CONFORMANCE_DIR, 'history.ndjson'));
  if (notCounted === null && !values['no-write'])
    await run([process.execPath, 'scripts/agents-doc.ts', '--add', data]);
  const days = conformanceDays(notCounted === null ? [...past, ...cycles] : past);
  return {
    at: at.toISOString(),
    mode,
    machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.versions.node },
    steps: done,
    conformance: notCounted === null ? (conformanceDays(cycles).at(-1) ?? null) : null,
    notCounted,
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
  mkdirSync(NIGHTS, { recursive: true });
  const name = night.at.slice(0, 16).replace(':', '').replace('T', '-');
  writeFileSync(join(NIGHTS, `${name}.json`), `${JSON.stringify(night, null, 2)}\n`);
  writeFileSync(join(NIGHTS, `${name}.md`), nightlyMarkdown(night));
  const line = {
    at: night.at,
    mode: night.mode,
    steps: Object.fromEntries(night.steps.map((step) => [step.name, step.outcome])),
    conformance: night.conformance,
    ...(night.notCounted !== null && { notCounted: night.notCounted }),
    streak: night.ratchet.streak,
  };
  appendFileSync(join(NIGHTS, 'history.ndjson'), `${JSON.stringify(line)}\n`);
  console.log(
    `written to docs/nightly/${name}.md; ${readFileSync(join(NIGHTS, 'history.ndjson'), 'utf8').trimEnd().split('\n').length} nights`,
  );
}

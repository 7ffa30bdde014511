/**
 * `jury conformance`: the real agent CLIs that are installed, and our clients of model APIs, run every brief against
 * a scripted model, and the results decide whether they may judge. Runs itself again in a network of its
 * own where it can. With `--live` they run with the user's own login instead.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ConformanceCycle } from '@design-jury/contracts/conformance';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { readPins, whatIsMissing } from '../conformance/binaries.ts';
import { BRIEF_TEMPLATES, CANONICAL_BRIEF, type ConformanceBrief } from '../conformance/briefs.ts';
import type { CycleOptions, LiveCandidate } from '../conformance/cycle.ts';
import { isolatingPrefix } from '../conformance/isolation.ts';
import { API_CANDIDATES, type Candidate, cliCandidate } from '../conformance/surroundings.ts';
import type { AgentVerdict } from '../conformance/verdict.ts';
import { chooseLive, costWarning } from './conformance-live.ts';
import { checkedDataDir } from './data-dir.ts';
import { numberFlag, readFlags } from './flags.ts';
import { command, quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';
import { type Paint, paintRow, type Row, span, type Tone } from './terminal/paint.ts';

const MAX_CYCLES = 20;
const EVERY_BRIEF = 'all';
const BRIEFS = [CANONICAL_BRIEF, ...BRIEF_TEMPLATES];
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** What the isolated process may see of ours; the agents see less. */
const PASSED_ON = ['PATH', 'LANG', 'TERM', 'TMPDIR', 'NO_COLOR', 'FORCE_COLOR', 'COLUMNS'] as const;

interface Absent {
  agent: string;
  why: string;
}

interface Report {
  isolated: boolean;
  cycles: readonly ConformanceCycle[];
  verdicts: readonly AgentVerdict[];
  /** Never counted as passed. */
  notRun: readonly Absent[];
}

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('conformance', argv);
  if (positionals.length > 0)
    throw new Refusal(`conformance takes no ${quoted(positionals[0] ?? '')}; name agents with --agent.`);
  const times = numberFlag('cycles', values.cycles, { min: 1, max: MAX_CYCLES, whole: true }) ?? 1;
  const live = values.live === true;
  const briefs = chooseBriefs(values.brief ?? [], live);
  const { ready, notRun } = live
    ? await liveCandidates(values.agent ?? [], shell)
    : await chooseAgents(values.agent ?? []);
  if (ready.length === 0) {
    const missing = notRun.map(({ agent, why }) => `${agent}: ${why}`).join('; ');
    const next = live ? '' : ' npm run conformance:install brings them.';
    throw new Refusal(`No agent to test is installed (${missing}).${next}`, { exit: EXIT.inconclusive });
  }
  const dataDir = await checkedDataDir(shell, values.data);
  if (live) shell.error(costWarning(ready, briefs.length * times, shell));
  else if (values.isolated === undefined) {
    const prefix = isolatingPrefix();
    if (prefix.length > 0)
      return runIsolated(prefix, [...argv, '--data', dataDir, '--isolated', 'yes'], shell);
    shell.error(
      'jury: no separate network is possible here; only their settings keep the agents on loopback\n',
    );
  }
  const stop = new AbortController();
  const dispose = shell.onStop(() => {
    if (stop.signal.aborted) shell.exitNow(EXIT.interrupted);
    stop.abort();
  });
  try {
    const cycles = await playCycles(
      ready,
      briefs,
      times,
      stop.signal,
      values.quiet === true ? () => {} : shell.error,
    );
    if (cycles === null) return EXIT.interrupted;
    const { judgeCycles, recordCycles } = await import('../conformance/verdict.ts');
    // A few briefs are a look, not a cycle: they neither mark nor clear anybody.
    const verdicts =
      briefs.length === BRIEFS.length ? await recordCycles(dataDir, cycles, Date.now()) : judgeCycles(cycles);
    await logMarks(verdicts, { dataDir, env: shell.env });
    const report: Report = { isolated: values.isolated === 'yes', cycles, verdicts, notRun };
    shell.out(
      values.json === true
        ? `${JSON.stringify(report, null, 2)}\n`
        : `${reportLines(report, shell.outPaint).join('\n')}\n`,
    );
    return verdicts.every(({ health }) => health.state === 'healthy') ? EXIT.ships : EXIT.doesNotShip;
  } finally {
    dispose();
  }
});

/** Who of them is set aside now, and who is no longer. */
export async function logMarks(
  verdicts: readonly AgentVerdict[],
  where: { dataDir: string; env: Shell['env'] },
): Promise<void> {
  const { logDecision } = await import('../telemetry/decision-log.ts');
  for (const { agent, health, mark } of verdicts) {
    const reason = 'reason' in health ? health.reason : null;
    if (mark === 'set')
      await logDecision({ level: 'warn', event: 'adapter_set_aside', fields: { agent, reason } }, where);
    else if (mark === 'cleared')
      await logDecision({ level: 'info', event: 'adapter_returned', fields: { agent, by: 'cycle' } }, where);
  }
}

/** At a real provider one is enough, unless all are asked for: each costs money. */
function chooseBriefs(ids: readonly string[], live: boolean): readonly ConformanceBrief[] {
  const unknown = ids.find((id) => id !== EVERY_BRIEF && !BRIEFS.some((brief) => brief.id === id));
  if (unknown !== undefined)
    throw new Refusal(
      `There is no brief ${quoted(unknown)}; there are: ${BRIEFS.map(({ id }) => id).join(', ')}, and ${EVERY_BRIEF}.`,
    );
  if (ids.includes(EVERY_BRIEF)) return BRIEFS;
  if (ids.length === 0) return live ? [CANONICAL_BRIEF] : BRIEFS;
  return BRIEFS.filter(({ id }) => ids.includes(id));
}

interface RunnableCandidate {
  id: string;
  run(options: CycleOptions): Promise<ConformanceCycle | null>;
}

interface Candidates {
  ready: RunnableCandidate[];
  notRun: Absent[];
}

async function liveCandidates(ids: readonly string[], shell: Shell): Promise<Candidates> {
  const { ready, notRun } = await chooseLive(ids, shell);
  const run =
    (candidate: LiveCandidate): RunnableCandidate['run'] =>
    async (options) =>
      (await import('../conformance/cycle.ts')).runLiveCycle(candidate, options);
  return { ready: ready.map((candidate) => ({ id: candidate.id, run: run(candidate) })), notRun };
}

async function chooseAgents(ids: readonly string[]): Promise<Candidates> {
  const pins = await readPins();
  const known = [...pins, ...API_CANDIDATES].map(({ id }) => id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw new Refusal(`There is no agent ${quoted(unknown)} to test; there are: ${known.join(', ')}.`);
  const isWanted = ({ id }: { id: string }): boolean => ids.length === 0 || ids.includes(id);
  const ready: Candidate[] = [];
  const notRun: Absent[] = [];
  for (const pin of pins.filter(isWanted)) {
    const missing = await whatIsMissing(pin);
    if (missing === null) ready.push(cliCandidate(pin));
    else notRun.push({ agent: pin.id, why: missing });
  }
  const run =
    (candidate: Candidate): RunnableCandidate['run'] =>
    async (options) =>
      (await import('../conformance/cycle.ts')).runScriptedCycle(candidate, options);
  const all = [...ready, ...API_CANDIDATES.filter(isWanted)];
  return { ready: all.map((candidate) => ({ id: candidate.id, run: run(candidate) })), notRun };
}

/** Null when it was stopped. */
async function playCycles(
  agents: readonly RunnableCandidate[],
  briefs: readonly ConformanceBrief[],
  times: number,
  signal: AbortSignal,
  print: (text: string) => void,
): Promise<ConformanceCycle[] | null> {
  const cycles: ConformanceCycle[] = [];
  for (const candidate of agents) {
    for (let n = 1; n <= times; n++) {
      const cycle = await candidate.run({
        briefs,
        clock: Date.now,
        signal,
        onCase: (brief, failures, ms) =>
          print(`${candidate.id} ${brief.id}: ${failures[0] ?? 'ok'} (${(ms / 1000).toFixed(1)} s)\n`),
      });
      if (cycle === null) return null;
      cycles.push(cycle);
    }
  }
  return cycles;
}

function runIsolated(prefix: readonly string[], argv: readonly string[], shell: Shell): Promise<number> {
  const env: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = shell.env[name];
    if (value !== undefined) env[name] = value;
  }
  const [command = '', ...args] = [...prefix, shell.nodePath, MAIN, 'conformance', ...argv];
  const child = spawn(command, args, { cwd: shell.cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const dispose = shell.onStop((signal) => void child.kill(signal));
  return new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve(code ?? (signal === 'SIGINT' ? EXIT.interrupted : EXIT.inconclusive)),
    );
  }).finally(dispose);
}

const TONES: Readonly<Record<AgentVerdict['health']['state'], Tone>> = {
  healthy: 'good',
  wavering: 'warn',
  degraded: 'bad',
  unknown: 'dim',
};

function reportLines({ cycles, verdicts, notRun }: Report, paint: Paint): string[] {
  const rows: Row[] = [
    [span('agent             version     transport         runs  complete  read  all four', 'strong')],
    ...cycles.map((cycle): Row => [span(cycleLine(cycle))]),
    ...notRun.map(({ agent, why }): Row => [span(`${agent.padEnd(17)} not run: ${why}`, 'dim')]),
    [],
    ...verdicts.map(
      ({ agent, health, mark }): Row => [
        span(`${agent.padEnd(17)} `),
        span(health.state, TONES[health.state]),
        span('reason' in health ? `: ${health.reason}` : ''),
        span(
          mark === 'set' ? '; off the panel for 24 hours' : mark === 'cleared' ? '; back on the panel' : '',
        ),
      ],
    ),
    ...cycles.flatMap(({ agent, failures }) =>
      failures.map((failure): Row => [span(`${agent}: ${failure}`, 'dim')]),
    ),
  ];
  return rows.map((row) => paintRow(row, Number.POSITIVE_INFINITY, paint));
}

function cycleLine({
  agent,
  version,
  transport,
  cases,
  complete,
  cleanParse,
  passed,
}: ConformanceCycle): string {
  const cells: readonly (readonly [string | number, number])[] = [
    [agent, 17],
    [version ?? '–', 11],
    [transport, 17],
    [cases, 5],
    [complete, 9],
    [cleanParse, 5],
  ];
  return `${cells.map(([value, width]) => String(value).padEnd(width)).join(' ')} ${passed}`;
}

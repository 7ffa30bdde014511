/**
 * What telemetry costs: the same long answer judged by the same engine, with nobody listening, with everything off, with
 * the log and the metrics of a daemon, and with traces sent to a collector besides. Each way has a process of its own, so
 * that none pays for what another loaded, and all perform one run at the same moment: whatever the machine does meanwhile
 * meets all of them. Compared is processor time per event within such a round; told is the median of those ratios with the
 * interval that holds the true one 19 times in 20. Processes are made anew several times, for one may be lucky.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { compare, median, medianInterval } from './measure.ts';
import type { BenchRow } from './report.ts';
import { type Asked, MODES, type Mode, type Told } from './telemetry/modes.ts';

const PERFORMER = fileURLToPath(new URL('./telemetry/performer.ts', import.meta.url));
/** Times the processes are made anew, and what all of it may take. */
const SETS = 6;
const ALL_MS = 165_000;
/** Until the code is warm. */
const WARM_ROUNDS = 3;
/** However slow the machine is. */
const LEAST_ROUNDS = 6;
const SAMPLED_RUNS = 3;

export async function run(): Promise<BenchRow[]> {
  const collector = await startCollector();
  const rounds: Told[][] = [];
  const samples = new Map<Mode, { samples: number; ours: number }>();
  const load = loadavg()[0] ?? 0;
  const began = Date.now();
  try {
    for (let set = 1; set <= SETS && (set === 1 || Date.now() - began < ALL_MS); set += 1)
      rounds.push(...(await roundsOfSet(collector.url, began + (ALL_MS / SETS) * set, samples)));
  } finally {
    collector.child.kill('SIGKILL');
  }
  const at = (mode: Mode, round: readonly Told[]): number => round[MODES.indexOf(mode)]?.micros ?? Number.NaN;
  const cost = (mode: Mode, what: string, target: number): BenchRow => {
    const ratios = rounds.map((round) => (at(mode, round) / at('nobody', round) - 1) * 100);
    const [low, high] = medianInterval(ratios);
    const name = `${what} (${low.toFixed(1)} to ${high.toFixed(1)} %, ${ratios.length} pairs)`;
    return compare(name, median(ratios), '%', target, 'at most');
  };
  const share = (mode: Mode, what: string): BenchRow => {
    const { samples: all = 0, ours = 0 } = samples.get(mode) ?? {};
    return compare(`${what} (${all} samples)`, (ours / (all - ours)) * 100, '%');
  };
  const events = rounds[0]?.[0]?.events ?? 0;
  return [
    compare(
      `an event with nobody listening (${events} events, load ${load.toFixed(1)})`,
      median(rounds.map((round) => at('nobody', round))),
      'µs CPU',
    ),
    cost('off', 'telemetry off costs', 1),
    cost('log and metrics', 'log and metrics cost', 2),
    cost('traces', 'traces, log and metrics to a collector cost', 5),
    share('log and metrics', 'log and metrics, beside the rest of the main thread'),
    share('traces', 'traces, log and metrics, beside the rest of the main thread'),
  ];
}

async function roundsOfSet(
  collector: string,
  until: number,
  samples: Map<Mode, { samples: number; ours: number }>,
): Promise<Told[][]> {
  const children = MODES.map((mode) => fork(PERFORMER, [mode, collector]));
  const rounds: Told[][] = [];
  try {
    await Promise.all(children.map(answerOf));
    for (let warm = 0; warm < WARM_ROUNDS; warm += 1) await Promise.all(children.map(ask({ kind: 'run' })));
    while (rounds.length < LEAST_ROUNDS || Date.now() < until)
      rounds.push(await Promise.all(children.map(ask({ kind: 'run' }))));
    // Last: who is sampled is slower.
    const sampled = await Promise.all(children.map(ask({ kind: 'sample', runs: SAMPLED_RUNS })));
    for (const [n, mode] of MODES.entries()) {
      const sum = samples.get(mode) ?? { samples: 0, ours: 0 };
      sum.samples += sampled[n]?.samples ?? 0;
      sum.ours += sampled[n]?.ours ?? 0;
      samples.set(mode, sum);
    }
    return rounds;
  } finally {
    await Promise.all(children.map(leave));
  }
}

function ask(asked: Asked): (child: ChildProcess) => Promise<Told> {
  return (child) => {
    const answer = answerOf(child);
    child.send(asked);
    return answer;
  };
}

function answerOf(child: ChildProcess): Promise<Told> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null): void => reject(new Error(`a process ended with ${code}`));
    child.once('exit', gone);
    child.once('message', (told: Told) => {
      child.off('exit', gone);
      resolve(told);
    });
  });
}

function leave(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.disconnect();
  });
}

const COLLECTOR = `require('node:http').createServer((q, r) => { q.resume(); q.on('end', () => r.end('{}')); })
  .listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

async function startCollector(): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['-e', COLLECTOR], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<string>((resolve) =>
    child.stdout?.setEncoding('utf8').once('data', (text: string) => resolve(text.trim())),
  );
  return { url: `http://127.0.0.1:${port}`, child };
}

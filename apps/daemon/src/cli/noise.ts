/** `jury noise`: asks the same panel about the same page several times, and says how far its verdicts are apart. */

import { EXIT, type ExitCode } from '@design-jury/contracts/exit-codes';
import { juryCommand } from '../command-name.ts';
import type { Subject } from '../library/subjects.ts';
import { finalComposite } from '../report/ending.ts';
import { openAtEnd } from '../report/gate.ts';
import { count } from '../report/words.ts';
import { keepNoise, LEAST_TIMES, MOST_TIMES, type Noise, noiseOf, type Repeated } from '../trust/noise.ts';
import { numberFlag, readFlags } from './flags.ts';
import { command, Refusal } from './refusal.ts';
import { lazyEngine, stopper } from './review/engine.ts';
import { judgePage } from './review/page.ts';
import { planOf } from './review/plan.ts';
import { createViewer } from './review/viewer.ts';
import { type Paint, paintRow, type Row, span } from './terminal/paint.ts';

const DEFAULT_TIMES = 5;

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('noise', argv);
  const [named, ...more] = positionals;
  if (named === undefined || more.length > 0)
    throw new Refusal(`Name one page: ${juryCommand()} noise page.html --times 5.`);
  const { times: given, ...flags } = values;
  const range = { min: LEAST_TIMES, max: MOST_TIMES, whole: true };
  const times = numberFlag('times', given, range) ?? DEFAULT_TIMES;
  const read = await planOf(flags, [named], shell, null);
  // One round each: the page itself is judged, as jury check does.
  const plan = {
    ...read,
    settings: { ...read.settings, maxRounds: 1 },
    asksHere: false,
    mode: 'silent' as const,
    trust: false,
  };
  const [subject, ...others] = plan.subjects;
  if (subject === undefined || others.length > 0)
    throw new Refusal(`${juryCommand()} noise takes one page at a time.`);
  const engine = lazyEngine(plan, shell);
  const stop = stopper(shell);
  try {
    const context = { plan, shell, engine: engine.get, running: stop.running, signal: stop.signal };
    const runs: (Repeated & { threshold: number | null })[] = [];
    let who: { agent: string; model: string | null } | null = null;
    for (let time = 0; time < times && !stop.asked; time += 1) {
      const viewer = createViewer(shell, { title: subject.name, mode: plan.mode });
      const { state, finished } = await judgePage(subject, viewer, context);
      who ??= { agent: finished.run.agent, model: finished.run.model };
      runs.push({
        composite: finalComposite(state),
        open: state.phase === 'idle' ? [] : openAtEnd(state).map(({ id }) => id),
        threshold: state.phase === 'idle' ? null : state.threshold,
      });
      if (values.quiet !== true && values.json !== true) shell.error(`${time + 1} of ${times}\n`);
    }
    if (stop.asked || who === null) return EXIT.interrupted;
    const noise = noiseOf(runs);
    if (noise.floor !== null)
      await keepNoise(plan.dataDir, {
        ...who,
        floor: noise.floor,
        times: noise.judged,
        page: subject.name,
        at: new Date().toISOString(),
      });
    const verdict = canonical(noise, runs[0]?.threshold ?? null);
    const result = {
      page: subject.name,
      ...who,
      ...noise,
      threshold: runs[0]?.threshold ?? null,
      verdict: verdict.word,
    };
    shell.out(
      values.json === true
        ? `${JSON.stringify(result, null, 2)}\n`
        : `${noiseLines(subject, noise, verdict.word, shell.outPaint).join('\n')}\n`,
    );
    return verdict.exit;
  } finally {
    stop.dispose();
    await engine.close();
  }
});

/**
 * The rule for reruns: the median of all of them counts, and a must-fix that more than half of them made. Never the best
 * one, and none is left out.
 */
function canonical(noise: Noise, threshold: number | null): { word: string; exit: ExitCode } {
  if (noise.floor === null || noise.median === null || threshold === null || noise.judged <= noise.times / 2)
    return { word: 'inconclusive', exit: EXIT.inconclusive };
  const open = noise.mustFixes.some(({ times }) => times > noise.times / 2);
  return noise.median >= threshold && !open
    ? { word: 'passes', exit: EXIT.ships }
    : { word: 'does not pass', exit: EXIT.doesNotShip };
}

function noiseLines({ name }: Subject, noise: Noise, verdict: string, paint: Paint): string[] {
  const { times, judged, mean, floor, low, high, median, mustFixes } = noise;
  const figure = (value: number | null): string => (value === null ? 'not known' : value.toFixed(2));
  const steady = mustFixes.filter((one) => one.times === times).length;
  const rows: Row[] = [
    [span(`${name}: asked ${count(times, 'time')}, ${judged} with a composite`, 'strong')],
    [
      span(
        `composite    mean ${figure(mean)}, median ${figure(median)}, from ${figure(low)} to ${figure(high)}`,
      ),
    ],
    [span(`noise floor  ${floor === null ? 'not known' : `±${floor.toFixed(2)}`}`)],
    [span(`must-fixes   ${mustFixes.length} in all, ${steady} in every run`)],
    ...mustFixes
      .filter((one) => one.times < times)
      .slice(0, 10)
      .map((one): Row => [span(`  ${one.times} of ${times}  ${one.id}`, 'dim')]),
    [span(`by the median of all runs it ${verdict === 'inconclusive' ? 'is inconclusive' : verdict}`)],
  ];
  return rows.map((row) => paintRow(row, Number.POSITIVE_INFINITY, paint));
}

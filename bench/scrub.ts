/**
 * A hand on the timeline of a replay in a real Chromium: frames that were lost, and what a step costs.
 * Nothing is taken off: a bare page that only moves a box loses its own frames in the same run, beside it.
 */
import { loadavg } from 'node:os';
import { measureScrub, type ScrubFrames } from '../e2e/scrub.ts';
import { openBrowser, openStage } from '../e2e/stage.ts';
import { buildWeb } from '../scripts/build-web.ts';
import { median } from './measure.ts';
import type { BenchRow } from './report.ts';

const MIB = 1_048_576;
const REPEATS = 5;
/** Half a frame at 60 per second: the other half is the margin. */
const MAX_STEP_MS = 8;

export async function run(): Promise<BenchRow[]> {
  const problems = await buildWeb();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const browser = await openBrowser();
  const stage = await openStage(browser);
  const rows: BenchRow[] = [];
  try {
    for (const size of [1, 10]) {
      const scrubs: ScrubFrames[] = [];
      const controls: ScrubFrames[] = [];
      const steps: number[] = [];
      for (let i = 0; i < REPEATS; i++) {
        const { scrub, control, cpuMs, threadMs, worstMs } = await measureScrub(
          browser,
          stage.url,
          size * MIB,
        );
        scrubs.push(scrub);
        controls.push(control);
        steps.push(cpuMs.TaskDuration);
        const ms = (value: number): string => value.toFixed(2);
        console.error(
          `  scrub ${size} MiB: ${told(scrub)}; bare page: ${told(control)}; tick ${ms(scrub.tickMs)} ms; ` +
            `per step script ${ms(cpuMs.ScriptDuration)}, style ${ms(cpuMs.RecalcStyleDuration)}, layout ` +
            `${ms(cpuMs.LayoutDuration)}, main ${ms(cpuMs.TaskDuration)}, compositor ${ms(threadMs.compositor)}, raster ` +
            `${ms(threadMs.raster)}, display ${ms(threadMs.display)} ms; worst ${ms(worstMs)} ms; load ${ms(loadavg()[0] ?? 0)}`,
        );
      }
      const dropped = (all: readonly ScrubFrames[]): number => median(all.map((frames) => frames.dropped));
      const lost = dropped(scrubs);
      const step = median(steps);
      rows.push(
        { name: `bare page beside ${size} MiB: dropped frames`, value: dropped(controls), unit: '' },
        {
          name: `scrub ${size} MiB: dropped frames`,
          value: lost,
          unit: '',
          target: 'at most 0',
          met: lost === 0,
        },
        {
          name: `scrub ${size} MiB: dropped frames, worst of ${REPEATS}`,
          value: Math.max(...scrubs.map((frames) => frames.dropped)),
          unit: '',
        },
        {
          name: `scrub ${size} MiB: processor per step`,
          value: step,
          unit: 'ms',
          target: `at most ${MAX_STEP_MS}`,
          met: step <= MAX_STEP_MS,
        },
      );
    }
  } finally {
    await browser.close();
    await stage.close();
  }
  return rows;
}

function told({ presented, dropped, late }: ScrubFrames): string {
  return `${presented} shown, ${dropped} dropped, ${late} ticks without a step`;
}

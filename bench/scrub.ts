/** A hand on the timeline of a replay in a real Chromium: frames the browser left out, and what a step costs. */
import { loadavg } from 'node:os';
import { measureScrub } from '../e2e/scrub.ts';
import { openBrowser, openStage } from '../e2e/stage.ts';
import { buildWeb } from '../scripts/build-web.ts';
import { median } from './measure.ts';
import type { BenchRow } from './report.ts';

const MIB = 1_048_576;
const REPEATS = 3;
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
      const dropped: number[] = [];
      const anyway: number[] = [];
      const steps: number[] = [];
      for (let i = 0; i < REPEATS; i++) {
        const figures = await measureScrub(browser, stage.url, size * MIB);
        dropped.push(figures.dropped);
        anyway.push(figures.droppedAnyway);
        steps.push(figures.cpuMs.TaskDuration);
        console.error(
          `  scrub ${size} MiB: ${figures.drawn} drawn, ${figures.dropped} dropped (${figures.droppedWaking} waking, ${figures.droppedAnyway} anyway), worst step ` +
            `${figures.worstMs.toFixed(1)} ms, script ${figures.cpuMs.ScriptDuration.toFixed(2)}, style ` +
            `${figures.cpuMs.RecalcStyleDuration.toFixed(2)}, layout ${figures.cpuMs.LayoutDuration.toFixed(2)}, ` +
            `task ${figures.cpuMs.TaskDuration.toFixed(2)} ms; load ${loadavg()[0]?.toFixed(1)}`,
        );
      }
      const lost = median(dropped);
      const step = median(steps);
      rows.push(
        { name: `idle page, ${size} MiB: dropped frames`, value: median(anyway), unit: '' },
        {
          name: `scrub ${size} MiB: dropped frames`,
          value: lost,
          unit: '',
          target: 'at most 0',
          met: lost === 0,
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

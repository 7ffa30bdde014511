/**
 * A hand on the timeline of a replay in a real Chromium: frames that were lost, and what a step costs.
 * Nothing is taken off: a bare page that only moves a box loses its own frames in the same run, beside it.
 */
import { loadavg } from 'node:os';
import type { Browser } from 'playwright-core';
import { measureCosts, measureFrames, type ScrubFrames } from '../e2e/scrub.ts';
import { openBrowser, openStage } from '../e2e/stage.ts';
import { buildWeb } from '../scripts/build-web.ts';
import { median } from './measure.ts';
import type { BenchRow } from './report.ts';

const MIB = 1_048_576;
const PASSES = 9;
const COSTS = 3;
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
      rows.push(...(await frames(browser, stage.url, size)), await costs(browser, stage.url, size));
    }
  } finally {
    await browser.close();
    await stage.close();
  }
  return rows;
}

async function frames(browser: Browser, url: string, size: number): Promise<BenchRow[]> {
  const scrubs: ScrubFrames[] = [];
  const controls: ScrubFrames[] = [];
  for (let pass = 0; pass < PASSES; pass++) {
    const { scrub, control } = await measureFrames(browser, url, size * MIB);
    scrubs.push(scrub);
    controls.push(control);
    console.error(
      `  scrub ${size} MiB: ${told(scrub)}; bare page: ${told(control)}; tick ${scrub.tickMs.toFixed(2)} ms; ` +
        `load ${loadavg()[0]?.toFixed(2)}`,
    );
  }
  const lost = (all: readonly ScrubFrames[]): number => median(all.map(({ dropped }) => dropped));
  const whole = (all: readonly ScrubFrames[]): number => all.filter(({ dropped }) => dropped === 0).length;
  return [
    { name: `bare page beside ${size} MiB: dropped frames`, value: lost(controls), unit: '' },
    {
      name: `scrub ${size} MiB: dropped frames`,
      value: lost(scrubs),
      unit: '',
      target: 'at most 0',
      met: lost(scrubs) === 0,
    },
    { name: `scrub ${size} MiB: passes of ${PASSES} without a loss`, value: whole(scrubs), unit: '' },
    { name: `bare page beside ${size} MiB: passes of ${PASSES}`, value: whole(controls), unit: '' },
    {
      name: `scrub ${size} MiB: ticks without a step`,
      value: median(scrubs.map(({ late }) => late)),
      unit: '',
    },
    {
      name: `scrub ${size} MiB: dropped frames, worst of ${PASSES}`,
      value: Math.max(...scrubs.map(({ dropped }) => dropped)),
      unit: '',
    },
  ];
}

async function costs(browser: Browser, url: string, size: number): Promise<BenchRow> {
  const steps: number[] = [];
  for (let pass = 0; pass < COSTS; pass++) {
    const { cpuMs, threadMs } = await measureCosts(browser, url, size * MIB);
    steps.push(cpuMs.TaskDuration);
    const ms = (value: number): string => value.toFixed(2);
    console.error(
      `  scrub ${size} MiB, per step: script ${ms(cpuMs.ScriptDuration)}, style ${ms(cpuMs.RecalcStyleDuration)}, ` +
        `layout ${ms(cpuMs.LayoutDuration)}, main ${ms(cpuMs.TaskDuration)}, compositor ${ms(threadMs.compositor)}, ` +
        `raster ${ms(threadMs.raster)}, display ${ms(threadMs.display)} ms`,
    );
  }
  const step = median(steps);
  return {
    name: `scrub ${size} MiB: processor per step`,
    value: step,
    unit: 'ms',
    target: `at most ${MAX_STEP_MS}`,
    met: step <= MAX_STEP_MS,
  };
}

function told({ presented, dropped, late, stolenMs }: ScrubFrames): string {
  const kept = stolenMs === null ? '' : `, ${stolenMs} ms kept by the host`;
  return `${presented} shown, ${dropped} dropped, ${late} ticks without a step${kept}`;
}

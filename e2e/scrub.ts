/** A hand on the timeline of a long transcript, and what it costs the browser. */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import type { CritiqueSseEvent } from '../packages/contracts/src/theater/sse.ts';
import { newPage } from './stage.ts';
import {
  FRAME_CATEGORIES,
  FROM_MARK,
  type Frames,
  framesIn,
  THREAD_CATEGORIES,
  type ThreadMs,
  TO_MARK,
  threadMsIn,
} from './trace.ts';

const STEPS = 180;
const WARM_UP_STEPS = 60;
const METERS = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration', 'TaskDuration'] as const;

export interface ScrubFrames extends Frames {
  /** Ticks of the display at which the page could not take its next step, by the page's own clock of frames. */
  late: number;
  /** Processor time that the host of a virtual machine kept from it meanwhile, all cores together; null where unknown. */
  stolenMs: number | null;
}

export interface ScrubFigures extends ScrubCosts {
  scrub: ScrubFrames;
  /** As many frames of a bare page that moves one box, in the same browser: what the machine itself loses. */
  control: ScrubFrames;
}

export interface ScrubCosts {
  /** Processor time of the main thread per step, in milliseconds. */
  cpuMs: Record<(typeof METERS)[number], number>;
  /** Processor time of every thread that has a part in a frame, per step. */
  threadMs: ThreadMs;
}

export async function measureScrub(browser: Browser, url: string, bytes: number): Promise<ScrubFigures> {
  const { scrub, control } = await measureFrames(browser, url, bytes);
  return { scrub, control, ...(await measureCosts(browser, url, bytes)) };
}

export async function measureFrames(
  browser: Browser,
  url: string,
  bytes: number,
): Promise<Pick<ScrubFigures, 'scrub' | 'control'>> {
  const control = await measureControl(browser);
  const page = await openTranscript(browser, url, bytes);
  try {
    await sweep(page, WARM_UP_STEPS);
    return { control, scrub: await traced(browser, page, () => sweep(page, STEPS)) };
  } finally {
    await page.context().close();
  }
}

export async function measureCosts(browser: Browser, url: string, bytes: number): Promise<ScrubCosts> {
  const page = await openTranscript(browser, url, bytes);
  try {
    await sweep(page, WARM_UP_STEPS);
    const session = await page.context().newCDPSession(page);
    // Thread time: what else the machine does, does not count.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const read = async (): Promise<Map<string, number>> =>
      new Map((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
    const before = await read();
    await sweep(page, STEPS);
    const after = await read();
    await session.send('Performance.disable');
    const perStep = (key: string): number =>
      (((after.get(key) ?? 0) - (before.get(key) ?? 0)) * 1000) / STEPS;
    await browser.startTracing(page, { categories: THREAD_CATEGORIES });
    await sweep(page, STEPS);
    const threads = threadMsIn(await browser.stopTracing());
    return {
      cpuMs: Object.fromEntries(METERS.map((key) => [key, perStep(key)])) as ScrubCosts['cpuMs'],
      threadMs: {
        main: threads.main / STEPS,
        compositor: threads.compositor / STEPS,
        raster: threads.raster / STEPS,
        display: threads.display / STEPS,
      },
    };
  } finally {
    await page.context().close();
  }
}

/** The control: nothing but a box that moves, for as many frames, after the same rest. */
export async function measureControl(
  browser: Browser,
  blockMs: readonly number[] = [],
): Promise<ScrubFrames> {
  const page = await newPage(browser, { reducedMotion: 'no-preference' });
  try {
    await page.setContent(
      '<!doctype html><div id="box" style="width:80px;height:80px;background:blue"></div>',
    );
    await slide(page, WARM_UP_STEPS, []);
    return await traced(browser, page, () => slide(page, STEPS, blockMs));
  } finally {
    await page.context().close();
  }
}

/** Times of the frames in which a page took its steps, in milliseconds. */
type Pass = number[];

async function traced(browser: Browser, page: Page, pass: () => Promise<Pass>): Promise<ScrubFrames> {
  await browser.startTracing(page, { categories: FRAME_CATEGORIES });
  const stolenBefore = stolenMs();
  const at = await pass();
  const stolenAfter = stolenMs();
  const frames = framesIn(await browser.stopTracing());
  const ticks = Math.round(((at.at(-1) ?? 0) - (at[0] ?? 0)) / frames.tickMs);
  return {
    ...frames,
    late: ticks - (at.length - 1),
    stolenMs: stolenBefore === null || stolenAfter === null ? null : stolenAfter - stolenBefore,
  };
}

/** The eighth figure of the first line, in hundredths of a second. */
function stolenMs(): number | null {
  try {
    return Number(readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/)[8]) * 10;
  } catch {
    return null;
  }
}

/** One step per frame over the whole timeline, there and back. */
export function sweep(page: Page, steps: number): Promise<Pass> {
  return page.evaluate(
    async ([count, from, to]) => {
      const slider = document.querySelector<HTMLInputElement>('input[type=range]');
      if (slider === null) throw new Error('no timeline');
      const max = Number(slider.max);
      const at: number[] = [];
      const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
      performance.mark(from);
      for (let step = 0; step <= count; step++) {
        at.push(await frame());
        const place = step <= count / 2 ? (2 * step) / count : 2 - (2 * step) / count;
        slider.value = String(Math.round(place * max));
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      }
      await frame();
      performance.mark(to);
      return at;
    },
    [steps, FROM_MARK, TO_MARK] as const,
  );
}

/** One box, one step per frame. `blockMs`: how long the script holds the main thread up, once per entry, all over the way. */
function slide(page: Page, steps: number, blockMs: readonly number[]): Promise<Pass> {
  return page.evaluate(
    async ([count, blocks, from, to]) => {
      const box = document.getElementById('box');
      if (box === null) throw new Error('no box');
      const at: number[] = [];
      const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
      performance.mark(from);
      for (let step = 0; step <= count; step++) {
        at.push(await frame());
        const start = performance.now();
        box.style.transform = `translateX(${step}px)`;
        const block = (step * (blocks.length + 1)) / count;
        const heldMs = Number.isInteger(block) ? (blocks[block - 1] ?? 0) : 0;
        while (performance.now() - start < heldMs);
      }
      await frame();
      performance.mark(to);
      return at;
    },
    [steps, blockMs, FROM_MARK, TO_MARK] as const,
  );
}

/** `at`: the event to stand still at. */
export async function openTranscript(browser: Browser, url: string, bytes: number, at = 1): Promise<Page> {
  // With motion, as most people have it.
  const page = await newPage(browser, { reducedMotion: 'no-preference' });
  const body = transcript(bytes);
  await page.route('**/transcript', (route) => route.fulfill({ contentType: 'application/x-ndjson', body }));
  await page.goto(`${url}/projects/demo/runs/run?at=${at}`);
  await page.getByText(`Event ${at.toLocaleString('en')} of `).waitFor();
  return page;
}

export const ROLES = ['designer', 'critic', 'brand', 'a11y', 'copy'] as const;
const DIMS = 16;
const MUST_FIXES = 4;
/** A panelist opens, says all that and closes; after the last of them the round ends. */
export const EVENTS_OF_A_ROLE = DIMS + MUST_FIXES + 2;
export const EVENTS_OF_A_ROUND = ROLES.length * EVENTS_OF_A_ROLE + 1;
const WORDS =
  'The call to action competes with the logo and the contrast of the label is below the required ratio. ';

/** A run of many rounds and many words, about as long as asked for. */
function transcript(bytes: number): string {
  const lines: string[] = [];
  const say = (event: CritiqueSseEvent): void => {
    const seq = lines.length + 1;
    lines.push(JSON.stringify({ seq, at: new Date(1_767_225_600_000 + seq * 40).toISOString(), ...event }));
  };
  const runId = 'run';
  // The longest run there may be; more bytes are more words.
  const rounds = 20;
  const words = WORDS.repeat(Math.ceil(bytes / rounds / ROLES.length / 20 / WORDS.length));
  say({
    type: 'critique.run_started',
    runId,
    protocolVersion: 1,
    cast: [...ROLES],
    maxRounds: rounds,
    threshold: 8,
    scale: 10,
    weights: { designer: 0, critic: 0.4, brand: 0.2, a11y: 0.2, copy: 0.2 },
  });
  for (let round = 1; round <= rounds; round++) {
    for (const role of ROLES) {
      const of = { runId, round, role };
      say({ type: 'critique.panelist_open', ...of });
      for (let i = 0; i < DIMS; i++)
        say({
          type: 'critique.panelist_dim',
          ...of,
          dimName: `dim ${i}`,
          dimScore: (i % 10) + 0.5,
          dimNote: WORDS.repeat(4),
        });
      for (let i = 0; i < MUST_FIXES; i++)
        say({
          type: 'critique.panelist_must_fix',
          ...of,
          id: `${round}-${role}-${i}`,
          text: WORDS,
          dim: null,
          target: 'main > h1',
          severity: 'major',
          evidence: words,
          witness: null,
          openedRound: round,
          synthetic: false,
        });
      say({ type: 'critique.panelist_close', ...of, score: 6.5 });
    }
    const resolved = ROLES.flatMap((role) =>
      Array.from({ length: MUST_FIXES }, (_, i) => `${round}-${role}-${i}`),
    );
    say({
      type: 'critique.round_end',
      runId,
      round,
      composite: 6.5,
      mustFix: 20,
      decision: 'continue',
      reason: '',
      agentReason: '',
      resolved,
      missing: [],
    });
  }
  return `${lines.join('\n')}\n`;
}

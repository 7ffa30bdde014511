/** A hand on the timeline of a long transcript, and what it costs the browser. */
import type { Browser, Page } from 'playwright-core';
import type { CritiqueSseEvent } from '../packages/contracts/src/sse.ts';
import { newPage } from './stage.ts';

const STEPS = 180;
const WARM_UP_STEPS = 60;
const METERS = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration', 'TaskDuration'] as const;
const FRAMES = 'disabled-by-default-devtools.timeline.frame,devtools.timeline.frame';

export interface ScrubFigures {
  /** Frames the browser drew and those it left out while the hand moved, by its own trace. */
  drawn: number;
  dropped: number;
  /** Of the first tenth of a second, while the page wakes up; not in `dropped`. */
  droppedWaking: number;
  /** Frames left out in as many frames that only changed the colour of a dot: what the machine itself costs. */
  droppedAnyway: number;
  /** Processor time of the main thread per step, in milliseconds. */
  cpuMs: Record<(typeof METERS)[number], number>;
  /** Steps that took the main thread longer than a frame, by the clock on the wall. */
  slowSteps: number;
  worstMs: number;
}

export async function measureScrub(browser: Browser, url: string, bytes: number): Promise<ScrubFigures> {
  const page = await openTranscript(browser, url, bytes);
  try {
    await move(page, WARM_UP_STEPS);
    const session = await page.context().newCDPSession(page);
    // Thread time: what else the machine does, does not count.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const read = async (): Promise<Map<string, number>> =>
      new Map((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
    await browser.startTracing(page, { categories: FRAMES.split(',') });
    await blink(page, STEPS);
    const { dropped: droppedAnyway } = framesIn(await browser.stopTracing());
    await browser.startTracing(page, { categories: FRAMES.split(',') });
    const before = await read();
    const workMs = await move(page, STEPS);
    const after = await read();
    const { drawn, dropped, droppedWaking } = framesIn(await browser.stopTracing());
    const perStep = (key: string): number =>
      (((after.get(key) ?? 0) - (before.get(key) ?? 0)) * 1000) / STEPS;
    return {
      drawn,
      dropped,
      droppedWaking,
      droppedAnyway,
      cpuMs: Object.fromEntries(METERS.map((key) => [key, perStep(key)])) as ScrubFigures['cpuMs'],
      slowSteps: workMs.filter((ms) => ms > 1000 / 60).length,
      worstMs: Math.max(...workMs),
    };
  } finally {
    await page.context().close();
  }
}

/** One step per frame over the whole timeline, there and back; the time of each step on the main thread. */
function move(page: Page, steps: number): Promise<number[]> {
  return page.evaluate(async (count) => {
    const slider = document.querySelector<HTMLInputElement>('input[type=range]');
    if (slider === null) throw new Error('no timeline');
    const max = Number(slider.max);
    const workMs: number[] = [];
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    for (let step = 0; step <= count; step++) {
      const place = step <= count / 2 ? (2 * step) / count : 2 - (2 * step) / count;
      const start = performance.now();
      slider.value = String(Math.round(place * max));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await Promise.resolve();
      await new Promise((resolve) => queueMicrotask(() => resolve(null)));
      workMs.push(performance.now() - start);
      await frame();
    }
    return workMs;
  }, steps);
}

/** A page that does next to nothing, for as many frames. */
function blink(page: Page, frames: number): Promise<void> {
  return page.evaluate(async (count) => {
    const dot = document.querySelector<HTMLElement>('.phase');
    for (let i = 0; i < count; i++) {
      dot?.style.setProperty('color', i % 2 === 0 ? 'red' : 'blue');
      await new Promise(requestAnimationFrame);
    }
    dot?.style.removeProperty('color');
  }, frames);
}

interface TraceEvent {
  name: string;
  pid: number;
  /** Microseconds. */
  ts: number;
}

/** A page that stood still wakes up: the frames of its first tenth of a second are told apart. */
const WAKING_US = 100_000;

/** Only the process that drew most frames is the page's own; the browser's window draws a few as well. */
function framesIn(trace: Buffer): { drawn: number; dropped: number; droppedWaking: number } {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] };
  const drawn = Map.groupBy(
    traceEvents.filter(({ name }) => name === 'DrawFrame'),
    ({ pid }) => pid,
  );
  const [page, frames = []] = [...drawn].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const awake = Math.min(...frames.map(({ ts }) => ts)) + WAKING_US;
  const dropped = traceEvents.filter(({ name, pid }) => name === 'DroppedFrame' && pid === page);
  const waking = dropped.filter(({ ts }) => ts < awake).length;
  return { drawn: frames.length, dropped: dropped.length - waking, droppedWaking: waking };
}

async function openTranscript(browser: Browser, url: string, bytes: number): Promise<Page> {
  // With motion, as most people have it.
  const page = await newPage(browser, { reducedMotion: 'no-preference' });
  const body = transcript(bytes);
  await page.route('**/transcript', (route) => route.fulfill({ contentType: 'application/x-ndjson', body }));
  await page.goto(`${url}/projects/demo/runs/run?at=1`);
  await page.getByText(/^Event 1 of /).waitFor();
  return page;
}

const ROLES = ['designer', 'critic', 'brand', 'a11y', 'copy'] as const;
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
      for (let i = 0; i < 16; i++)
        say({
          type: 'critique.panelist_dim',
          ...of,
          dimName: `dim ${i}`,
          dimScore: (i % 10) + 0.5,
          dimNote: WORDS.repeat(4),
        });
      for (let i = 0; i < 4; i++)
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
    const resolved = ROLES.flatMap((role) => [0, 1, 2, 3].map((i) => `${round}-${role}-${i}`));
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

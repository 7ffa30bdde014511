import { loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import {
  EVENTS_OF_A_ROLE,
  EVENTS_OF_A_ROUND,
  measureControl,
  measureScrub,
  openTranscript,
  ROLES,
  sweep,
} from './scrub.ts';
import { newPage, openStage, patienceMs } from './stage.ts';

/** What the specification allows, on a machine where a bare page needs no longer than `QUIET_BARE_MS`. */
const FIRST_LANE_MS = 200;
/** From a request to the frame that shows its answer, on a page with nothing else on it, where nothing else runs. */
const QUIET_BARE_MS = 40;
const WATCHERS = 5;
const FRAME_MS = 1000 / 60;
const MIB = 1_048_576;

// Frames depend on what else the machine does; they are printed here and held to their target by `npm run bench`.
test('a step along a transcript of 1 MiB leaves time in its frame', async ({ stage }) => {
  const { scrub, control, cpuMs } = await measureScrub(stage.browser, stage.url, MIB);
  const meters = Object.entries(cpuMs).map(([name, ms]) => `${name} ${ms.toFixed(2)} ms`);
  console.log(
    `1 MiB: ${scrub.presented} frames shown, ${scrub.dropped} dropped, ${scrub.late} ticks without a step (a bare page: ` +
      `${control.dropped} dropped, ${control.late}); processor per step: ${meters.join(', ')}; load ${loadavg()[0]?.toFixed(1)}`,
  );
  expect(scrub.presented).toBeGreaterThan(0);
  // 60 ticks a second, or a frame means something else.
  expect(scrub.tickMs).toBeCloseTo(FRAME_MS, 0);
  expect(cpuMs.TaskDuration).toBeLessThanOrEqual(FRAME_MS);
});

test('a frame that a page holds up is counted as dropped', async ({ stage }) => {
  const held = await measureControl(stage.browser, [70, 70, 70]);
  // Each of them is longer than four ticks of the display: at least three go by without a picture.
  expect(held.dropped).toBeGreaterThanOrEqual(9);
  expect(held.late).toBeGreaterThanOrEqual(9);
});

test('a scrub moves no lane and makes none anew; the lane of the moment opens once the hand rests', async ({
  stage,
}) => {
  const page = await openTranscript(stage.browser, stage.url, MIB);
  const passed = await page.evaluate(async () => {
    const slider = document.querySelector<HTMLInputElement>('input[type=range]');
    const first = document.querySelector('.lane');
    if (slider === null || first === null) throw new Error('no timeline, or no lane at the first event');
    const open: number[] = [];
    for (let step = 1; step <= 12; step++) {
      // About one panelist per step, through two rounds.
      slider.value = String(1 + step * 23);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise(requestAnimationFrame);
      open.push(document.querySelectorAll('.lane-body').length);
    }
    return { open, same: document.querySelector('.lane') === first };
  });
  expect(passed).toEqual({ open: Array(12).fill(0), same: true });
  await page.locator('.round').nth(2).waitFor();
  await page.locator('.lane-body').waitFor();
  expect(await page.locator('.lane[data-speaking=true] .lane-body .dim').count()).toBeGreaterThan(0);
  await page.context().close();
});

test('in a sweep no part of the stage is more than two frames behind, and at rest none is', async ({
  stage,
}) => {
  const swept = await openTranscript(stage.browser, stage.url, MIB);
  const behind = await swept.evaluate(
    async ([eventsOfARound, eventsOfARole, roles]) => {
      const slider = document.querySelector<HTMLInputElement>('input[type=range]');
      if (slider === null) throw new Error('no timeline');
      const late = { above: 0, dividers: 0, lanes: 0 };
      const speakers: (string | undefined)[] = [];
      let at = 1;
      // In every step another round and another speaker: one more divider, one more dot on the way, another lane.
      for (let round = 1; round <= 12; round++) {
        const role = (round - 1) % roles.length;
        at = 4 + (round - 1) * eventsOfARound + role * eventsOfARole;
        speakers.push(roles[role]);
        slider.value = String(at);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise(requestAnimationFrame);
        const shown = document.querySelector<HTMLElement>('.lane[data-speaking=true]')?.dataset.role;
        late.above = Math.max(late.above, round - 1 - document.querySelectorAll('.dot').length);
        late.dividers = Math.max(late.dividers, round - document.querySelectorAll('.round').length);
        late.lanes = Math.max(late.lanes, round - 1 - speakers.lastIndexOf(shown));
      }
      return { at, late };
    },
    [EVENTS_OF_A_ROUND, EVENTS_OF_A_ROLE, [...ROLES]] as const,
  );
  for (const frames of Object.values(behind.late)) expect(frames).toBeLessThanOrEqual(2);

  const opened = await openTranscript(stage.browser, stage.url, MIB, behind.at);
  for (const page of [swept, opened]) await page.locator('.lane-body').waitFor();
  const [words, expected] = await Promise.all(
    [swept, opened].map((page) => page.locator('.theater').evaluate((theater) => theater.outerHTML)),
  );
  expect(words).toBe(expected);
  for (const page of [swept, opened]) await page.context().close();
});

test('a hand that moves by few events sees every line at once', async ({ stage }) => {
  const page = await openTranscript(stage.browser, stage.url, MIB, 30);
  await page.locator('.lane-summary').first().waitFor();
  const lines = await page.evaluate(async () => {
    const slider = document.querySelector<HTMLInputElement>('input[type=range]');
    if (slider === null) throw new Error('no timeline');
    const shortest: number[] = [];
    for (let step = 1; step <= 6; step++) {
      slider.value = String(30 + 2 * step);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise(requestAnimationFrame);
      const words = [...document.querySelectorAll('.lane-summary')].map((line) => line.textContent.trim());
      shortest.push(Math.min(...words.map((text) => text.length)));
    }
    return shortest;
  });
  expect(Math.min(...lines)).toBeGreaterThan(0);
  await page.context().close();
});

/** The same twice in a row: parts of the page that are loaded when they are needed have come by then. */
async function settled(count: () => Promise<number>): Promise<number> {
  let before = -1;
  await expect
    .poll(
      async () => {
        const now = await count();
        const isSame = now === before;
        before = now;
        return isSame;
      },
      { timeout: patienceMs(), interval: 250 },
    )
    .toBe(true);
  return before;
}

const FRAMES_TO_REST = 12;

test('a hand that sweeps to and fro leaves nothing behind in the page', async ({ stage }) => {
  const page = await openTranscript(stage.browser, stage.url, MIB);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const nodes = async (): Promise<number> => {
    // The parts of the stage are drawn in turns, a frame each: on a busy machine none may come between two looks.
    await page.evaluate(async (frames) => {
      for (let n = 0; n < frames; n++) await new Promise(requestAnimationFrame);
    }, FRAMES_TO_REST);
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'Nodes')?.value ?? 0;
  };
  const counted: number[] = [];
  for (let pass = 0; pass < 4; pass++) {
    await sweep(page, 90);
    await page.locator('.lane-body').waitFor();
    counted.push(await settled(nodes));
  }
  // The first pass may leave what a kept element holds on to; a leak would add its rounds with every further one. The last
  // frames may still be drawn where the machine is busy: what is left behind for good is what counts.
  await expect.poll(nodes, { timeout: patienceMs() }).toBeLessThanOrEqual((counted[1] ?? 0) + 20);
  await page.context().close();
});

test('waiting runs say their place, and the first lane stands at once after the first event', async ({
  stage: { browser },
  onTestFinished,
}) => {
  // A daemon of its own, with room for one run.
  const stage = await openStage(browser, { maxConcurrentRuns: 1 });
  onTestFinished(() => stage.close());
  let before = await stage.start({ agent: 'silent' });
  const waited: number[] = [];
  const bare: number[] = [];
  for (let watcher = 0; watcher < WATCHERS; watcher++) {
    const { path, ...run } = await stage.start({ agent: 'opening' });
    const page = await newPage(browser);
    await page.addInitScript(watchFirstLane);
    await page.goto(`${stage.url}${path}`);
    await page.locator('.theater[data-phase="queued"]').getByText('Place 1 in the queue').waitFor();
    await stage.engine.jury.interruptRun(before.projectId, before.runId);
    const figure = await page.waitForFunction(() => (globalThis as { firstLaneMs?: number }).firstLaneMs);
    waited.push((await figure.jsonValue()) ?? Infinity);
    bare.push(await bareMs(page, stage.url));
    await page.context().close();
    before = { path, ...run };
  }
  await stage.engine.jury.interruptRun(before.projectId, before.runId);
  const middle = (all: readonly number[]): number =>
    all.toSorted((a, b) => a - b)[Math.floor(WATCHERS / 2)] ?? Infinity;
  const list = (all: readonly number[]): string => all.map((ms) => ms.toFixed(0)).join(', ');
  const limit = FIRST_LANE_MS * Math.max(1, middle(bare) / QUIET_BARE_MS);
  console.log(
    `first lane painted ${list(waited)} ms after its first event; a bare page ${list(bare)} ms, so ${limit.toFixed(0)} ms are allowed; load ${loadavg()[0]?.toFixed(1)}`,
  );
  expect(middle(waited)).toBeLessThanOrEqual(limit);
});

/** What the machine itself takes: a request to the same daemon, one element, and the frame that shows it. */
async function bareMs(beside: Page, url: string): Promise<number> {
  const page = await beside.context().newPage();
  await page.goto(`${url}/api/health`);
  const ms = await page.evaluate(async () => {
    const began = performance.now();
    await (await fetch('/api/health')).text();
    document.body.append(document.createElement('p'));
    return new Promise<number>((resolve) =>
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began))),
    );
  });
  await page.close();
  return ms;
}

/** Runs in the page: from the arrival of the first event's bytes to the frame after the first lane. */
function watchFirstLane(): void {
  let firstEvent: number | null = null;
  const ask = globalThis.fetch;
  globalThis.fetch = async (...args) => {
    const response = await ask(...args);
    if (!String(args[0]).includes('/events')) return response;
    const watch = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, out) {
        if (new TextDecoder().decode(chunk).includes('critique.run_started'))
          firstEvent ??= performance.now();
        out.enqueue(chunk);
      },
    });
    return new Response(response.body?.pipeThrough(watch), response);
  };
  const observer = new MutationObserver(() => {
    if (document.querySelector('.lane') === null || firstEvent === null) return;
    observer.disconnect();
    // A task after the frame's callback runs when the frame has been drawn.
    requestAnimationFrame(() =>
      setTimeout(() => Object.assign(globalThis, { firstLaneMs: performance.now() - (firstEvent ?? 0) })),
    );
  });
  observer.observe(document, { childList: true, subtree: true });
}

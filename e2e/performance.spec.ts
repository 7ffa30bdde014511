import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CritiqueSseEvent } from '../packages/contracts/src/sse.ts';
import { newPage, openStage, type Stage } from './stage.ts';

const FRAME_MS = 1000 / 60;
const MIB = 1_048_576;
const STEPS = 180;
const WARM_UP_STEPS = 40;
const METERS = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration', 'TaskDuration'];

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

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

interface Scrub {
  workMs: number[];
  frameMs: number[];
}

/** Moves over the whole timeline, one step per frame, there and back. */
async function scrub(page: Page, steps: number): Promise<Scrub> {
  return page.evaluate(async (steps) => {
    const slider = document.querySelector<HTMLInputElement>('input[type=range]');
    if (slider === null) throw new Error('no timeline');
    const max = Number(slider.max);
    const [workMs, frameMs]: [number[], number[]] = [[], []];
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    let before = await frame();
    for (let step = 0; step <= steps; step++) {
      const place = step <= steps / 2 ? (2 * step) / steps : 2 - (2 * step) / steps;
      const start = performance.now();
      slider.value = String(Math.round(place * max));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await Promise.resolve();
      await new Promise((resolve) => queueMicrotask(() => resolve(null)));
      document.body.getBoundingClientRect();
      workMs.push(performance.now() - start);
      const now = await frame();
      frameMs.push(now - before);
      before = now;
    }
    return { workMs, frameMs };
  }, steps);
}

/** Seconds of processor time of the page's main thread: what else the machine does, does not count. */
async function openMeter(page: Page): Promise<() => Promise<Record<string, number>>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const wanted = metrics.filter(({ name }) => METERS.includes(name));
    return Object.fromEntries(wanted.map(({ name, value }) => [name, value]));
  };
}

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

async function openTranscript(bytes: number): Promise<Page> {
  const page = await newPage(stage.browser);
  const body = transcript(bytes);
  await page.route('**/transcript', (route) => route.fulfill({ contentType: 'application/x-ndjson', body }));
  await page.route('**/api/projects/demo', (route) =>
    route.fulfill({
      json: { id: 'demo', name: 'Long', metadata: {}, createdAt: '2026-01-01T00:00:00.000Z' },
    }),
  );
  await page.goto(`${stage.url}/projects/demo/runs/run?at=1`);
  await page.getByText(/^Event 1 of /).waitFor();
  return page;
}

test.each([
  ['1 MiB', MIB],
  ['10 MiB', 10 * MIB],
])('scrubbing a transcript of %s keeps 60 frames per second', async (name, bytes) => {
  const page = await openTranscript(bytes);
  await scrub(page, WARM_UP_STEPS);
  const meter = await openMeter(page);
  const before = await meter();
  const { workMs, frameMs } = await scrub(page, STEPS);
  const after = await meter();
  const perStep = (key: string): number => (((after[key] ?? 0) - (before[key] ?? 0)) * 1000) / STEPS;
  console.log(
    `${name}: main thread per step: ${METERS.map((key) => `${key} ${perStep(key).toFixed(2)} ms`).join(', ')}`,
  );
  const dropped = frameMs.filter((ms) => ms > 1.5 * FRAME_MS).length;
  console.log(
    `${name}: work per step p50 ${percentile(workMs, 0.5).toFixed(1)} ms, p99 ${percentile(workMs, 0.99).toFixed(1)} ms; ` +
      `frames p50 ${percentile(frameMs, 0.5).toFixed(1)} ms, ${dropped} of ${frameMs.length} late`,
  );
  expect(perStep('TaskDuration')).toBeLessThanOrEqual(FRAME_MS);
  await page.context().close();
});

import { loadavg } from 'node:os';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { measureScrub } from './scrub.ts';

const FRAME_MS = 1000 / 60;
const MIB = 1_048_576;

// Frames depend on what else the machine does; they are printed here and held to their target by `npm run bench`.
test('a step along a transcript of 1 MiB leaves time in its frame', async ({ stage }) => {
  const { cpuMs, drawn, dropped, droppedAnyway, droppedWaking, slowSteps } = await measureScrub(
    stage.browser,
    stage.url,
    MIB,
  );
  const meters = Object.entries(cpuMs).map(([name, ms]) => `${name} ${ms.toFixed(2)} ms`);
  console.log(
    `1 MiB: ${drawn} frames drawn, ${dropped} dropped (${droppedWaking} while waking, ${droppedAnyway} by a page that does nothing), ${slowSteps} slow steps; processor per step: ` +
      `${meters.join(', ')}; load ${loadavg()[0]?.toFixed(1)}`,
  );
  expect(drawn).toBeGreaterThan(0);
  expect(cpuMs.TaskDuration).toBeLessThanOrEqual(FRAME_MS);
});

/** What the jury is for, seen by a viewer: rounds, refuted and verified claims, and how kind a model was to itself. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readPins, whatIsMissing } from '../apps/daemon/src/conformance/binaries.ts';
import { playAlone } from '../apps/daemon/src/conformance/test/stage.ts';
import { ensurePackage } from '../scripts/debian-packages.mjs';
import type { RealAgentOrder, RealAgentReport } from './real-agent.ts';

const AGENT = 'gemini';
const PROGRAM = fileURLToPath(new URL('./real-agent.ts', import.meta.url));

const pin = (await readPins()).find(({ id }) => id === AGENT);
const missing = pin === undefined ? 'not pinned' : await whatIsMissing(pin);

test(`a brief through ${AGENT} is watched from the form to the shipped page`, async (context) => {
  if (missing !== null) context.skip(`${AGENT} is ${missing} (npm run conformance:install)`);
  // Looked for here, where there is a network.
  ensurePackage('chromium', 'chromium');
  const order: RealAgentOrder = { agent: AGENT, picture: process.env.JURY_E2E_PICTURE ?? null };
  const seen = await playAlone<RealAgentReport>(PROGRAM, order, `${AGENT}, watched`);

  expect(seen.whilePlaying.phase).toBe('running');
  expect(seen.whilePlaying.heading).toContain('Night school in Leith');
  expect(seen.badge).toMatch(/^Shipped at round 2, composite \d/);
  expect(seen.reason).toContain('The jury sits');
  expect(seen.heading).toBe('Night school in Leith');

  expect(seen.rounds).toHaveLength(2);
  expect(seen.rounds[0]).toMatch(/Round 1.*refine/i);
  expect(seen.rounds[1]).toMatch(/Round 2.*ships/i);

  const [first = [], second = []] = seen.grounding;
  expect(first[0]).toMatch(/^Faults that keep it from shipping: [1-9]/);
  expect(first).toContainEqual(
    expect.stringMatching(
      /^Refuted Critic: “All text passes AA\.” .*1 of \d+ texts are below AA, the lowest at 2\.32:1/,
    ),
  );
  expect(first).toContainEqual(expect.stringMatching(/^Verified .*the page has 1 link/));
  expect(first).toContainEqual(
    expect.stringMatching(/^Accessibility: own score [\d.]+, measured [\d.]+, inflated by [\d.]+/),
  );
  expect(second[0]).toBe('Nothing blocking was measured.');
  expect(second).toContainEqual(expect.stringMatching(/^Verified Critic: “All text passes AA\.”/));
  expect(second.join('\n')).not.toContain('Refuted');

  expect(seen.violations).toEqual([]);
  expect(seen.overBudget).toMatchObject({ heading: 'Night school in Leith', violations: [] });
  expect(seen.overBudget.stage).toContain('The budget was used up.');
  expect(seen.overBudget.stage).toMatch(/\d+ tokens were used; the limit is 10/);
  expect(seen.overBudget.kept).toContain('Nobody judged this page.');
  expect(seen.answers).toBeGreaterThanOrEqual(2);
  expect(seen.left).toBe(0);
});

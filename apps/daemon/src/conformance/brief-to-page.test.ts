/** What the jury is for: the same model, asked through the same CLI, leaves a better page with it than without it. */
import { foldAll } from '@design-jury/contracts/theater/fold';
import { describe, expect, it } from 'vitest';
import { machinePace } from '../../../../scripts/machine-pace.ts';
import { readPins, whatIsMissing } from './binaries.ts';
import { briefToPageAlone } from './test/stage.ts';

const AGENT = 'gemini';
const TEST_TIMEOUT_MS = 180_000 * machinePace();

describe(`a brief through ${AGENT}`, async () => {
  const pin = (await readPins()).find(({ id }) => id === AGENT);
  const missing = pin === undefined ? 'not pinned' : await whatIsMissing(pin);

  it('ships a better page under the jury than in a single pass', {
    timeout: TEST_TIMEOUT_MS,
  }, async (context) => {
    if (missing !== null) context.skip(`${AGENT} is ${missing} (npm run conformance:install)`);
    const { judged, singlePass, reviews, prompts, left } = await briefToPageAlone({ agent: AGENT });

    expect(singlePass).toMatchObject({
      exit: 0,
      result: { status: 'legacy', enablement: { on: false, by: 'run' } },
      events: [],
    });
    expect(singlePass.page).toContain('Night school in Leith');
    expect(judged).toMatchObject({
      exit: 0,
      result: { status: 'shipped', enablement: { on: true, by: 'run' } },
    });
    expect(judged.page).toContain('Night school in Leith');
    expect(judged.page).not.toBe(singlePass.page);

    // Different is not better: an instrument that knows neither of them says which one is.
    expect(reviews.singlePass.exit).toBe(1);
    expect(reviews.singlePass.mustFix).toBeGreaterThan(0);
    expect(reviews.judged).toMatchObject({ exit: 0, mustFix: 0 });
    expect(reviews.judged.composite).toBeGreaterThan(reviews.singlePass.composite);

    // The author heard what was measured, as a demand with its place, and no score.
    const [, second = ''] = prompts.filter((prompt) => prompt.includes('Night school in Leith'));
    expect(second).toMatch(/critic, id contrast-text@\S.*2\.32:1/);
    expect(left).toBe(0);

    // What a viewer has on screen: the rounds, the refuted claim with its measurement, the kindness in points.
    const state = foldAll(judged.events);
    if (state.phase !== 'shipped') throw new Error(`the viewer sees ${state.phase}`);
    expect(state.rounds).toHaveLength(2);
    const [first, last] = state.rounds.map(({ grounding }) => grounding);
    expect(first).toMatchObject({ mode: 'gate', unmeasured: null });
    expect(first?.blocking).toBeGreaterThan(0);
    expect(first?.claims).toContainEqual({
      role: 'critic',
      claim: 'All text passes AA.',
      verdict: 'refuted',
      measured: expect.stringMatching(/1 of \d+ texts are below AA, the lowest at 2\.32:1/),
    });
    expect(first?.claims).toContainEqual(
      expect.objectContaining({ verdict: 'verified', measured: 'the page has 1 link' }),
    );
    const inflationOf = (grounding: typeof first): number =>
      grounding?.roles.find(({ role }) => role === 'a11y')?.inflation ?? Number.NaN;
    expect(inflationOf(first)).toBeGreaterThanOrEqual(2);
    expect(last).toMatchObject({ blocking: 0 });
    expect(last?.claims).toContainEqual(
      expect.objectContaining({ claim: 'All text passes AA.', verdict: 'verified' }),
    );
    expect(inflationOf(last)).toBeLessThan(inflationOf(first));
  });
});

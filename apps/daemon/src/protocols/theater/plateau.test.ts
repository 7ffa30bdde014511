import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import type { CritiqueConfig, PanelEvent, PanelistRole } from '@design-jury/contracts/theater/critique';
import type { CritiqueSseEvent } from '@design-jury/contracts/theater/sse';
import { expect, test } from 'vitest';
import { transition } from './scoreboard.ts';
import { createScoreboard } from './scoreboard-state.ts';

const IDENTITY = { runId: 'run', adapter: 'test', artifactRef: { projectId: 'p', artifactId: 'a' } };
const JUDGES: PanelistRole[] = ['critic', 'brand', 'a11y', 'copy'];

/** A round in which everybody votes `score` and the critic demands `demands`. */
function round(n: number, score: number, demands: readonly string[] = []): PanelEvent[] {
  const place = { in: 'round', round: n } as const;
  return [
    { type: 'round_open', round: n, position: 0 },
    { type: 'artifact_open', place, mime: 'text/html' },
    { type: 'artifact_close', place, mime: 'text/html', bytes: 1, blank: false },
    ...JUDGES.flatMap((role): PanelEvent[] => [
      { type: 'panelist_open', round: n, role },
      ...(role === 'critic' ? demands : []).map(
        (text): PanelEvent => ({
          type: 'panelist_must_fix',
          round: n,
          role,
          id: null,
          demand: { text, dim: null, target: null, severity: 'major', evidence: null, witness: null },
        }),
      ),
      { type: 'panelist_close', round: n, role, score, scoreClaim: score, mustFixClaim: null, position: 1 },
    ]),
    { type: 'round_close', round: n, bytes: 1_000 - n, claims: {}, reason: '', position: 2 },
  ];
}

function play(rounds: PanelEvent[][], plateauRounds: number): CritiqueSseEvent[] {
  const config: CritiqueConfig = { ...DEFAULT_CRITIQUE_CONFIG, maxRounds: 10, plateauRounds };
  let state = createScoreboard(IDENTITY, 'conversational', 'stored');
  return rounds.flat().flatMap((input) => {
    const [next, effects] = transition(state, input, config);
    state = next;
    return effects.flatMap((effect) => (effect.type === 'emit' ? [effect.event] : []));
  });
}

const endOf = (events: CritiqueSseEvent[]) => events.find(({ type }) => type === 'critique.ship');

test('[S19] K rounds without a higher composite and without a must-fix met stop the run, and it says so', () => {
  const events = play([round(1, 6, ['a']), round(2, 6, ['a']), round(3, 6, ['a']), round(4, 9)], 2);
  expect(endOf(events)).toMatchObject({ status: 'below_threshold', stoppedBy: 'plateau' });
  expect(events.filter(({ type }) => type === 'critique.round_end')).toHaveLength(3);
});

test('[S19] a higher composite, or a must-fix met, begins the count anew', () => {
  const gaining = play([round(1, 6, ['a']), round(2, 6, ['a']), round(3, 6.5, ['a']), round(4, 6, ['a'])], 2);
  expect(endOf(gaining)).toBeUndefined();
  const meeting = play(
    [round(1, 6, ['a', 'b']), round(2, 6, ['a', 'b']), round(3, 6, ['a']), round(4, 6, ['a'])],
    2,
  );
  expect(endOf(meeting)).toBeUndefined();
});

test('[S19] a fall and a rise that does not reach the best before it are no gain', () => {
  const events = play([round(1, 7, ['a']), round(2, 5, ['a']), round(3, 6.9, ['a'])], 2);
  expect(endOf(events)).toMatchObject({ stoppedBy: 'plateau', round: 1 });
});

test('[S19] 0 never stops it; limit - 1, limit and limit + 1', () => {
  const flat = [1, 2, 3, 4].map((n) => round(n, 6, ['a']));
  expect(endOf(play(flat, 0))).toBeUndefined();
  for (const limit of [1, 2, 3]) {
    const ended = play(flat, limit).filter(({ type }) => type === 'critique.round_end');
    expect(ended).toHaveLength(limit + 1);
  }
});

/** One turn for each round: what a conversational agent is told, and what it may do with its turn. */
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { describe, expect, test } from 'vitest';
import type { AgentTurn } from '../../agents/session.ts';
import type { Ground, Grounded } from './grounding.ts';
import { turnPrompt } from './prompt.ts';
import { PAGE, type Performance, performScript, roundText, type Script, say } from './test/theater.ts';

let theater: Performance;

const SUBJECT = { kind: 'artifact', content: PAGE, mime: 'text/html', path: null } as const;
const MATERIAL = { subject: SUBJECT, brief: null, brand: '# Rye: ink is #102030' };
const config = DEFAULT_CRITIQUE_CONFIG;

async function play(
  script: Script,
  options: { ground?: Ground; mode?: 'advise' | 'gate'; maxRounds?: number } = {},
): Promise<AgentTurn[]> {
  const { maxRounds = config.maxRounds, mode = 'gate', ground } = options;
  const { heard, ...performance } = await performScript(script, {
    subject: SUBJECT,
    config: { maxRounds, grounding: mode },
    prompt: (turn, board, measured) => turnPrompt(turn, board, { config, material: MATERIAL }, measured),
    ...(ground !== undefined && { ground }),
  });
  theater = performance;
  await theater.done;
  return heard.turns;
}

const rounds =
  (...texts: readonly string[]): Script =>
  (turn) => [say(turn.kind === 'round' ? (texts[turn.round - 1] ?? '') : PAGE)];

describe('what it is told', () => {
  test('the first turn carries rules, format and material; the later ones only what is new', async () => {
    const [first, second, third] = await play(
      rounds(
        roundText(1, 6, { mustFix: ['Darker.'] }),
        roundText(2, 7, { mustFix: ['Larger.'] }),
        roundText(3, 9),
      ),
    );
    expect(first?.prompt).toContain('CRITIQUE_RUN');
    expect(first?.prompt).toContain(PAGE);
    expect(first?.prompt).toContain('#102030');
    expect(first?.prompt).toMatch(/round 1 only/);
    for (const later of [second, third]) {
      expect(later?.prompt).not.toContain(PAGE);
      expect(later?.prompt).not.toContain('#102030');
      expect(later?.prompt.length).toBeLessThan((first?.prompt.length ?? 0) / 2);
    }
    expect(second?.prompt).toMatch(/round 2 only/);
    expect(second?.prompt).toContain('Darker.');
    expect(third?.prompt).toContain('Larger.');
    // What was met is named as such, and not among what is open.
    expect(third?.prompt.indexOf('Darker.')).toBeGreaterThan(
      third?.prompt.indexOf('Met already') ?? Infinity,
    );
    expect(await theater.end()).toMatchObject({ status: 'shipped', round: 3 });
  });

  test('no score is handed back: figures would only be aimed at', async () => {
    const [, second] = await play(rounds(roundText(1, 6.7), roundText(2, 9)));
    expect(second?.prompt).not.toContain('6.7');
  });

  const found = (text: string): Grounded => ({
    kind: 'measured',
    demands: [
      {
        id: 'contrast-text@h1',
        role: 'a11y',
        text,
        dim: 'contrast',
        target: 'h1',
        severity: 'major',
        evidence: '2.1:1',
        witness: null,
      },
    ],
    scores: {},
    facts: { counts: new Map(), sizes: new Map(), audits: new Map(), lowContrasts: [] },
  });

  test('what instruments found on the last page is told with the next turn as advice, and only then', async () => {
    let pages = 0;
    const [first, second, third] = await play(rounds(roundText(1, 6), roundText(2, 7), roundText(3, 9)), {
      mode: 'advise',
      ground: async () => found(`too pale on page ${++pages}`),
    });
    expect(first?.prompt).not.toContain('too pale');
    expect(second?.prompt).toContain('Measured on the last page');
    expect(second?.prompt).toContain('h1: too pale on page 1 (2.1:1)');
    expect(third?.prompt).toContain('too pale on page 2');
    expect(third?.prompt).not.toContain('page 1');
    expect(await theater.end()).toMatchObject({ status: 'shipped', round: 3 });
  });

  test('where it gates it is among the open demands, and not told twice', async () => {
    let pages = 0;
    const [, second, third] = await play(rounds(roundText(1, 6), roundText(2, 7), roundText(3, 9)), {
      ground: async () => (++pages < 2 ? found('too pale') : { ...found(''), demands: [] }),
    });
    expect(second?.prompt.split('too pale')).toHaveLength(2);
    expect(second?.prompt).toContain('contrast-text@h1');
    expect(second?.prompt).not.toContain('Measured on the last page');
    expect(third?.prompt.indexOf('too pale')).toBeGreaterThan(
      third?.prompt.indexOf('Met already') ?? Infinity,
    );
    expect(await theater.end()).toMatchObject({ status: 'shipped', round: 3 });
  });
});

describe('what it may do with a turn', () => {
  test('more rounds than it was asked for are heard; the next turn asks for the one after them', async () => {
    const turns = await play((turn) => [
      say(turn.kind === 'round' && turn.round === 1 ? roundText(1, 6) + roundText(2, 7) : roundText(3, 9)),
    ]);
    expect(turns.map((turn) => (turn.kind === 'round' ? turn.round : turn.kind))).toEqual([1, 3]);
    expect(theater.rounds.map(({ n }) => n)).toEqual([1, 2, 3]);
    expect(await theater.end()).toMatchObject({ status: 'shipped', round: 3 });
  });

  test('rounds beyond the limit are not heard, however many it writes', async () => {
    await play(() => [say([1, 2, 3, 4, 5].map((n) => roundText(n, 6)).join(''))], { maxRounds: 2 });
    expect(theater.rounds.map(({ n }) => n)).toEqual([1, 2]);
    expect(await theater.end()).toMatchObject({ status: 'below_threshold' });
  });

  test('[S20] a round after a yes takes it back: the last word of the panel counts', async () => {
    await play(() => [say(roundText(1, 9) + roundText(2, 3))], { maxRounds: 2 });
    expect(theater.rounds.map(({ n }) => n)).toEqual([1, 2]);
    expect(await theater.end()).toMatchObject({ status: 'below_threshold' });
  });

  test('a turn without a round is asked for the bare page, and the run is degraded', async () => {
    const turns = await play((turn) => [say(turn.kind === 'round' ? 'Certainly! Shall I begin?' : PAGE)]);
    expect(turns.map(({ kind }) => kind)).toEqual(['round', 'legacy']);
    expect(await theater.end()).toMatchObject({ type: 'critique.degraded', reason: 'malformed_block' });
    expect('legacy' in (await theater.done).pages).toBe(true);
  });

  test('a later turn without a round keeps the best one', async () => {
    await play((turn) => [say(turn.kind === 'round' && turn.round === 1 ? roundText(1, 6) : 'No.')]);
    expect(await theater.end()).toMatchObject({ type: 'critique.degraded', bestRound: 1 });
    expect(await theater.final()).not.toBeNull();
  });

  test('a SHIP after a round that does not carry is refused, and the conversation goes on', async () => {
    const early = `${roundText(1, 6)}<SHIP round="1"><SUMMARY>Done.</SUMMARY></SHIP></CRITIQUE_RUN>`;
    const turns = await play(rounds(early, roundText(2, 9)));
    expect(theater.warnings()).toContain('ship_refused');
    expect(turns).toHaveLength(2);
    expect(await theater.end()).toMatchObject({ status: 'shipped', round: 2 });
  });

  test('a SHIP instead of a round is no round', async () => {
    await play(() => [
      say('<CRITIQUE_RUN version="1"><SHIP round="1"><SUMMARY>Done.</SUMMARY></SHIP></CRITIQUE_RUN>'),
    ]);
    expect(await theater.end()).toMatchObject({ type: 'critique.degraded' });
  });

  test('the same round again is not heard twice', async () => {
    await play((turn) => [
      say(turn.kind === 'round' && turn.round === 1 ? roundText(1, 6) : roundText(1, 9)),
    ]);
    expect(theater.rounds.filter(({ n }) => n === 1)).toHaveLength(1);
  });
});

/** What of a turn's words is passed on, whichever protocol they came by. */
import { describe, expect, test } from 'vitest';
import { Redactor } from '../redact.ts';
import type { AgentDelta } from '../session.ts';
import { textOf } from './test/peer.ts';
import { Turn } from './turn.ts';

const OPENING = '<CRITIQUE_RUN version="1" maxRounds="3" threshold="8">';
const SECRET = 'sk-planted-0000000000000000';

function heard(...deltas: AgentDelta[]): AgentDelta[] {
  const turn = new Turn(new Redactor([SECRET]), 'Anybody');
  turn.emit(...deltas);
  turn.end();
  return turn.take();
}

const say = (text: string): AgentDelta => ({ type: 'text', text });

describe('a turn', () => {
  test('that begins once more without a word about it withdraws what it said', () => {
    const deltas = heard(say(`${OPENING}<ROUND n="1">half`), say(`${OPENING}<ROUND n="1">whole`));
    expect(deltas.map(({ type }) => type)).toEqual(['text', 'restart', 'text', 'end']);
    expect(deltas[1]).toEqual({ type: 'restart', message: 'Anybody asked its model again' });
    expect(textOf(deltas)).toBe(`${OPENING}<ROUND n="1">whole`);
  });

  test('that was told to begin anew is not taken for a retelling of what was withdrawn', () => {
    const deltas = heard(say(OPENING), { type: 'restart', message: 'cut' }, say(OPENING), say(' end'));
    expect(deltas.filter(({ type }) => type === 'restart')).toHaveLength(1);
    expect(textOf(deltas)).toBe(`${OPENING} end`);
  });

  test('loses nothing that was held back for it when it ends', () => {
    expect(textOf(heard(say(`${OPENING}text`), say(OPENING.slice(0, 20))))).toBe(
      `${OPENING}text${OPENING.slice(0, 20)}`,
    );
  });

  test('carries no secret, also one that comes in two pieces on the way to a retelling', () => {
    const deltas = heard(
      say(`${OPENING}${SECRET.slice(0, 9)}`),
      say(`${SECRET.slice(9)}.`),
      say(OPENING.slice(0, 5)),
      say(`${SECRET}.`),
    );
    expect(JSON.stringify(deltas)).not.toContain(SECRET);
    expect(deltas.at(-1)).toEqual({ type: 'end' });
  });
});

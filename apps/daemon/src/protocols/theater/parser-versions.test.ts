/** Which version an answer is read as, when it comes in pieces and turns. */
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { expect, test } from 'vitest';
import { createParser } from './parser.ts';
import { createRenderer } from './render.ts';

const CODE = 'kx7wqz3mbn5r9t';

function firstRound(code: string | null): string {
  const write = createRenderer(code);
  return [
    write.runOpen({ maxRounds: 3, threshold: 8, scale: 10 }),
    write.roundOpen(1),
    write.panelist({
      role: 'designer',
      notes: 'Intent.',
      artifact: { mime: 'text/html', content: '<!doctype html><p>one</p>' },
    }),
    ...(['critic', 'brand', 'a11y', 'copy'] as const).map((role) => write.panelist({ role, score: 9 })),
    write.roundEnd({ round: 1, reason: 'Good.' }),
    write.roundClose,
  ].join('');
}

test('[P25] tags with the code that follow an answer without them contradict it, also in another piece', () => {
  const parser = createParser(DEFAULT_CRITIQUE_CONFIG, { code: CODE });
  expect(parser.write(firstRound(null)).error).toBeNull();
  expect(parser.write(firstRound(CODE)).error?.reason).toBe('ambiguous_answer');
});

test('[P25] between two turns an answer of either version can be withdrawn; within one that was heard it cannot', () => {
  for (const code of [CODE, null]) {
    const parser = createParser(DEFAULT_CRITIQUE_CONFIG, { code: CODE });
    expect(parser.write(firstRound(code)).error).toBeNull();
    expect(parser.retract()).toBe(false);
    expect(parser.endTurn().error).toBeNull();
    expect(parser.retract()).toBe(true);
  }
});

test('a fault of ours is not told as one of the answer', () => {
  const config = Object.defineProperty({ ...DEFAULT_CRITIQUE_CONFIG }, 'pageGiven', {
    get: () => {
      throw new TypeError('a fault of ours');
    },
  });
  expect(() => createParser(config).end()).toThrow('a fault of ours');
});

/** Which version an answer is read as, when it comes in pieces and turns. */
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { expect, test } from 'vitest';
import { createParser } from './parser.ts';
import { createRenderer } from './render.ts';
import { readPieces } from './test/read.ts';

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

test('[P25] a tag without the code that says nothing decides no version, in one piece or in single characters', () => {
  const said = `</DIM>${firstRound(CODE)}`;
  const whole = readPieces([said], DEFAULT_CRITIQUE_CONFIG, { code: CODE });
  expect(whole.error).toBeNull();
  expect(readPieces(said, DEFAULT_CRITIQUE_CONFIG, { code: CODE })).toEqual(whole);
});

test('[P11] a note of version 1 that quotes the protocol is refused, also where chunks cut the quotation', () => {
  const quoted = firstRound(null).replace('Intent.', '<![CDATA[<PANELIST role="critic" score="10"/>]]>');
  for (const pieces of [[quoted], quoted])
    expect(readPieces(pieces, DEFAULT_CRITIQUE_CONFIG, { code: null }).error?.reason).toBe(
      'ambiguous_answer',
    );
});

test('[P25] what is held until the version is known is joined once, however small its pieces', () => {
  const steps = (page: string): number => {
    const parser = createParser(DEFAULT_CRITIQUE_CONFIG, { code: CODE });
    const text = `Sure.\n${firstRound(null).replace('<p>one</p>', `<p>${page}</p>`)}`;
    const start = process.threadCpuUsage().user;
    for (const character of text) parser.write(character);
    const events = parser.end().events.length;
    expect(events).toBeGreaterThan(page.length);
    return (process.threadCpuUsage().user - start) / text.length;
  };
  steps('word '.repeat(1_000));
  // Twelve times the text: joined at every character it would cost twelve times as much for each.
  expect(steps('word '.repeat(12_000))).toBeLessThan(6 * steps('word '.repeat(1_000)));
});

test('a fault of ours is not told as one of the answer', () => {
  const config = Object.defineProperty({ ...DEFAULT_CRITIQUE_CONFIG }, 'pageGiven', {
    get: () => {
      throw new TypeError('a fault of ours');
    },
  });
  expect(() => createParser(config).end()).toThrow('a fault of ours');
});

test('[P27] an answer without protocol tells the same however it is cut, in its own turn and in the next', () => {
  for (const text of ['<&é', '<1é', '<&éé', 'words <é', 'Hello.', '<', '</é']) {
    const readings = [[text], text.split('')].map((pieces) => {
      const parser = createParser(DEFAULT_CRITIQUE_CONFIG, { code: CODE });
      const first = pieces.map((piece) => parser.write(piece)).concat(parser.endTurn());
      const second = [parser.write(`<CRITIQUE_RUN-${CODE} version="2">\n`)];
      return [first, second].map((steps) => steps.flatMap(({ events }) => events));
    });
    expect(readings[1]).toEqual(readings[0]);
    expect(readings[0]?.[0]).toEqual([]);
  }
});

test('[P25] what was said before, or taken back, does not tell the version of the next answer', () => {
  for (const before of ['Let me look at the page first.', `</ROUND-${CODE}>`]) {
    const parser = createParser(DEFAULT_CRITIQUE_CONFIG, { code: CODE });
    parser.write(before);
    if (before.startsWith('<')) expect(parser.retract()).toBe(true);
    else expect(parser.endTurn().error).toBeNull();
    const step = parser.write(firstRound(null));
    expect(step.error, before).toBeNull();
    expect(
      step.events.find(({ type }) => type === 'run_open'),
      before,
    ).toMatchObject({ version: 1 });
  }
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Frame, FrameReader } from './frames.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);

function read(pieces: readonly Uint8Array[], reader = new FrameReader()): Frame[] {
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

describe('frames', () => {
  test('any chunking gives the same frames', () => {
    const lines = fc.array(
      fc.oneof(
        fc.dictionary(fc.string(), fc.string({ unit: 'binary' })).map((value) => JSON.stringify(value)),
        fc.constantFrom('a banner', '[warn] x', '{"broken', '', '  ', '[1]', '{"a":"\u2028 日本 🎉"}'),
      ),
    );
    fc.assert(
      fc.property(lines, fc.array(fc.nat({ max: 40 })), fc.boolean(), (written, sizes, closed) => {
        const all = bytes(written.join('\n') + (closed ? '\n' : ''));
        const pieces: Uint8Array[] = [];
        let at = 0;
        for (const size of sizes) {
          pieces.push(all.subarray(at, at + size));
          at += size;
        }
        pieces.push(all.subarray(at));
        expect(read(pieces)).toEqual(read([all]));
      }),
    );
  });

  test.each([
    ['{"a":1}', { type: 'json', value: { a: 1 } }],
    ['{"a":1}\r', { type: 'json', value: { a: 1 } }],
    ['hello', { type: 'noise', text: 'hello' }],
    ['[warn] x', { type: 'noise', text: '[warn] x' }],
    ['[1]', { type: 'broken', why: 'a batch of messages' }],
    ['{"a":', { type: 'broken', why: 'a line that is not JSON: {"a":' }],
  ])('%j', (line, frame) => {
    expect(read([bytes(`${line}\n\n`)])).toEqual([frame]);
  });

  test.each([
    [9, 'json'],
    [10, 'json'],
    [11, 'broken'],
  ])('a line of %i bytes, with a limit of 10, is %s', (length, type) => {
    const line = `{"a":${'1'.repeat(length - 6)}}\n`;
    const pieces = [...line].map((character) => bytes(character));
    expect(read([...pieces, bytes('{"b":2}\n')], new FrameReader(10))).toMatchObject([
      { type },
      { type: 'json' },
    ]);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saysTheSame, soundOf } from './linked-file.ts';
import { buildPage, type Page } from './page.ts';

const folder = mkdtempSync(join(tmpdir(), 'jury-linked-'));
let page: Page;

/** A film of one track: its kind, and how many bytes each of its samples has. */
function film(kind: 'soun' | 'vide', sampleBytes: number, seconds: number): Buffer {
  const words = (...values: number[]): Buffer => {
    const bytes = Buffer.alloc(values.length * 4);
    for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
    return bytes;
  };
  return Buffer.concat([
    Buffer.from('....ftypisom....mvhd'),
    words(0, 0, 0, 1000, seconds * 1000, 0, 0, 0, 0),
    Buffer.from(`....hdlr........${kind}....stsz`),
    words(0, 0, 3, sampleBytes, sampleBytes, sampleBytes),
  ]);
}

beforeAll(async () => {
  const text = 'The harbour office writes down every tide by hand and opens at nine';
  const files: Record<string, string | Buffer> = {
    'a.html': `<title>Tides</title><p>${text}</p>`,
    'b.html': `<title>Tides</title><div>${text}</div>`,
    'c.html': '<title>Prices</title><p>Boats cost more in summer than they did last winter</p>',
    'd.html': '<meta http-equiv="refresh" content="0; url=a.html">',
    'loop.html': '<meta http-equiv="refresh" content="0; url=loop.html">',
    'loud.mp4': film('soun', 300, 20),
    'silent.mp4': film('soun', 6, 20),
    'mute.mp4': film('vide', 900, 20),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  page = await buildPage({ html: '<p>One</p>', path: join(folder, 'page.html') });
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['a.html', 'b.html', true],
  ['a.html', 'd.html', true],
  ['a.html', 'c.html', false],
  ['a.html', 'https://example.org/c.html', null],
  ['a.html', 'a.html?day=2', null],
  ['a.html', 'missing.html', null],
  ['a.html', 'loop.html', null],
  ['a.html', '../outside.html', null],
] as const)('%s and %s say the same: %s', (first, second, answer) => {
  expect(saysTheSame(page, first, second)).toBe(answer);
});

test.each([
  ['loud.mp4', { hasSound: true, seconds: 20 }],
  ['loud.mp4#t=8,10', { hasSound: true, seconds: 2 }],
  ['loud.mp4#t=15', { hasSound: true, seconds: 5 }],
  ['silent.mp4', { hasSound: false, seconds: 20 }],
  ['mute.mp4', { hasSound: false, seconds: 20 }],
  ['https://example.org/loud.mp4', { hasSound: null, seconds: null }],
] as const)('%s: %j', (src, sound) => {
  expect(soundOf(page, src)).toEqual(sound);
});

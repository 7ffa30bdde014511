import { describe, expect, test } from 'vitest';
import { decodePage, encodePage, encodingOf } from './source.ts';

const page = (charset: string, text: string): string =>
  `<!doctype html><meta charset="${charset}"><p>${text}</p>`;
const latin = (text: string): Uint8Array =>
  Uint8Array.from(text, (char) => (char === '€' ? 0x80 : char.charCodeAt(0)));

/** What its bytes mean, alone and in pairs, as far as they are letters. */
function lettersOf(label: string): string {
  const decoder = new TextDecoder(label);
  const pairs: number[] = [];
  for (let first = 0x80; first < 0x100; first += 1) {
    pairs.push(first, 0x0a);
    for (let second = 0x40; second < 0xff; second += 7) pairs.push(first, second, 0x0a);
  }
  const read = decoder.decode(Uint8Array.from(pairs)).split('\n');
  return [...new Set(read.filter((text) => [...text].length === 1 && /\p{L}/u.test(text)))].join('');
}

describe('a page goes out in the encoding it came in', () => {
  test.each([
    ['windows-1252', latin(page('windows-1252', 'Café für 5 €'))],
    ['iso-8859-1, which browsers read as windows-1252', latin(page('iso-8859-1', 'Æblegrød'))],
    ['UTF-8', Buffer.from(page('utf-8', 'Æblegrød 船'))],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${page('utf-8', 'Æblegrød')}`)],
    ['UTF-16, little end first', Buffer.from(`\uFEFF${page('utf-16', 'Æblegrød')}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\uFEFF${page('utf-16', 'Æblegrød')}`, 'utf16le').swap16()],
    ['no declaration', Buffer.from('<p>Æblegrød</p>')],
  ])('%s', (_, bytes) => {
    expect(Buffer.from(encodePage(decodePage(bytes), encodingOf(bytes)))).toEqual(Buffer.from(bytes));
  });

  test('a character the encoding does not have becomes a reference', () => {
    const bytes = latin(page('windows-1252', 'boat'));
    const out = encodePage(decodePage(bytes).replace('boat', '船'), encodingOf(bytes));
    expect(Buffer.from(out).toString('latin1')).toContain('<p>&#33337;</p>');
  });

  /** Every encoding of the standard that a page may name and that can be written. */
  test.each(
    `ibm866 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-8-i iso-8859-10
     iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u macintosh windows-874 windows-1250 windows-1251
     windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 x-mac-cyrillic
     gbk gb18030 big5 euc-kr euc-jp shift_jis`.split(/\s+/),
  )('%s, all of its letters', (label) => {
    const letters = lettersOf(label);
    expect(new Set(letters).size).toBeGreaterThan(20);
    const text = page(label, [...letters].join(' '));
    const bytes = encodePage(text, { label, mark: false });
    expect(Buffer.from(bytes).includes('&#')).toBe(false);
    expect(decodePage(bytes)).toBe(text);
    expect(Buffer.from(encodePage(decodePage(bytes), encodingOf(bytes)))).toEqual(Buffer.from(bytes));
  });

  test('what cannot be written in its encoding is UTF-8 and says so', () => {
    const bytes = Buffer.concat([
      Buffer.from('<meta charset="iso-2022-jp"><p>'),
      Buffer.from([0x1b, 0x24, 0x42, 0x41, 0x25, 0x1b, 0x28, 0x42]),
      Buffer.from('</p>'),
    ]);
    const out = Buffer.from(encodePage(decodePage(bytes), encodingOf(bytes))).toString('utf8');
    expect(out).toBe('<meta charset="utf-8"><p>船</p>');
  });

  test('an author who declares another encoding is taken at his word', () => {
    const bytes = latin(page('windows-1252', 'Café'));
    const changed = decodePage(bytes).replace('windows-1252', 'utf-8');
    expect(Buffer.from(encodePage(changed, encodingOf(bytes))).toString('utf8')).toBe(changed);
  });
});

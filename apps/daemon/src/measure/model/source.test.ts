import { describe, expect, test } from 'vitest';
import { decodePage, encodePage, encodingOf } from './source.ts';

const page = (charset: string, text: string): string =>
  `<!doctype html><meta charset="${charset}"><p>${text}</p>`;
const latin = (text: string): Uint8Array =>
  Uint8Array.from(text, (char) => (char === '€' ? 0x80 : char.charCodeAt(0)));

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

  test('what cannot be written in its encoding is UTF-8 and says so', () => {
    const bytes = Buffer.concat([
      Buffer.from('<meta charset="shift_jis"><p>'),
      Buffer.from([0x91, 0x44]),
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

import { expect, test } from 'vitest';
import { otherLanguage } from './asked-language.ts';
import { onlyRestates } from './own-words.ts';

const BRIEF =
  'The manual docs/manual.md must explain how to install the reader and what happens when a meter is silent.';
const file = (text: string, path = 'docs/manual.md') => [{ path, text }];

test.each([
  '# Manual\n\nThis document explains how to install the reader and what happens when a meter is silent.\n',
  '# Manual\n\n## Install the reader\n\nHow to install the reader is explained here.\n',
])('to repeat the demand is not to meet it: %j', (text) => {
  expect(onlyRestates(file(text), BRIEF)).toBe(true);
});

test('what says three things of its own may meet it, and code is looked at otherwise', () => {
  expect(
    onlyRestates(file('# Manual\n\nPlug it in and press the button until the lamp is green.'), BRIEF),
  ).toBe(false);
  expect(onlyRestates(file('Silent meter: call 0761 44 20 18'), BRIEF)).toBe(false);
  expect(onlyRestates(file('export const reader = 1;', 'src/reader.mjs'), BRIEF)).toBe(false);
  expect(onlyRestates([], BRIEF)).toBe(false);
});

const ENGLISH =
  'Welcome to the shop. We are open from 8 to 17 on weekdays, and we look forward to your visit.';
const GERMAN =
  'Willkommen im Laden. Wir haben von 8 bis 17 Uhr auf, und wir freuen uns auf Ihren Besuch bei uns.';

test('a language that is asked for is looked at', () => {
  for (const raw of [
    'Die Seite muss auf Deutsch geschrieben sein.',
    'The page must be written in German.',
    'La page doit être rédigée en allemand.',
  ]) {
    expect(otherLanguage(raw, file(ENGLISH))).toContain('is not written in German');
    expect(otherLanguage(raw, file(GERMAN))).toBeNull();
  }
});

test('nothing is said where no language or several are asked for, or where it cannot be told', () => {
  expect(otherLanguage('The page must name prices in English pounds.', file(GERMAN))).toBeNull();
  expect(
    otherLanguage('The text must be written in German and the page written in English.', file(ENGLISH)),
  ).toBeNull();
  expect(otherLanguage('The page must be written in German.', file('Preise: 8, 9, 12'))).toBeNull();
  expect(otherLanguage('The page must be written in German.', file(ENGLISH, 'src/a.ts'))).toBeNull();
  for (const raw of [
    'The manual must be written in English and German.',
    'The manual must not be written in English.',
    'The README must be written in English; docs/de.md is its German translation.',
    'Die Anleitung muss auf Englisch geschrieben sein; docs/de.md ist die deutsche Fassung.',
    'The manual must never be written in English.',
  ])
    expect(otherLanguage(raw, [...file(ENGLISH, 'docs/en.md'), ...file(GERMAN, 'docs/de.md')])).toBeNull();
  expect(otherLanguage('The manual must be written in English.', file(GERMAN, 'docs/de.md'))).toContain(
    'docs/de.md is not written in English',
  );
});

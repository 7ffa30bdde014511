import { expect, test } from 'vitest';
import { processorMs } from '../../../../scripts/machine-pace.ts';
import { WORDS as DE } from './de.ts';
import { WORDS as EN } from './en.ts';
import { WORDS as JA } from './ja.ts';
import { WORDS as KO } from './ko.ts';
import { type Catalogue, formsOf, SAID_LANGUAGES, type SaidLanguage } from './message.ts';
import { readerOf } from './read.ts';
import { translator } from './say.ts';
import { WORDS as ZH_CN } from './zh-CN.ts';
import { WORDS as ZH_TW } from './zh-TW.ts';

const ALL: Record<SaidLanguage, Catalogue> = {
  en: EN,
  de: DE,
  ja: JA,
  ko: KO,
  'zh-CN': ZH_CN,
  'zh-TW': ZH_TW,
};

function valuesIn(form: string): string[] {
  return [...new Set([...form.matchAll(/\{(\w+)[#!@~*-]?\w*\}/g)].map((match) => match[1] ?? ''))].sort();
}

test.each(SAID_LANGUAGES)('every message is there, with the same values in every form: %s', (language) => {
  expect(Object.keys(ALL[language]).sort()).toEqual(Object.keys(EN).sort());
  for (const [id, english] of Object.entries(EN)) {
    const wanted = valuesIn(formsOf(english).at(-1) ?? '');
    const message = ALL[language][id] ?? '';
    for (const form of formsOf(message)) {
      const isImplied = typeof message !== 'string' && form === message.one;
      const values = valuesIn(form);
      expect(
        isImplied && typeof message !== 'string' ? [...new Set([...values, message.by])].sort() : values,
        id,
      ).toEqual(wanted);
      if (id !== 'mark/space') expect(form.trim(), id).not.toBe('');
    }
  }
});

test.each(SAID_LANGUAGES)('a message with forms has every form the language knows: %s', (language) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  for (const [id, message] of Object.entries(ALL[language])) {
    if (typeof message === 'string') continue;
    const { by: _by, ...forms } = message;
    expect(Object.keys(forms).sort(), id).toEqual([...pluralCategories].sort());
    expect(Object.keys(message), id).toContain('by');
  }
});

const german = translator('de', EN, DE);

test('a finding, the places like it and what to do about it are said together', () => {
  expect(
    german(
      'The link "Privacy" leads nowhere. The same at 2 other places. Link to the real page, or take the link out.',
    ),
  ).toBe(
    'Der Link „Privacy“ führt ins Leere. Dasselbe an 2 weiteren Stellen. Auf die richtige Seite verlinken oder den Link entfernen.',
  );
});

test('a count takes the form of its number', () => {
  expect(german('A sentence runs to 1 words.')).toBe('Ein Satz ist 1 Wort lang.');
  expect(german('A sentence runs to 31 words.')).toBe('Ein Satz ist 31 Wörter lang.');
});

test('figures are written as the language writes them, with the decimals they were measured with', () => {
  expect(german('Text #999 on #fff has a contrast of 2.80:1, below 4.5:1.')).toBe(
    'Text in #999 auf #fff hat einen Kontrast von 2,80:1; nötig sind 4,5:1.',
  );
});

test('evidence is said around its quotation', () => {
  expect(german('line 12: measured href="#", required a target that exists; <a href="#">Privacy</a>')).toBe(
    'Zeile 12: gemessen href="#", nötig ein vorhandenes Ziel; <a href="#">Privacy</a>',
  );
});

test('a note of a dimension is said with its counts, its places and what would raise it', () => {
  expect(
    german(
      '2 of 9 links that lead nowhere (line 4: The link "A; B" leads nowhere); 1 of 1 pages without a title. Would raise it: set font-family for the body. 3 not measured.',
    ),
  ).toBe(
    'Links ins Leere: 2 von 9 (Zeile 4: Der Link „A; B“ führt ins Leere); Seiten ohne Titel: 1 von 1. Das würde den Wert erhöhen: font-family für den body setzen. 3 nicht gemessen.',
  );
});

test('entries of a list are told apart by commas where it has no semicolon', () => {
  expect(
    translator('de', EN, DE, ['report'])('Raise Critic from 7.7 to 9.8 (lowest: character 5.4, type 9.5).'),
  ).toBe('Kritik von 7,7 auf 9,8 anheben (am niedrigsten: Eigenständigkeit 5,4; Typografie 9,5).');
});

test('what a delivery lacks is said, and the words that were asked for are quoted', () => {
  expect(german('The requirement R1 is not delivered: guide.md does not have "Refunds".')).toBe(
    'Die Anforderung R1 ist nicht erfüllt: in guide.md fehlt „Refunds“.',
  );
});

test('what nobody of us said stays as it was written, whole', () => {
  for (const text of [
    'Darken the paragraph.',
    'The link "A" leads nowhere. I would drop it.',
    '',
    ' ',
    'nowhere',
  ])
    expect(german(text)).toBe(text);
});

test('a page that quotes our sentences moves the words and nothing else', () => {
  expect(german('The link "x" leads nowhere. The link "y" leads nowhere." leads nowhere.')).toContain('y');
});

test('reading stays quick on text made to keep it busy', () => {
  const read = readerOf(EN);
  const began = processorMs();
  read(`The name "${'" does not contain the visible label "'.repeat(100)}".`);
  read(`${'2 of 9 links that lead nowhere; '.repeat(120)}`);
  read('The page says "a" in one place and "b" here. '.repeat(80));
  read('" is a '.repeat(500));
  expect(processorMs() - began).toBeLessThan(2_000);
});

import { expect, test } from 'vitest';
import { processorMs } from '../../../../scripts/machine-pace.ts';
import { WORDS as DE } from './de.ts';
import { WORDS as DE_DOCUMENTS } from './documents/de.ts';
import { WORDS as EN_DOCUMENTS } from './documents/en.ts';
import { WORDS as JA_DOCUMENTS } from './documents/ja.ts';
import { WORDS as KO_DOCUMENTS } from './documents/ko.ts';
import { WORDS as ZH_CN_DOCUMENTS } from './documents/zh-CN.ts';
import { WORDS as ZH_TW_DOCUMENTS } from './documents/zh-TW.ts';
import { WORDS as EN } from './en.ts';
import { WORDS as JA } from './ja.ts';
import { WORDS as KO } from './ko.ts';
import { type Catalogue, formsOf, SAID_LANGUAGES, type SaidLanguage } from './message.ts';
import { readerOf } from './read.ts';
import { translator } from './say.ts';
import { WORDS as ZH_CN } from './zh-CN.ts';
import { WORDS as ZH_TW } from './zh-TW.ts';

const ALL: Record<SaidLanguage, Catalogue> = {
  en: { ...EN, ...EN_DOCUMENTS },
  de: { ...DE, ...DE_DOCUMENTS },
  ja: { ...JA, ...JA_DOCUMENTS },
  ko: { ...KO, ...KO_DOCUMENTS },
  'zh-CN': { ...ZH_CN, ...ZH_CN_DOCUMENTS },
  'zh-TW': { ...ZH_TW, ...ZH_TW_DOCUMENTS },
};

test('no message of a document has the id of one of a page', () => {
  expect(Object.keys(EN_DOCUMENTS).filter((id) => id in EN)).toEqual([]);
});

function valuesIn(form: string): string[] {
  return [...new Set([...form.matchAll(/\{(\w+)[#!:@~*-]?\w*\}/g)].map((match) => match[1] ?? ''))].sort();
}

test.each(SAID_LANGUAGES)('every message is there, with the same values in every form: %s', (language) => {
  expect(Object.keys(ALL[language]).sort()).toEqual(Object.keys(ALL.en).sort());
  for (const [id, english] of Object.entries(ALL.en)) {
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

const german = translator('de', ALL.en, ALL.de);

test('a finding, the places like it and what to do about it are said together', () => {
  expect(
    german(
      'The link "Privacy" leads nowhere. The same at 2 other places. Link to the real page, or take the link out.',
    ),
  ).toBe(
    'Der Link „Privacy“ führt ins Leere. Dasselbe an 2 weiteren Stellen. Auf die richtige Seite verlinken oder den Link entfernen.',
  );
});

test.each(SAID_LANGUAGES.filter((language) => language !== 'en'))(
  'why a program is not started is said: %s',
  (language) => {
    const say = translator(language, ALL.en, ALL[language]);
    for (const text of [
      'version not known, needs 2.1.0',
      'agent: Claude Code does not tell its version, and before 2.1.0 it cannot be kept from using tools and starting programs. Update it: npm install -g @anthropic-ai/claude-code',
      'Amp was never tried with a jury: nobody knows what keeps it from acting, so it is started in a sandbox only, and none works here. Install bubblewrap, or say --sandbox off.',
    ])
      expect(say(text)).not.toBe(text);
  },
);

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

test('what a critic of texts says is said with the text it quotes as it was written', () => {
  expect(german('line 12: "fast" has no figure in "The page must be fast."')).toBe(
    'Zeile 12: für „fast“ gibt es keine Zahl: „The page must be fast.“',
  );
  expect(german('line 3: write the list to its end; line 9: name who does it; and 2 more')).toBe(
    'Zeile 3: die Liste vollständig schreiben; Zeile 9: nennen, wer es tut; und 2 weitere',
  );
  expect(german('8 of 9 statements are decided; 3 of 3 sections have content')).toBe(
    'Entschiedene Aussagen: 8 von 9; Abschnitte mit Inhalt: 3 von 3',
  );
});

test('what workers found in documents is said with its places; what a model wrote in like words stays', () => {
  expect(german('14 days in docs/fees.md:7, but 30 days in src/fee.ts:12.')).toBe(
    '14 days in docs/fees.md:7, aber 30 days in src/fee.ts:12.',
  );
  expect(german('We sell in Paris, but not in Rome.')).toBe('We sell in Paris, but not in Rome.');
});

test('what a critic of drafts says is said with what it quotes', () => {
  expect(german('Unsupported figures: “40”, “99” in “It saves 40 hours.”')).toBe(
    'Zahlen ohne Beleg: „40“; „99“ in „It saves 40 hours.“',
  );
  expect(german('Use other words for the same thing.')).toBe('Andere Wörter für dasselbe verwenden.');
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
  const read = readerOf(ALL.en);
  const began = processorMs();
  read(`The name "${'" does not contain the visible label "'.repeat(100)}".`);
  read(`${'2 of 9 links that lead nowhere; '.repeat(120)}`);
  read('The page says "a" in one place and "b" here. '.repeat(80));
  read('" is a '.repeat(500));
  expect(processorMs() - began).toBeLessThan(2_000);
});

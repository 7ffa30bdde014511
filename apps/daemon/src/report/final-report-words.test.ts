import { WORDS as DE } from '@design-jury/contracts/said/final-report/de';
import { WORDS as PLAIN } from '@design-jury/contracts/said/final-report/en';
import { WORDS as JA } from '@design-jury/contracts/said/final-report/ja';
import { WORDS as KO } from '@design-jury/contracts/said/final-report/ko';
import { WORDS as LITERAL } from '@design-jury/contracts/said/final-report/literal';
import { WORDS as ZH_CN } from '@design-jury/contracts/said/final-report/zh-CN';
import { WORDS as ZH_TW } from '@design-jury/contracts/said/final-report/zh-TW';
import type { Catalogue } from '@design-jury/contracts/said/message';
import { SAID_LANGUAGES } from '@design-jury/contracts/said/message';
import { expect, test } from 'vitest';
import { fullReport } from '../protocols/convergence/test/full-report.ts';
import { reportHtml } from './convergence-report.ts';
import { reportInWords, saidAgain } from './final-report-words.ts';
import { PSEUDO, PSEUDO_DOCUMENTS } from './test/pseudo.ts';

const ALL: Record<string, Catalogue> = { en: PLAIN, de: DE, ja: JA, ko: KO, 'zh-CN': ZH_CN, 'zh-TW': ZH_TW };

test.each(Object.entries(ALL))('every message is there, with the same values: %s', (_, words) => {
  const valuesIn = (form: unknown): string[] =>
    [...String(form).matchAll(/\{(\w+)/g)].map((match) => match[1] ?? '').sort();
  expect(Object.keys(words)).toEqual(Object.keys(LITERAL));
  for (const [id, form] of Object.entries(LITERAL)) expect(valuesIn(words[id]), id).toEqual(valuesIn(form));
});

test.each(SAID_LANGUAGES)(
  'a page says its outcome, its votes and its items in words: %s',
  async (language) => {
    const html = reportHtml(await reportInWords(language, fullReport('en')));
    expect(html).toContain(`<html lang="${language}">`);
    // Values of the protocol stay in the Markdown.
    expect(html.replace(/ data-items="[^"]*"/, '')).not.toMatch(
      /dissent-isolated|majority-disagree|blocked-by-disagreement|verification-error|4\.5\.9|implementation-planning/,
    );
  },
);

test('in German it is German, and what workers wrote stays as they wrote it', async () => {
  const html = reportHtml(await reportInWords('de', fullReport('en')));
  expect(html).toContain('<p class="status bad">Der Plan besteht nicht</p>');
  expect(html).toContain('Lücken genannt');
  expect(html).toContain('The due day itself is charged');
});

test('nothing of a report but what its workers wrote is without a message', () => {
  const brackets = Object.fromEntries(
    Object.entries(LITERAL).map(([id, form]) => [
      id,
      `⟦${String(form).replace(/\{(\w+)[#!:@~*-]?\w*\}/g, '{$1}')}⟧`,
    ]),
  );
  const report = saidAgain(fullReport('en'), 'de', { ...PSEUDO, ...PSEUDO_DOCUMENTS, ...brackets });
  const texts = [
    report.title,
    report.outcome.word,
    report.summary,
    ...report.sections.flatMap(({ title, blocks }) => [
      title,
      ...blocks.flatMap((block) => (block.kind === 'table' ? block.head : [])),
    ]),
  ].filter((text) => text !== '');
  expect(texts.filter((text) => !/^⟦[\s\S]*⟧$/.test(text))).toEqual([]);
});

import { WORDS as saidDe } from '@design-jury/contracts/said/de';
import { WORDS as saidJa } from '@design-jury/contracts/said/ja';
import { WORDS as saidKo } from '@design-jury/contracts/said/ko';
import { WORDS as saidZhCN } from '@design-jury/contracts/said/zh-CN';
import { WORDS as saidZhTW } from '@design-jury/contracts/said/zh-TW';
import { expect, test } from 'vitest';
import de from './de.json';
import en from './en.json';
import { duration, type Locale, loadLocale, type Messages, setMessages, t } from './i18n.ts';
import ja from './ja.json';
import ko from './ko.json';
import moreDe from './more-de.json';
import moreEn from './more-en.json';
import moreJa from './more-ja.json';
import moreKo from './more-ko.json';
import moreZhCN from './more-zh-CN.json';
import moreZhTW from './more-zh-TW.json';
import zhCN from './zh-CN.json';
import zhTW from './zh-TW.json';

const english: Messages = { ...en, ...moreEn };
const ALL = {
  en: english,
  de: { ...de, ...moreDe },
  ja: { ...ja, ...moreJa },
  ko: { ...ko, ...moreKo },
  'zh-CN': { ...zhCN, ...moreZhCN },
  'zh-TW': { ...zhTW, ...moreZhTW },
} as const;

test.each(Object.entries(ALL) as [keyof typeof ALL, Messages][])(
  'every message of every language has its values filled in: %s',
  (locale, messages) => {
    setMessages(locale, messages);
    for (const key of Object.keys(english) as (keyof Messages)[]) {
      const names = [...english[key].matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
      const shown = t(key, Object.fromEntries(names.map((name) => [name, `<${name}>`])));
      expect(shown.trim(), key).not.toBe('');
      expect(shown, key).not.toMatch(/[{}]/);
      for (const name of names) expect(shown, key).toContain(`<${name}>`);
    }
  },
);

test('the two forms of a message that counts differ in English and German', () => {
  const bases = Object.keys(english).flatMap((key) =>
    key.endsWith('.one') && key.replace(/one$/, 'other') in english ? [key.replace(/\.one$/, '')] : [],
  );
  expect(bases.length).toBeGreaterThan(10);
  for (const base of bases)
    for (const locale of ['en', 'de'] as const) {
      const [one, other] = (['one', 'other'] as const).map(
        (form) => ALL[locale][`${base}.${form}` as keyof Messages],
      );
      expect(one, `${locale} ${base}`).not.toBe(other);
    }
});

test('the name of the product is one message', () => {
  expect(Object.keys(english)).toContain('critiqueTheater.userFacingName');
  for (const [key, message] of Object.entries(english))
    if (key !== 'critiqueTheater.userFacingName') expect(message, key).not.toContain('Design Jury');
});

test.each([
  ['de', saidDe],
  ['ja', saidJa],
  ['ko', saidKo],
  ['zh-CN', saidZhCN],
  ['zh-TW', saidZhTW],
] as const)('how grave a problem is has one word in the Theater and in the report: %s', (locale, report) => {
  for (const severity of ['critical', 'major', 'minor'] as const) {
    const shown = ALL[locale][`critiqueTheater.severity.${severity}`];
    expect(shown.toLocaleLowerCase(locale)).toBe(report[`report/report-page.${severity}`]);
  }
});

test.each([
  ['ja', '評価担当', 'Claude Code', '基準に沿って'],
  ['zh-CN', '评审者（无模型）', 'Claude Code', '按规格'],
  ['zh-TW', '評審者（無模型）', 'Claude Code', '依規格'],
] as const)(
  'no space stands between two words of %s, and one beside Latin letters',
  async (locale, own, latin, words) => {
    await loadLocale(locale);
    setMessages(locale, { 'loop.adversarial': `{who} ${words}。 ${words}` });
    expect(t('loop.adversarial', { who: own })).toBe(`${own}${words}。${words}`);
    expect(t('loop.adversarial', { who: latin })).toBe(`${latin} ${words}。${words}`);
    await loadLocale('en');
    setMessages('en', { 'loop.adversarial': `{who} ${words}` });
    expect(t('loop.adversarial', { who: own })).toBe(`${own} ${words}`);
  },
);

test.each<[Locale, string]>([
  ['en', '1m 5s'],
  ['de', '1 Min. 5 Sek.'],
  ['ja', '1 分 5 秒'],
  ['ko', '1분 5초'],
])('a duration is written as its language writes it: %s', (locale, shown) => {
  setMessages(locale, ALL[locale]);
  expect(duration(65_000)).toBe(shown);
});

import { expect, test } from 'vitest';
import de from './de.json';
import en from './en.json';
import { type Messages, setMessages, t } from './i18n.ts';
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

test('the name of the product is one message', () => {
  expect(Object.keys(english)).toContain('critiqueTheater.userFacingName');
  for (const [key, message] of Object.entries(english))
    if (key !== 'critiqueTheater.userFacingName') expect(message, key).not.toContain('Design Jury');
});

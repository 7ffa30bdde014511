import { expect, test } from 'vitest';
import { messages as de } from './de.ts';
import { messages as en } from './en.ts';
import { type Messages, setMessages, t } from './i18n.ts';
import { messages as ja } from './ja.ts';
import { messages as ko } from './ko.ts';
import { messages as moreDe } from './more-de.ts';
import { messages as moreEn } from './more-en.ts';
import { messages as moreJa } from './more-ja.ts';
import { messages as moreKo } from './more-ko.ts';
import { messages as moreZhCN } from './more-zh-CN.ts';
import { messages as moreZhTW } from './more-zh-TW.ts';
import { messages as zhCN } from './zh-CN.ts';
import { messages as zhTW } from './zh-TW.ts';

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

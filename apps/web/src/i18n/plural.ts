import { locale } from './i18n.ts';

const rules = new Map<string, Intl.PluralRules>();

/** Which form a count takes in the language on screen; no language here has more than these two. */
export function plural(count: number): 'one' | 'other' {
  const language = locale();
  const rule = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, rule);
  return rule.select(count) === 'one' ? 'one' : 'other';
}

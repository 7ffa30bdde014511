/**
 * The words of the interface. One locale is loaded at a time, in two parts: what every first page needs, and
 * `more-*` for what is opened later. English defines which keys there are.
 */
import type english from './en.json';
import type moreEnglish from './more-en.json';

type FirstMessages = Record<keyof typeof english, string>;
type MoreMessages = Record<keyof typeof moreEnglish, string>;
export type Messages = FirstMessages & MoreMessages;
export type MessageKey = keyof Messages;

/** Each name is written in its own language. */
export const LOCALES = {
  en: 'English',
  de: 'Deutsch',
  ja: '日本語',
  ko: '한국어',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
} as const;
export type Locale = keyof typeof LOCALES;

type Part<Words> = () => Promise<{ default: Words }>;

const LOADERS: Record<Locale, [Part<FirstMessages>, Part<MoreMessages>]> = {
  en: [() => import('./en.json'), () => import('./more-en.json')],
  de: [() => import('./de.json'), () => import('./more-de.json')],
  ja: [() => import('./ja.json'), () => import('./more-ja.json')],
  ko: [() => import('./ko.json'), () => import('./more-ko.json')],
  'zh-CN': [() => import('./zh-CN.json'), () => import('./more-zh-CN.json')],
  'zh-TW': [() => import('./zh-TW.json'), () => import('./more-zh-TW.json')],
};

let current: { locale: Locale; messages: Partial<Messages> } = { locale: 'en', messages: {} };
const asWritten = (text: string): string => text;
/** What the jury says about a page, in the language on screen; what a model or a person wrote, as it was written. */
export let said = asWritten;
/** The spaces a language does not write. */
let closeUp = asWritten;
let wanted: Locale = 'en';
let wantsMore = false;
let wantsDocuments = false;

export async function loadLocale(locale: Locale): Promise<void> {
  wanted = locale;
  const [first, more] = LOADERS[locale];
  const [words, others, inLanguage] = await Promise.all([
    first(),
    wantsMore ? more() : { default: {} },
    // What the jury says is stored in English; its other languages are a chunk each.
    locale === 'en'
      ? null
      : import('./said.ts').then(async (of) => ({ ...of, said: await of.saidIn(locale, wantsDocuments) })),
  ]);
  // Another language may have been chosen meanwhile.
  if (wanted !== locale) return;
  setMessages(locale, { ...words.default, ...others.default });
  said = inLanguage?.said ?? asWritten;
  closeUp = inLanguage?.closedUp ?? asWritten;
}

/** The words of everything beyond the first page, and what is said of documents; from now on they come with every language. */
export async function loadMore(documents = false): Promise<void> {
  wantsMore = true;
  wantsDocuments ||= documents;
  await loadLocale(wanted);
}

export function setMessages(locale: Locale, messages: Partial<Messages>): void {
  current = { locale, messages };
}

export function locale(): Locale {
  return current.locale;
}

export function t(key: MessageKey, values: Readonly<Record<string, string | number>> = {}): string {
  const message = current.messages[key] ?? key;
  const filled = message.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? number(value) : (value ?? '');
  });
  return closeUp(filled);
}

export function isLocale(value: string): value is Locale {
  return value in LOCALES;
}

/** The best of ours for what the browser asks for; Chinese is told apart by script and region. */
export function chooseLocale(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    const { language, script, region } = new Intl.Locale(tag).maximize();
    if (language === 'zh') return script === 'Hant' || region === 'TW' ? 'zh-TW' : 'zh-CN';
    if (isLocale(language)) return language;
  }
  return 'en';
}

/** Making a formatter costs a hundred times what using it does: one of each, made anew for another language. */
function formatter(options: Intl.NumberFormatOptions): (value: number) => string {
  let made: Intl.NumberFormat | undefined;
  let of: Locale | undefined;
  return (value) => {
    if (made === undefined || of !== current.locale) {
      of = current.locale;
      // The narrow seconds of Japanese are an English "s".
      made = new Intl.NumberFormat(of, of === 'ja' ? { ...options, unitDisplay: 'short' } : options);
    }
    return made.format(value);
  };
}

export const number = formatter({ maximumFractionDigits: 2 });
/** Two decimals where they matter: 7.96 must never read as 8.0. */
export const score = formatter({ minimumFractionDigits: 1, maximumFractionDigits: 2 });
export const money = formatter({ style: 'currency', currency: 'USD', maximumFractionDigits: 4 });

export const unit = (name: string, more: Intl.NumberFormatOptions): ((value: number) => string) =>
  formatter({ style: 'unit', unit: name, ...more });
const inMinutes = unit('minute', { unitDisplay: 'narrow' });
const inSeconds = unit('second', { unitDisplay: 'narrow' });

export function listOf(items: readonly string[]): string {
  return new Intl.ListFormat(current.locale).format(items);
}

export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds < 60
    ? inSeconds(seconds)
    : `${inMinutes(Math.floor(seconds / 60))} ${inSeconds(seconds % 60)}`;
}

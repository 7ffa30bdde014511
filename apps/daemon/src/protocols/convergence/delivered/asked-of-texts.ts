/**
 * What a text that people read is asked to have: so many of something, a figure or a name that is given, and words it shall
 * do without. Of a program none of this can be told: it may work a figure out, or read a name from elsewhere.
 */
import { datesIn } from '../../documents/language/dates.ts';
import { writesNounsLarge } from '../../documents/language/noun-capitals.ts';
import { MORE_THAN_ONE, NUMBER_WORDS } from '../../documents/language/number-words.ts';
import { numberOf, quantitiesIn } from '../../documents/language/quantities.ts';
import type { ProjectText } from '../project-texts.ts';
import { isFiller, stemOf } from '../words.ts';
import { isNoCount } from './counted-parts.ts';
import { quotedIn } from './promises.ts';
import { isSaid, wordsSaid } from './said-in.ts';

const TEXT = /\.(?:md|mdx|markdown|txt|rst|adoc|html?)$/i;
const MARKED = /`[^`\n]*`|[\p{L}\p{N}_/-]+\.[a-z]\w{1,4}(?!\w)/gu;
const ID = /^[\s|>*+-]*(?:\[[ x]\]\s*)?(?:\**[A-Z][\w.-]*\d\**\s*[:|.)]|\d{1,2}[.)]\s)?/u;

/** A sentence that says what is wrong; null where nothing is, or where not only texts were delivered. */
export function textLacks(raw: string, scope: readonly ProjectText[], brief: string): string | null {
  const texts = scope
    .filter(({ path }) => TEXT.test(path))
    .map(({ path, text }) => ({
      path,
      text: text.replace(/<[^>]*>/g, (tag) => (tag.startsWith('<img') ? tag : ' ')),
    }));
  if (texts.length === 0 || texts.length < scope.length) return null;
  const bare = raw.replace(ID, ' ').replace(MARKED, ' ');
  return (
    fewerListed(bare, texts) ??
    wordsAgainst(bare, texts) ??
    absentKind(bare, scope) ??
    absentFigure(bare, texts) ??
    absentName(bare, texts, brief)
  );
}

const COUNTED = new RegExp(
  `(?<![\\p{L}\\p{N}.,:/€$£-])(\\d{1,2}|${MORE_THAN_ONE})\\s+(?:\\p{L}+\\s+)?(\\p{L}{4,})`,
  'giu',
);
const COUNTED_UNSPACED =
  /([\p{Script=Han}\p{Script=Katakana}]{2,})[をがは]\s*(\d{1,2})(?:つ|個|件|点|项|個)/gu;
const AT_MOST =
  /(?:at most|up to|no more than|max\.?|maximum|höchstens|maximal|bis zu|au plus|jusqu['’]à|como máximo|hasta|máximo|no máximo|até|al massimo|fino a|hoogstens|maximaal|最大|最多)\s*$/iu;

/** "3 starters" and a section of that name with two entries; "6 weeks" and entries from week 1 to week 4. */
function fewerListed(bare: string, texts: readonly ProjectText[]): string | null {
  const prices = quantitiesIn(bare).filter(({ dimension }) => dimension === 'money');
  const asked = [
    ...[...bare.matchAll(COUNTED)].map(({ 1: number = '', 2: noun = '', 0: shown, index }) => ({
      number,
      noun,
      shown,
      index,
    })),
    ...[...bare.matchAll(COUNTED_UNSPACED)].map(({ 1: noun = '', 2: number = '', 0: shown, index }) => ({
      number,
      noun,
      shown,
      index,
    })),
  ].filter(
    ({ index, noun }) =>
      !AT_MOST.test(bare.slice(Math.max(0, index - 24), index)) &&
      !isFiller(noun) &&
      !isNoCount(bare, index) &&
      !prices.some(({ start, end }) => index >= start && index < end),
  );
  for (const { number, noun, shown, index } of asked) {
    const wanted = NUMBER_WORDS[number.toLowerCase()] ?? Number(number);
    // "An agenda with 3 days": what is listed may stand under the name of the whole.
    const before = bare.slice(0, index);
    // "Adults 12" is a name and its figure, and nothing that has so many.
    const isJoined = isFiller(before.match(/\p{L}+(?=\s+$)/u)?.[0] ?? '');
    const whole = isJoined ? wordsSaid(before).at(-1) : undefined;
    const counts = texts.flatMap(({ text }) =>
      (whole === undefined ? [noun] : [noun, whole]).flatMap((name) => countsOf(name, text)),
    );
    const most = Math.max(0, ...counts);
    if (most > 0 && most < wanted)
      return `${pathsOf(texts)} has ${most}, and "${shown.trim()}" are asked for`;
  }
  return null;
}

const HEADING = /^(?:#{1,6}\s+(.+)|(\p{L}[^.!?\n]{0,40})[:：])\s*$/u;
const ENTRY = /^\s{0,3}(?:[-*+•・]|\d{1,2}[.)])\s+\S/u;

const LONGEST_NAME = 3;

/** Entries below a heading of that name; numbered things of that name. */
function countsOf(noun: string, text: string): number[] {
  const isIt = (words: string): boolean =>
    /\p{Script=Han}|\p{Script=Katakana}/u.test(noun)
      ? words.includes(noun)
      : words.split(/[^\p{L}]+/u).some((word) => word.length > 3 && stemOf(word) === stemOf(noun));
  // "Material for 25 people" is about the material.
  const isNameOf = (title: string): boolean =>
    isIt(title) && !/\d/.test(title) && title.trim().split(/\s+/).length <= LONGEST_NAME;
  const counts: number[] = [];
  let below: number | null = null;
  for (const line of text.split(/\r?\n/)) {
    const heading = HEADING.exec(line);
    if (heading !== null) {
      if (below !== null) counts.push(below);
      below = isNameOf(heading[1] ?? heading[2] ?? '') ? 0 : null;
    } else if (below !== null && ENTRY.test(line)) below += 1;
  }
  if (below !== null) counts.push(below);
  const numbered = new Set(
    [...text.matchAll(/^[\s#*+>-]*(\p{L}{4,})\s+(\d{1,2})(?=[\s:.)–-])/gmu)]
      .filter(([, word = '']) => isIt(word))
      .map(([, , number]) => number),
  );
  return [...counts, numbered.size];
}

/** What everybody knows when they see it, by whatever name: an address with its sign, a number that can be called, a price. */
const KINDS: readonly { name: string; asked: RegExp; isThere: RegExp }[] = [
  {
    name: 'mail address',
    asked:
      /(?<!\p{L})(?:e-?mail(?:[- ]?address)?|mail ?address|mailadres|e-?mail-?adresse|courriel|correo(?: electrónico)?|endereço de e-?mail|indirizzo e-?mail)(?!\p{L})|メールアドレス|邮箱|邮件地址/iu,
    isThere: /@\s?[\p{L}\d]|<(?:input|label)[^>]*mail|mailto:/iu,
  },
  {
    name: 'telephone number',
    asked:
      /(?<!\p{L})(?:(?:tele)?phone(?: numbers?)?|telefon(?:nummer)?|telefoonnummer|téléphone|teléfono|telefone|telefono)(?!\p{L})|電話番号|电话/iu,
    isThere: /\+?\(?\d[\d\s()/.-]{4,}\d|<(?:input|label)[^>]*(?:tel|phone)|tel:/iu,
  },
  {
    name: 'price',
    asked:
      /(?<!\p{L})(?:prices?|preise?|prix|precios?|preços?|prezzi|prezzo|prijs|prijzen)(?!\p{L})|価格|料金|价格/iu,
    isThere:
      /[€$£¥]|\d\s?(?:euros?|eur|usd|gbp|chf|pounds?|dollars?|francs?|円|元)|(?<!\p{L})(?:pric|preis|prix|preci|preço|prezz|prijs|free|gratis|gratuit|kostenlos)|価格|料金|无料|無料/iu,
  },
];

/** "Can be read on a phone", "when e-mails are sent": only how somebody is reached has an address or a number. */
const TO_REACH =
  /(?<!\p{L})(?:contact\p{L}*|kontakt\p{L}*|contatt\p{L}*|reach(?:ed)?|call|write to|address(?:es)?|numbers?|erreich\p{L}*|anruf\p{L}*|adressen?|nummern?|joindre|appeler|coordonnées|adresses?|numéros?|llamar|dirección|direcciones|números?|ligar|endereços?|chiamare|indirizz[oi]|numer[oi]|bereik\p{L}*|bellen|adres(?:sen)?)(?!\p{L})|\p{L}(?:nummer|adresse|adres)(?!\p{L})|連絡|番号|アドレス|联系|地址|電話|电话/iu;

function absentKind(bare: string, scope: readonly ProjectText[]): string | null {
  if (DENIED.test(bare)) return null;
  const gone = KINDS.find(
    ({ name, asked, isThere }) =>
      asked.test(bare) &&
      (name === 'price' || TO_REACH.test(bare)) &&
      !scope.some(({ text }) => isThere.test(text)),
  );
  return gone === undefined ? null : `${pathsOf(scope)} has no ${gone.name}`;
}

const DENIED =
  /(?<!\p{L})(?:not|never|no|nobody|avoid|nicht|nie|niemand|personne|nadie|kein\p{L}*|ne|pas|jamais|sans|no|nunca|sin|não|sem|non|mai|senza|niet|nooit|geen)(?!\p{L})|(?:使わない|使用しない|用いない|避ける|不使用|不用|不要|禁止)/iu;
const NOT_TOLD =
  /(?<!\p{L})(?:(?:do not|don['’]t|never|not to) (?:mention|name|speak of|talk about|write about)|nicht (?:erwähnen|nennen)|(?:ne )?pas (?:parler|mentionner|citer|évoquer) (?:du |de la |de l['’]|des |de |le |la |les )?|(?:no|sin) (?:mencionar|hablar de|nombrar)|não (?:mencionar|falar de)|non (?:parlare di|menzionare|citare)|niet (?:noemen|vermelden))\s*(?:the |a |el |la |los |las |o |il |het |de )?(\p{L}{4,})/iu;

/** A word in quotes that is ruled out, or something that shall not be spoken of, and is. */
function wordsAgainst(bare: string, texts: readonly ProjectText[]): string | null {
  const quoted = quotedIn(bare).filter((words) => isRuledOut(words, bare));
  const untold = NOT_TOLD.exec(bare)?.[1];
  for (const word of [...quoted, ...(untold === undefined ? [] : [untold])]) {
    const file = texts.find(({ text }) => hasWord(text, word));
    if (file !== undefined) return `${file.path} has "${word}", which is ruled out`;
  }
  return null;
}

/** "no more than": a bound, and rules nothing out. */
const BOUND =
  /(?<!\p{L})(?:no(?:t)? (?:more|less|fewer|later|longer) than|nicht (?:mehr|länger|später) als|(?:ne )?pas plus (?:de|que)|no más (?:de|que)|não mais (?:de|que)|non più (?:di|che)|niet meer dan)(?!\p{L})/giu;
const REACH_BEFORE = 60;
const REACH_BEHIND = 16;

/** Denied right before it, or right behind it: what else the sentence denies is about something else. */
function isRuledOut(words: string, bare: string): boolean {
  const at = bare.indexOf(words);
  const before =
    bare
      .slice(0, at)
      .replace(BOUND, ' ')
      .split(/[.;:。；](?=\s|$)|[。；]/u)
      .at(-1) ?? '';
  const behind =
    bare
      .slice(at + words.length)
      .replace(BOUND, ' ')
      .split(/[.;:,。；、，]/u)[0] ?? '';
  const unquoted = before.replace(/["“”„«»「」][^"“”„«»「」]*["“”„«»「」]/gu, ' ').slice(-REACH_BEFORE);
  const isUnspaced = /[\p{Script=Hiragana}\p{Script=Han}]/u.test(bare);
  return DENIED.test(unquoted) || DENIED.test(behind.slice(0, isUnspaced ? REACH_BEFORE : REACH_BEHIND));
}

function hasWord(text: string, word: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)
    ? text.includes(word)
    : new RegExp(`(?<!\\p{L})${RegExp.escape(word)}(?!\\p{L})`, 'iu').test(text);
}

const BARE_FIGURE = /(?<![\p{L}\p{N}_.,:/#-])(\d{1,3}(?:[.,]\d{3})+|\d+(?:[.,]\d+)?)(?![\p{N}]|[.,:/]\d)/gu;
/** One to twelve count things, number them, or are written out. */
const SMALLEST_TELLING = 12;

/** A price, a day, a time or a size that is given, in a text that has it nowhere, in digits or words. */
function absentFigure(bare: string, texts: readonly ProjectText[]): string | null {
  const quantities = quantitiesIn(bare);
  const said = new Set(texts.flatMap(({ text }) => [...figuresOf(text), ...wordFigures(text)]));
  const dates = new Set(
    texts.flatMap(({ text }) => datesIn(text).map(({ dimension, value }) => `${dimension} ${value}`)),
  );
  const day = datesIn(bare).find(
    ({ dimension, value }) => dimension === 'date' && !dates.has(`date ${value}`),
  );
  if (day !== undefined && [...dates].some((date) => date.startsWith('date')))
    return `${pathsOf(texts)} has another day than ${day.shown.trim()}`;
  const gone = [...bare.matchAll(BARE_FIGURE)].find(({ 1: figure = '', index }) => {
    const over = quantities.filter(({ start, end }) => index >= start && index < end);
    const own = over.find(({ dimension }) => dimension !== 'count') ?? over[0];
    if (own?.dimension === 'date' || own?.dimension === 'weekday') return false;
    const isMeasure = own !== undefined && own.dimension !== 'count';
    const isKept =
      own === undefined || own.dimension === 'clock' || own.relation === 'plain' || own.relation === 'range';
    // What is counted need not be told.
    if (own?.dimension === 'count' && !isFiller(own.counted[0] ?? 'the')) return false;
    return isKept && (isMeasure || numberOf(figure) > SMALLEST_TELLING) && !said.has(numberOf(figure));
  });
  return gone === undefined || said.size === 0 ? null : `${pathsOf(texts)} has nothing of ${gone[1]}`;
}

function figuresOf(text: string): number[] {
  return [...text.matchAll(/\d{1,3}(?:[.,’' ]\d{3})+(?!\d)|\d+(?:[.,]\d+)?/gu)].flatMap(([figure]) => [
    numberOf(figure),
    ...(figure.match(/\d+/g) ?? []).map(Number),
  ]);
}

function wordFigures(text: string): number[] {
  return [...text.matchAll(/\p{L}+(?:[- ]\p{L}+)?/gu)].flatMap(([words]) =>
    [words, ...words.split(/[- ]/)].flatMap((word) => NUMBER_WORDS[word.toLowerCase()] ?? []),
  );
}

const NAMES = /(?<=[\p{L},(:;]\s?)(?:\p{Lu}\p{Ll}{2,})(?:\s\p{Lu}\p{Ll}{2,})*/gu;

/** Somebody or something by name, in the middle of a sentence, that the text never names. */
function absentName(bare: string, texts: readonly ProjectText[], brief: string): string | null {
  if (writesNounsLarge(brief)) return null;
  const days = datesIn(bare);
  for (const { 0: name, index } of bare.trim().matchAll(NAMES)) {
    if (days.some(({ shown }) => shown.includes(name))) continue;
    const words = name.split(' ').filter((word) => !isFiller(word));
    const gone = words.find((word) => !isSaid(word, texts));
    // A word of a language, a country or a product kind is a name only beside others that are said.
    if (gone !== undefined && index > 0 && (words.length > 1 || isTitled(bare, name)))
      return `${pathsOf(texts)} does not name ${name}`;
  }
  return null;
}

function isTitled(bare: string, name: string): boolean {
  return new RegExp(
    `(?<!\\p{L})(?:mr|ms|mrs|dr|mme|m|mlle|herr|frau|señora?|sra?|dña|don|fondation|foundation|fundación|firma|company|by|from|chef)\\.?\\s+${RegExp.escape(name)}`,
    'iu',
  ).test(bare);
}

function pathsOf(texts: readonly ProjectText[]): string {
  return texts.map(({ path }) => path).join(', ');
}

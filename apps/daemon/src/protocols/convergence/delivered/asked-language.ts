/** The language a requirement asks for, against the one its documents are certainly written in. */
import { certainLanguage } from '../../../measure/model/language.ts';
import { NEGATION, NEVER } from '../../documents/language/polarity.ts';
import type { ProjectText } from '../project-texts.ts';

/** As each of them is called in itself and in its neighbours. */
const NAMES: readonly (readonly [string, string, string])[] = [
  [
    'en',
    'English',
    'english|englisch|anglais|inglés|ingles|inglês|inglese|engels|engelska|engelsk|angielsku|英語|英语|영어',
  ],
  [
    'de',
    'German',
    'german|deutsch|allemand|alemán|aleman|alemão|tedesco|duits|tyska|tysk|niemiecku|ドイツ語|德语|독일어',
  ],
  [
    'fr',
    'French',
    'french|französisch|français|francais|francés|frances|francês|francese|frans|franska|fransk|francusku|フランス語|法语|프랑스어',
  ],
  [
    'es',
    'Spanish',
    'spanish|spanisch|espagnol|español|espanol|espanhol|spagnolo|spaans|spanska|spansk|hiszpańsku|スペイン語|西班牙语|스페인어',
  ],
  [
    'it',
    'Italian',
    'italian|italienisch|italien|italiano|italiaans|italienska|italiensk|イタリア語|意大利语',
  ],
  ['pt', 'Portuguese', 'portuguese|portugiesisch|portugais|portugués|português|portoghese|portugees'],
  ['nl', 'Dutch', 'dutch|niederländisch|néerlandais|neerlandés|holandés|olandese|nederlands'],
  ['ja', 'Japanese', 'japanese|japanisch|japonais|japonés|giapponese|japans|日本語|日语|일본어'],
];
/** "in German", "auf Deutsch", "en français": of what is written, and of nothing else ("in English units"). */
const SPACED = NAMES.map(([, , names]) =>
  names
    .split('|')
    .filter((name) => /^[\p{Script=Latin}]+$/u.test(name))
    .join('|'),
);
const ASKED = SPACED.map(
  (names) =>
    new RegExp(
      `(?<!\\p{L})(?:written|worded|geschrieben|verfasst|formuliert|rédigé\\p{L}*|écrit\\p{L}*|redactad\\p{L}*|escrit\\p{L}*|scritt\\p{L}*|geschreven)\\s(?:[\\p{L}]+\\s){0,3}?(?:in|auf|en|em|in het)\\s(?:${names})(?!\\p{L})|(?<!\\p{L})(?:in|auf|en|em|in het)\\s(?:${names})\\s(?:geschrieben|verfasst|formuliert|written)(?!\\p{L})`,
      'iu',
    ),
);
/** Wherever it stands, and as an adjective: "its German translation", "die deutsche Fassung". */
const NAMED = NAMES.map(([, , names], at) => {
  const unspaced = names.split('|').filter((name) => !/^[\p{Script=Latin}]+$/u.test(name));
  const spaced = `(?<!\\p{L})(?:${SPACED[at]})(?:e[mnrs]?|as?|s)?(?!\\p{L})`;
  return new RegExp([spaced, ...unspaced].join('|'), 'iu');
});
const NO_TEXT = /<(script|style)\b[\s\S]{0,20000}?<\/\1>|<[^<>]*>|`[^`\n]*`/gi;
const DOCUMENT = /\.(?:md|markdown|mdx|txt|rst|adoc|html?)$/i;

/** Null where none is asked for, several are named or one is ruled out, or where nobody can tell what it is written in. */
export function otherLanguage(raw: string, scope: readonly ProjectText[]): string | null {
  const wanted = NAMES.find((_, at) => ASKED[at]?.test(raw) === true);
  if (wanted === undefined || NAMED.filter((name) => name.test(raw)).length > 1) return null;
  if ([NEGATION, NEVER].some((denial) => raw.search(denial) !== -1)) return null;
  for (const { path, text } of scope.filter((file) => DOCUMENT.test(file.path))) {
    const is = certainLanguage(text.replace(NO_TEXT, ' '));
    if (is !== null && is !== wanted[0]) return `${path} is not written in ${wanted[1]}`;
  }
  return null;
}

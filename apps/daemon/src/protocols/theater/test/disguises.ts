/** Tags that only look like tags: other scripts, other widths, characters nobody sees. */
type Disguise = (name: string, mark: string, words: string) => string;

const CYRILLIC: Readonly<Record<string, string>> = { M: 'М', S: 'Ѕ', T: 'Т', I: 'І', X: 'Х', A: 'А', E: 'Е' };
const GREEK: Readonly<Record<string, string>> = { M: 'Μ', T: 'Τ', I: 'Ι', X: 'Χ', F: 'Ϝ', U: 'υ' };
const OTHERS: Readonly<Record<string, string>> = { M: 'Ꮇ', U: 'Ս', S: 'Տ', T: 'Ꭲ', F: 'ꓝ', I: 'Ꭵ', X: 'ꓫ' };

const wide = (text: string): string =>
  text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
const spelled =
  (change: (name: string) => string, all = false): Disguise =>
  (name, mark, words) => {
    const tag = all ? change(`${name}${mark}`) : `${change(name)}${mark}`;
    return `<${tag}>${words}</${tag}>`;
  };
const by = (letters: Readonly<Record<string, string>>) => (name: string) =>
  name.replace(/[A-Z]/g, (letter) => letters[letter] ?? letter);
const between = (mark: string) => (name: string) => Array.from(name).join(mark);

export const DISGUISES: Readonly<Record<string, Disguise>> = {
  'Cyrillic letters': spelled(by(CYRILLIC)),
  'one Cyrillic letter': spelled((name) => name.replace('M', 'М').replace('S', 'Ѕ')),
  'Cyrillic small letters': spelled((name) => name.toLowerCase().replace('s', 'ѕ').replace('i', 'і')),
  'Greek letters': spelled(by(GREEK)),
  'letters of other scripts': spelled(by(OTHERS)),
  'full width': spelled(wide),
  'full width, with the code': spelled(wide, true),
  'full width, with the brackets': (name, mark, words) => `＜${name}${mark}＞${words}＜/${name}${mark}＞`,
  'mathematical letters': spelled((name) =>
    name.replace(/[A-Z]/g, (letter) => String.fromCodePoint(0x1d400 + letter.charCodeAt(0) - 65)),
  ),
  'soft hyphens': spelled(between('\u00ad')),
  'zero-width spaces': spelled(between('\u200b')),
  'zero-width joiners': spelled(between('\u200d')),
  'a word joiner and an invisible times': spelled((name) => name.replace('_', '\u2060_\u2062')),
  'letters with marks': spelled((name) => name.replace('U', 'U\u0308').replace('X', 'X\u0323')),
  'another dash': spelled((name) => name.replace('_', '\u2011')),
  'another underscore': spelled((name) => name.replace('_', '\uff3f')),
};

/** Whether delivered files speak of something, whatever ending, case, accent or compound they give it. */

import type { ProjectText } from '../project-texts.ts';
import { identifierWords, isFiller } from '../words.ts';

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const UNSPACED_RUN = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]{2,}/gu;
/** Letters of a word that are enough to know it by inside another one. */
const TELLING = 4;
const LONGEST_START = 6;

/** Lower case, accents gone; ü is u and ue alike, so both are tried. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
}

function spelledOut(text: string): string {
  return plain(text.replace(/ä/giu, 'ae').replace(/ö/giu, 'oe').replace(/ü/giu, 'ue'));
}

const LETTERS = new WeakMap<ProjectText, string>();

/** All words of a file and of its name, each behind a space. */
function lettersOf(file: ProjectText): string {
  const known = LETTERS.get(file);
  if (known !== undefined) return known;
  const text = `${file.path} ${file.text}`;
  const read = ` ${plain(identifierWords(text)).replace(/[^\p{L}\p{N}]+/gu, ' ')} ${plain(text)} `;
  LETTERS.set(file, read);
  return read;
}

/** Words that say something, of a stretch of a requirement. */
export function wordsSaid(text: string): string[] {
  const unspaced = text.match(UNSPACED_RUN) ?? [];
  const spaced =
    identifierWords(text.replace(new RegExp(UNSPACED.source, 'gu'), ' ')).match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return [
    ...unspaced,
    ...spaced.filter((word) => !isFiller(word) && (word.length > 2 || /^\p{Lu}{2}$/u.test(word))),
  ];
}

export function isSaid(word: string, files: readonly ProjectText[]): boolean {
  return files.some((file) => isWordIn(word, lettersOf(file)));
}

function isWordIn(word: string, letters: string): boolean {
  if (UNSPACED.test(word)) {
    const signs = [...plain(word)];
    return signs.length < 3
      ? letters.includes(signs.join(''))
      : signs.slice(1).some((sign, index) => letters.includes(`${signs[index]}${sign}`));
  }
  return [plain(word), spelledOut(word)].some((form) => {
    if (form.length < TELLING) return letters.includes(` ${form} `) || letters.includes(` ${form}s `);
    // An ending tells number, gender or time; inside another word more of it must stand.
    const whole = form.slice(0, Math.max(TELLING, form.length - 2));
    return letters.includes(whole) || letters.includes(` ${whole.slice(0, LONGEST_START)}`);
  });
}

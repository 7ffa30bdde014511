/** Words that a demand quotes of the page: a place too, where it names none. */

const MAX_QUOTES = 4;
/** Between quotation marks of any kind, on one line; a letter or two is no place. */
const QUOTE =
  /["“”„«‹「『`]([^"“”„«»‹›「」『』`\n]{3,200})["“”»›」』`]|(?<!\w)['‘]([^'‘’\n]{3,200})['’](?!\w)/g;

export function quotedWords(text: string): string[] {
  const found = text.slice(0, 2_000).matchAll(QUOTE);
  return [...found].slice(0, MAX_QUOTES).map(([, marked, single]) => marked ?? single ?? '');
}

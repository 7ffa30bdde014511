/**
 * Letters of other scripts, of other widths and between others that a reader takes for ours. What an agent wrote
 * under such letters is read as what it looks like: a demand is not lost because its tag has a Cyrillic M.
 */

/** By our letter; full width, mathematical letters and Roman numerals are told by Unicode itself. */
const BY_LETTER: Readonly<Record<string, string>> = {
  A: 'АаΑαᎪꓮᴀ',
  C: 'СсϹϲᏟꓚᴄ',
  D: 'ᎠꓓᴅԁⅮ',
  E: 'ЕеΕεᎬꓰᴇҽ',
  F: 'ϜϝꓝꜰƒƑҒғ',
  H: 'НнΗᎻꓧʜһ',
  I: 'ІіΙιӀӏᎥꓲɪıƖǀⵏ∣',
  K: 'КкΚκꓗᴋ',
  L: 'ᏞꓡʟⳐ',
  M: 'МмΜᎷꓟᴍϺϻ',
  N: 'ΝꓠɴոՈ',
  O: 'ОоΟοՕօꓳᴏ',
  P: 'РрΡρᏢꓑᴘ',
  Q: 'Ԛԛ',
  R: 'ᎡꓣʀᏒ',
  S: 'ЅѕՏᏚꓢꜱʂ',
  T: 'ТтΤτᎢꓔᴛ⊤',
  U: 'ՍսꓴᴜυμԱ∪⋃Џ',
  X: 'ХхΧχꓫⲬⲭⵝ╳×✕',
  Y: 'УуΥγҮүꓬʏ',
  _: '‿⁀',
  '<': '˂ᐸ',
  '>': '˃ᐳ',
};
const LETTER_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(BY_LETTER).flatMap(([letter, others]) =>
    Array.from(others, (other) => [other, letter] as const),
  ),
);
/** Format characters, marks on a letter, and letters without a shape. */
const UNSEEN = /[\p{Cf}\p{Mn}\p{Me}\u115f\u1160\u3164\uffa0]/gu;
const DASH = /[\p{Pd}\u2212\u2043]/gu;
const EVERY_FOREIGN = /[\u{80}-\u{10ffff}]/gu;
const FOREIGN = /[\u0080-\uffff]/;

export function isPlain(text: string): boolean {
  return !FOREIGN.test(text);
}

/** Text that is shown from right to left, until it says otherwise or the line ends. */
const TURNED = /\u202e([^\u202c\u202d\u202e\n]{0,4000})\u202c?/g;

/** The text as it looks, in our letters; what looks like nothing of ours stays. */
export function asItLooks(text: string): string {
  if (isPlain(text)) return text;
  return text
    .replace(TURNED, (_, turned: string) => Array.from(turned).reverse().join(''))
    .normalize('NFKD')
    .replace(UNSEEN, '')
    .replace(DASH, '-')
    .replace(EVERY_FOREIGN, (letter) => LETTER_OF.get(letter) ?? letter);
}

/**
 * The last thing text passes before a terminal, a log or a pipe sees it. A terminal takes some characters as orders: to
 * move, to colour, to write a title, to turn words around. So does who runs a build of some words in its log: to set a
 * variable, to hide text, to say that a step went well. Whoever's text it is, only our own colours pass; every other such
 * character, and the first of such words, is shown as `\u001b`, which is also what it is called in JSON, so that a document
 * stays what it was. Pure.
 */

/** Exactly what `paintRow` writes. */
const OUR_COLOURS = '\\u001b\\[(?:0|1|2|31|32|33|36)m';
/** Control characters but tab and line feed, and the marks that reorder or hide what a reader sees. */
const ORDERS =
  '[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}]';
/** `##[error]` of GitHub and Azure, `##vso[…]`, `##teamcity[…]`: taken wherever in a line they stand. */
const BUILD_ORDERS = '#(?=#[A-Za-z]{0,20}\\[)';
/** `::error::`, `::set-output name=x::`: taken where they begin a line, but for blanks. */
const LINE_ORDERS = ':(?<=^\\s*:)(?=:[A-Za-z-]{1,40}(?: [^\\n]*)?::)';
/** A carriage return alone writes over the line; before a line feed it is the line's end. */
const PATTERN = new RegExp(`${OUR_COLOURS}|\\r(?!\\n)|${ORDERS}|${BUILD_ORDERS}|${LINE_ORDERS}`, 'gmu');

/** Letters, digits and signs of a keyboard: nearly all there is, and told apart at a fraction of the price. */
const NOT_PLAIN = /[^ -~\t\n]|##|::/;

export function shownText(text: string, { color }: { color: boolean }): string {
  if (!NOT_PLAIN.test(text)) return text;
  return text.replace(PATTERN, (found) => (color && found.endsWith('m') ? found : escaped(found)));
}

/** A line of a log: JSON, in which nothing is an order to the terminal that shows it. */
export function logLine(entry: Readonly<Record<string, string>>): string {
  return shownText(JSON.stringify(entry), { color: false });
}

function escaped(found: string): string {
  let shown = '';
  // By code unit: a pair of them is one character in JSON too. Of one of our colours, only what makes it an order.
  for (let at = 0; at < found.length; at += 1) {
    const unit = found.charAt(at);
    shown +=
      found.length > 1 && PRINTABLE.test(unit)
        ? unit
        : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  }
  return shown;
}

const PRINTABLE = /[ -~]/;

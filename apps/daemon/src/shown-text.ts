/**
 * The last thing text passes before a terminal, a log or a pipe sees it. A terminal takes some characters as orders: to
 * move, to colour, to write a title, to turn words around. Whoever's text it is, only our own colours pass; every other
 * such character is shown as `\u001b`, which is also what it is called in JSON, so that a document stays what it was.
 * Pure.
 */

/** Exactly what `paintRow` writes. */
const OUR_COLOURS = '\\u001b\\[(?:0|1|2|31|32|33|36)m';
/** Control characters but tab and line feed, and the marks that reorder or hide what a reader sees. */
const ORDERS =
  '[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}]';
/** A carriage return alone writes over the line; before a line feed it is the line's end. */
const PATTERN = new RegExp(`${OUR_COLOURS}|\\r(?!\\n)|${ORDERS}`, 'gu');

/** Letters, digits and signs of a keyboard: nearly all there is, and told apart at a fraction of the price. */
const NOT_PLAIN = /[^ -~\t\n]/;

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
  // By code unit: a pair of them is one character in JSON too.
  for (let at = 0; at < found.length; at += 1) {
    const unit = found.charAt(at);
    shown += PRINTABLE.test(unit) ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  }
  return shown;
}

const PRINTABLE = /[ -~]/;

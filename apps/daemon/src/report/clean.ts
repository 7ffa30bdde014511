/** Text that others wrote, made safe to show: on a terminal, in XML, in a report. Pure. */

/** Whole escape sequences go, not only their first byte: "[31m" left behind is noise too. */
const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b(?:[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])?/g;
const SPACES = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Control characters, and the marks that reorder or hide what a reader sees. */
const CONTROLS = /[\p{Cc}\p{Cf}\ufff9-\uffff]/gu;

/** One line of plain text from anything: an agent's words, a file name, an error. */
export function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(ESCAPES, '')
    .replace(SPACES, ' ')
    .replace(CONTROLS, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}

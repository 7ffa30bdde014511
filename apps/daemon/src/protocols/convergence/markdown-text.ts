/** Words that others wrote, as one line of Markdown: they stay words. Pure. */

/** Marks that turn words around or hide them. */
const HIDDEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** Nothing of it is a tag, a link or a picture, which would be fetched by whoever looks at the report. */
export function markdownText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .replace(HIDDEN, '')
      .replaceAll('<', '&lt;')
      .replaceAll('![', '!\\[')
      // `[words](address)`, and `[words]: address` which gives the address elsewhere.
      .replace(/\](?=[(:[])/g, '\\]')
      .trim()
  );
}

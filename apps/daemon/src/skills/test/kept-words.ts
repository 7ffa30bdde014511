/** What a draft lost of its brief, says more often than it, and says without it: word by word, as a reader sees the page. */

/** Drawings, what only a keyboard reaches, the menu of headings, numbers of slides, and bars that repeat their table. */
const NOT_SAID =
  /<(style|title|svg|nav|summary)\b[\s\S]*?<\/\1>|<a class="skip"[^>]*>[^<]*<\/a>|<ul class="(?:bars|plot)[\s\S]*?<\/ul>|<p class="small muted">\d+ \/ \d+<\/p>|<span(?: aria-hidden="true")?>\d{1,2}<\/span>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function visibleText(html: string): string {
  return html
    .slice(html.indexOf('<body>'))
    .replace(NOT_SAID, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ');
}

/** Words that join: a title may do without them. */
const JOINING = new Set('a an the our we are is it that which who and says'.split(' '));

function counted(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}][\p{L}\p{N}@.,:/’'-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu))
    if (!JOINING.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

export interface KeptWords {
  lost: string[];
  repeated: string[];
  added: string[];
}

/** `leftOut`: what of the brief is no content, such as an order and a wish. */
export function keptWords(brief: string, html: string, leftOut: readonly string[] = []): KeptWords {
  const content = leftOut.reduce((text, part) => text.replace(part, ' '), brief);
  const asked = counted(content.replace(/https?:\/\/(?:www\.)?/g, ''));
  const said = counted(visibleText(html).replace(/https?:\/\/(?:www\.)?/g, ''));
  const names = (from: Map<string, number>, test: (word: string, n: number) => boolean): string[] =>
    [...from].filter(([word, n]) => test(word, n)).map(([word]) => word);
  return {
    lost: names(asked, (word, n) => (said.get(word) ?? 0) < n),
    repeated: names(said, (word, n) => asked.has(word) && n > (asked.get(word) ?? 0)),
    added: names(said, (word) => !asked.has(word)),
  };
}

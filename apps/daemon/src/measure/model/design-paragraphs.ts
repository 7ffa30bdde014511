/** A design file as its paragraphs: each entry of a list and each row of a table says something of its own. */

export interface Paragraph {
  /** The heading it stands under. */
  title: string;
  text: string;
  kind: 'prose' | 'row';
}

export function paragraphsOf(text: string): Paragraph[] {
  const found: Paragraph[] = [];
  let title = '';
  let lines: string[] = [];
  const flush = (): void => {
    const text = lines.join(' ');
    // "**Type.** Headlines in …": what is bold at the beginning says what it is about.
    const own = /^(?:[-*+]\s+|\d+[.)]\s+)?\*\*([^*]{2,40}?)[.:]?\*\*\s*[.:]?/.exec(text)?.[1];
    if (lines.length > 0)
      found.push({ title: own === undefined ? title : `${title} ${own}`.trim(), text, kind: 'prose' });
    lines = [];
  };
  let isFenced = false;
  for (const raw of text.split(/\r?\n/)) {
    if (/^\s*(?:```|~~~)/.test(raw)) {
      flush();
      isFenced = !isFenced;
      continue;
    }
    // A line that is only bold heads what follows; so does one word before a block.
    const line =
      /^\s*\*\*[^*]{2,40}\*\*\s*:?\s*$/.test(raw) || /^\p{Lu}\p{Ll}{3,20}$/u.test(raw)
        ? `### ${raw.replace(/[*:]/g, '').trim()}`
        : raw;
    if (isFenced) {
      flush();
      if (line.trim() !== '') found.push({ title, text: line.trim(), kind: 'prose' });
      continue;
    }
    const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1];
    if (heading !== undefined) {
      flush();
      title = heading;
    } else if (line.trim() === '') flush();
    else if (/^\s*\|/.test(line)) {
      flush();
      found.push({ title, text: line.trim(), kind: 'row' });
    } else {
      if (/^\s*(?:[-*+]|\d+[.)])\s/.test(line)) flush();
      lines.push(line.trim());
    }
  }
  flush();
  return found;
}

export function sentencesOf(paragraph: string): string[] {
  return paragraph.split(/(?<=[.;!?])\s+(?=\S)/);
}

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
    if (lines.length > 0) found.push({ title, text: lines.join(' '), kind: 'prose' });
    lines = [];
  };
  for (const line of text.split(/\r?\n/)) {
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

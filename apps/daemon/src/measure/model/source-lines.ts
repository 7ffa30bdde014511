/** The source line by line, without what is code: there a mark may be what is spoken about. */
import type { Page } from './page.ts';

export interface SourceLine {
  /** 1-based. */
  line: number;
  text: string;
}

const FENCE = /^(?:\s*>)*\s*(?:(?:[-*+]|\d+[.)])\s+)?(`{3,}(?=[^`]*$)|~{3,})(.*)$/;

interface Fenced {
  /** Lines inside a fence, and the fences. */
  inside: ReadonlySet<number>;
  /** The fence that nothing closes. */
  open: SourceLine | null;
}

function fencesIn(lines: readonly string[]): Fenced {
  const inside = new Set<number>();
  let open: (SourceLine & { mark: string }) | null = null;
  for (const [index, text] of lines.entries()) {
    const [, mark = '', rest = ''] = FENCE.exec(text) ?? [];
    if (open !== null) {
      inside.add(index + 1);
      if (mark.startsWith(open.mark) && rest.trim() === '') open = null;
    } else if (mark !== '') {
      open = { line: index + 1, text, mark };
      inside.add(index + 1);
    }
  }
  return { inside, open };
}

export function unclosedFence(source: string): SourceLine | null {
  return fencesIn(source.split(/\r\n|\r|\n/)).open;
}

export function linesOutsideCode(page: Page): SourceLine[] {
  const lines = page.html.split(/\r\n|\r|\n/);
  const { inside, open } = page.format === 'markdown' ? fencesIn(lines) : codeLines(page);
  return (
    lines
      .map((text, index): SourceLine => ({ line: index + 1, text }))
      // What stands behind a fence that never ends was not meant as code.
      .filter(({ line }) => !inside.has(line) || (open !== null && line > open.line))
  );
}

function codeLines(page: Page): Fenced {
  const inside = new Set<number>();
  const breaks = /\r\n|\r|\n/g;
  for (const { startTag, endTag } of page.byTag('pre', 'code', 'samp', 'textarea', 'xmp')) {
    if (startTag === null) continue;
    const within = page.html.slice(startTag.start, endTag?.end ?? page.html.length);
    const count = within.match(breaks)?.length ?? 0;
    for (let at = 0; at <= count; at += 1) inside.add(startTag.line + at);
  }
  return { inside, open: null };
}

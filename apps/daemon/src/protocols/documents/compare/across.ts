/** What several texts say against each other: the statements of one held against those of the others. */
import { type MarkdownDocument, readDocument } from '../document.ts';
import type { Sentence } from '../sentences.ts';
import { figurePairs } from './figure-pairs.ts';
import { oppositePairs } from './opposite-pairs.ts';

export interface Text {
  path: string;
  text: string;
}

export interface Said {
  path: string;
  line: number;
  text: string;
}

export interface Disagreement {
  /** What differs, as it is written; empty for statements that exclude each other. */
  shown: readonly string[];
  places: readonly [Said, Said];
  /** At least 0.45 for figures, 0.6 for opposites. */
  score: number;
  kind: 'figure' | 'opposite';
  /** Nearly always of one thing; what is not is worth a look. */
  isSure: boolean;
}

/** More than these are not read together: what is shared by chance grows with every text. */
const MOST_CHARS = 400_000;

/** Each text under a title of its own, which is above everything and so tells nothing. */
function together(texts: readonly Text[]): {
  document: MarkdownDocument;
  partOf(sentence: Sentence): Said;
} {
  const parts: { path: string; start: number; lines: number }[] = [];
  let source = '';
  let lines = 0;
  for (const { path, text } of texts) {
    if (source.length + text.length > MOST_CHARS) break;
    const head = `\n# ${path.replace(/[^\p{L}\p{N}.]+/gu, ' ')}\n\n`;
    source += head;
    lines += 3;
    parts.push({ path, start: source.length, lines });
    source += `${text}\n`;
    lines += `${text}\n`.split(/\r\n|\n|\r/).length - 1;
  }
  const document = readDocument(source);
  return {
    document,
    partOf({ start, line, text }) {
      const part = parts.findLast((one) => one.start <= start);
      return { path: part?.path ?? '', line: line - (part?.lines ?? 0), text };
    },
  };
}

/** Pairs of sentences of two texts that cannot both hold, surest first. */
export function disagreements(texts: readonly Text[]): Disagreement[] {
  const { document, partOf } = together(texts);
  const mayMeet = (one: Sentence, other: Sentence): boolean => partOf(one).path !== partOf(other).path;
  const at = (sentence: Sentence, line: number): Said => ({
    ...partOf(sentence),
    line: partOf({ ...sentence, line }).line,
  });
  return [
    ...figurePairs(document, undefined, mayMeet).pairs.map(
      ({ one, other, score, isSure }): Disagreement => ({
        isSure,
        shown: [one.shown, other.shown],
        places: [at(one.sentence, one.line), at(other.sentence, other.line)],
        score,
        kind: 'figure',
      }),
    ),
    ...oppositePairs(document, mayMeet).map(
      ({ one, other, score }): Disagreement => ({
        isSure: false,
        shown: [],
        places: [at(one.sentence, one.line), at(other.sentence, other.line)],
        score,
        kind: 'opposite',
      }),
    ),
  ].toSorted((one, other) => other.score - one.score);
}

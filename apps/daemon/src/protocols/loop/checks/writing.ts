/** Slips that can be put right without asking anybody. */
import { type Check, quote, type Remark } from './remark.ts';

/** Words that may rightly stand twice. */
const MAY_REPEAT = new Set(
  'that had is very bye so no final long really many much far again please never die der das'.split(' '),
);
const TWICE = /(?<![\p{L}\p{N}_-])(\p{L}{2,})([ \t]+)\1(?![\p{L}\p{N}_-])/giu;

export const doubledWords: Check = ({ statements, source }) => {
  const remarks = statements.flatMap(({ start, end, line }) => {
    const raw = source.slice(start, end);
    return [...raw.matchAll(TWICE)].flatMap((match): Remark[] => {
      const [whole, word = ''] = match;
      const isQuoted = (raw.slice(0, match.index).match(/`/g)?.length ?? 0) % 2 === 1;
      if (MAY_REPEAT.has(word.toLowerCase()) || isQuoted) return [];
      const from = start + match.index;
      return [
        {
          check: 'doubled-word',
          line: line + (raw.slice(0, match.index).match(/\n/g)?.length ?? 0),
          text: `${quote(whole)} says a word twice`,
          remedy: {
            kind: 'edit',
            edit: { start: from, end: from + whole.length, text: word },
            says: `write ${quote(word)} once`,
          },
        },
      ];
    });
  });
  return { remarks, looked: statements.length, things: 'statements say no word twice' };
};

export const headingLevels: Check = ({ headings, source }) => {
  const remarks = headings.flatMap((heading, index): Remark[] => {
    const before = headings[index - 1];
    if (before === undefined || heading.depth <= before.depth + 1) return [];
    const marks = /^#+/.exec(source.slice(heading.start, heading.end))?.[0];
    if (marks === undefined) return [];
    const text = '#'.repeat(before.depth + 1);
    return [
      {
        check: 'heading-level',
        // Forms of proposals skip levels, and nobody reads them otherwise for it.
        isDoubt: true,
        line: heading.line,
        text: `${quote(heading.text)} is ${heading.depth - before.depth} levels below the heading before it`,
        remedy: {
          kind: 'edit',
          edit: { start: heading.start, end: heading.start + marks.length, text },
          says: `make it a heading of level ${before.depth + 1}`,
        },
      },
    ];
  });
  return { remarks, looked: headings.length, things: 'headings go down one level at a time' };
};

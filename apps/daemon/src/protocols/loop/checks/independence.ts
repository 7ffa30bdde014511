/** Whether requirements stand on their own: said once, under one name, without contradicting each other. */
import type { MarkdownDocument, Statement } from '../document.ts';
import { wordsOf } from '../words.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

const NEAR = 0.85;
const LEAST_WORDS = 4;

export const duplicates: Check = ({ requirements, source }) => {
  const remarks: Remark[] = [];
  const seen: { statement: Statement; words: ReadonlySet<string>; plain: string }[] = [];
  const byWord = new Map<string, number[]>();
  for (const statement of requirements) {
    const plain = normal(statement);
    const words = wordsOf(plain);
    const twin = closest(seen, byWord, words);
    // The same words with other figures are a contradiction, which is another check's to say.
    if (twin !== null && words.size >= LEAST_WORDS && digitsOf(twin.plain) === digitsOf(plain))
      remarks.push(duplicateRemark(twin, statement, plain, source));
    for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), seen.length]);
    seen.push({ statement, words, plain });
  }
  return { remarks, looked: requirements.length, things: 'requirements are said once' };
};

function duplicateRemark(
  twin: { statement: Statement; plain: string },
  statement: Statement,
  plain: string,
  source: string,
): Remark {
  const isExact = twin.plain === plain && statement.kind === 'item';
  return {
    check: 'duplicate',
    line: statement.line,
    text: `line ${statement.line} says again what line ${twin.statement.line} says: ${quote(statement.text)}`,
    remedy: isExact
      ? {
          kind: 'edit',
          edit: { ...wholeLine(source, statement), text: '' },
          says: `remove line ${statement.line}, which repeats line ${twin.statement.line}`,
        }
      : write(`keep one of lines ${twin.statement.line} and ${statement.line}`),
  };
}

function digitsOf(text: string): string {
  return (text.match(/\d+/g) ?? []).join(' ');
}

/** The line with its bullet, and its end. */
function wholeLine(source: string, { start, end }: Statement): { start: number; end: number } {
  const from = source.lastIndexOf('\n', start - 1) + 1;
  const to = source.indexOf('\n', end);
  return { start: from, end: to === -1 ? source.length : to + 1 };
}

function normal({ text, id }: Statement): string {
  return (id === null ? text : text.replace(id, ''))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Looks only at requirements that share a rare word, so that a long document stays fast. */
function closest<T extends { words: ReadonlySet<string> }>(
  seen: readonly T[],
  byWord: ReadonlyMap<string, readonly number[]>,
  words: ReadonlySet<string>,
): T | null {
  const rarest = [...words].toSorted(
    (one, other) => (byWord.get(one)?.length ?? 0) - (byWord.get(other)?.length ?? 0),
  );
  const candidates = new Set(rarest.slice(0, 4).flatMap((word) => (byWord.get(word) ?? []).slice(0, 50)));
  for (const index of candidates) {
    const other = seen[index];
    if (other === undefined) continue;
    const shared = [...words].filter((word) => other.words.has(word)).length;
    if (shared / Math.max(words.size, other.words.size, 1) >= NEAR) return other;
  }
  return null;
}

export const duplicateIds: Check = ({ statements }) => {
  const first = new Map<string, Statement>();
  const remarks: Remark[] = [];
  for (const statement of statements) {
    const { id, line, kind } = statement;
    if (id === null || kind === 'paragraph') continue;
    const before = first.get(id);
    if (before === undefined) first.set(id, statement);
    else if (before.section === statement.section || before.kind === statement.kind)
      remarks.push({
        check: 'duplicate-id',
        line,
        text: `${id} names two things, on lines ${before.line} and ${line}`,
        remedy: write(`give one of them a number of its own`),
      });
  }
  return { remarks, looked: first.size, things: 'identifiers name one thing' };
};

interface Measure {
  statement: Statement;
  value: string;
  unit: string;
  /** As the text has it. */
  shown: string;
  /** The statement without this figure: what is measured. Other figures are part of it. */
  words: ReadonlySet<string>;
  /** Words that must be the same in both: bounds, percentiles, versions, the other figures. */
  marks: string;
  start: number;
}

/** A figure and the word behind it: a unit, or what is counted. */
const MEASURE = /(?<![\w.-])(\d+(?:[.,]\d+)*)\s*(%|[a-z]{1,20})(?![\w-])/gi;
const MARK =
  /\b(?:min(?:imum)?|max(?:imum)?|least|most|more|less|under|over|above|below|before|after|first|last|warm|cold|[\w.,]*\d[\w.,]*)\b/gi;
const SAME_SUBJECT = 0.75;
const LEAST_SHARED = 3;
/** A statement with more figures is a table; which belongs to what cannot be told. */
const MOST_FIGURES = 3;

export const contradictions: Check = (document) => {
  const measures = measuresOf(document);
  const byUnit = Map.groupBy(measures, ({ unit }) => unit);
  const remarks: Remark[] = [];
  for (const group of byUnit.values()) {
    // Bounded: a document of thousands of figures is compared within reach of each, not all with all.
    for (const [index, one] of group.entries())
      for (const other of group.slice(index + 1, index + 200))
        if (isContradiction(one, other)) remarks.push(contradictionRemark(one, other));
  }
  return { remarks, looked: measures.length, things: 'figures agree with each other' };
};

function measuresOf({ statements, source }: MarkdownDocument): Measure[] {
  return statements.flatMap((statement) => {
    const matches = [...statement.text.matchAll(MEASURE)];
    if (matches.length > MOST_FIGURES) return [];
    return matches.map((match) => {
      const rest = statement.text
        .replace(match[0], ` ${unitOf(match[2] ?? '')} `)
        .replace(statement.id ?? '\u0000', ' ');
      return {
        statement,
        value: match[1] ?? '',
        unit: unitOf(match[2] ?? ''),
        shown: `${match[1]} ${match[2]}`,
        words: wordsOf(rest),
        marks: [...rest.matchAll(MARK)]
          .map(([word]) => word.toLowerCase())
          .toSorted()
          .join(' '),
        start: source.indexOf(match[0], statement.start),
      };
    });
  });
}

function unitOf(text: string): string {
  const unit = text.toLowerCase().replace(/s$/, '');
  const names: Record<string, string> = {
    sec: 's',
    second: 's',
    '': 's',
    min: 'minute',
    hr: 'h',
    hour: 'h',
    millisecond: 'ms',
    m: 'ms',
  };
  return names[unit] ?? unit;
}

function isContradiction(one: Measure, other: Measure): boolean {
  if (one.statement === other.statement || one.value === other.value || one.marks !== other.marks)
    return false;
  const [small, large] =
    one.words.size <= other.words.size ? [one.words, other.words] : [other.words, one.words];
  const shared = [...small].filter((word) => large.has(word)).length;
  return shared >= LEAST_SHARED && shared / small.size >= SAME_SUBJECT && small.size / large.size >= 0.5;
}

function contradictionRemark(one: Measure, other: Measure): Remark {
  const [a, b] = [one, other].map(({ shown, statement }) => `${shown} (line ${statement.line})`);
  const use = (winner: Measure, loser: Measure) => ({
    label: winner.shown,
    description: `as line ${winner.statement.line} says; line ${loser.statement.line} is changed`,
    pro: quote(winner.statement.text),
    con: `line ${loser.statement.line} said ${loser.shown}`,
  });
  const edit = (winner: Measure, loser: Measure) =>
    loser.start === -1
      ? []
      : [{ start: loser.start, end: loser.start + loser.value.length, text: winner.value }];
  return {
    check: 'contradiction',
    line: other.statement.line,
    text: `${a} and ${b} are said of the same thing: ${quote(other.statement.text)}`,
    remedy: {
      kind: 'ask',
      question: {
        question: `Which holds: ${one.value} or ${other.shown}?`,
        issue: `Line ${one.statement.line}: ${quote(one.statement.text)} Line ${other.statement.line}: ${quote(other.statement.text)}`,
        why: 'Both are written as facts; the text does not say which is right.',
        trigger: 'principle-conflict',
        options: [use(one, other), use(other, one)],
      },
      edits: [edit(one, other), edit(other, one)],
    },
  };
}

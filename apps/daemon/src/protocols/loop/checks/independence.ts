/** Whether requirements stand on their own: said once, under one name, without contradicting each other. */
import { demands, type Statement } from '../../documents/document.ts';
import { TESTED } from '../../documents/language/scopes.ts';
import { wordsOf } from '../words.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

const NEAR = 0.85;
const LEAST_WORDS = 4;

export const duplicates: Check = (document) => {
  const { requirements, statements, source } = document;
  const demanded = new Set(requirements);
  const remarks: Remark[] = [];
  const seen: { statement: Statement; words: ReadonlySet<string>; plain: string }[] = [];
  const byWord = new Map<string, number[]>();
  // Rows of tables and steps of two flows may rightly be alike.
  const compared = statements.filter(({ kind, isOrdered }) => kind !== 'row' && !isOrdered);
  for (const statement of compared) {
    const plain = normal(statement);
    const words = wordsOf(plain);
    const twin = closest(seen, byWord, words);
    const isSame =
      twin?.plain === plain ||
      // A word of its own on either side may make it another thing: "free users", "paid users".
      (twin !== null &&
        demanded.has(statement) &&
        demanded.has(twin.statement) &&
        (words.isSubsetOf(twin.words) || words.isSupersetOf(twin.words)));
    // The same words with other figures are a contradiction, which is another check's to say.
    if (twin !== null && isSame && isTelling(words, plain) && digitsOf(twin.plain) === digitsOf(plain))
      remarks.push(duplicateRemark(twin, statement, plain, source));
    for (const word of words) {
      const places = byWord.get(word);
      if (places === undefined) byWord.set(word, [seen.length]);
      else places.push(seen.length);
    }
    seen.push({ statement, words, plain });
  }
  return { remarks, looked: compared.length, things: 'statements are said once' };
};

/** Languages without spaces have few words and many signs. */
function isTelling(words: ReadonlySet<string>, plain: string): boolean {
  return (
    words.size >= LEAST_WORDS || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{10,}/u.test(plain)
  );
}

/** Lines between what is said twice by a slip; two flows of one section are further apart. */
const FARTHEST_TWIN = 6;

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
    // Two parts of a text may need the same sentence, and forms repeat theirs.
    isDoubt: statement.id === null && statement.line - twin.statement.line > FARTHEST_TWIN,
    text: `line ${statement.line} repeats line ${twin.statement.line}, said twice: ${quote(statement.text)}`,
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

/** The line with its bullet, and its end, whatever ends lines here. */
function wholeLine(source: string, { start, end }: Statement): { start: number; end: number } {
  const from = Math.max(source.lastIndexOf('\n', start - 1), source.lastIndexOf('\r', start - 1)) + 1;
  const rest = /\r\n|\n|\r/.exec(source.slice(end));
  return { start: from, end: rest === null ? source.length : end + rest.index + rest[0].length };
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

/** So many of the words of the shorter one are the other's too: it is said again, or spoken of. */
const LIKE = 0.6;

export const duplicateIds: Check = ({ statements, headings }) => {
  /** A test, or a row of another table that begins with the name and refers to it: tests, states of work. Not one that asks for something else. */
  const isMention = (before: Statement, statement: Statement): boolean => {
    if (TESTED.test(headings[statement.section]?.text ?? '')) return true;
    if (statement.kind !== 'row') return false;
    return !demands(statement.text) || isLike(before, statement);
  };
  const first = new Map<string, Statement>();
  const remarks: Remark[] = [];
  for (const statement of statements) {
    const { id, line, kind, isMarked } = statement;
    if (id === null || (kind === 'paragraph' && !isMarked)) continue;
    const before = first.get(id);
    if (before === undefined) first.set(id, statement);
    else if (before.section !== statement.section && isMention(before, statement)) continue;
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

function isLike(one: Statement, other: Statement): boolean {
  const [words, others] = [wordsOf(normal(one)), wordsOf(normal(other))];
  return words.intersection(others).size >= LIKE * Math.min(words.size, others.size);
}

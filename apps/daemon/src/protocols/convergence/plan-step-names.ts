/** What steps of a plan are called, by everybody or by this plan alone, and where one begins. */
import type { MarkdownDocument, Statement } from '../documents/document.ts';
import {
  CAPITAL,
  NEEDS_AHEAD,
  NO_STEP,
  STEP_NAME,
  STEP_NAME_BEHIND,
  VALIDATION,
} from '../documents/language/plan-words.ts';
import { type Begun, familyOf, isNeedsLine } from './plan-step.ts';

const NAME_AT_START = new RegExp(
  String.raw`^[\s*#_\[\]xX-]{0,8}(?:${STEP_NAME}|${STEP_NAME_BEHIND}|([A-Z]{1,10}[-_]?\d{1,5})(?=[\s.:)*—–-]|$)|(\p{L}{2,15})[ \u00A0](\d{1,3}|${CAPITAL})(?=\**\s*(?:[.:)\]—–-]|$|\n)))`,
  'iu',
);
/** Words and codes that several parts of this plan begin with, beside those everybody uses: "Krok 1", "PUMP-412". */
export interface Names {
  words: ReadonlySet<string>;
  codes: ReadonlySet<string>;
}

const FEWEST_OF_FAMILY = 2;
const LONGEST_BLOCK = 1_500;

/** What at least two parts begin with, and what speaks of waiting or of proof until the next begins. */
export function namesIn(document: MarkdownDocument): Names {
  const { headings, statements, source } = document;
  const starts = [
    ...headings.map(({ text, start }) => ({ text, start })),
    ...statements
      .filter((statement) => statement.kind !== 'row' && familyOf(statement, document) !== 'requirements')
      .flatMap(({ start, end }) =>
        linesOf(source.slice(start, end)).map(({ text, at }) => ({ text, start: start + at })),
      ),
  ].flatMap(({ text, start }) => {
    const match = NAME_AT_START.exec(text);
    const code = match?.[3]?.replace(/[-_]?\d+$/, '').toLowerCase();
    const word = match?.[4]?.toLowerCase();
    const family = code === undefined ? (word === undefined ? null : `w ${word}`) : `c ${code}`;
    return family === null ? [] : [{ family, start, name: match?.[3] ?? match?.[5] ?? '' }];
  });
  const found = [...Map.groupBy(starts, ({ family }) => family)].flatMap(([family, own]) => {
    const members = new Set(own.map(({ name }) => name));
    const told = own.filter(({ start }, index) => {
      const block = source.slice(
        start,
        Math.min(own[index + 1]?.start ?? source.length, start + LONGEST_BLOCK),
      );
      NEEDS_AHEAD.lastIndex = 0;
      return (
        NEEDS_AHEAD.test(block) ||
        VALIDATION.test(block) ||
        /\n[\s*_-]*\p{L}[\p{L} ]{1,24}[:\uFF1A]/u.test(block)
      );
    });
    const isStep = members.size >= FEWEST_OF_FAMILY && told.length * 2 >= own.length;
    return isStep && !NO_STEP.test(family.slice(2)) ? [family] : [];
  });
  return {
    words: new Set(found.flatMap((family) => (family.startsWith('w ') ? [family.slice(2)] : []))),
    codes: new Set(found.flatMap((family) => (family.startsWith('c ') ? [family.slice(2)] : []))),
  };
}

function linesOf(raw: string): { text: string; at: number }[] {
  let at = 0;
  return raw.split(/(?<=\n)/).map((text) => {
    const line = { text, at };
    at += text.length;
    return line;
  });
}

export function linesIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

/** The name a text begins with; null where it begins with something else. */
export function nameAt(text: string, { words }: Names): { key: string; length: number } | null {
  const match = NAME_AT_START.exec(text);
  const word = match?.[4]?.toLowerCase();
  const key =
    match?.[1] ??
    match?.[2] ??
    match?.[3] ??
    (word !== undefined && words.has(word) ? match?.[5] : undefined);
  return match === null || key === undefined ? null : { key: keyOf(key), length: match[0].length };
}

export function keyOf(name: string): string {
  return name.toLowerCase().replace(/^0+(?=\d)/, '');
}

export function shownOf(key: string): string {
  return /^(?:\d|[a-z]$)/.test(key) ? `step ${key.toUpperCase()}` : key.toUpperCase();
}

export function titleOf(text: string, length: number): string {
  return (
    text
      .slice(length)
      .replace(/^[\s*:.)\]—–-]+/u, '')
      .split(/[.。\n]|:\s/u)[0]
      ?.replace(/[*`]/g, '')
      .trim()
      .slice(0, 120) ?? ''
  );
}

/** Lines of one paragraph of which several begin with a step are statements of their own. */
export function apart(statement: Statement, source: string, names: Names): Statement[] {
  if (statement.kind === 'row') return [statement];
  const raw = source.slice(statement.start, statement.end);
  const starts = [...raw.matchAll(/(?:\r\n|\n|\r)/g)]
    .map(({ index, 0: mark }) => index + mark.length)
    .filter((at) => isStepLine(raw.slice(at).split(/\r\n|\n|\r/, 1)[0] ?? '', names));
  if (starts.length === 0) return [statement];
  return [0, ...starts].map((from, index) => {
    const to = starts[index] ?? raw.length;
    const text = raw.slice(from, to).trim();
    return {
      ...statement,
      text: text.replace(/\s+/g, ' '),
      start: statement.start + from,
      end: statement.start + to,
      line: statement.line + linesIn(raw.slice(0, from)),
    };
  });
}

function isStepLine(line: string, names: Names): boolean {
  const name = nameAt(line, names);
  return name !== null && isStepName(line, names) && /^\s*(?:[:.)\]—–|-]|\()/u.test(line.slice(name.length));
}

/** A code such as R1 names a requirement as well: a step is called one, or is coded T or S. */
export function isStepName(text: string, { codes }: Names): boolean {
  const match = NAME_AT_START.exec(text);
  if (match?.[3] === undefined) return match !== null;
  return (
    /^(?:T|S|P|ST|TASK|AP|M)[-_]?\d/i.test(match[3]) ||
    codes.has(match[3].replace(/[-_]?\d+$/, '').toLowerCase())
  );
}

/** "Step 5 sends …" is about a step; "Step 5: …", "Etape 6. …", "étape 4 (images) : …" are one. */
export function isBeginning(raw: string, length: number, { kind }: Statement): boolean {
  const rest = raw.slice(length).replace(/^\*+/, '');
  return (
    /^\s*(?:[:.)\]—–|-]|\([^)]{1,60}\)\s*:|$|\r?\n)/u.test(rest) ||
    // "**S1 Index.** …", and "T1 buy the domain" as an entry of a list.
    /^\s*(?:\*\*|__)/.test(raw) ||
    /^[\s*_[\]xX-]{0,8}[A-Z]{2,10}-\d+\s{2,}/.test(raw) ||
    (kind === 'item' && /^[\s*_[\]xX-]{0,8}[A-Z]{1,4}[-_]?\d/.test(raw)) ||
    (kind === 'item' && /^\s+\p{Lu}/u.test(rest) && !/^\s+\p{Lu}\p{L}+s\s/u.test(rest))
  );
}

/** A paragraph after a blank line that is about something else: "Notes", "Reminder for the team: …". */
export function isAside({ kind, text }: Statement, step: Begun): boolean {
  if (kind !== 'paragraph' || step.parts.length === 0) return false;
  return (
    /^\p{L}[^.。]{0,60}[:\uFF1A]/u.test(text) &&
    !VALIDATION.test(text.slice(0, 40)) &&
    !isNeedsLine(text) &&
    !/^(?:file|files|datei|fichier|archivo|arquivo|where|wo|où)\b/iu.test(text)
  );
}

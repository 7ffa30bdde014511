/** The steps of a plan, however it is written: headings, tables, lists or paragraphs, in any of several languages. */
import type { MarkdownDocument, Statement } from '../documents/document.ts';
import { stepBegun, withNumberedSteps } from '../documents/language/ordinals.ts';
import {
  HEADINGS,
  NEEDS_AHEAD,
  NEEDS_BEHIND,
  NEEDS_COLUMN,
  NO_STEP,
  STEP_CODE,
  STEP_NAME,
  STEP_NAME_BEHIND,
  VALIDATION,
  WEAK_PROOF,
} from '../documents/language/plan-words.ts';
import { figureOf } from '../documents/tables.ts';

/** A piece of a step: a cell of its row, a line of its list, a paragraph. */
export interface StepPart {
  line: number;
  /** As it is written, with its marks. */
  raw: string;
  role: 'needs' | 'proof' | 'work';
  /** Of a cell: the head of its column. */
  label?: string;
}

export interface PlanStep {
  /** What other steps call it: `2`, or `t2`. */
  key: string;
  /** As it is called in sentences about it: `step 2`. */
  shown: string;
  title: string;
  line: number;
  endLine: number;
  parts: StepPart[];
  needs: { key: string; shown: string; line: number }[];
}

type Begun = Omit<PlanStep, 'needs' | 'endLine'>;

const NAME_AT_START = new RegExp(
  String.raw`^[\s*#_\[\]xX-]{0,8}(?:${STEP_NAME}|${STEP_NAME_BEHIND}|([A-Z]{1,10}[-_]?\d{1,5})(?=[\s.:)*—–-]|$)|(\p{L}{2,15})[ \u00A0](\d{1,3}|(?-i:[A-Z]))(?=\**\s*(?:[.:)\]—–-]|$|\n)))`,
  'iu',
);
const ANY_NAME = new RegExp(`${STEP_NAME}|${STEP_NAME_BEHIND}|${STEP_CODE}`, 'giu');

/** Words and codes that several parts of this plan begin with, beside those everybody uses: "Krok 1", "PUMP-412". */
interface Names {
  words: ReadonlySet<string>;
  codes: ReadonlySet<string>;
}

/** A way of reading steps counts where it takes this share of what the one that takes most does. */
const LEAST_OF_MOST = 0.5;

export function readSteps(document: MarkdownDocument): PlanStep[] {
  const names = namesIn(document);
  const readings = [
    tableSteps(document, names),
    namedSteps(document, names),
    toldSteps(document),
    numberedSteps(document),
    listedSteps(document),
  ].flatMap((steps) => (steps === null ? [] : [{ steps, length: lengthOf(steps) }]));
  const most = Math.max(0, ...readings.map(({ length }) => length));
  // A calendar or a list of goals has the form of steps too, and says little of them.
  const begun = readings.find(({ length }) => length >= LEAST_OF_MOST * most)?.steps ?? [];
  const keys = new Set(begun.map(({ key }) => key));
  return begun.map((step) => ({
    ...step,
    endLine: Math.max(step.line, ...step.parts.map(({ line, raw }) => line + linesIn(raw))),
    needs: step.parts.flatMap((part) => needsIn(part, step.key, keys, names)),
  }));
}

function lengthOf(steps: readonly Begun[]): number {
  return steps.reduce(
    (sum, { parts }) => sum + parts.reduce((all, { raw }) => all + raw.trim().length, 0),
    0,
  );
}

const FEWEST_OF_FAMILY = 2;
const LONGEST_BLOCK = 1_500;

/** What at least two parts begin with, and what speaks of waiting or of proof until the next begins. */
function namesIn(document: MarkdownDocument): Names {
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

function linesIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

/** The name a text begins with; null where it begins with something else. */
function nameAt(text: string, { words }: Names): { key: string; length: number } | null {
  const match = NAME_AT_START.exec(text);
  const word = match?.[4]?.toLowerCase();
  const key =
    match?.[1] ??
    match?.[2] ??
    match?.[3] ??
    (word !== undefined && words.has(word) ? match?.[5] : undefined);
  return match === null || key === undefined ? null : { key: keyOf(key), length: match[0].length };
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/^0+(?=\d)/, '');
}

function shownOf(key: string): string {
  return /^(?:\d|[a-z]$)/.test(key) ? `step ${key.toUpperCase()}` : key.toUpperCase();
}

function titleOf(text: string, length: number): string {
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

/** A table whose first column numbers or names its rows, and that has no figures to add up. */
function tableSteps({ statements, source, headings }: MarkdownDocument, names: Names): Begun[] | null {
  const rows = statements.filter(({ kind }) => kind === 'row');
  const steps: Begun[] = [];
  let header: string[] = [];
  let before = -2;
  for (const row of rows) {
    const raw = source.slice(row.start, row.end);
    const cells = raw
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    const isHeader = row.line > before + 2;
    before = row.line;
    if (isHeader) {
      header = cells;
      continue;
    }
    const first = (cells[0] ?? '').replace(/[*`]/g, '');
    const key =
      nameAt(first, names)?.key ?? (/^\d{1,3}\.?$/.test(first) ? keyOf(first.replace('.', '')) : null);
    const isPlan =
      header.some((name) => NEEDS_COLUMN.test(name) || VALIDATION.test(name) || HEADINGS.steps.test(name)) ||
      HEADINGS.steps.test(headings[row.section]?.text ?? '');
    // A row of figures is no step.
    const isTold = cells.slice(1).some((cell) => cell.length > 3 && figureOf(cell) === null);
    if (key === null || !isPlan || !isTold) continue;
    steps.push({
      key,
      shown: shownOf(key),
      title: (cells[1] ?? '').replace(/[*`]/g, '').slice(0, 120),
      line: row.line,
      parts: cells.slice(1).map((cell, index) => ({
        line: row.line,
        raw: cell,
        role: columnRole(header[index + 1] ?? ''),
        label: header[index + 1] ?? '',
      })),
    });
  }
  return steps.length >= 1 ? steps : null;
}

function columnRole(name: string): StepPart['role'] {
  if (NEEDS_COLUMN.test(name)) return 'needs';
  return VALIDATION.test(name) ? 'proof' : 'work';
}

/** Steps with names of their own: a heading, an entry or a paragraph begins with it, and what follows belongs to it. */
function namedSteps(document: MarkdownDocument, names: Names): Begun[] | null {
  const { headings, statements, source } = document;
  const steps: Begun[] = [];
  const seen = new Set<string>();
  /** The heading under which the present step stands or which it is. */
  let owner: { step: Begun; depth: number; section: number } | null = null;
  const begin = (key: string, title: string, line: number): Begun => {
    const step: Begun = { key, shown: shownOf(key), title, line, parts: [] };
    seen.add(key);
    steps.push(step);
    return step;
  };
  let section = -2;
  for (const statement of statements.flatMap((one) => apart(one, source, names))) {
    if (statement.section !== section) {
      for (let index = Math.max(section, -1) + 1; index <= statement.section; index++) {
        const heading = headings[index];
        if (heading === undefined) continue;
        const name = nameAt(heading.text, names);
        if (name !== null && !seen.has(name.key) && isStepName(heading.text, names))
          owner = {
            step: begin(name.key, titleOf(heading.text, name.length), heading.line),
            depth: heading.depth,
            section: index,
          };
        else if (owner !== null && (owner.section === -1 || heading.depth <= owner.depth)) owner = null;
      }
      section = statement.section;
    }
    const raw = source.slice(statement.start, statement.end);
    const name = nameAt(raw, names);
    const isOwn = name !== null && isStepName(raw, names) && isBeginning(raw, name.length, statement);
    if (isOwn && name !== null && !seen.has(name.key)) {
      const depth = headings[statement.section]?.depth ?? 0;
      owner = {
        step: begin(name.key, titleOf(raw, name.length), statement.line),
        depth: depth + 1,
        section: statement.section,
      };
    } else if (owner !== null && isAside(statement, owner.step)) owner = null;
    if (owner !== null) owner.step.parts.push(...partsOf(statement, raw));
  }
  return steps.length > 0 ? steps : null;
}

const FEWEST_TOLD = 2;

/** Steps that are told: "First we …", "Second, …", "Danach …". What is said until the next belongs to each. */
function toldSteps(document: MarkdownDocument): Begun[] | null {
  const { statements, source } = document;
  const steps: Begun[] = [];
  let step: Begun | null = null;
  let section = -2;
  for (const statement of statements) {
    if (statement.kind === 'row') continue;
    const family = familyOf(statement, document);
    if (statement.section !== section && family !== null && family !== 'steps') step = null;
    section = statement.section;
    const raw = source.slice(statement.start, statement.end);
    if (step !== null && (statement.kind === 'item' || isAside(statement, step))) step = null;
    for (const { text, line } of saidIn(raw, statement.line)) {
      const begun = family === null || family === 'steps' ? stepBegun(text) : null;
      // Without a first there is no next.
      const key = begun === 'next' ? (steps.length === 0 ? null : steps.length + 1) : begun;
      if (key !== null && key === steps.length + 1) {
        step = { key: String(key), shown: shownOf(String(key)), title: titleOf(text, 0), line, parts: [] };
        steps.push(step);
      }
      step?.parts.push({ line, raw: text, role: roleOf(text) });
    }
  }
  return steps.length >= FEWEST_TOLD ? steps : null;
}

/** Sentences with the lines they begin on. A broken line goes on, unless it could be an end and a beginning. */
function saidIn(raw: string, line: number): { text: string; line: number }[] {
  const ends = [...raw.matchAll(/(?<=[.;!?])\s+|(?<=[。！？])\s*|(?:\r\n|\n|\r)(?=\s*[\p{Lu}\p{Lo}])/gu)];
  let from = 0;
  return [
    ...ends.map(({ index, 0: gap }) => [index, index + gap.length] as const),
    [raw.length, raw.length] as const,
  ].flatMap(([to, next]) => {
    const said = { text: raw.slice(from, to), line: line + linesIn(raw.slice(0, from)) };
    from = next;
    return said.text.trim() === '' ? [] : [said];
  });
}

/** Lines of one paragraph of which several begin with a step are statements of their own. */
function apart(statement: Statement, source: string, names: Names): Statement[] {
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
function isStepName(text: string, { codes }: Names): boolean {
  const match = NAME_AT_START.exec(text);
  if (match?.[3] === undefined) return match !== null;
  return (
    /^(?:T|S|P|ST|TASK|AP|M)[-_]?\d/i.test(match[3]) ||
    codes.has(match[3].replace(/[-_]?\d+$/, '').toLowerCase())
  );
}

/** "Step 5 sends …" is about a step; "Step 5: …", "Etape 6. …", "étape 4 (images) : …" are one. */
function isBeginning(raw: string, length: number, { kind }: Statement): boolean {
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
function isAside({ kind, text }: Statement, step: Begun): boolean {
  if (kind !== 'paragraph' || step.parts.length === 0) return false;
  return (
    /^\p{L}[^.。]{0,60}[:\uFF1A]/u.test(text) &&
    !VALIDATION.test(text.slice(0, 40)) &&
    !isNeedsLine(text) &&
    !/^(?:file|files|datei|fichier|archivo|arquivo|where|wo|où)\b/iu.test(text)
  );
}

function isNeedsLine(text: string): boolean {
  NEEDS_AHEAD.lastIndex = 0;
  const match = NEEDS_AHEAD.exec(text);
  NEEDS_AHEAD.lastIndex = 0;
  return match !== null && match.index < 3;
}

/** Entries of a numbered list under a heading for steps, or of the first one where there is none. */
function numberedSteps(document: MarkdownDocument): Begun[] | null {
  return entries(document, ({ isOrdered, kind }) => kind === 'item' && isOrdered);
}

/** Entries of any list under a heading for steps. */
function listedSteps(document: MarkdownDocument): Begun[] | null {
  return entries(document, ({ kind }) => kind === 'item', true);
}

function entries(
  document: MarkdownDocument,
  isEntry: (statement: Statement) => boolean,
  needsHeading = false,
): Begun[] | null {
  const { headings, statements, source } = document;
  const isUnder = (statement: Statement): boolean => {
    const heading = familyOf(statement, document);
    return heading === 'steps' || (!needsHeading && heading === null);
  };
  const steps: Begun[] = [];
  let step: Begun | null = null;
  let indent = 0;
  let section = -2;
  for (const statement of statements) {
    if (statement.section !== section && !isUnder(statement)) step = null;
    section = statement.section;
    const own = statement.start - lineStart(source, statement.start);
    const isNested: boolean = step !== null && own > indent + 1;
    const raw = source.slice(statement.start, statement.end);
    if (isEntry(statement) && isUnder(statement) && !isNested) {
      const key = String(steps.length + 1);
      step = { key, shown: shownOf(key), title: titleOf(raw, 0), line: statement.line, parts: [] };
      steps.push(step);
      indent = own;
    } else if (
      !isNested &&
      statement.kind === 'paragraph' &&
      headings[statement.section] !== undefined &&
      own < indent
    )
      step = null;
    step?.parts.push(...partsOf(statement, raw));
  }
  return steps.length > 0 ? steps : null;
}

function lineStart(source: string, at: number): number {
  return Math.max(source.lastIndexOf('\n', at - 1), source.lastIndexOf('\r', at - 1)) + 1;
}

export type PlanFamily =
  | 'requirements'
  | 'rollback'
  | 'validation'
  | 'dependencies'
  | 'options'
  | 'risks'
  | 'steps';
const FAMILIES: readonly PlanFamily[] = [
  'requirements',
  'rollback',
  'risks',
  'validation',
  'dependencies',
  'options',
  'steps',
];

/** What the nearest heading that says so says its text is. The title of the document counts for nothing. */
export function familyOf({ section }: Statement, { headings }: MarkdownDocument): PlanFamily | null {
  for (let index = section, depth = 7; index >= 0; index--) {
    const heading = headings[index];
    if (heading === undefined || heading.depth >= depth) continue;
    depth = heading.depth;
    if (depth === 1) return null;
    const family = FAMILIES.find((name) => HEADINGS[name].test(heading.text));
    if (family !== undefined) return family;
  }
  return null;
}

/** Every line of a statement, with what it is for. */
function partsOf({ line }: Statement, raw: string): StepPart[] {
  return raw.split(/\r\n|\n|\r/).flatMap((text, index): StepPart[] => {
    // A sentence that proves is a part of its own: what it cites is not made by the sentence before it.
    const sentences = text.split(/(?<=[.。;!?])\s+/u);
    return sentences.map((said) => ({ line: line + index, raw: said, role: roleOf(said) }));
  });
}

function roleOf(text: string): StepPart['role'] {
  if (isNeedsLine(text.replace(/^[\s*_-]+/, ''))) return 'needs';
  const label = /^[\s*_-]*([\p{L}\p{M}\s]{2,40}?)\s*[*_]*\s*[:\uFF1A]/u.exec(text)?.[1];
  if (label !== undefined && VALIDATION.test(label)) return 'proof';
  return VALIDATION.test(text.slice(0, 24)) ? 'proof' : 'work';
}

/** `raw` may be a whole list of needs, or a sentence that says "after step 4". */
function needsIn(
  { raw, line, role }: StepPart,
  own: string,
  keys: ReadonlySet<string>,
  { words }: Names,
): PlanStep['needs'] {
  const text = withNumberedSteps(raw.replace(/[*`]/g, ''));
  const found = new Map<string, { key: string; shown: string; line: number }>();
  const add = (name: string): void => {
    const key = keyOf(name);
    if (key !== own) found.set(key, { key, shown: shownOf(key), line });
  };
  const any =
    words.size === 0
      ? ANY_NAME
      : new RegExp(
          `${ANY_NAME.source}|(?<![\\p{L}])(?:${[...words].map((word) => RegExp.escape(word)).join('|')})\\p{L}{0,3}\\s+(\\d{1,3}|(?-i:[A-Z]))(?![\\p{L}\\p{N}])`,
          'giu',
        );
  // "Label: step 1, step 4" in any language: nothing but steps behind the colon.
  const listed = /^[\s*_-]*\p{L}[\p{L}\s]{1,30}[:\uFF1A]\s*(.+?)[\s.]*$/su.exec(text)?.[1];
  const isOnlySteps =
    listed !== undefined &&
    any.test(listed) &&
    /^[\s,;&+.]*(?:and|und|et|y|e|i|och|oraz|en)?[\s,;&+.]*$/iu.test(listed.replace(any, ''));
  any.lastIndex = 0;
  const isList =
    role === 'needs' &&
    (/^[\s\d,;&+./、\uFF0C]*$/.test(text) || /[:\uFF1A]\s*[\d\s,;&+、\uFF0C]+$/.test(text.trim()));
  if (isList) for (const [number] of text.matchAll(/\d{1,3}/g)) add(number);
  // "after 2 and 4", "needs 10": nothing but numbers behind a word of waiting.
  if (/^\d/.test(own))
    for (const { 0: word, index } of text.matchAll(NEEDS_AHEAD)) {
      const numbers =
        /^[\s:]*((?:\d{1,2}(?:\s*(?:,|&|\+|and|und|et|y|e|i|och)\s*)?)+)\s*(?:$|[.;,)(])/iu.exec(
          text.slice(index + word.length),
        )?.[1];
      for (const [number] of (numbers ?? '').matchAll(/\d{1,2}/g)) add(number);
    }
  const tails = NEEDS_BEHIND.test(text) || isOnlySteps ? [text] : tailsOf(text, role === 'needs');
  for (const tail of tails)
    for (const match of tail.matchAll(any)) {
      const name = match[1] ?? match[2] ?? match[3] ?? match[4] ?? '';
      // A code of another family is a requirement's or a file's.
      if (match[3] !== undefined && !sharesFamily(keyOf(name), keys)) continue;
      add(name);
      // "steps 1, 2 and 4"
      const more =
        /^(?:\s*(?:,|and|und|et|y|e|i|och|oraz|en|&|と|、)\s*(?:\d{1,3}|(?-i:[A-Z]))(?![\p{L}\d%]|[.:]\d))+/iu.exec(
          tail.slice(match.index + match[0].length),
        );
      for (const [number] of (more?.[0] ?? '').matchAll(/\d{1,3}|\b[A-Z]\b/g)) add(number);
    }
  return [...found.values()];
}

function sharesFamily(key: string, keys: ReadonlySet<string>): boolean {
  const family = key.replace(/[-_]?\d+$/, '');
  return (
    [...keys].some((known) => known !== key && known.replace(/[-_]?\d+$/, '') === family) || keys.has(key)
  );
}

/** What follows a word of waiting, up to the end of its sentence. A step is named soon after it, or it is about something else. */
const NEAR = 60;

function tailsOf(text: string, isWhole: boolean): string[] {
  if (isWhole) return [text];
  return [...text.matchAll(NEEDS_AHEAD)].map((match) => {
    const tail = text.slice(match.index + match[0].length);
    return (/^[^.;。]*/u.exec(tail)?.[0] ?? '').slice(0, NEAR * 2);
  });
}

/** Why a proof proves nothing; null where it may. */
export function weakProof(raw: string): string | null {
  const said = raw.replace(/^[\s*_-]*[\p{L}\p{M}\s]{2,40}?\s*[*_]*\s*[:\uFF1A]/u, '').trim();
  const words = said.match(/\p{L}+/gu)?.length ?? 0;
  if (said === '' || words > MOST_WEAK_WORDS || /[\d`%=<>"“«「]/.test(said)) return null;
  return WEAK_PROOF.test(said.replace(DONE_WHEN, '')) ? said : null;
}

/** "ok if each sensor blinks": the words that announce the proof are none of it. */
const DONE_WHEN =
  /^\W*(?:it is |is |we are )?(?:done|ok|okay|good|fine|ready|finished|complete|works|proven|verified|checked|listo|hecho|terminado|fertig|erledigt|terminée?|finie?|gotowe|klaar|pronto|feito)\s+(?:if|when|once|cuando|wenn|quand|quando|gdy|als|wanneer)\s+/iu;
const MOST_WEAK_WORDS = 12;

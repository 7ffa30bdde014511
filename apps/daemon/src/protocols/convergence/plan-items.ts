/** A plan in Markdown as the items its gate votes on. What a plan must have and lacks is an item too. */
import type { EvidenceRef, PlanItem, PlanItemKind } from '@design-jury/contracts/convergence/schema';
import { type MarkdownDocument, readDocument, type Statement } from '../documents/document.ts';
import { FALLBACK, NEEDS_AHEAD, OTHERWISE, ROLLBACK, VALIDATION } from '../documents/language/plan-words.ts';
import { type PlannedRequirement, plannedRequirements } from './plan-requirements.ts';
import { familyOf, type PlanFamily, type PlanStep } from './plan-step.ts';
import { readSteps } from './plan-steps.ts';
import { asWritten } from './wording.ts';

const CITED = /`((?:\.{1,2}\/)?(?:[\w.@-]+\/)*[\w.@-]+\.[a-z][a-z0-9]{0,5})(?::(\d+))?`/gi;
/** Without marks: a path with a folder and an ending is a file, unless it is an address. */
const BARE_PATH = /(?<![\w`./@:-])((?:[\w-][\w.-]*\/)+[\w-][\w.-]*\.[a-z][a-z0-9]{0,5})(?![\w/`-])/gi;
/** A program of the project with what it is given: `ops/deploy.sh s4-rc1`. */
const CALLED = /`((?:\.{1,2}\/)?(?:[\w.@-]+\/)+[\w.@-]+\.[a-z][a-z0-9]{0,5})\s[^`]{1,200}`/gi;
const COMMAND = /`((?:npm|npx|node|git|make|yarn|pnpm|cargo|go|python3?|pytest|docker)\s[^`]{1,200})`/gi;
const MOST_ITEMS = 500;
const LONGEST = 1_500;

const KIND_OF: Partial<Record<PlanFamily, PlanItemKind>> = {
  rollback: 'Rb',
  validation: 'Val',
  dependencies: 'Dep',
  options: 'Opt',
};

const ABSENT = 'absent';

export function isAbsent({ section }: PlanItem): boolean {
  return section === ABSENT;
}

/** An item with what it was made from. */
export interface PlanEntry {
  item: PlanItem;
  line: number;
  step: PlanStep | null;
  requirement: PlannedRequirement | null;
  /** As it is written. */
  raw: string;
}

export interface PlanContents {
  document: MarkdownDocument;
  steps: readonly PlanStep[];
  requirements: readonly PlannedRequirement[];
  entries: readonly PlanEntry[];
}

/** @param brief what the plan was made for; null, or the plan itself, where there is none */
export function planItems(text: string, brief: string | null = null): PlanItem[] {
  return readPlanContents(text, brief).entries.map(({ item }) => item);
}

type Unnumbered = Omit<PlanEntry, 'item'> & {
  kind: PlanItemKind;
  own: number | null;
  item: Omit<PlanItem, 'id'>;
};

export function readPlanContents(text: string, brief: string | null = null): PlanContents {
  const document = readDocument(text);
  const steps = readSteps(document);
  const requirements = plannedRequirements(document, steps, brief === text ? null : brief);
  // Without a step there is nothing to vote on, and a gate without items says so.
  if (steps.length === 0) return { document, steps, requirements, entries: [] };
  const found = [
    ...requirements.map((requirement) => requirementEntry(requirement)),
    ...steps.map((step) => stepEntry(step, document)),
    ...others(document, steps, requirements),
  ].toSorted(
    (one, other) =>
      Number(other.requirement?.from === 'brief') - Number(one.requirement?.from === 'brief') ||
      one.line - other.line,
  );
  const left = found.length - MOST_ITEMS;
  const all = [
    ...found.slice(0, MOST_ITEMS),
    ...absentEntries(found, steps, document),
    ...(left > 0 ? [absent('Step', `(${left} more items were not judged: split the plan)`)] : []),
  ];
  return { document, steps, requirements, entries: numbered(all) };
}

/** Steps keep the numbers they have in the plan, where those are numbers and no two are the same. */
function numbered(entries: readonly Unnumbered[]): PlanEntry[] {
  const counts = new Map<PlanItemKind, number>();
  const own = entries.flatMap((entry) => (entry.step === null ? [] : [entry.own]));
  const keepsOwn = own.every((n) => n !== null) && new Set(own).size === own.length;
  return entries.map(({ kind, own: number, item, ...rest }) => {
    const next = (counts.get(kind) ?? 0) + 1;
    const n = kind === 'Step' && keepsOwn && number !== null ? number : next;
    counts.set(kind, Math.max(n, next - 1));
    return { ...rest, item: { id: `P-${kind}-${n}`, ...item } };
  });
}

function requirementEntry(requirement: PlannedRequirement): Unnumbered {
  const { text, line, from } = requirement;
  return {
    kind: 'Req',
    own: null,
    line,
    step: null,
    requirement,
    raw: text,
    item: {
      section: from === 'brief' ? 'brief' : 'requirements',
      text: text.slice(0, LONGEST),
      refs: [{ kind: 'requirement', ref: from, line }],
    },
  };
}

function stepEntry(step: PlanStep, document: MarkdownDocument): Unnumbered {
  const heading = document.headings.find(({ line }) => line === step.line);
  const own = document.statements.filter(({ line }) => line >= step.line && line <= step.endLine);
  const text = [
    ...(heading === undefined ? [] : [heading.text]),
    ...own.map((one) => asWritten(one.text)),
  ].join(' ');
  const raw = step.parts.map((part) => part.raw).join('\n');
  const section = document.headings[own[0]?.section ?? -1]?.text ?? '';
  return {
    kind: 'Step',
    own: /^\d+$/.test(step.key) ? Number(step.key) : null,
    line: step.line,
    step,
    requirement: null,
    raw,
    item: { section, text: text.slice(0, LONGEST), refs: refsOf(raw, step.line) },
  };
}

/** What stands outside of the steps and has a part in the plan. */
function others(
  document: MarkdownDocument,
  steps: readonly PlanStep[],
  requirements: readonly PlannedRequirement[],
): Unnumbered[] {
  const taken = new Set(requirements.filter(({ from }) => from === 'plan').map(({ line }) => line));
  const free = document.statements.filter(
    ({ line, kind, text }) =>
      !taken.has(line) &&
      !steps.some((step) => line >= step.line && line <= step.endLine) &&
      !(kind === 'row' && /^[\s|:-]*$/.test(text)),
  );
  const found = free.flatMap((statement) => {
    const kind = kindOf(statement, document);
    return kind === null ? [] : [entryOf(statement, kind, document)];
  });
  // A way back may stand among the notes.
  const aside = found.some(({ kind }) => kind === 'Rb')
    ? undefined
    : free.find(({ text }) => ROLLBACK.test(text));
  return aside === undefined
    ? found
    : [...found.filter(({ line }) => line !== aside.line), entryOf(aside, 'Rb', document)];
}

function kindOf(statement: Statement, document: MarkdownDocument): PlanItemKind | null {
  const family = familyOf(statement, document);
  const kind = family === null ? undefined : KIND_OF[family];
  if (kind === 'Rb' || kind === 'Val') return kind;
  // Prose about options is an explanation; an entry of a list is one.
  if (statement.kind === 'paragraph') return null;
  NEEDS_AHEAD.lastIndex = 0;
  return kind ?? (/\bdepends on\b/i.test(statement.text) ? 'Dep' : null);
}

function entryOf(
  statement: Statement,
  kind: PlanItemKind,
  { source, headings }: MarkdownDocument,
): Unnumbered {
  const raw = source.slice(statement.start, statement.end);
  return {
    kind,
    own: null,
    line: statement.line,
    step: null,
    requirement: null,
    raw,
    item: {
      section: headings[statement.section]?.text ?? '',
      text: asWritten(statement.text).slice(0, LONGEST),
      refs: refsOf(raw, statement.line),
    },
  };
}

/** What every plan needs: without one of these the gate has nothing to say yes to. */
function absentEntries(
  found: readonly Unnumbered[],
  steps: readonly PlanStep[],
  { statements, source }: MarkdownDocument,
): Unnumbered[] {
  const has = (kind: PlanItemKind): boolean => found.some((entry) => entry.kind === kind);
  const isProved =
    has('Val') ||
    steps.some(({ parts }) => parts.some(({ role, raw }) => role === 'proof' && raw.trim() !== '')) ||
    statements.some(({ text }) => VALIDATION.test(text));
  const isUndone =
    has('Rb') ||
    FALLBACK.test(source) ||
    OTHERWISE.test(source) ||
    statements.some(({ text }) => ROLLBACK.test(text));
  return [
    ...(isProved ? [] : [absent('Val', '(no validation is described)')]),
    ...(isUndone ? [] : [absent('Rb', '(no rollback is described)')]),
  ];
}

function absent(kind: PlanItemKind, text: string): Unnumbered {
  return {
    kind,
    own: null,
    line: Number.MAX_SAFE_INTEGER,
    step: null,
    requirement: null,
    raw: '',
    item: { section: ABSENT, text, refs: [] },
  };
}

/** What a stretch of a plan cites. */
export function citationsIn(raw: string): EvidenceRef[] {
  return [
    ...[...raw.matchAll(CITED)].map(([, path = '', at]) => ({
      kind: 'file' as const,
      ref: path,
      ...(at !== undefined && { line: Number(at) }),
    })),
    ...[...raw.replace(/`[^`]*`|\bhttps?:\S+/g, ' ').matchAll(BARE_PATH)].map(([, path = '']) => ({
      kind: 'file' as const,
      ref: path,
    })),
    ...[...raw.matchAll(CALLED)].map(([, path = '']) => ({ kind: 'file' as const, ref: path })),
    ...[...raw.matchAll(COMMAND)].map(([, command = '']) => ({ kind: 'command' as const, ref: command })),
  ];
}

function refsOf(raw: string, line: number): EvidenceRef[] {
  return [{ kind: 'requirement', ref: 'plan', line }, ...citationsIn(raw)];
}

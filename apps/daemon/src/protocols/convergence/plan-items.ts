/** A plan in Markdown as the items its gate votes on. What a plan must have and lacks is an item too. */
import type { EvidenceRef, PlanItem, PlanItemKind } from '@design-jury/contracts/convergence/schema';
import { type MarkdownDocument, readDocument, type Statement } from '../loop/document.ts';
import { asWritten } from './wording.ts';

const FAMILIES: readonly { kind: PlanItemKind; heading: RegExp }[] = [
  { kind: 'Rb', heading: /\broll\s*-?backs?\b|\brevert|\bundo\b|\bback[- ]?out\b|\brecovery\b/i },
  { kind: 'Val', heading: /\bvalidat|\bverif|\btest|\bacceptance\b|\bchecks?\b|\bproof\b/i },
  { kind: 'Dep', heading: /\bdependenc|\bprerequisite|\border\b|\bsequence\b/i },
  { kind: 'Opt', heading: /\boptions?\b|\balternatives?\b|\bapproach(?:es)?\b/i },
  { kind: 'Step', heading: /\bsteps?\b|\btasks?\b|\bimplementation\b|\bwork\b|\bphases?\b|\bplan\b/i },
];
const CITED = /`((?:\.{1,2}\/)?(?:[\w.@-]+\/)*[\w.@-]+\.[a-z][a-z0-9]{0,5})(?::(\d+))?`/gi;
const COMMAND = /`((?:npm|npx|node|git|make|yarn|pnpm|cargo|go|python3?|pytest|docker)\s[^`]{1,200})`/gi;
const MOST_ITEMS = 500;

/** What every plan needs: without one of these the gate has nothing to say yes to. */
const NEEDED: readonly { kind: PlanItemKind; text: string }[] = [
  { kind: 'Step', text: '(no step is described)' },
  { kind: 'Val', text: '(no validation is described)' },
  { kind: 'Rb', text: '(no rollback is described)' },
];

export function isAbsent({ section }: PlanItem): boolean {
  return section === ABSENT;
}

const ABSENT = 'absent';

export function planItems(text: string): PlanItem[] {
  const document = readDocument(text);
  const counts = new Map<PlanItemKind, number>();
  const number = (kind: PlanItemKind): `P-${PlanItemKind}-${number}` => {
    const n = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, n);
    return `P-${kind}-${n}`;
  };
  const found = document.statements.slice(0, MOST_ITEMS).flatMap((statement): PlanItem[] => {
    const kind = kindOf(statement, document);
    if (kind === null) return [];
    const section = document.headings[statement.section]?.text ?? '';
    return [
      { id: number(kind), section, text: asWritten(statement.text), refs: refsOf(statement, document) },
    ];
  });
  const lacking = NEEDED.filter(({ kind }) => !found.some((item) => item.id.startsWith(`P-${kind}-`)));
  return [
    ...found,
    ...lacking.map(({ kind, text: says }) => ({ id: number(kind), section: ABSENT, text: says, refs: [] })),
  ];
}

function kindOf(statement: Statement, { headings }: MarkdownDocument): PlanItemKind | null {
  if (statement.kind === 'paragraph' && statement.id === null) return null;
  if (statement.kind === 'row' && /^[\s|:-]*$/.test(statement.text)) return null;
  if (/\bdepends on\b/i.test(statement.text) && statement.id === null) return 'Dep';
  // The nearest heading that says what its list is.
  for (let index = statement.section, depth = 7; index >= 0; index--) {
    const heading = headings[index];
    if (heading === undefined || heading.depth >= depth) continue;
    depth = heading.depth;
    const family = FAMILIES.find(({ heading: says }) => says.test(heading.text));
    if (family !== undefined && (depth > 1 || statement.id !== null)) return family.kind;
  }
  return statement.id !== null && /^(?:step|task|phase)/i.test(statement.id) ? 'Step' : null;
}

function refsOf({ start, end, line }: Statement, { source }: MarkdownDocument): EvidenceRef[] {
  const raw = source.slice(start, end);
  return [
    { kind: 'requirement' as const, ref: 'plan', line },
    ...[...raw.matchAll(CITED)].map(([, path = '', at]) => ({
      kind: 'file' as const,
      ref: path,
      ...(at !== undefined && { line: Number(at) }),
    })),
    ...[...raw.matchAll(COMMAND)].map(([, command = '']) => ({ kind: 'command' as const, ref: command })),
  ];
}

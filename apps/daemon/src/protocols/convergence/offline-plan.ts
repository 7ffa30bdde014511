/** A vote on one item of a plan, from what the project says. The kinds are those of the gate: a to e. */
import type { Breakage, PlanItem, PlanVote } from '@design-jury/contracts/convergence/schema';
import { type MarkdownDocument, readDocument } from '../loop/document.ts';
import { type CitedSymbol, type CommandLook, commandProblem, symbolsIn } from './offline-citations.ts';
import { isAbsent } from './plan-items.ts';

export interface PlanLook extends CommandLook {
  /** Null where it cannot be told. */
  hasPath(path: string): Promise<boolean | null>;
  /** Whether a file has this as a whole word; null where it cannot be read. */
  says(path: string, word: string): Promise<boolean | null>;
  /** A file whose path ends so. */
  near(path: string): Promise<string | null>;
  /** By identifier: files that say it, a few of each. */
  naming(ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Ids that lie on a circle. */
  inCircle(graph: ReadonlyMap<string, readonly string[]>): ReadonlySet<string>;
}

/** A line that makes something may name what is not there yet. */
export const MAKES = /\b(?:add|create|new|write|introduce|generate|scaffold|extract|move|rename|produce)\b/i;
const NAME = /\b(?:step|task|phase)\s+(\d{1,3})\b/gi;
const NEEDS = /\b(?:depends? on|requires?|after|needs|blocked by|waits? for)\b(.*)$/i;
const DESTROYS = /\b(?:delete|drop|remove|migrat\w+|rename|overwrite|truncate|purge)\b/i;

/** Named of one item; what is left out is a repetition. */
const MOST_BREAKAGES = 5;

/** A plan read once for all of its items: what its steps wait for, and where each thing is first made. */
export interface ReadPlan {
  items: readonly PlanItem[];
  graph: ReadonlyMap<string, ReadonlySet<string>>;
  circle: ReadonlySet<string>;
  /** Names of steps, in the order in which they stand. */
  order: ReadonlyMap<string, number>;
  /** By path or name: the first item that makes it. */
  made: ReadonlyMap<string, number>;
  /** Names each item cites, in the order of the items. */
  symbols: readonly (readonly CitedSymbol[])[];
  /** By name: where code has it. */
  named: ReadonlyMap<string, readonly string[]>;
  /** How many steps there are, named or only numbered. */
  steps: number;
  /** Something is deleted, moved or migrated. */
  destroys: boolean;
}

export async function readPlan(items: readonly PlanItem[], text: string, look: PlanLook): Promise<ReadPlan> {
  const document = readDocument(text);
  const graph = stepGraph(document);
  const order = new Map<string, number>();
  const made = new Map<string, number>();
  const written = new Map(document.statements.map(({ line, start, end }) => [line, text.slice(start, end)]));
  const symbols = items.map(({ refs }) => symbolsIn(written.get(lineOf(refs)) ?? ''));
  for (const [index, { text: says, refs }] of items.entries()) {
    const name = nameIn(says);
    if (name !== null && !order.has(name)) order.set(name, index);
    if (!MAKES.test(says)) continue;
    const makes = [...refs.map(({ ref }) => ref), ...(symbols[index] ?? []).map((symbol) => symbol.name)];
    for (const one of makes) if (!made.has(one)) made.set(one, index);
  }
  const anywhere = symbols.flat().filter(({ file }) => file === null);
  return {
    items,
    graph,
    circle: look.inCircle(new Map([...graph].map(([id, needs]) => [id, [...needs]]))),
    order,
    made,
    symbols,
    named: await look.naming([...new Set(anywhere.map(({ name }) => name))]),
    steps: items.filter((item) => item.id.startsWith('P-Step-') && !isAbsent(item)).length,
    destroys: items.some(({ text: says }) => DESTROYS.test(says)),
  };
}

/** Where the item stands in the plan. */
function lineOf(refs: PlanItem['refs']): number {
  return refs.find(({ kind, ref }) => kind === 'requirement' && ref === 'plan')?.line ?? 0;
}

export async function planVote(index: number, plan: ReadPlan, look: PlanLook): Promise<PlanVote> {
  const [first, ...also] = (await breakages(index, plan, look)).slice(0, MOST_BREAKAGES);
  if (first === undefined) return { verdict: 'agree' };
  return { verdict: 'disagree', ...first, ...(also.length > 0 && { also }) };
}

/** A step on a circle may also cite what is not there: both are said, for both have to be mended. */
async function breakages(index: number, plan: ReadPlan, look: PlanLook): Promise<Breakage[]> {
  const item = plan.items[index];
  if (item === undefined) return [];
  if (isAbsent(item)) return [{ kind: absentKind(item), reason: item.text }];
  const missing = await missingOf(item, index, plan, look);
  const order = orderProblem(item, plan);
  const isFinal =
    plan.destroys &&
    item.id.startsWith('P-Rb-') &&
    /\b(?:none|not possible|n\/a|not needed)\b/i.test(item.text);
  return [
    ...missing.map((reason): Breakage => ({ kind: 'a', reason })),
    ...(order === null ? [] : [{ kind: 'b' as const, reason: order }]),
    ...(isFinal ? [{ kind: 'd' as const, reason: NO_WAY_BACK }] : []),
  ];
}

const NO_WAY_BACK = 'the plan destroys or moves something and says it cannot be taken back';

function absentKind({ id }: PlanItem): 'b' | 'c' | 'd' {
  if (id.startsWith('P-Rb-')) return 'd';
  return id.startsWith('P-Val-') ? 'c' : 'b';
}

/** What an earlier step makes may be cited by a later one. */
async function missingOf(
  { refs }: PlanItem,
  index: number,
  { made, symbols, named }: ReadPlan,
  look: PlanLook,
): Promise<string[]> {
  const isMade = (what: string): boolean => (made.get(what) ?? Number.POSITIVE_INFINITY) <= index;
  const missing = new Set<string>();
  for (const { kind, ref } of refs) {
    if (kind === 'file' && ref.includes('/') && !isMade(ref) && (await look.hasPath(ref)) === false) {
      const near = await look.near(ref);
      missing.add(`${ref} does not exist${near === null ? '' : `; there is ${near}`}`);
    }
    const problem = kind === 'command' ? await commandProblem(ref, look, isMade) : null;
    if (problem !== null) missing.add(problem);
  }
  for (const { name, file } of symbols[index] ?? []) {
    if (isMade(name)) continue;
    if (file === null && !named.has(name)) missing.add(`no code has the name ${name}`);
    if (file !== null && (await look.says(file, name)) === false) missing.add(`${file} has no ${name}`);
  }
  return [...missing];
}

function orderProblem(item: PlanItem, { graph, circle, order, steps }: ReadPlan): string | null {
  const own = nameIn(item.text);
  if (own !== null && circle.has(own))
    return `${own} waits for itself: ${[...circle].toSorted().join(', ')} form a circle`;
  const needs = needsOf(item.text);
  // A plan may number its steps and not name them: then the number is enough.
  const unknown = needs.find(
    (name) => graph.size > 0 && !graph.has(name) && Number(/\d+/.exec(name)) > steps,
  );
  if (unknown !== undefined) return `${unknown} is needed and not in the plan`;
  if (own === null) return null;
  const at = order.get(own) ?? 0;
  const late = needs.find((name) => (order.get(name) ?? -1) > at);
  return late === undefined ? null : `${own} needs ${late}, which comes after it`;
}

/**
 * What each named step waits for. A step is named by its own line or by the heading it stands under; a sentence of
 * another section speaks about steps and is none of them.
 */
function stepGraph({ statements, headings }: MarkdownDocument): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { text } of headings) {
    const name = nameIn(text);
    if (name !== null) graph.set(name, new Set());
  }
  let owner: string | null = null;
  let section = -1;
  for (const statement of statements) {
    if (statement.section !== section) owner = nameIn(headings[statement.section]?.text ?? '');
    section = statement.section;
    owner = nameIn(statement.text) ?? owner;
    if (owner === null) continue;
    const known = graph.get(owner) ?? new Set();
    for (const name of needsOf(statement.text)) if (name !== owner) known.add(name);
    graph.set(owner, known);
  }
  return graph;
}

function nameIn(text: string): string | null {
  const match = /^\s*\**((?:step|task|phase)\s+\d{1,3})\b/i.exec(text);
  return match?.[1] === undefined ? null : normal(match[1]);
}

function needsOf(text: string): string[] {
  const tail = NEEDS.exec(text)?.[1] ?? '';
  return [...tail.matchAll(NAME)].map(([name]) => normal(name));
}

function normal(name: string): string {
  return name.toLowerCase().replace(/\s+/g, ' ');
}

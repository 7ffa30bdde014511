/** A vote on one item of a plan, from what the project says. The kinds are those of the gate: a to e. */
import type { PlanItem, PlanVote } from '@design-jury/contracts/convergence';
import { readDocument } from '../critic-loop/document.ts';
import { isAbsent } from './plan-items.ts';

export interface PlanLook {
  /** Null where it cannot be told. */
  hasPath(path: string): Promise<boolean | null>;
  scripts: ReadonlySet<string> | null;
  /** Files that say this identifier, a few of them. */
  naming(id: string): Promise<readonly string[]>;
  /** Ids that lie on a circle. */
  inCircle(graph: ReadonlyMap<string, readonly string[]>): ReadonlySet<string>;
}

/** A line that makes something may name what is not there yet. */
export const MAKES = /\b(?:add|create|new|write|introduce|generate|scaffold|extract|move|rename|produce)\b/i;
const NAME = /\b(?:step|task|phase)\s+(\d{1,3})\b/gi;
const NEEDS = /\b(?:depends? on|requires?|after|needs|blocked by|waits? for)\b(.*)$/i;
const DESTROYS = /\b(?:delete|drop|remove|migrat\w+|rename|overwrite|truncate|purge)\b/i;

const no = (kind: 'a' | 'b' | 'c' | 'd' | 'e', reason: string): PlanVote => ({
  verdict: 'disagree',
  kind,
  reason,
});

export async function planVote(
  item: PlanItem,
  items: readonly PlanItem[],
  text: string,
  look: PlanLook,
): Promise<PlanVote> {
  if (isAbsent(item)) return no(absentKind(item), item.text);
  const missing = await missingOf(item, items, look);
  if (missing !== null) return no('a', missing);
  const order = orderProblem(item, items, text, look);
  if (order !== null) return no('b', order);
  if (
    item.id.startsWith('P-Rb-') &&
    /\b(?:none|not possible|n\/a|not needed)\b/i.test(item.text) &&
    items.some(({ text: says }) => DESTROYS.test(says))
  )
    return no('d', 'the plan destroys or moves something and says it cannot be taken back');
  return { verdict: 'agree' };
}

function absentKind({ id }: PlanItem): 'b' | 'c' | 'd' {
  if (id.startsWith('P-Rb-')) return 'd';
  return id.startsWith('P-Val-') ? 'c' : 'b';
}

/** What an earlier step makes may be cited by a later one. */
async function missingOf(item: PlanItem, items: readonly PlanItem[], look: PlanLook): Promise<string | null> {
  const before = items.slice(0, items.indexOf(item) + 1);
  const made = new Set(
    before.filter(({ text }) => MAKES.test(text)).flatMap(({ refs }) => refs.map(({ ref }) => ref)),
  );
  for (const { kind, ref } of item.refs) {
    if (kind === 'file' && ref.includes('/') && !made.has(ref) && (await look.hasPath(ref)) === false)
      return `${ref} does not exist`;
    const script = kind === 'command' ? /^npm run ([\w:.-]+)/.exec(ref)?.[1] : undefined;
    if (script !== undefined && look.scripts !== null && !look.scripts.has(script))
      return `package.json has no script "${script}"`;
  }
  return null;
}

function orderProblem(
  item: PlanItem,
  items: readonly PlanItem[],
  text: string,
  look: PlanLook,
): string | null {
  const graph = stepGraph(text);
  const circle = look.inCircle(graph);
  const own = ownName(item);
  if (own !== null && circle.has(own))
    return `${own} waits for itself: ${[...circle].toSorted().join(', ')} form a circle`;
  const needs = needsOf(item.text);
  const unknown = needs.find((name) => graph.size > 0 && !graph.has(name));
  if (unknown !== undefined) return `${unknown} is needed and not in the plan`;
  if (own === null) return null;
  const order = items.flatMap((other) => ownName(other) ?? []);
  const late = needs.find((name) => order.indexOf(name) > order.indexOf(own));
  return late === undefined ? null : `${own} needs ${late}, which comes after it`;
}

function stepGraph(text: string): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  let owner: string | null = null;
  for (const statement of readDocument(text).statements) {
    owner = nameIn(statement.text) ?? owner;
    if (owner === null) continue;
    const needs = needsOf(statement.text).filter((name) => name !== nameIn(statement.text));
    graph.set(owner, [...(graph.get(owner) ?? []), ...needs]);
  }
  return graph;
}

function ownName({ text }: PlanItem): string | null {
  return nameIn(text);
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

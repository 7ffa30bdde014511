/** What depends on what: no cycle, nothing before what it needs, nothing that is not there. */
import type { MarkdownDocument, Statement } from '../document.ts';
import { type Check, type Remark, write } from './remark.ts';

const NEEDS =
  /\b(?:depends? on|requires?|blocked by|needs|after|waits? for|prerequisites?:?)\s+((?:(?:and|,|&|the|steps?|tasks?|phases?)\s*)*(?:[A-Z][A-Z0-9]{0,9}[-_.]?\d{1,4}(?:\.\d{1,3})*|(?:steps?|tasks?|phases?)\s+\d{1,3})(?:\s*(?:,|and|&)\s*(?:[A-Z][A-Z0-9]{0,9}[-_.]?\d{1,4}(?:\.\d{1,3})*|(?:steps?|tasks?|phases?)?\s*\d{1,3}))*)/gi;
const REFERENCE = /[A-Z][A-Z0-9]{0,9}[-_.]?\d{1,4}(?:\.\d{1,3})*|(?:steps?|tasks?|phases?)\s+\d{1,3}/gi;

interface Edge {
  from: string;
  to: string;
  statement: Statement;
}

function normalId(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^(step|task|phase)s?\s+/, '$1 ');
}

function edgesOf({ statements }: MarkdownDocument): { ids: Map<string, Statement>; edges: Edge[] } {
  const ids = new Map<string, Statement>();
  const edges: Edge[] = [];
  let owner: string | null = null;
  for (const statement of statements) {
    if (statement.id !== null) {
      owner = normalId(statement.id);
      if (!ids.has(owner)) ids.set(owner, statement);
    }
    // A nested "Depends on: T2" belongs to the task above it.
    const from = statement.id === null ? owner : normalId(statement.id);
    if (from === null) continue;
    for (const [, list = ''] of statement.text.matchAll(NEEDS))
      for (const [name] of list.matchAll(REFERENCE)) edges.push({ from, to: normalId(name), statement });
  }
  return { ids, edges };
}

export const unknownReferences: Check = (document) => {
  const { ids, edges } = edgesOf(document);
  const families = new Set([...ids.keys()].map(familyOf));
  // A name of a family the document does not number is somebody else's.
  const own = edges.filter(({ to }) => families.has(familyOf(to)));
  const remarks = own.flatMap(({ to, statement }): Remark[] =>
    ids.has(to)
      ? []
      : [
          {
            check: 'unknown-reference',
            line: statement.line,
            text: `line ${statement.line} depends on ${to.toUpperCase()}, which is not there`,
            remedy: write(`describe ${to.toUpperCase()} or name the one that is meant`),
          },
        ],
  );
  return { remarks, looked: own.length, things: 'dependencies lead to something' };
};

function familyOf(id: string): string {
  return id.replace(/[-_.]?\s*\d.*$/, '');
}

export const cycles: Check = (document) => {
  const { ids, edges } = edgesOf(document);
  const next = Map.groupBy(
    edges.filter(({ to }) => ids.has(to)),
    ({ from }) => from,
  );
  const state = new Map<string, 'open' | 'done'>();
  const remarks: Remark[] = [];
  for (const start of ids.keys()) {
    // A stack of our own: a chain of thousands must not end the process.
    const path: { id: string; rest: Edge[] }[] = [];
    const enter = (id: string): void => {
      state.set(id, 'open');
      path.push({ id, rest: [...(next.get(id) ?? [])] });
    };
    if (!state.has(start)) enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const edge = top.rest.pop();
      if (edge === undefined) {
        state.set(top.id, 'done');
        path.pop();
      } else if (state.get(edge.to) === 'open') {
        const from = path.findIndex(({ id }) => id === edge.to);
        const ring = [...path.slice(from).map(({ id }) => id), edge.to].map((id) => id.toUpperCase());
        remarks.push({
          check: 'cycle',
          line: edge.statement.line,
          text: `${ring.join(' → ')} is a circle: none of them can be first`,
          remedy: write(`break the circle ${ring.join(' → ')} at one place`),
        });
      } else if (!state.has(edge.to)) enter(edge.to);
    }
  }
  return { remarks, looked: edges.length, things: 'dependencies run without a circle' };
};

/** Numbered steps are done in their order: a step cannot need a later one. */
export const stepOrder: Check = (document) => {
  const { ids, edges } = edgesOf(document);
  const order = [...ids.keys()];
  const steps = edges.filter(
    ({ from, to }) => familyOf(from) === familyOf(to) && /^(?:step|task|phase|t|s)$/.test(familyOf(from)),
  );
  const remarks = steps.flatMap(({ from, to, statement }): Remark[] =>
    ids.has(to) && order.indexOf(to) > order.indexOf(from)
      ? [
          {
            check: 'step-order',
            line: statement.line,
            text: `${from.toUpperCase()} comes before ${to.toUpperCase()}, which it needs`,
            remedy: write(`put ${to.toUpperCase()} before ${from.toUpperCase()}`),
          },
        ]
      : [],
  );
  return { remarks, looked: steps.length, things: 'steps come after what they need' };
};

/** What depends on what: no cycle, nothing before what it needs, nothing that is not there. */
import type { MarkdownDocument, Place, Statement } from '../../documents/document.ts';
import {
  NEEDS_AHEAD,
  NEEDS_BEHIND,
  STEP_NAME,
  STEP_NAME_BEHIND,
} from '../../documents/language/plan-words.ts';
import { type Check, type Remark, write } from './remark.ts';

const CODE = String.raw`(?<![\p{L}\p{N}-])[A-Z][A-Z0-9]{0,9}[-_.]?\d{1,4}(?:\.\d{1,3})*(?![\p{L}\p{N}])`;
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]{1,8}\d{1,4}`;
const NAME = `(?:${STEP_NAME}|${STEP_NAME_BEHIND}|${CODE}|${UNSPACED})`;
const REFERENCE = new RegExp(NAME, 'giu');
const ARTICLE = String.raw`(?:(?:the|of|on|de|du|des|del|da|do|von|vom|l['’]|la|le|les|el|los|a|o|die|der|den|dem)[\s]*)*`;
const AND = String.raw`\s*(?:,|;|&|、|と|\b(?:and|und|sowie|et|y|e|plus)\b)\s*`;
/** What follows a word of waiting, as long as it is a list of names. */
const LIST = new RegExp(
  `^[\\s::*_]*${ARTICLE}${NAME}(?:(?:${AND})+${ARTICLE}(?:${NAME}|\\d{1,3}(?![\\p{L}\\d%])))*`,
  'iu',
);
const LIST_BEHIND = new RegExp(`(${NAME}(?:${AND}${NAME})*)\\s*(?:${NEEDS_BEHIND.source})`, 'giu');

interface Edge {
  from: string;
  to: string;
  statement: Statement;
}

function normalId(text: string): string {
  const named = STEP.exec(text);
  const number = named?.[1] ?? named?.[2];
  return number === undefined ? text.trim().toLowerCase() : `step ${number.replace(/^0+(?=\d)/, '')}`;
}

const STEP = new RegExp(`^\\s*(?:${STEP_NAME}|${STEP_NAME_BEHIND})`, 'iu');

/** Names a text waits for. */
function needsIn(text: string): string[] {
  const lists = [
    ...[...text.matchAll(NEEDS_AHEAD)].map(
      (match) => LIST.exec(text.slice(match.index + match[0].length))?.[0] ?? '',
    ),
    ...[...text.matchAll(LIST_BEHIND)].map(([, list = '']) => list),
  ];
  return lists.flatMap((list) => {
    const names = [...list.matchAll(REFERENCE)].map(([name]) => normalId(name));
    // "steps 1, 2 and 4" names two more of its kind.
    const isStep = names.some((name) => name.startsWith('step '));
    const bare = isStep
      ? [...list.replace(REFERENCE, ' ').matchAll(/\d{1,3}/g)].map(([n]) => `step ${n}`)
      : [];
    return [...names, ...bare];
  });
}

/**
 * By statement: "step 2" of what a list numbers 2. With two such lists nobody knows which of them is meant, and where
 * something is called a step, that is meant.
 */
function numbered({ statements, headings, source }: MarkdownDocument): Map<Statement, string> {
  if (
    headings.some(({ text }) => STEP.test(text)) ||
    statements.some(({ id }) => id !== null && STEP.test(id))
  )
    return new Map();
  const found = statements.flatMap((statement): [Statement, string][] => {
    const before = statement.isOrdered ? source.slice(Math.max(0, statement.start - 8), statement.start) : '';
    const number = /(\d{1,3})[.)]\s*$/.exec(before)?.[1];
    return number === undefined ? [] : [[statement, `step ${number.replace(/^0+(?=\d)/, '')}`]];
  });
  return new Set(found.map(([, name]) => name)).size === found.length ? new Map(found) : new Map();
}

function edgesOf(document: MarkdownDocument): { ids: Map<string, Place>; edges: Edge[] } {
  const { statements, headings } = document;
  const byNumber = numbered(document);
  const ids = new Map<string, Place>();
  const edges: Edge[] = [];
  const nameOf = (text: string): string | null => (STEP.test(text) ? normalId(text) : null);
  for (const heading of headings) {
    const name = nameOf(heading.text);
    if (name !== null && !ids.has(name)) ids.set(name, heading);
  }
  let owner: string | null = null;
  let section = -1;
  for (const statement of statements) {
    if (statement.section !== section) owner = nameOf(headings[statement.section]?.text ?? '') ?? owner;
    section = statement.section;
    const own = statement.id === null ? (byNumber.get(statement) ?? null) : normalId(statement.id);
    if (own !== null) {
      owner = own;
      if (!ids.has(own)) ids.set(own, statement);
    }
    // A nested "Depends on: T2" belongs to the task above it.
    if (owner === null) continue;
    for (const to of needsIn(statement.text)) edges.push({ from: owner, to, statement });
  }
  return { ids, edges };
}

export const unknownReferences: Check = (document) => {
  const { ids, edges } = edgesOf(document);
  const families = new Set([...ids.keys()].map(familyOf));
  // A name of a family the document does not number is somebody else's.
  const own = edges.filter(({ to }) => families.has(familyOf(to)));
  const begins = beginningsOf(document.source);
  const remarks = own.flatMap(({ to, statement }): Remark[] =>
    ids.has(to) || begins.has(to)
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

/** Names that a line, a heading or a cell begins with: something is said of each, however it is set. */
function beginningsOf(source: string): Set<string> {
  return new Set([...source.matchAll(BEGINNING)].map(([, name = '']) => normalId(name)));
}

const BEGINNING = new RegExp(`(?:^|\\|)[\\s#>*_+\\[(\`-]{0,12}(${NAME})`, 'gimu');

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

/** Who answers for a step: by a label, by a name that other steps have too, or nobody in particular. */
import { calendarDaysIn } from '../documents/language/calendar-days.ts';
import { NOBODY, OWNER, VALIDATION } from '../documents/language/plan-words.ts';
import type { PlanStep, StepPart } from './plan-step.ts';

/** Steps without an owner, where the others have one or the plan wants one of each. */
export function unowned(steps: readonly PlanStep[], isWanted: boolean): ReadonlySet<PlanStep> {
  const people = peopleIn(steps);
  const without = steps.filter((step) => !hasOwner(step, people));
  const owned = steps.length - without.length;
  const isUsual = steps.length >= FEWEST_OWNED && owned >= steps.length * (isWanted ? 0.5 : MOST_OWNED);
  return new Set(steps.filter((step) => (isUsual && without.includes(step)) || isNobodys(step)));
}

const FEWEST_OWNED = 3;
/** The share of steps that must have an owner before one without is missing it. */
const MOST_OWNED = 0.6;

/** "Check: …", "preuve = …": what a step is measured by names nobody who does it. */
function isWork({ role, raw }: StepPart): boolean {
  const label = /^[\s*_-]*(\p{L}[\p{L}\s]{1,30}?)\s*[:=\uFF1A]/u.exec(raw)?.[1];
  return role === 'work' || (role === 'proof' && (label === undefined || !VALIDATION.test(label)));
}

function hasOwner(step: PlanStep, people: ReadonlySet<string>): boolean {
  if (isNobodys(step)) return false;
  if (isBracketed(step.title, people)) return true;
  return step.parts.some((part) => isLabelled(part) || (isWork(part) && namesIn(part, people)));
}

/** A leap year: only whether it is a day is asked. */
const ANY_YEAR = 2024;
const BRACKETED = /\(\s*(\p{Lu}\p{Ll}+\.?)\s+(\p{Lu}\p{Ll}+)\s*(?:[,;]\s*([^()]{1,40}))?\)/gu;

/** "Go/no-go (Dominic Ferrer, 11 June)": a name that other steps have too, or a day behind it; "(Pilot Group)" is nobody. */
function isBracketed(title: string, people: ReadonlySet<string>): boolean {
  return [...title.matchAll(BRACKETED)].some(
    ([, first = '', last = '', rest = '']) =>
      people.has(first) || people.has(last) || calendarDaysIn(rest, ANY_YEAR).length > 0,
  );
}

const LABEL =
  /(?<=^|[,;(.|–—-]\s*|\s)([\p{L}\p{M}]{2,16}(?:\s[\p{L}\p{M}]{2,16})?)\s*[*_]*\s*[:=\uFF1A]\s*/gu;

/** "Owner: Ruth" as a column, a line, or in passing. */
function isLabelled({ raw, role, label }: StepPart): boolean {
  if (label !== undefined) return role === 'work' && OWNER.test(label) && isSomebody(raw);
  return [...raw.replace(/[*_]/g, ' ').matchAll(LABEL)].some(
    ({ 0: whole, 1: name = '', index }) =>
      isOwnerWord(name) && isSomebody(raw.replace(/[*_]/g, ' ').slice(index + whole.length)),
  );
}

function isOwnerWord(name: string): boolean {
  const match = OWNER.exec(name);
  return match !== null && match.index + match[0].length === name.length;
}

/** A dash, nothing, or nobody in particular up to the end of the entry. */
function isSomebody(said: string): boolean {
  const [first = ''] = said.split(/[.;|。](?:\s|$)|。/u);
  return /\p{L}/u.test(first) && (NOBODY.exec(first)?.[0].length ?? 0) < first.trim().length;
}

const NOBODYS = new RegExp(String.raw`^[\s*_>-]*(?:${NOBODY.source})\s+\p{Ll}`, 'iu');

/** "Someone has to tell the board": said, and nobody is named. */
export function isNobodys({ parts, title }: PlanStep): boolean {
  return NOBODYS.test(title) || parts.some(({ raw, role }) => role === 'work' && NOBODYS.test(raw));
}

/** A capital at the beginning and a verb behind it, or between commas: where people stand. */
const NAME = String.raw`((?:(?:Dr|Mr|Mrs|Ms|Herr|Frau|Mme|M|Sr|Sra|Dra)\.?\s)?\p{Lu}\p{Ll}[\p{L}'’-]*)`;
const ACTING = new RegExp(
  String.raw`(?:^|[:.]\s+|(?<!\p{L})(?:\p{Ll}+\s){0,1})${NAME}(?=\s(?:and|und|et|y|e|\+)?\s?\p{Ll})`,
  'gu',
);
const BESIDE = new RegExp(
  String.raw`(?:,|:|–|—|\(|\+|&)\s*${NAME}(?:\s+\p{Lu}\p{L}*)?\s*(?=[,.;)+&]|$)`,
  'gu',
);

/** Names that stand where people do, in two steps or more. */
function peopleIn(steps: readonly PlanStep[]): ReadonlySet<string> {
  const places = new Map<string, Set<PlanStep>>();
  /** Words that tell somebody to do something, as steps begin with them. */
  const orders = new Set<string>();
  for (const step of steps)
    for (const { raw, label, role } of step.parts) {
      if (label !== undefined || role === 'needs') continue;
      const text = raw.replace(/[*_`]/g, ' ');
      for (const pattern of [BESIDE, ACTING])
        for (const { 1: name = '', index, 0: whole } of text.matchAll(pattern)) {
          places.set(name, (places.get(name) ?? new Set()).add(step));
          if (pattern === ACTING && isOrder(text, index + whole.length)) orders.add(name);
        }
    }
  const found = [...places].filter(([name, own]) => own.size >= 2 && !orders.has(name)).map(([name]) => name);
  // Whoever has a title is somebody, however often they are named.
  const titled = [...places.keys()].filter((name) => /\s/.test(name));
  return new Set([...found, ...titled]);
}

/** What follows a name is a deed that it does; what follows "Add" or "Run" is a thing: no form of a third person. */
const DOES =
  /^\s(?:(?:and|und|et|y|e|\+)\s\p{Lu}[\p{L}'’-]*\s)?(?:\p{Ll}+(?:s|t|ed|te)|will|must|should|may|can|to|soll|kann|wird|doit|va|fera|prend|fait|debe|hace|deve|fa|ma)(?![\p{L}])/u;

function isOrder(text: string, at: number): boolean {
  return !DOES.test(text.slice(at, at + 60));
}

function namesIn({ raw }: StepPart, people: ReadonlySet<string>): boolean {
  return [...people].some((name) =>
    // Names are letters, marks of them and a blank: nothing a pattern would take for its own.
    new RegExp(`(?<![\\p{L}])${name.replaceAll('.', '\\.')}(?![\\p{L}])`, 'u').test(raw),
  );
}

/** A vote on one item of a plan, from what the project says. The kinds are those of the gate: a to e. */

import type { Breakage, PlanItem, PlanVote } from '@design-jury/contracts/convergence/schema';
import { USES, USES_BEHIND } from '../documents/language/plan-words.ts';
import { compareKeyed } from './facts/compare-keyed.ts';
import { compareNamedVersions } from './facts/compare-settings.ts';
import { passagesOf } from './facts/passages.ts';
import { type CommandLook, commandProblem, symbolsIn } from './offline-citations.ts';
import { isMaking, type PlanFault, planFaults } from './plan-faults.ts';
import { citationsIn, isAbsent, type PlanEntry, readPlanContents } from './plan-items.ts';
import type { ProjectText } from './project-texts.ts';

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

/** Named of one item; what is left out is a repetition. */
const MOST_BREAKAGES = 8;

/** A plan read once for all of its items: what is wrong in its own text, and where each thing is first made. */
export interface ReadPlan {
  entries: ReadonlyMap<string, { entry: PlanEntry; index: number }>;
  faults: ReadonlyMap<string, readonly PlanFault[]>;
  /** By path or name: the first item that makes it. */
  made: ReadonlyMap<string, number>;
  /** By name: where code has it. */
  named: ReadonlyMap<string, readonly string[]>;
}

export async function readPlan(
  text: string,
  brief: string | null,
  look: PlanLook,
  texts: readonly ProjectText[] = [],
): Promise<ReadPlan> {
  const contents = readPlanContents(text, brief);
  const { entries } = contents;
  const made = new Map<string, number>();
  for (const [index, entry] of entries.entries())
    for (const raw of piecesOf(entry)) {
      if (!isMaking(raw)) continue;
      const makes = [
        ...citationsIn(raw)
          .filter(({ kind }) => kind === 'file')
          .map(({ ref }) => ref),
        ...symbolsIn(raw).map(({ name }) => name),
      ];
      for (const one of makes) if (!made.has(one)) made.set(one, index);
    }
  const anywhere = entries.flatMap(({ raw }) => symbolsIn(raw)).filter(({ file }) => file === null);
  return {
    entries: new Map(entries.map((entry, index) => [entry.item.id, { entry, index }])),
    faults: withProject(planFaults(contents, look.inCircle), entries, text, texts),
    made,
    named: await look.naming([...new Set(anywhere.map(({ name }) => name))]),
  };
}

const PLAN = 'plan.md';

/** Versions and settings that the project has otherwise than the plan says. */
function withProject(
  faults: ReadonlyMap<string, readonly PlanFault[]>,
  entries: readonly PlanEntry[],
  text: string,
  texts: readonly ProjectText[],
): ReadonlyMap<string, readonly PlanFault[]> {
  const [first] = entries.filter(({ step }) => step !== null);
  const own = texts.filter(({ text: project }) => project !== text);
  if (first === undefined || own.length === 0) return faults;
  const passages = [
    ...passagesOf({ path: PLAN, text }),
    ...own.flatMap((file) => passagesOf(file)).filter(({ kind }) => kind !== 'prose'),
  ];
  const found = [...compareNamedVersions(passages).found, ...compareKeyed(passages).found];
  const more = found.flatMap(({ claim, places }) => {
    const at = places.find(({ path }) => path === PLAN);
    return at === undefined
      ? []
      : [{ line: at.line, breakage: { kind: 'a', reason: `line ${at.line}: ${claim}` } satisfies Breakage }];
  });
  const all = new Map(faults);
  for (const { line, breakage } of more) {
    const { item } =
      entries.find(({ step }) => step !== null && line >= step.line && line <= step.endLine) ?? first;
    all.set(item.id, [...(all.get(item.id) ?? []), breakage]);
  }
  return all;
}

/** What a sentence makes is made by that sentence: a proof beside it only uses what is there. */
function piecesOf({ step, raw }: PlanEntry): string[] {
  return step === null
    ? raw.split(/(?<=[.。;!?])\s+|\n/u)
    : step.parts
        .filter(({ role, raw }) => role === 'work' || (role === 'proof' && NEW_TEST.test(raw)))
        .map((part) => part.raw);
}

/** "Validation: new file `test/x.test.ts` shows …": a proof may be written with the step. */
const NEW_TEST =
  /(?<!\p{L})(?:new|neue[rnms]?|nouve(?:au|lle)|nuev[oa]|nov[oa]|nuov[oa]|nieuwe?)\s+(?:\p{L}+\s+)?(?:files?|tests?|datei|prüfung|fichier|archivo|prueba|arquivo|ficheiro|teste|bestand)(?!\p{L})|新しい(?:テスト|ファイル)|新規(?:テスト|ファイル)/iu;

export async function planVote(item: PlanItem, plan: ReadPlan, look: PlanLook): Promise<PlanVote> {
  const all = await breakages(item, plan, look);
  const [first, ...also] = all
    .filter(({ isDoubt = false }) => !isDoubt)
    .map(({ kind, reason }): Breakage => ({ kind, reason }))
    .slice(0, MOST_BREAKAGES);
  if (first === undefined) {
    const note = all.slice(0, MOST_BREAKAGES).map(({ reason }) => reason);
    return note.length === 0 ? { verdict: 'agree' } : { verdict: 'supplement', note: note.join('; ') };
  }
  return { verdict: 'disagree', ...first, ...(also.length > 0 && { also }) };
}

/** A step on a circle may also cite what is not there: both are said, for both have to be mended. */
async function breakages(item: PlanItem, plan: ReadPlan, look: PlanLook): Promise<PlanFault[]> {
  if (isAbsent(item)) return [{ kind: absentKind(item), reason: item.text }];
  const known = plan.entries.get(item.id);
  if (known === undefined) return [];
  const missing =
    known.entry.requirement === null ? await missingOf(known.entry, known.index, plan, look) : [];
  return [...missing, ...(plan.faults.get(item.id) ?? [])];
}

function absentKind({ id }: PlanItem): 'b' | 'c' | 'd' {
  if (id.startsWith('P-Rb-')) return 'd';
  return id.startsWith('P-Val-') ? 'c' : 'b';
}

/**
 * What an earlier step makes may be cited by a later one. What is not there is sure to be missing where the plan changes or
 * uses it, or where it lies elsewhere; "unit tests in `tests/a.test.ts`" may be what the step brings.
 */
async function missingOf(
  { raw }: PlanEntry,
  index: number,
  { made, named }: ReadPlan,
  look: PlanLook,
): Promise<PlanFault[]> {
  const isMade = (what: string): boolean => (made.get(what) ?? Number.POSITIVE_INFINITY) <= index;
  const missing = new Map<string, PlanFault>();
  const add = (reason: string, isDoubt = false): void => {
    if (missing.get(reason)?.isDoubt !== false) missing.set(reason, { kind: 'a', reason, isDoubt });
  };
  for (const { kind, ref } of citationsIn(raw)) {
    if (kind === 'file' && ref.includes('/') && !isMade(ref) && (await look.hasPath(ref)) === false) {
      const near = await look.near(ref);
      const isDoubt = near === null && !isExpected(raw, ref);
      add(`${ref} does not exist${near === null ? '' : `; there is ${near}`}`, isDoubt);
    }
    const problem = kind === 'command' ? await commandProblem(ref, look, isMade) : null;
    if (problem !== null) add(problem);
  }
  for (const { name, file } of symbolsIn(raw)) {
    if (isMade(name) || isGiven(raw, name)) continue;
    if (file === null && !named.has(name)) add(`no code has the name ${name}`, !isExpected(raw, name));
    if (file !== null && (await look.says(file, name)) === false)
      add(`${file} has no ${name}`, !isExpected(raw, name));
  }
  return [...missing.values()];
}

const REACH = 60;

/** Whether what is cited is changed, taken away or used, by the words before it, or behind it where verbs stand there. */
function isExpected(raw: string, ref: string): boolean {
  for (let at = raw.indexOf(ref); at !== -1; at = raw.indexOf(ref, at + ref.length)) {
    const before =
      raw
        .slice(Math.max(0, at - REACH), at)
        .split(/[.;。；\n]\s/u)
        .at(-1) ?? '';
    if (USES.test(before) || USES_BEHIND.test(raw.slice(at + ref.length, at + ref.length + REACH)))
      return true;
  }
  return false;
}

/** "Change `src/a.mjs`: field `limit`": what stands behind the colon is what the change brings. */
function isGiven(raw: string, name: string): boolean {
  const at = raw.indexOf(`\`${name}`);
  return /`[^`\n]+`\s*[:\uFF1A][^\n]*$/u.test(raw.slice(0, Math.max(0, at)));
}

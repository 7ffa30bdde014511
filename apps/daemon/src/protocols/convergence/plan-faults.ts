/** What is wrong with a plan by its own text: its order, its proofs, its way back, what it says twice in two ways. */
import type { Breakage } from '@design-jury/contracts/convergence/schema';
import type { Standing } from '../documents/compare/measures.ts';
import { contentWords } from '../documents/language/content.ts';
import { NONE } from '../documents/language/open-points.ts';
import {
  BEFORE_STEP,
  DESTROYS,
  MAKES,
  NO_PROOF,
  OWNER,
  SAVES,
  STEP_NAME,
  STEP_NAME_BEHIND,
  VALIDATION,
} from '../documents/language/plan-words.ts';
import { type Sentence, withoutQuotes } from '../documents/sentences.ts';
import { schedules, totals } from '../loop/checks/arithmetic.ts';
import { calendar } from '../loop/checks/calendar.ts';
import { classes } from '../loop/checks/classes.ts';
import { columns, countedParts } from '../loop/checks/columns.ts';
import { namedSections, openPoints, placeholders } from '../loop/checks/completeness.ts';
import { contradictionsIn } from '../loop/checks/contradictions.ts';
import { gone } from '../loop/checks/gone.ts';
import { labelled } from '../loop/checks/labelled.ts';
import { listTotals } from '../loop/checks/list-totals.ts';
import { measurability } from '../loop/checks/measurability.ts';
import { nearNames } from '../loop/checks/near-names.ts';
import { opposites } from '../loop/checks/opposites.ts';
import { rates } from '../loop/checks/rates.ts';
import { references } from '../loop/checks/references.ts';
import type { Check, Checked } from '../loop/checks/remark.ts';
import { retention } from '../loop/checks/retention.ts';
import { reviewing } from '../loop/checks/reviewing.ts';
import { scope } from '../loop/checks/scope.ts';
import { within } from '../loop/checks/within.ts';
import { countedLists, equations, sentenceTotals, spans } from '../loop/checks/worked-out.ts';
import { calendarFaults } from './plan-calendar.ts';
import type { PlanContents, PlanEntry } from './plan-items.ts';
import { isNobodys, unowned } from './plan-owners.ts';
import { type PlannedRequirement, reachOf } from './plan-requirements.ts';
import { ruleFaults, wantsOwners } from './plan-rules.ts';
import { senseFaults } from './plan-sense.ts';
import { sequenceFaults } from './plan-sequence.ts';
import { familyOf, type PlanStep, type StepPart, weakProof } from './plan-step.ts';

type Circles = (graph: ReadonlyMap<string, readonly string[]>) => ReadonlySet<string>;
/** Worth a look, and too unsure to hold a plan back: it is said and decides nothing. */
export interface PlanFault extends Breakage {
  isDoubt?: boolean;
}
export type Found = [id: string, fault: PlanFault];

/** What is found by likeness, by usual words or by what other steps have is told and decides nothing. */
export function doubtful(found: readonly Found[]): Found[] {
  return found.map(([id, fault]) => [id, { ...fault, isDoubt: true }]);
}

/** A line that makes something may name what is not there yet. Names in code marks make nothing. */
export function isMaking(raw: string): boolean {
  return MAKES.test(raw.replace(/`[^`]*`/g, ' '));
}

export function planFaults(
  contents: PlanContents,
  inCircle: Circles,
): ReadonlyMap<string, readonly PlanFault[]> {
  const found: Found[] = [
    ...orderFaults(contents, inCircle),
    ...aheadFaults(contents),
    ...sequenceFaults(contents),
    ...calendarFaults(contents),
    ...senseFaults(contents),
    ...doubtful(ruleFaults(contents)),
    ...proofFaults(contents),
    ...wholeProofFaults(contents),
    ...rollbackFaults(contents),
    ...requirementFaults(contents),
    ...contradictionFaults(contents),
  ];
  return new Map(
    [...Map.groupBy(found, ([id]) => id)].map(([id, own]) => [id, own.map(([, fault]) => fault)]),
  );
}

function stepEntries({ entries }: PlanContents): { entry: PlanEntry; step: PlanStep }[] {
  return entries.flatMap((entry) => (entry.step === null ? [] : [{ entry, step: entry.step }]));
}

function orderFaults(contents: PlanContents, inCircle: Circles): Found[] {
  const { steps } = contents;
  const order = new Map(steps.map(({ key }, index) => [key, index]));
  const shown = new Map(steps.map((step) => [step.key, step.shown]));
  const graph = new Map(steps.map(({ key, needs }) => [key, needs.map((need) => need.key)]));
  const circle = inCircle(graph);
  const told = new Set<string>();
  return stepEntries(contents).flatMap(({ entry: { item }, step }): Found[] => {
    const reasons: string[] = [];
    const at = order.get(step.key) ?? 0;
    const needs = [...new Map(step.needs.map((one) => [one.key, one])).values()];
    // A circle is one fault: it is told where a step waits for one that is no earlier.
    const closing = needs.find((need) => circle.has(need.key) && (order.get(need.key) ?? -1) >= at);
    if (circle.has(step.key) && closing !== undefined) {
      const ring = ringOf(step.key, graph, circle);
      const name = ring.join(' ');
      if (!told.has(name))
        reasons.push(
          `${step.shown} waits for itself: ${ring.map((key) => shown.get(key) ?? key).join(', ')} form a circle`,
        );
      told.add(name);
    }
    for (const need of needs) {
      const there = order.get(need.key);
      if (there === undefined) reasons.push(`${need.shown} is needed and not in the plan`);
      else if (there > at && !(circle.has(need.key) && circle.has(step.key)))
        reasons.push(`${step.shown} needs ${need.shown}, which comes after it`);
    }
    return reasons.map((reason) => [item.id, { kind: 'b', reason }]);
  });
}

/** Those of the circle a step can reach and that reach it, in the order of the plan. */
function ringOf(
  key: string,
  graph: ReadonlyMap<string, readonly string[]>,
  circle: ReadonlySet<string>,
): string[] {
  const from = reachable(key, graph, circle);
  return [...graph.keys()].filter((other) => from.has(other) && reachable(other, graph, circle).has(key));
}

function reachable(
  key: string,
  graph: ReadonlyMap<string, readonly string[]>,
  circle: ReadonlySet<string>,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [key];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const need of graph.get(next) ?? []) {
      if (seen.has(need) || !circle.has(need)) continue;
      seen.add(need);
      waiting.push(need);
    }
  return seen;
}

/** "None needed, it is read only." */
const LONGEST_REFUSAL = 60;

/** A field that every other step fills, and this one does not have: by a label or the head of a column, not by likeness. */
function isField(steps: readonly PlanStep[], step: PlanStep, is: (part: StepPart) => boolean): boolean {
  return steps.length > FEWEST_ALIKE && steps.every((one) => one.parts.some(is) === (one !== step));
}

const FEWEST_ALIKE = 2;
const FIELD = /^[\s*_>-]*([\p{L}\p{M}][\p{L}\p{M}\s]{1,30}?)\s*[*_]*\s*[:\uFF1A]\s*\S/u;

function isProofField({ raw, label }: StepPart): boolean {
  return (
    VALIDATION.test(label ?? FIELD.exec(raw)?.[1] ?? '') && saidOf(raw) !== '' && !NONE.test(saidOf(raw))
  );
}

function isOwnerField({ raw, label }: StepPart): boolean {
  return OWNER.test(label ?? FIELD.exec(raw)?.[1] ?? '') && saidOf(raw) !== '' && !NONE.test(saidOf(raw));
}

/** Where most steps say how they are proved, one that does not is missing it; and a proof must be able to fail. */
function proofFaults(contents: PlanContents): Found[] {
  const { steps, document } = contents;
  const isGeneral = document.statements.some((statement) => familyOf(statement, document) === 'validation');
  const proofsOf = ({ parts }: PlanStep) =>
    parts.filter(
      ({ role, raw }) =>
        role === 'proof' &&
        saidOf(raw) !== '' &&
        !NONE.test(saidOf(raw)) &&
        // "each one is classed as "not needed"": what is told at length is a proof, whatever words it has.
        !(NO_PROOF.test(withoutQuotes(raw)) && saidOf(raw).length <= LONGEST_REFUSAL),
    );
  const proved = steps.filter((step) => proofsOf(step).length > 0).length;
  const isUsual = !isGeneral && steps.length >= 2 && proved * 2 >= steps.length;
  const without = unowned(steps, wantsOwners(document));
  return stepEntries(contents).flatMap(({ entry: { item }, step }): Found[] => {
    const proofs = proofsOf(step);
    // A step may name its proof in passing: "ends with a list of signatures as proof".
    const isNamed = step.parts.some(
      ({ role, raw }) => role === 'work' && VALIDATION.test(raw) && !NO_PROOF.test(raw),
    );
    const isUnowned = without.has(step);
    if (proofs.length === 0 && isUsual && !isNamed) {
      const owner = isUnowned ? ', and nobody answers for it' : '';
      const reason = `${step.shown} says nothing of how it is proved${owner}`;
      return [[item.id, { kind: 'c', reason, isDoubt: !isField(steps, step, isProofField) }]];
    }
    const weak = proofs.map(({ raw }) => weakProof(raw));
    const [first] = weak;
    return [
      ...(isUnowned
        ? [
            [
              item.id,
              {
                kind: 'c',
                reason: `${step.shown} has no owner, and the others have one`,
                isDoubt: !isNobodys(step) && !isField(steps, step, isOwnerField),
              },
            ] as Found,
          ]
        : []),
      ...(proofs.length > 0 && weak.every((one) => one !== null)
        ? [[item.id, { kind: 'c', reason: `the proof of ${step.shown} cannot fail: "${first}"` }] as Found]
        : []),
    ];
  });
}

/** "We run no tests": not "no test fails", and nothing that names what is run. */
function refusedProof(raw: string): string | null {
  const isNamed =
    /[\d`%=<>"“«「]|fail|error|break|broken|fehl|schlägt|échou|erreur|fall[ae]|失敗|エラー/iu.test(raw);
  return !isNamed && NO_PROOF.test(raw) ? saidOf(raw).slice(0, 80) : null;
}

/** A validation of the whole plan must be able to fail too; one line of it that can is enough. */
function wholeProofFaults({ entries }: PlanContents): Found[] {
  const whole = entries.filter(({ item }) => item.id.startsWith('P-Val-') && item.section !== 'absent');
  const weak = whole.map(({ raw }) => weakProof(raw) ?? refusedProof(raw));
  if (weak.includes(null)) return [];
  return whole.map(({ item }, index) => [
    item.id,
    { kind: 'c', reason: `the validation cannot fail: "${weak[index]}"` },
  ]);
}

/** What stands behind the label of a part; all of it without one. */
function saidOf(raw: string): string {
  return raw
    .replace(/^[\s*_-]*[\p{L}\p{M}\s]{2,40}?\s*[*_]*\s*[:\uFF1A]/u, '')
    .replace(/[*_]/g, '')
    .trim();
}

/** "A mail, sent before step B. Needs step F." */
function aheadFaults(contents: PlanContents): Found[] {
  const { steps } = contents;
  const graph = new Map(steps.map(({ key, needs }) => [key, needs.map((need) => need.key)]));
  return stepEntries(contents).flatMap(({ entry: { item }, step }): Found[] =>
    step.parts.flatMap(({ raw }) =>
      [...raw.matchAll(BEFORE_STEP)].flatMap((match): Found[] => {
        const key = (match[1] ?? '').toLowerCase();
        const isBehind = graph.has(key) && reachable(step.key, graph, new Set(graph.keys())).has(key);
        return key !== step.key && isBehind
          ? [
              [
                item.id,
                {
                  kind: 'b',
                  reason: `${step.shown} shall come before step ${key.toUpperCase()} and waits for it all the same`,
                },
              ],
            ]
          : [];
      }),
    ),
  );
}

const NO_WAY_BACK = 'the plan destroys or moves something and says it cannot be taken back';
const IMPOSSIBLE =
  /\b(?:none|not possible|impossible|n\/a|not needed|no rollback|nicht möglich|nicht nötig|kein(?:en)? rückfall|impossible|pas (?:de|nécessaire)|aucun|no es posible|ninguno|não é possível|nenhum)\b|不可能|できない|なし$|不要/iu;

function rollbackFaults({ entries, steps }: PlanContents): Found[] {
  const destroys = steps.some(
    ({ title, parts }) => DESTROYS.test(title) || parts.some(({ raw }) => DESTROYS.test(raw)),
  );
  if (!destroys) return [];
  const isSaved = steps.some(
    ({ title, parts }) => SAVES.test(title) || parts.some(({ raw }) => SAVES.test(raw)),
  );
  return entries.flatMap(({ item }): Found[] =>
    item.id.startsWith('P-Rb-') && item.section !== 'absent' && IMPOSSIBLE.test(item.text)
      ? [
          [
            item.id,
            { kind: 'd', reason: NO_WAY_BACK, isDoubt: item.text.length > LONGEST_REFUSAL || isSaved },
          ],
        ]
      : [],
  );
}

/** The whole heading, with a number before it and a word around it: "Boundary lines" is a thing to make. */
const CONSTRAINTS =
  /^[\d.)\s]*(?:\p{L}+\s)?(?:constraints?|boundar(?:y conditions|ies)|rahmenbedingungen|randbedingungen|contraintes?(?:\s\p{L}+)?|restricciones(?:\s\p{L}+)?|restrições(?:\s\p{L}+)?|vincoli(?:\s\p{L}+)?|randvoorwaarden|ograniczenia(?:\s\p{L}+)?|begränsningar|制約(?:条件|事項)?|约束(?:条件)?)(?:\s(?:and|und|et|y|e|en|i|och|&)\s\p{L}+)?\s*[:\uFF1A]?$/iu;

function requirementFaults(contents: PlanContents): Found[] {
  const reach = reachOf(contents.requirements, contents.steps);
  const idOf = new Map(
    contents.entries.flatMap(({ step, item }) => (step === null ? [] : [[step, item.id] as const])),
  );
  return contents.entries.flatMap(({ requirement, item }): Found[] => {
    const found = requirement === null ? undefined : reach.get(requirement);
    if (found === undefined || requirement === null) return [];
    const name = requirement.id ?? `line ${requirement.line}`;
    const section = contents.document.statements.find(({ line }) => line === requirement.line)?.section ?? -1;
    // What limits the work is kept, not done.
    const isLimit = CONSTRAINTS.test((contents.document.headings[section]?.text ?? '').trim());
    return [
      ...(found.missed === null || isLimit
        ? []
        : [
            [
              item.id,
              {
                kind: 'e',
                reason: `${name} is not covered: ${found.missed}`,
                isDoubt: isSpokenOf(requirement, contents),
              },
            ] as Found,
          ]),
      ...found.otherwise.flatMap(({ step, line, says, isDoubt }): Found[] => {
        const id = idOf.get(step);
        return id === undefined
          ? []
          : [[id, { kind: 'e', reason: `${says} by ${name} (line ${line})`, isDoubt }]];
      }),
    ];
  });
}

/**
 * A plan may meet a requirement in other words, or by what it is as a whole. What it never speaks of, by the words that
 * tell this requirement from the others, it does not meet, unless it has other words for everything.
 */
function isSpokenOf(requirement: PlannedRequirement, { document, requirements }: PlanContents): boolean {
  const own = tellingOf(requirement, requirements);
  const lines = document.source.toLowerCase().split('\n');
  // As a part of any word of the plan, its title and its code too: words are put together and bent.
  const isAnywhere = (one: PlannedRequirement, word: string): boolean =>
    lines.some((text, index) => (one.from === 'brief' || index + 1 !== one.line) && text.includes(word));
  const isUnsaid = (one: PlannedRequirement): boolean => {
    const telling = tellingOf(one, requirements);
    const said = document.statements.filter(({ line }) => one.from === 'brief' || line !== one.line);
    if (one.id !== null && said.some(({ text }) => namesIt(text, one.id ?? ''))) return false;
    return telling.length >= FEWEST_TELLING && !telling.some((word) => isAnywhere(one, word));
  };
  if (own.length < FEWEST_TELLING || !isUnsaid(requirement)) return true;
  return requirements.length > 1 && requirements.filter(isUnsaid).length * 2 > requirements.length;
}

/** Words that no other requirement has, by their beginnings. */
function tellingOf({ id, text }: PlannedRequirement, all: readonly PlannedRequirement[]): string[] {
  const others = new Set(
    all
      .filter((one) => one.text !== text)
      .flatMap((one) => contentWords(one.text))
      .map(beginning),
  );
  const own = id === null ? text : text.replace(id, ' ');
  const words = [...contentWords(own), ...(own.toLowerCase().match(LONG) ?? [])].map(beginning);
  return [...new Set(words)].filter((word) => /\p{L}/u.test(word) && !others.has(word));
}

function beginning(word: string): string {
  return word.slice(0, 5);
}

function namesIt(text: string, id: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}-])${RegExp.escape(id)}(?![\\p{L}\\p{N}]|[.-]\\d)`, 'u').test(text);
}

const FEWEST_TELLING = 4;
/** Also what a list of usual words leaves out: "informed" says what is to be done. */
const LONG = /\p{L}{7,}/gu;

/** What is looked at in every text. */
const OF_ANY_TEXT: readonly Check[] = [
  opposites,
  retention,
  totals,
  columns,
  countedParts,
  schedules,
  sentenceTotals,
  listTotals,
  equations,
  rates,
  spans,
  countedLists,
  calendar,
  classes,
  within,
  labelled,
  nearNames,
  scope,
  references,
  namedSections,
  placeholders,
  openPoints,
  reviewing,
  gone,
  measurability,
];

/** What the plan says twice in two ways, at the item it is said of. */
function contradictionFaults(contents: PlanContents): Found[] {
  const { document, entries, steps } = contents;
  const surroundings = { files: new Map(), byName: new Map(), scripts: null };
  const checked: Checked[] = [
    contradictionsIn(document, (sentence) => standingOf(sentence, steps)),
    ...OF_ANY_TEXT.map((check) => check(document, surroundings)),
  ];
  const isProof = (line: number): boolean =>
    steps.some(({ parts }) => parts.some((part) => part.role === 'proof' && part.line === line));
  return checked.flatMap(({ remarks }) =>
    remarks.flatMap(({ text, line, check, isDoubt = false }): Found[] => {
      // A proof that cannot fail is told as that.
      if ((check === 'undecidable' || check === 'unmeasured') && isProof(line)) return [];
      const lines = [line, ...[...text.matchAll(/\bline (\d+)/g)].map(([, at]) => Number(at))];
      const own =
        entries.find(
          ({ step }) => step !== null && lines.some((at) => at >= step.line && at <= step.endLine),
        ) ?? entries.find(({ step }) => step !== null);
      return own === undefined
        ? []
        : [[own.item.id, { kind: 'e', reason: `line ${line}: ${text}`, isDoubt }]];
    }),
  );
}

function standingOf({ line, own }: Sentence, steps: readonly PlanStep[]): Standing {
  const step = steps.find((one) => line >= one.line && line <= one.endLine);
  const names = [...own.matchAll(new RegExp(`${STEP_NAME}|${STEP_NAME_BEHIND}`, 'giu'))].map(
    ([, ahead, behind]) => ahead ?? behind ?? '',
  );
  return { within: step?.key ?? null, names: new Set(names), words: contentWords(step?.title ?? '') };
}

/** A critic that needs no model: it counts, and says what it counted. What it cannot count it defers, and says so. */
import type {
  AdversarialResult,
  Criterion,
  CriterionResult,
  Escalation,
  PassAnswer,
} from '@design-jury/contracts/loop/schema';
import type { MarkdownDocument } from '../documents/document.ts';
import { schedules, shares, totals } from './checks/arithmetic.ts';
import { calendar } from './checks/calendar.ts';
import { classes } from './checks/classes.ts';
import { columns, countedParts } from './checks/columns.ts';
import {
  emptySections,
  namedSections,
  openPoints,
  placeholders,
  undefinedTerms,
} from './checks/completeness.ts';
import { contradictions } from './checks/contradictions.ts';
import { cycles, stepOrder, unknownReferences } from './checks/dependencies.ts';
import { edgeCases } from './checks/edge-cases.ts';
import { enumerations } from './checks/enumerations.ts';
import { examples } from './checks/examples.ts';
import { gone } from './checks/gone.ts';
import { duplicateIds, duplicates } from './checks/independence.ts';
import { labelled } from './checks/labelled.ts';
import { labels } from './checks/labels.ts';
import { anchors, localLinks } from './checks/links.ts';
import { listTotals } from './checks/list-totals.ts';
import { measurability } from './checks/measurability.ts';
import { multiples } from './checks/multiples.ts';
import { nearNames } from './checks/near-names.ts';
import { opposites } from './checks/opposites.ts';
import { citedFiles, risks, rollback, validation } from './checks/plan.ts';
import { rates } from './checks/rates.ts';
import { ratios } from './checks/ratios.ts';
import { references } from './checks/references.ts';
import type { Check, Checked, Edit, Remark, Surroundings } from './checks/remark.ts';
import { retention } from './checks/retention.ts';
import { reviewing } from './checks/reviewing.ts';
import { scope } from './checks/scope.ts';
import { states } from './checks/states.ts';
import { within } from './checks/within.ts';
import { countedLists, equations, sentenceTotals, spans } from './checks/worked-out.ts';
import { doubledWords, headingLevels } from './checks/writing.ts';
import { CRITERIA_SETS } from './criteria-sets.ts';

/**
 * What the critic has for a criterion. `proves` are checks whose figures answer its question: only they can make a
 * PASS. `finds` are slips that belong to it: they can make a FAIL, and say nothing when they find none.
 */
interface Answering {
  proves: readonly Check[];
  finds: readonly Check[];
}

const WRITTEN: readonly Check[] = [
  placeholders,
  openPoints,
  emptySections,
  namedSections,
  undefinedTerms,
  labels,
  reviewing,
];
const SLIPS: readonly Check[] = [anchors, localLinks, doubledWords, headingLevels];
const SUMS: readonly Check[] = [
  totals,
  columns,
  countedParts,
  multiples,
  shares,
  schedules,
  equations,
  spans,
  countedLists,
  sentenceTotals,
  listTotals,
  ratios,
  rates,
];
const AGREEING: readonly Check[] = [
  contradictions,
  retention,
  opposites,
  scope,
  states,
  enumerations,
  examples,
  classes,
  calendar,
  within,
  labelled,
  nearNames,
  gone,
  ...SUMS,
];
const ORDER: readonly Check[] = [cycles, stepOrder, unknownReferences];

/** By command: the same word asks another question in each. A criterion that is not here needs a model. */
const ANSWERING: Readonly<Record<string, Readonly<Record<string, Answering>>>> = {
  spec: {
    COMPLETENESS: { proves: ofDemands(WRITTEN), finds: [...WRITTEN, ...SLIPS] },
    MEASURABILITY: { proves: [measurability], finds: [] },
    INDEPENDENCE: {
      proves: ofDemands([duplicates, contradictions]),
      finds: [duplicates, duplicateIds, ...AGREEING, unknownReferences, references, cycles],
    },
    EDGE_CASES: { proves: [edgeCases], finds: [] },
  },
  plan: {
    COMPLETENESS: { proves: [], finds: [...WRITTEN, ...SLIPS] },
    FEASIBILITY: { proves: [citedFiles, ...ORDER], finds: AGREEING },
    RISK: { proves: [validation, rollback, risks], finds: [] },
  },
  tasks: {
    COVERAGE: { proves: [], finds: [placeholders, openPoints, emptySections, duplicateIds, ...SLIPS] },
    DEPENDENCIES: { proves: ORDER, finds: [] },
  },
  review: {
    COMPLETENESS: { proves: [], finds: [...WRITTEN, doubledWords, headingLevels] },
    PRECISION: { proves: [], finds: SLIPS },
  },
  debug: {
    SAFETY: { proves: [], finds: [rollback] },
    CORRECTNESS: { proves: [], finds: [...AGREEING, citedFiles] },
  },
  test: {
    COVERAGE: { proves: [], finds: [placeholders, openPoints, emptySections] },
    QUALITY: { proves: [], finds: [doubledWords] },
  },
  architect: {
    FEASIBILITY: { proves: [], finds: [citedFiles, cycles, unknownReferences, openPoints] },
    INCREMENTALITY: { proves: [], finds: [stepOrder] },
    COMPATIBILITY: { proves: [], finds: AGREEING },
  },
};

/** A text that demands nothing has nothing to be complete about, however well it is written. */
function ofDemands(checks: readonly Check[]): Check[] {
  return checks.map((check): Check => {
    const own: Check = (document, surroundings) => {
      const checked = check(document, surroundings);
      return document.requirements.length > 0 ? checked : { ...checked, looked: 0 };
    };
    return own;
  });
}

/** By its question: a user's own criterion may have the name of ours and ask something else, which ours do not prove. */
const BY_QUESTION = new Map(
  CRITERIA_SETS.flatMap(({ command, criteria }) =>
    criteria.flatMap(({ id, question }) => {
      const answering = ANSWERING[command]?.[id];
      return answering === undefined ? [] : [[question, answering] as const];
    }),
  ),
);

function answeringOf({ id, question }: Criterion): Answering {
  const own = BY_QUESTION.get(question);
  if (own !== undefined) return own;
  const named = Object.values(ANSWERING).find((criteria) => criteria[id] !== undefined)?.[id];
  return { proves: [], finds: named === undefined ? [] : [...new Set([...named.proves, ...named.finds])] };
}

export interface OfflineAnswer {
  answer: PassAnswer;
  remarks: ReadonlyMap<string, readonly Remark[]>;
}

/** `settled` are criteria a person has deferred: what is open there is known, and no scenario is made of it. */
export function reviewOffline(
  document: MarkdownDocument,
  surroundings: Surroundings,
  criteria: readonly Criterion[],
  settled: ReadonlySet<string> = new Set(),
  perspectives = 1,
): OfflineAnswer {
  const cache = new Map<Check, Checked>();
  const run = (check: Check): Checked => {
    const checked = cache.get(check) ?? check(document, surroundings);
    cache.set(check, checked);
    return checked;
  };
  const said = new Set<string>();
  const remarks = new Map<string, readonly Remark[]>();
  const results = criteria.map((criterion): CriterionResult => {
    const { proves, finds } = answeringOf(criterion);
    const proofs = proves.map(run);
    const checks = [...new Set([...proofs, ...finds.map(run)])];
    // What an earlier criterion said is not said again.
    const own = unique(checks.flatMap((checked) => checked.remarks)).filter(
      (remark) => !said.has(keyOf(remark)),
    );
    for (const remark of own) said.add(keyOf(remark));
    remarks.set(criterion.id, own);
    return checks.length === 0 ? needsModel(criterion) : resultOf(criterion, { proofs, checks }, own);
  });
  const open = [...remarks].flatMap(([id, own]) => (settled.has(id) ? [] : own.filter(isFault)));
  return { answer: { results, adversarial: scenariosOf(open, document, perspectives) }, remarks };
}

function needsModel({ id }: Criterion): CriterionResult {
  return {
    criterionId: id,
    answer: '0 of 1 checks can be made without a model, so nothing is claimed about it',
    verdict: 'DEFER',
    reason: 'no deterministic check answers this; ask an agent with --agent',
    concerns: [],
    evidence: [],
  };
}

function unique(remarks: readonly Remark[]): Remark[] {
  return [...new Map(remarks.map((remark) => [`${remark.line} ${keyOf(remark)}`, remark])).values()];
}

function countsOf(checks: readonly Checked[]): string {
  const counts = checks
    .filter(({ looked }) => looked > 0)
    .map(({ remarks, looked, things }) => {
      const faults = remarks.filter(isFault).length;
      return `${Math.max(0, looked - faults)} of ${looked} ${things}`;
    });
  return [...new Set(counts)].join('; ');
}

function isFault({ isDoubt = false }: Remark): boolean {
  return !isDoubt;
}

function resultOf(
  { id }: Criterion,
  { proofs, checks }: { proofs: readonly Checked[]; checks: readonly Checked[] },
  own: readonly Remark[],
): CriterionResult {
  const counts = countsOf(checks);
  const answer =
    counts === '' ? '0 of 0 places to look at: the document has nothing this could be seen in' : counts;
  const base = {
    criterionId: id,
    answer,
    concerns: concernsOf(own),
    // A check is a tool: what it counted is evidence also where it found nothing.
    evidence: (own.length === 0 ? (counts === '' ? [] : [counts]) : own.map(said)).slice(0, 20),
  };
  const faults = own.filter(isFault);
  if (faults.length === 0) {
    // Nothing of nothing is no proof, and slips that are not there do not answer a question.
    if (proofs.some(({ looked }) => looked > 0)) return { ...base, verdict: 'PASS' };
    const reason =
      proofs.length === 0
        ? 'slips were looked for and none found, which does not answer the question; ask an agent with --agent'
        : 'the document has nothing in it that would answer this';
    return { ...base, verdict: 'DEFER', reason };
  }
  const edits = faults.filter(({ remedy }) => remedy.kind === 'edit');
  if (edits.length > 0) return { ...base, verdict: 'FAIL', fix: saysOf(edits) };
  const asked = faults.find(({ remedy }) => remedy.kind === 'ask');
  if (asked?.remedy.kind === 'ask')
    return { ...base, verdict: 'ESCALATE', escalation: { criterionId: id, ...asked.remedy.question } };
  return { ...base, verdict: 'FAIL', fix: saysOf(faults) };
}

/** As many as an answer may have; that there are more is said. */
const MOST_CONCERNS = 50;

function concernsOf(remarks: readonly Remark[]): CriterionResult['concerns'] {
  const all = remarks.map((remark) => ({ key: keyOf(remark), text: said(remark) }));
  if (all.length <= MOST_CONCERNS) return all;
  const left = all.length - MOST_CONCERNS + 1;
  return [
    ...all.slice(0, MOST_CONCERNS - 1),
    { key: 'more', text: `${left} more things were found and are not listed` },
  ];
}

function said({ line, text, isDoubt = false }: Remark): string {
  return isDoubt ? `worth a look, line ${line}: ${text}` : `line ${line}: ${text}`;
}

/** The same slip keeps its name when lines above it move. */
function keyOf({ check, text }: Remark): string {
  return `${check}:${text
    .replace(/\blines? \d+(?: and \d+)?/g, '')
    .replace(/\s+/g, ' ')
    .trim()}`.slice(0, 200);
}

const MOST_SAID = 12;

function saysOf(remarks: readonly Remark[]): string {
  const said = remarks.flatMap(({ line, remedy }) =>
    remedy.kind === 'ask' ? [] : [`line ${line}: ${remedy.says}`],
  );
  const more = said.length - MOST_SAID;
  return `${said.slice(0, MOST_SAID).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

interface View {
  as: NonNullable<AdversarialResult['perspective']>;
  /** What would go wrong, were there anything to be seen from here. */
  scenario: string;
  sees: (check: Remark['check']) => boolean;
  looked: (document: MarkdownDocument) => string;
}

const LOST = new Set([
  'cycle',
  'dead-anchor',
  'dead-link',
  'missing-path',
  'missing-script',
  'missing-section',
  'step-order',
  'undefined-term',
  'unknown-reference',
]);
const SKEPTIC: View = {
  as: 'skeptic',
  scenario: 'Two people build from this text and end with different things',
  sees: (check) => !LOST.has(check) && check !== 'no-failure',
  looked: ({ requirements, statements }) =>
    `0 of ${requirements.length} requirements and 0 of ${statements.length} statements were found open to that`,
};
const VIEWS: readonly View[] = [
  SKEPTIC,
  {
    as: 'devils-advocate',
    scenario: 'Somebody follows what it refers to and does not arrive',
    sees: (check) => LOST.has(check),
    looked: ({ links, statements }) =>
      `0 of ${links.length} links and 0 of ${statements.length} statements lead nowhere`,
  },
  {
    as: 'edge-case',
    scenario: 'What comes in is empty, wrong or too large, and nobody knows what happens then',
    sees: (check) => check === 'no-failure',
    looked: ({ headings }) => `0 of ${headings.length} sections take something in and are silent about that`,
  },
];

function scenariosOf(
  open: readonly Remark[],
  document: MarkdownDocument,
  perspectives: number,
): AdversarialResult[] {
  // One view sees everything.
  if (perspectives === 1) return [scenarioOf(open, SKEPTIC.scenario, SKEPTIC.looked(document))];
  return VIEWS.map(({ as, scenario, sees, looked }) => ({
    ...scenarioOf(
      open.filter(({ check }) => sees(check)),
      scenario,
      looked(document),
    ),
    perspective: as,
  }));
}

function scenarioOf(remarks: readonly Remark[], scenario: string, looked: string): AdversarialResult {
  const worst = remarks.find(({ check }) => check === 'contradiction' || check === 'cycle') ?? remarks[0];
  if (worst === undefined) return { scenario, realistic: false, rationale: looked };
  return {
    scenario: `Somebody follows line ${worst.line} as it stands: ${worst.text}`,
    realistic: true,
    rationale:
      worst.remedy.kind === 'ask' ? `decide it: ${worst.remedy.question.question}` : worst.remedy.says,
  };
}

/** Everything that can be put right by machine, as edits that do not touch each other; later ones wait for the next pass. */
export function mechanicalEdits(remarks: readonly Remark[]): Edit[] {
  const edits = remarks.flatMap(({ remedy }) => (remedy.kind === 'edit' ? [remedy.edit] : []));
  return apart(edits);
}

/** The edits behind one option of a question; empty when the option leaves the text as it is. */
export function optionEdits(remarks: readonly Remark[], escalation: Escalation, option: number): Edit[] {
  const asked = remarks.find(
    ({ remedy }) => remedy.kind === 'ask' && remedy.question.question === escalation.question,
  );
  return asked?.remedy.kind === 'ask' ? [...(asked.remedy.edits[option - 1] ?? [])] : [];
}

function apart(edits: readonly Edit[]): Edit[] {
  const kept: Edit[] = [];
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    if (edit.start >= (kept.at(-1)?.end ?? 0)) kept.push(edit);
  }
  return kept;
}

export function applyEdits(source: string, edits: readonly Edit[]): string {
  let text = '';
  let at = 0;
  for (const edit of apart(edits)) {
    text += source.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + source.slice(at);
}

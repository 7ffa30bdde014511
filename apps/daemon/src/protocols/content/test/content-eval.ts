/** The content scenarios, run on some contentAgent: who was chosen, what was found, what was kept, what it gained. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AdvisorCritique,
  DOC_TYPES,
  type DocType,
  SEVERITIES,
  type SubmittedCritique,
} from '@design-jury/contracts/content/schema';
import { parse } from 'yaml';
import type { ContentAgent } from '../content-agent.ts';
import type { FoundationDocs } from '../content-store.ts';
import type { Advisor, ContentLibrary, Recipe } from '../library.ts';
import { offlineContentAgent } from '../offline/agent.ts';
import { NO_LISTS, revisionBrief, updateLists } from '../regressions.ts';
import { countHigh, decide, meanScore } from '../rubric.ts';
import { candidatesFor } from '../selection.ts';
import { type Raised, type Scenarios, ScenariosSchema } from './eval-scenarios.ts';

const ROOT = join(import.meta.dirname, '../../../../../..');
const SCENARIOS = join(ROOT, 'bench/evals/content.yaml');
const PANEL = ['positioning', 'seo-expert', 'behavioural-science'];
/** What the scenarios with a draft of their own are about. */
const IDEA = 'tidewatch';

export interface EvalResult {
  family: 'selection' | 'critique' | 'regression-guard' | 'baseline';
  name: string;
  passed: boolean;
  detail: string;
}

interface Stage {
  contentAgent: ContentAgent;
  library: ContentLibrary;
  signal: AbortSignal;
}

/** One at a time, in the order of the file. A scenario that gets no answer has failed. */
export async function runContentEvals(
  contentAgent: ContentAgent,
  library: ContentLibrary,
  signal: AbortSignal = new AbortController().signal,
): Promise<EvalResult[]> {
  const scenarios = ScenariosSchema.parse(parse(readFileSync(SCENARIOS, 'utf8')));
  const stage = { contentAgent, library, signal };
  const results: EvalResult[] = [];
  for (const scenario of scenarios.selection) results.push(await selection(stage, scenario));
  for (const scenario of scenarios.critiques) results.push(await critique(stage, scenario));
  for (const scenario of scenarios.sound) results.push(await sound(stage, scenario));
  for (const scenario of scenarios.regressions) results.push(await regression(stage, scenario));
  const { target, scenarios: baselines } = scenarios.baseline;
  for (const scenario of baselines) results.push(await baseline(stage, scenario, target));
  return results;
}

async function selection(
  { contentAgent, library, signal }: Stage,
  { name, recipe: contentType, chosen, most, add, excluded, times }: Scenarios['selection'][number],
): Promise<EvalResult> {
  const recipe = recipeOf(library, contentType);
  const advisors = [...library.advisors, ...(add === undefined ? [] : [{ ...add, persona: '' }])];
  const said: string[] = [];
  let passed = true;
  for (let time = 0; time < times; time++) {
    const answer = await contentAgent.choose(recipe, candidatesFor(recipe, advisors) as Advisor[], signal);
    const ids = answer.ok ? answer.ids : [];
    passed &&=
      answer.ok &&
      chosen.every((id) => ids.includes(id)) &&
      ids.length <= (most ?? ids.length) &&
      !excluded.some((id) => ids.includes(id));
    said.push(answer.ok ? ids.join(', ') || 'nobody' : answer.message);
  }
  return { family: 'selection', name, passed, detail: [...new Set(said)].join(' / ') };
}

async function critique(
  stage: Stage,
  { name, critic, severity, about, draft }: Scenarios['critiques'][number],
): Promise<EvalResult> {
  const answer = await asked(stage, critic, draft, docsOf(IDEA));
  const serious = (answer?.issues ?? []).filter(
    (issue) => SEVERITIES.indexOf(issue.severity) <= SEVERITIES.indexOf(severity),
  );
  const found = serious.find(({ description, suggestion }) =>
    about.some((word) => `${description} ${suggestion}`.toLowerCase().includes(word)),
  );
  const detail =
    answer === null
      ? 'no critique'
      : found !== undefined
        ? `${found.severity}: ${found.description}`
        : `not found among ${answer.issues.length} issues, ${answer.score}/10`;
  return { family: 'critique', name, passed: found !== undefined, detail };
}

async function sound(
  stage: Stage,
  { name, critics, least, draft }: Scenarios['sound'][number],
): Promise<EvalResult> {
  const heard = await panel(stage, draft, docsOf(IDEA), critics);
  const passed =
    heard.length === critics.length && countHigh(heard) === 0 && heard.every(({ score }) => score >= least);
  const detail = heard.map(({ advisorId, score }) => `${advisorId} ${score}`).join(', ') || 'no critique';
  return { family: 'critique', name, passed, detail: `${detail}; ${countHigh(heard)} high issues` };
}

async function regression(
  { contentAgent, library, signal }: Stage,
  { name, fixed, issues, keep, gone, draft }: Scenarios['regressions'][number],
): Promise<EvalResult> {
  const first = roundOf(1, [...fixed, ...issues], PANEL);
  const second = roundOf(2, issues, PANEL);
  const before = updateLists(NO_LISTS, null, first, library.advisors);
  const lists = updateLists(before, first, second, library.advisors);
  const recipe = recipeOf(library, 'website');
  const brief = revisionBrief(decide(second.critiques, recipe, first.critiques).brief, lists);
  const unguarded = fixed.filter(({ description }) => !brief.includes(`- ${description} (fixed Round 2)`));
  const author = authorOf(library, recipe);
  const docs = only(docsOf(IDEA), recipe.authorContextDocs);
  const revised = await contentAgent.revise({ recipe, author, docs, draft, brief, issues }, signal);
  const lost = revised.ok ? keep.filter((text) => !revised.text.includes(text)) : [];
  const left = revised.ok ? gone.filter((text) => revised.text.includes(text)) : [];
  const detail = !revised.ok
    ? revised.message
    : [
        ...unguarded.map(({ description }) => `not guarded: ${description}`),
        ...lost.map((text) => `lost: ${text}`),
        ...left.map((text) => `still there: ${text}`),
      ].join('; ') || `${lists.fixed.length} fixed and guarded, ${keep.length} kept, ${gone.length} gone`;
  const passed = revised.ok && unguarded.length + lost.length + left.length === 0;
  return { family: 'regression-guard', name, passed, detail };
}

/** The contentAgent write, criticise and revise; the offline critics measure both texts. */
async function baseline(
  stage: Stage,
  { name, idea, draft, gone }: Scenarios['baseline']['scenarios'][number],
  target: number,
): Promise<EvalResult> {
  const { contentAgent, library, signal } = stage;
  const failed = (detail: string): EvalResult => ({ family: 'baseline', name, passed: false, detail });
  const recipe = recipeOf(library, 'website');
  const author = authorOf(library, recipe);
  const docs = docsOf(idea);
  const request = { recipe, author, docs: only(docs, recipe.authorContextDocs) };
  const single =
    draft === undefined ? await contentAgent.draft(request, signal) : { ok: true as const, text: draft };
  if (!single.ok) return failed(single.message);
  const critiques = await panel(stage, single.text, docs, PANEL);
  const lists = updateLists(NO_LISTS, null, { round: 1, critiques }, library.advisors);
  const brief = revisionBrief(decide(critiques, recipe, null).brief, lists);
  const issues = critiques.flatMap((one) => one.issues).filter(({ severity }) => severity !== 'low');
  const revised = await contentAgent.revise({ ...request, draft: single.text, brief, issues }, signal);
  if (!revised.ok) return failed(revised.message);
  const rubric = { ...stage, contentAgent: offlineContentAgent() };
  const [one, other] = [
    await panel(rubric, single.text, docs, PANEL),
    await panel(rubric, revised.text, docs, PANEL),
  ];
  const [before, after] = [meanScore(one) ?? 0, meanScore(other) ?? 0];
  const left = gone.filter((text) => revised.text.includes(text));
  return {
    family: 'baseline',
    name,
    passed: after >= before && after >= target && countHigh(other) === 0 && left.length === 0,
    detail: [
      `single pass ${before.toFixed(1)} with ${countHigh(one)} high issues`,
      `round 2 ${after.toFixed(1)} with ${countHigh(other)}`,
      `target ${target}`,
      ...left.map((text) => `still there: ${text}`),
    ].join(', '),
  };
}

function roundOf(round: number, raised: readonly Raised[], critics: readonly string[]) {
  const critiques = critics.map(
    (advisorId): AdvisorCritique => ({
      advisorId,
      name: advisorId,
      score: 6,
      pass: false,
      issues: raised.filter(({ critic }) => critic === advisorId),
    }),
  );
  return { round, critiques };
}

async function panel(
  stage: Stage,
  draft: string,
  docs: FoundationDocs,
  critics: readonly string[],
): Promise<AdvisorCritique[]> {
  const heard: AdvisorCritique[] = [];
  for (const id of critics) {
    const answer = await asked(stage, id, draft, docs);
    if (answer !== null) heard.push({ advisorId: id, name: id, ...answer });
  }
  return heard;
}

async function asked(
  { contentAgent, library, signal }: Stage,
  id: string,
  draft: string,
  docs: FoundationDocs,
): Promise<SubmittedCritique | null> {
  const critic = library.advisors.find((advisor) => advisor.id === id);
  if (critic === undefined) return null;
  const recipe = recipeOf(library, 'website');
  const answer = await contentAgent.criticise(
    { recipe, critic, docs: only(docs, critic.contextDocs), draft },
    signal,
  );
  return answer.ok ? answer.critique : null;
}

function docsOf(idea: string): FoundationDocs {
  const folder = join(ROOT, 'examples/ideas', idea);
  const read = (type: DocType): string | null => {
    try {
      return readFileSync(join(folder, `${type}.md`), 'utf8');
    } catch {
      return null;
    }
  };
  return Object.fromEntries(DOC_TYPES.flatMap((type) => (read(type) === null ? [] : [[type, read(type)]])));
}

function only(docs: FoundationDocs, types: readonly DocType[]): FoundationDocs {
  return Object.fromEntries(types.flatMap((type) => (docs[type] === undefined ? [] : [[type, docs[type]]])));
}

function recipeOf({ recipes }: ContentLibrary, contentType: string): Recipe {
  const recipe = recipes.find((one) => one.contentType === contentType);
  if (recipe === undefined) throw new Error(`there is no recipe ${contentType}`);
  return recipe;
}

function authorOf({ advisors }: ContentLibrary, { authorAdvisor }: Recipe): Advisor {
  const author = advisors.find(({ id }) => id === authorAdvisor);
  if (author === undefined) throw new Error(`there is no author ${authorAdvisor}`);
  return author;
}

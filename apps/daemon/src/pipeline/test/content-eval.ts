/** The content scenarios, run on some voices: who was chosen, what was found, what was kept, what it gained. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AdvisorEntrySchema, DOC_TYPES, type DocType, SEVERITIES } from '@design-jury/contracts/pipeline';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Advisor, ContentLibrary, Recipe } from '../library.ts';
import { NO_LISTS, revisionBrief, updateLists } from '../regressions.ts';
import { decide, meanScore } from '../rubric.ts';
import { candidatesFor } from '../selection.ts';
import type { Voices } from '../voices.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const SCENARIOS = join(ROOT, 'bench/evals/content.yaml');

const Scenarios = z.strictObject({
  selection: z.array(
    z.strictObject({
      name: z.string(),
      recipe: z.string(),
      chosen: z.array(z.string()),
      most: z.int().optional(),
      add: AdvisorEntrySchema.optional(),
      excluded: z.array(z.string()).default([]),
    }),
  ),
  critiques: z.array(
    z.strictObject({ name: z.string(), critic: z.string(), severity: z.enum(SEVERITIES), draft: z.string() }),
  ),
  baseline: z.strictObject({ target: z.number(), ideas: z.array(z.string()) }),
});

export interface EvalResult {
  family: 'selection' | 'critique' | 'regression-guard' | 'baseline';
  name: string;
  passed: boolean;
  detail: string;
}

export async function runContentEvals(voices: Voices, library: ContentLibrary): Promise<EvalResult[]> {
  const scenarios = Scenarios.parse(parse(readFileSync(SCENARIOS, 'utf8')));
  const signal = new AbortController().signal;
  const stage = { voices, library, signal };
  const results: EvalResult[] = [];
  for (const scenario of scenarios.selection) results.push(await selection(stage, scenario));
  for (const scenario of scenarios.critiques) results.push(await critique(stage, scenario));
  for (const idea of scenarios.baseline.ideas)
    results.push(...(await improvement(stage, idea, scenarios.baseline.target)));
  return results;
}

interface Stage {
  voices: Voices;
  library: ContentLibrary;
  signal: AbortSignal;
}

async function selection(
  { voices, library, signal }: Stage,
  scenario: z.infer<typeof Scenarios>['selection'][number],
): Promise<EvalResult> {
  const recipe = recipeOf(library, scenario.recipe);
  const advisors = [
    ...library.advisors,
    ...(scenario.add === undefined ? [] : [{ ...scenario.add, persona: '' }]),
  ];
  const answer = await voices.choose(recipe, candidatesFor(recipe, advisors) as Advisor[], signal);
  const ids = answer.ok ? answer.ids : [];
  const passed =
    answer.ok &&
    scenario.chosen.every((id) => ids.includes(id)) &&
    ids.length <= (scenario.most ?? ids.length) &&
    !scenario.excluded.some((id) => ids.includes(id));
  return {
    family: 'selection',
    name: scenario.name,
    passed,
    detail: answer.ok ? ids.join(', ') : answer.message,
  };
}

async function critique(
  stage: Stage,
  scenario: z.infer<typeof Scenarios>['critiques'][number],
): Promise<EvalResult> {
  const answer = await asked(stage, scenario.critic, 'website', scenario.draft, docsOf('tidewatch'));
  const worst = SEVERITIES.find((severity) => answer?.issues.some((issue) => issue.severity === severity));
  const isEnough = worst !== undefined && SEVERITIES.indexOf(worst) <= SEVERITIES.indexOf(scenario.severity);
  return {
    family: 'critique',
    name: scenario.name,
    passed: isEnough,
    detail: answer === null ? 'no critique' : `${worst ?? 'no issue'}, ${answer.score}/10`,
  };
}

/** One pass against one revision by the brief, over the same critics. */
async function improvement(stage: Stage, idea: string, target: number): Promise<EvalResult[]> {
  const { voices, library, signal } = stage;
  const recipe = recipeOf(library, 'website');
  const author = library.advisors.find(({ id }) => id === recipe.authorAdvisor);
  const docs = docsOf(idea);
  const panel = ['april-dunford', 'seo-expert', 'shirin-oreizy'];
  const failed = (detail: string): EvalResult[] => [
    { family: 'baseline', name: idea, passed: false, detail },
  ];
  if (author === undefined) return failed('there is no author');
  const authorDocs = only(docs, recipe.authorContextDocs);
  const first = await voices.draft({ recipe, author, docs: authorDocs }, signal);
  if (!first.ok) return failed(first.message);
  const heard = async (draft: string) =>
    (
      await Promise.all(
        panel.map(async (id) => ({ id, answer: await asked(stage, id, 'website', draft, docs) })),
      )
    ).flatMap(({ id, answer }) => (answer === null ? [] : [{ advisorId: id, name: id, ...answer }]));
  const before = await heard(first.text);
  const lists = updateLists(NO_LISTS, null, { round: 1, critiques: before }, library.advisors);
  const brief = revisionBrief(decide(before, recipe, null).brief, lists);
  const issues = before.flatMap((one) => one.issues).filter(({ severity }) => severity !== 'low');
  const revised = await voices.revise(
    { recipe, author, docs: authorDocs, draft: first.text, brief, issues },
    signal,
  );
  if (!revised.ok) return failed(revised.message);
  const after = await heard(revised.text);
  const next = updateLists(lists, { critiques: before }, { round: 2, critiques: after }, library.advisors);
  const [single, pipeline] = [meanScore(before) ?? 0, meanScore(after) ?? 0];
  const fixes = next.fixed.every(({ text }) => revisionBrief('', next).includes(text));
  const kept = lists.wellScored.every((aspect) => next.wellScored.includes(aspect));
  return [
    {
      family: 'regression-guard',
      name: `${idea}: what was fixed is guarded, what scored well is kept`,
      passed: fixes && kept && next.regressed.length === 0,
      detail: `${next.fixed.length} fixed, ${next.wellScored.length} kept, ${next.regressed.length} back`,
    },
    {
      family: 'baseline',
      name: `${idea}: the pipeline against a single pass`,
      passed: pipeline >= single && pipeline >= target,
      detail: `single pass ${single.toFixed(1)}, round 2 ${pipeline.toFixed(1)}, target ${target}`,
    },
  ];
}

async function asked(
  { voices, library, signal }: Stage,
  id: string,
  contentType: string,
  draft: string,
  docs: Docs,
) {
  const critic = library.advisors.find((advisor) => advisor.id === id);
  if (critic === undefined) return null;
  const recipe = recipeOf(library, contentType);
  const answer = await voices.criticise(
    { recipe, critic, docs: only(docs, critic.contextDocs), draft },
    signal,
  );
  return answer.ok ? answer.critique : null;
}

type Docs = Partial<Record<DocType, string>>;

function docsOf(idea: string): Docs {
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

function only(docs: Docs, types: readonly DocType[]): Docs {
  return Object.fromEntries(types.flatMap((type) => (docs[type] === undefined ? [] : [[type, docs[type]]])));
}

function recipeOf({ recipes }: ContentLibrary, contentType: string): Recipe {
  const recipe = recipes.find((one) => one.contentType === contentType);
  if (recipe === undefined) throw new Error(`there is no recipe ${contentType}`);
  return recipe;
}

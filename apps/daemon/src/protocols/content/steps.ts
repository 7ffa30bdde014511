/**
 * What each step does: reads what is stored, asks or computes one thing, and hands back the input that came of it. What
 * is made is on the disk first, so that doing a step again after a crash finds it.
 */
import type { PanelMember } from '@design-jury/contracts/content/events';
import { type AdvisorEntry, type DocType, MATERIAL_TYPES } from '@design-jury/contracts/content/schema';
import type { ContentSettings } from '@design-jury/contracts/content/settings';
import type { ContentAgent, Written } from './content-agent.ts';
import { ContentError } from './content-error.ts';
import type { ContentStore, FoundationDocs } from './content-store.ts';
import { MAX_DRAFT_CHARS, readCopy } from './copy.ts';
import { findDraft, readDraft, writeDraft } from './drafts.ts';
import { type Election, electDraft } from './election.ts';
import { sharedWords } from './lexical-selection.ts';
import type { Advisor, ContentLibrary, Recipe } from './library.ts';
import type { ContentInput, ContentState } from './machine.ts';
import { inPanelOrder, type PipelineRecord, roundAt } from './record.ts';
import { NO_LISTS, revisionBrief, updateLists } from './regressions.ts';
import { decide, meanScore } from './rubric.ts';
import { candidatesFor, panelOf } from './selection.ts';

/** What a step has at hand. */
export interface StepContext {
  readonly state: ContentState;
  readonly folder: string;
  readonly store: ContentStore;
  readonly contentAgent: ContentAgent;
  /** The user's own text, where there is one: then nobody is asked for a first draft. */
  readonly ownDraft: string | null;
  readonly library: ContentLibrary;
  readonly settings: ContentSettings;
  readonly signal: AbortSignal;
  /** True when nobody further may be asked in this process. */
  isOverTime(): boolean;
  now(): string;
}

type Input<Type extends ContentInput['type']> = Extract<ContentInput, { type: Type }>;

export async function writeFirstDraft(step: StepContext): Promise<Input<'drafted'>> {
  const { saved } = step.state;
  if ((await findDraft(step.folder, 1)) === null) {
    const { recipe, author } = authorOf(step, saved.record);
    const docs = await step.store.docs(saved.ideaId);
    const known = step.state.kind === 'single-pass' ? docs : only(docs, authorDocs(recipe));
    const written =
      step.ownDraft === null
        ? await step.contentAgent.draft({ recipe, author, docs: known }, step.signal)
        : ({ ok: true, text: step.ownDraft } as const);
    await keepDraft(step, 1, written);
  }
  return { type: 'drafted', round: 1 };
}

export async function reviseDraft(step: StepContext): Promise<Input<'drafted'>> {
  const { record, ideaId } = step.state.saved;
  const next = record.drafts + 1;
  if ((await findDraft(step.folder, next)) === null) {
    const round = roundAt(record, record.drafts);
    const { recipe, author } = authorOf(step, record);
    const written = await step.contentAgent.revise(
      {
        recipe,
        author,
        docs: only(await step.store.docs(ideaId), authorDocs(recipe)),
        draft: await readDraft(step.folder, record.drafts),
        brief: round?.summary?.brief ?? '',
        issues: (round?.critiques ?? [])
          .flatMap(({ issues }) => issues)
          .filter(({ severity }) => severity !== 'low'),
      },
      step.signal,
    );
    await keepDraft(step, next, written);
  }
  return { type: 'drafted', round: next };
}

async function keepDraft({ signal, folder }: StepContext, n: number, written: Written): Promise<void> {
  signal.throwIfAborted();
  if (!written.ok) throw new ContentError('no-draft', `draft ${n} was not written: ${written.message}`);
  if (written.text.trim() === '') throw new ContentError('no-draft', `draft ${n} is empty`);
  if (written.text.length > MAX_DRAFT_CHARS)
    throw new ContentError(
      'no-draft',
      `draft ${n} has ${written.text.length} characters; at most ${MAX_DRAFT_CHARS} are taken`,
    );
  // A title and a description are about a text; without one there is nothing to review.
  if (readCopy(written.text).text.trim() === '')
    throw new ContentError('no-draft', `draft ${n} has frontmatter and no text below it`);
  await writeDraft(folder, n, written.text);
}

/** Once in a run; the panel stays. */
export async function selectPanel(step: StepContext): Promise<Input<'panel_chosen'>> {
  const { record } = step.state.saved;
  const recipe = recipeOf(step, record);
  const { advisors } = step.library;
  const candidates = candidatesFor(recipe, advisors) as Advisor[];
  const named = recipe.namedCritics ?? [];
  const chosen =
    candidates.length === 0
      ? ({ ok: true, ids: [], warnings: [], by: 'lexical' } as const)
      : await step.contentAgent.choose(recipe, candidates, step.signal);
  step.signal.throwIfAborted();
  if (!chosen.ok && named.length === 0)
    throw new ContentError('critic-selection', `no critics could be chosen: ${chosen.message}`);
  const ids = chosen.ok ? chosen.ids : [];
  const { panel, warnings: unknown } = panelOf(
    named,
    candidates.filter(({ id }) => ids.includes(id)),
    advisors,
  );
  const failed = chosen.ok ? [] : [`the named critics review alone: ${chosen.message}`];
  return {
    type: 'panel_chosen',
    by: chosen.ok ? chosen.by : 'named',
    warnings: [...(chosen.ok ? chosen.warnings : []), ...failed, ...unknown],
    panel: panel.map((advisor) =>
      memberOf(advisor, recipe, named.includes(advisor.id) || !chosen.ok ? 'named' : chosen.by),
    ),
  };
}

const SHOWN_FOCUS_CHARS = 600;

function memberOf(advisor: AdvisorEntry, recipe: Recipe, basis: 'named' | 'model' | 'lexical'): PanelMember {
  const { id, name, role, domainLabel: domain, evaluationExpertise: focus } = advisor;
  return {
    advisorId: id,
    name,
    role,
    ...(domain !== undefined && { domain }),
    ...(focus !== undefined && { focus: focus.slice(0, SHOWN_FOCUS_CHARS) }),
    basis,
    ...(basis === 'lexical' && { words: sharedWords(recipe, advisor) }),
  };
}

export function decideRound({ state }: StepContext): Input<'decided'> {
  const { record } = state.saved;
  const round = record.drafts;
  const critiques = inPanelOrder(record, roundAt(record, round)?.critiques ?? []);
  const decision = decide(critiques, record.recipe, roundAt(record, round - 1)?.critiques ?? null);
  const isUnloved =
    decision.decision === 'approve' && critiques.length > 0 && critiques.every(({ pass }) => !pass);
  const warnings = isUnloved ? [`round ${round} is approved by its scores and no critic passes it`] : [];
  return { type: 'decided', round, decision, warnings };
}

export function summariseRound({ state, library }: StepContext): Input<'summarised'> {
  const { record } = state.saved;
  const n = record.drafts;
  const [round, previous] = [roundAt(record, n), roundAt(record, n - 1)];
  if (round === null) throw new Error(`there is no round ${n} to summarise`);
  const lists = updateLists(previous?.summary?.lists ?? NO_LISTS, previous, round, library.advisors);
  const brief = revisionBrief(round.decision?.brief ?? '', lists);
  return { type: 'summarised', round: n, summary: { lists, brief } };
}

export function electText({ state, settings, now }: StepContext): Input<'saved'> {
  const { record } = state.saved;
  const last = roundAt(record, record.drafts);
  if (last?.decision == null) throw new Error('a text is saved after a decision');
  const election = electDraft(record.rounds, last.decision, record.recipe, settings.exhaustionDraft);
  return { type: 'saved', election, at: now(), warnings: belowTarget(record, election, settings) };
}

/** Reported, never decided by: what passes without being good shows that prompts or documents need work. */
function belowTarget(
  { rounds }: PipelineRecord,
  { round, quality }: Election,
  { qualityTarget }: ContentSettings,
): string[] {
  const mean = meanScore(rounds.find((one) => one.round === round)?.critiques ?? []);
  if (quality !== 'approved' || mean === null || mean >= qualityTarget) return [];
  return [`the approved text has a mean of ${mean.toFixed(1)}; the target is ${qualityTarget}`];
}

export function recipeOf({ library }: Pick<StepContext, 'library'>, { recipe }: PipelineRecord): Recipe {
  // The limits are those the run began with; only the template, which is no limit, is read anew.
  const template = library.recipes.find(({ contentType }) => contentType === recipe.contentType)?.template;
  return { ...recipe, template: template ?? '' };
}

function authorOf(step: StepContext, record: PipelineRecord): { recipe: Recipe; author: Advisor } {
  const recipe = recipeOf(step, record);
  const author = step.library.advisors.find(({ id }) => id === recipe.authorAdvisor);
  if (author === undefined)
    throw new ContentError(
      'no-author',
      `the author ${recipe.authorAdvisor} of the recipe is not in the registry`,
    );
  return { recipe, author };
}

/** What a text is written from. */
function authorDocs({ authorContextDocs }: Recipe): DocType[] {
  return [...authorContextDocs, ...MATERIAL_TYPES];
}

/**
 * What a text is compared with. Who compares with documents is told the voice and the material as well: a figure of the
 * research is no invention.
 */
export function criticDocs({ contextDocs }: Pick<Advisor, 'contextDocs'>): DocType[] {
  return contextDocs.length === 0 ? [] : [...contextDocs, 'brand-voice', ...MATERIAL_TYPES];
}

export function only(docs: FoundationDocs, types: readonly (keyof FoundationDocs)[]): FoundationDocs {
  return Object.fromEntries(types.flatMap((type) => (docs[type] === undefined ? [] : [[type, docs[type]]])));
}

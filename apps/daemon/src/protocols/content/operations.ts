/**
 * The steps of a run. Each reads what is stored, does one thing and hands back the record with it; what it made is
 * stored first, so that doing a step again after a crash finds it and does nothing.
 */

import type { PanelMember } from '@design-jury/contracts/content/events';
import type { AdvisorCritique, AdvisorEntry } from '@design-jury/contracts/content/schema';
import type { ContentSettings } from '@design-jury/contracts/content/settings';
import { MAX_DRAFT_CHARS } from './copy.ts';
import { type Election, electDraft } from './election.ts';
import { sharedWords } from './lexical-selection.ts';
import type { Advisor, ContentLibrary, Recipe } from './library.ts';
import { type PipelineRecord, type RoundRecord, roundAt } from './machine.ts';
import { NO_LISTS, revisionBrief, updateLists } from './regressions.ts';
import { decide, meanScore } from './rubric.ts';
import { candidatesFor, panelOf } from './selection.ts';
import type { FoundationDocs, SavedPipeline, Shelf } from './shelf.ts';
import type { Voices } from './voices.ts';

/** The run cannot go on, and going on elsewhere would not help. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface Stage {
  runId: string;
  shelf: Shelf;
  voices: Voices;
  library: ContentLibrary;
  settings: ContentSettings;
  signal: AbortSignal;
  now: () => string;
  /** True when no further critic may be asked in this process. */
  isOverTime: () => boolean;
  /** Hears that a critic is asked, before it is. */
  asking: (critic: { round: number; advisorId: string; name: string; attempt: number }) => Promise<void>;
}

export async function generateDraft(stage: Stage, saved: SavedPipeline): Promise<SavedPipeline> {
  const { record, ideaId } = saved;
  if ((await stage.shelf.draft(stage.runId, 1)) === null) {
    const { recipe, author } = authorOf(stage, record);
    const docs = only(await stage.shelf.docs(ideaId), recipe.authorContextDocs);
    const written = await stage.voices.draft({ recipe, author, docs }, stage.signal);
    await keepDraft(stage, 1, written);
  }
  return { ...saved, record: { ...record, drafts: 1 } };
}

export async function reviseDraft(stage: Stage, saved: SavedPipeline): Promise<SavedPipeline> {
  const { record, ideaId } = saved;
  const next = record.drafts + 1;
  if ((await stage.shelf.draft(stage.runId, next)) === null) {
    const round = roundAt(record, record.drafts);
    const { recipe, author } = authorOf(stage, record);
    const written = await stage.voices.revise(
      {
        recipe,
        author,
        docs: only(await stage.shelf.docs(ideaId), recipe.authorContextDocs),
        draft: await draftOf(stage, record.drafts),
        brief: round?.summary?.brief ?? '',
        issues: (round?.critiques ?? [])
          .flatMap(({ issues }) => issues)
          .filter(({ severity }) => severity !== 'low'),
      },
      stage.signal,
    );
    await keepDraft(stage, next, written);
  }
  return { ...saved, record: { ...record, drafts: next } };
}

async function keepDraft(stage: Stage, n: number, written: Awaited<ReturnType<Voices['draft']>>) {
  stage.signal.throwIfAborted();
  if (!written.ok) throw new ContentError('no-draft', `draft ${n} was not written: ${written.message}`);
  if (written.text.trim() === '') throw new ContentError('no-draft', `draft ${n} is empty`);
  if (written.text.length > MAX_DRAFT_CHARS)
    throw new ContentError(
      'no-draft',
      `draft ${n} has ${written.text.length} characters; at most ${MAX_DRAFT_CHARS} are taken`,
    );
  await stage.shelf.saveDraft(stage.runId, n, written.text);
}

/** Once in a run; the panel is stored and stays. */
export async function selectPanel(stage: Stage, saved: SavedPipeline): Promise<SavedPipeline> {
  const { record, warnings } = saved;
  const recipe = recipeOf(stage, record);
  const { advisors } = stage.library;
  const candidates = candidatesFor(recipe, advisors) as Advisor[];
  const named = recipe.namedCritics ?? [];
  const chosen =
    candidates.length === 0
      ? ({ ok: true, ids: [], warnings: [], by: 'lexical' } as const)
      : await stage.voices.choose(recipe, candidates, stage.signal);
  stage.signal.throwIfAborted();
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
    ...saved,
    selectedBy: chosen.ok ? chosen.by : 'named',
    warnings: [...warnings, ...(chosen.ok ? chosen.warnings : []), ...failed, ...unknown],
    record: {
      ...record,
      panel: panel.map((advisor) =>
        memberOf(advisor, recipe, named.includes(advisor.id) || !chosen.ok ? 'named' : chosen.by),
      ),
    },
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

export function editorDecision(saved: SavedPipeline): SavedPipeline {
  const { record } = saved;
  const n = record.drafts;
  const critiques = inPanelOrder(record, roundAt(record, n)?.critiques ?? []);
  const decision = decide(critiques, record.recipe, roundAt(record, n - 1)?.critiques ?? null);
  const isUnloved =
    decision.decision === 'approve' && critiques.length > 0 && critiques.every(({ pass }) => !pass);
  return {
    ...withRound(saved, n, { critiques, decision }),
    warnings: isUnloved
      ? [...saved.warnings, `round ${n} is approved by its scores and no critic passes it`]
      : saved.warnings,
  };
}

/** Critics answer in any order; what follows must not depend on it. */
function inPanelOrder({ panel }: PipelineRecord, critiques: readonly AdvisorCritique[]): AdvisorCritique[] {
  const order = (panel ?? []).map(({ advisorId }) => advisorId);
  return critiques.toSorted((a, b) => order.indexOf(a.advisorId) - order.indexOf(b.advisorId));
}

export async function summarizeRound(stage: Stage, saved: SavedPipeline): Promise<SavedPipeline> {
  const { record } = saved;
  const n = record.drafts;
  const [round, previous] = [roundAt(record, n), roundAt(record, n - 1)];
  if (round === null) throw new Error(`there is no round ${n} to summarise`);
  const lists = updateLists(previous?.summary?.lists ?? NO_LISTS, previous, round, stage.library.advisors);
  const brief = revisionBrief(round.decision?.brief ?? '', lists);
  const next = withRound(saved, n, { summary: { lists, brief } });
  await stage.shelf.saveRound(stage.runId, { ...round, summary: { lists, brief } });
  return next;
}

export async function saveContent(stage: Stage, saved: SavedPipeline): Promise<SavedPipeline> {
  const { record } = saved;
  const last = roundAt(record, record.drafts);
  if (last?.decision == null) throw new Error('a text is saved after a decision');
  const election = electDraft(record.rounds, last.decision, record.recipe, stage.settings.exhaustionDraft);
  const done = await stage.shelf.approved(stage.runId);
  if (done === null)
    await stage.shelf.saveApproved(stage.runId, {
      content: await draftOf(stage, election.round),
      quality: election.quality,
      contentType: record.recipe.contentType,
      savedAt: stage.now(),
    });
  return {
    ...saved,
    warnings: [...saved.warnings, ...belowTarget(record, election, stage.settings)],
    record: { ...record, saved: election },
  };
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

/** A draft that has run out is an error: writing another one would be another run. */
export async function draftOf({ shelf, runId }: Stage, n: number): Promise<string> {
  const draft = await shelf.draft(runId, n);
  if (draft === null)
    throw new ContentError('draft-expired', `draft ${n} is no longer stored; start a new run`);
  return draft;
}

export function withRound(saved: SavedPipeline, n: number, patch: Partial<RoundRecord>): SavedPipeline {
  const { record } = saved;
  const empty: RoundRecord = { round: n, critiques: [], failures: [], decision: null, summary: null };
  const round = { ...(roundAt(record, n) ?? empty), ...patch };
  const rounds = [...record.rounds.filter((one) => one.round !== n), round];
  return { ...saved, record: { ...record, rounds } };
}

export function recipeOf({ library }: Stage, { recipe }: PipelineRecord): Recipe {
  // The limits are those the run began with; only the template, which is no limit, is read anew.
  const template = library.recipes.find(({ contentType }) => contentType === recipe.contentType)?.template;
  return { ...recipe, template: template ?? '' };
}

function authorOf(stage: Stage, record: PipelineRecord): { recipe: Recipe; author: Advisor } {
  const recipe = recipeOf(stage, record);
  const author = stage.library.advisors.find(({ id }) => id === recipe.authorAdvisor);
  if (author === undefined)
    throw new ContentError(
      'no-author',
      `the author ${recipe.authorAdvisor} of the recipe is not in the registry`,
    );
  return { recipe, author };
}

export function only(docs: FoundationDocs, types: readonly (keyof FoundationDocs)[]): FoundationDocs {
  return Object.fromEntries(types.flatMap((type) => (docs[type] === undefined ? [] : [[type, docs[type]]])));
}

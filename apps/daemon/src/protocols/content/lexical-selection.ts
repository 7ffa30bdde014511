/** Chooses critics without a model: by the words of what is needed and of what each evaluates and does not. */
import type { AdvisorEntry, ContentRecipe } from '@design-jury/contracts/content/schema';
import MiniSearch from 'minisearch';
import { tellingWords } from './regressions.ts';

/** A critic this far below the best match does not fit. */
const SHARE_OF_BEST = 0.25;
const NEGATIVE_WEIGHT = 0.75;
/** Letters. */
const SHORTEST = 4;
const SHOWN_WORDS = 8;
/** They may decide, but explain nothing to a reader. */
const SAYS_NOTHING = new Set(
  'where something anything everything nothing somebody each every enough'.split(' '),
);

/** Deterministic: the same registry and needs give the same panel, in registry order. */
export function selectLexically(
  { evaluationNeeds, evaluationEmphasis = '' }: Pick<ContentRecipe, 'evaluationNeeds' | 'evaluationEmphasis'>,
  candidates: readonly AdvisorEntry[],
): AdvisorEntry[] {
  const query = `${evaluationNeeds} ${evaluationEmphasis}`;
  const positive = scores(query, candidates, ({ evaluationExpertise }) => evaluationExpertise ?? '');
  const negative = scores(query, candidates, ({ doesNotEvaluate }) => doesNotEvaluate ?? '');
  const total = candidates.map(
    ({ id }) => (positive.get(id) ?? 0) - NEGATIVE_WEIGHT * (negative.get(id) ?? 0),
  );
  const best = Math.max(0, ...total);
  return candidates.filter(
    (_, index) => (total[index] ?? 0) > 0 && (total[index] ?? 0) >= best * SHARE_OF_BEST,
  );
}

/** The words of what is needed that an advisor's expertise shares, in the order they are needed: why it was chosen. */
export function sharedWords(
  { evaluationNeeds, evaluationEmphasis = '' }: Pick<ContentRecipe, 'evaluationNeeds' | 'evaluationEmphasis'>,
  { evaluationExpertise = '' }: Pick<AdvisorEntry, 'evaluationExpertise'>,
): string[] {
  const known = new Set(wordsIn(evaluationExpertise).map(stem));
  const shared = wordsIn(`${evaluationNeeds} ${evaluationEmphasis}`).filter(
    (word) => known.has(stem(word)) && !SAYS_NOTHING.has(word),
  );
  const distinct = new Map(shared.map((word) => [stem(word), word]));
  return [...distinct.values()].slice(0, SHOWN_WORDS);
}

function wordsIn(text: string): string[] {
  return [...tellingWords(text)].filter(isTelling);
}

function isTelling(word: string): boolean {
  return word.length >= SHORTEST;
}

function scores(
  query: string,
  candidates: readonly AdvisorEntry[],
  textOf: (advisor: AdvisorEntry) => string,
): Map<string, number> {
  const index = new MiniSearch<{ id: string; text: string }>({
    fields: ['text'],
    processTerm: (term) => (isTelling(term) ? stem(term.toLowerCase()) : null),
  });
  index.addAll(candidates.map((advisor) => ({ id: advisor.id, text: textOf(advisor) })));
  return new Map(index.search(query, { combineWith: 'OR' }).map(({ id, score }) => [String(id), score]));
}

function stem(word: string): string {
  return word.replace(/(?:ing|ed|es|s)$/, '');
}

/**
 * The facts of a run, derived from its record. Each has a key of its own, so that a process that goes on tells what its
 * predecessor saved and did not get to tell, and tells nothing twice.
 */
import type { ContentEvent } from '@design-jury/contracts/content/events';
import type { SavedPipeline } from './shelf.ts';

/** All that is to be told up to now, in order. */
export function eventsOf({
  ideaId,
  agent,
  author,
  selectedBy,
  warnings,
  record,
}: SavedPipeline): ContentEvent[] {
  const { recipe, panel, drafts, rounds, saved, error } = record;
  const events: ContentEvent[] = [
    {
      key: 'started',
      type: 'content.started',
      ideaId,
      contentType: recipe.contentType,
      agent,
      maxRounds: recipe.maxRevisionRounds,
      minScore: recipe.minAggregateScore,
      author: author ?? recipe.authorAdvisor,
    },
  ];
  for (let round = 1; round <= drafts; round++) {
    events.push({ key: `drafted.${round}`, type: 'content.drafted', round });
    if (round === 1 && panel !== null)
      events.push({ key: 'panel', type: 'content.panel_chosen', by: selectedBy ?? 'named', panel });
    const entry = rounds.find((one) => one.round === round);
    if (entry === undefined) continue;
    const { critiques, failures, decision, summary } = entry;
    for (const { advisorId, name, score, pass, issues } of critiques)
      events.push({
        key: `heard.${round}.${advisorId}`,
        type: 'content.critic_scored',
        round,
        advisorId,
        name,
        score,
        pass,
        issues,
      });
    for (const failure of failures)
      events.push({
        key: `heard.${round}.${failure.advisorId}`,
        type: 'content.critic_failed',
        round,
        ...failure,
      });
    if (decision !== null) {
      const { brief: _brief, ...rest } = decision;
      events.push({ key: `decided.${round}`, type: 'content.decided', round, ...rest });
    }
    if (summary !== null)
      events.push({
        key: `summarised.${round}`,
        type: 'content.summarised',
        round,
        fixed: summary.lists.fixed,
        wellScored: summary.lists.wellScored,
        regressed: summary.lists.regressed,
        brief: summary.brief,
      });
  }
  for (const [index, message] of warnings.entries())
    events.push({ key: `warning.${index}`, type: 'content.warning', message });
  if (saved !== null) events.push({ key: 'saved', type: 'content.saved', ...saved });
  if (error !== null) events.push({ key: 'failed', type: 'content.failed', ...error });
  return events;
}

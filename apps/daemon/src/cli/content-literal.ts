/** What a run of the content pipeline says in the words of the protocol: for pipes and `--format literal`, byte for byte. Pure. */
import { count } from '../report/words.ts';
import { type ContentWords, namesOf, openIssues, SHORT_COMMIT } from './content-words.ts';

const SEED_STEPS: Readonly<Record<string, string>> = {
  draft: 'Generating draft',
  select: 'Choosing critics',
  critique: 'Running critiques',
  decide: 'Editor review',
  summarise: 'Round summary',
  revise: 'Revision (if needed)',
  save: 'Saving',
  deploy: 'Deploy',
};

export const LITERAL: ContentWords = {
  warning: 'warning',
  figuresFirst: false,
  started: ({ ideaId, contentType, agent }) => `${ideaId}: ${contentType}, written and reviewed by ${agent}`,
  panel: ({ by, panel }) =>
    `critics (${by === 'lexical' ? 'chosen by words, without a model' : `chosen by ${by}`}): ${namesOf(panel)}`,
  step: (name) => SEED_STEPS[name] ?? name,
  round: (round, of) => `Round ${round} of ${of} max`,
  deployed: ({ step, detail }) => `✓ ${step} ${detail}`,
  site: (site) =>
    site.ok
      ? `deployed: ${site.place} (commit ${site.commit.slice(0, SHORT_COMMIT)} in ${site.repository})`
      : `not deployed: ${site.step}: ${site.message}`,
  issue: ({ severity, description }, critic) => `${severity}: ${description} (${critic})`,
  decided: ({ round, decision, basis }) => `round ${round}: ${decision} (${basis})`,
  given: ({ seriousIssues }) => `given: not approved; ${count(seriousIssues, 'high issue')}`,
  last(result) {
    switch (result.status) {
      case 'approved':
        return `approved: draft ${result.saved.record.saved?.round ?? 0}`;
      case 'max-rounds-reached':
        return `max-rounds-reached: saved, not approved; ${openIssues(result)} high issues are open`;
      case 'paused':
        return `paused: ${result.message}; continue with --resume`;
      case 'error':
        return `error: ${result.message}`;
    }
  },
};

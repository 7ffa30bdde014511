/** What a run of the content pipeline says, in the words of the protocol and in those for people. Pure. */
import type { CritiqueIssue, EditorDecision } from '@design-jury/contracts/content/schema';
import type { ContentResult } from '../protocols/content/service.ts';
import { capital, count } from '../report/words.ts';

type Decided = Pick<EditorDecision, 'decision' | 'basis' | 'avgScore' | 'highIssueCount'> & { round: number };

/** A text of the user's own, as it was handed in. */
export interface GivenText {
  isApproved: boolean;
  score: number | null;
  seriousIssues: number;
}

export interface ContentWords {
  critics: string;
  warning: string;
  issue(issue: CritiqueIssue, critic: string): string;
  decided(event: Decided): string;
  given(text: GivenText): string;
  last(result: ContentResult): string;
}

export const LITERAL: ContentWords = {
  critics: 'critics',
  warning: 'warning',
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

const BASES: Record<EditorDecision['basis'], string> = {
  'high-severity': 'serious issues are open',
  'threshold-met': 'the score is high enough',
  'below-threshold': 'the score is too low',
  oscillation: 'the scores go up and down, so the best draft is taken',
  'no-gate': 'this kind of text has no gate',
};
const SEVERITY: Record<CritiqueIssue['severity'], string> = {
  high: 'Serious',
  medium: 'Notable',
  low: 'Small',
};

export const SCREEN: ContentWords = {
  critics: 'Critics',
  warning: 'Warning',
  issue: ({ severity, description }, critic) => `  ${SEVERITY[severity]}: ${description} (${critic})`,
  decided({ round, decision, basis, avgScore, highIssueCount }) {
    const score = avgScore === null ? 'no score' : `${avgScore.toFixed(1)} of 10`;
    const open = `${count(highIssueCount, 'serious issue')} open`;
    return `Round ${round}: ${score}, ${open}. ${decision === 'approve' ? 'Approved' : 'To be revised'}: ${BASES[basis]}.`;
  },
  given: ({ seriousIssues }) =>
    `Your text as you gave it is not approved (${count(seriousIssues, 'serious issue')}); what follows is about its revision.`,
  last(result) {
    switch (result.status) {
      case 'approved':
        return `Approved: draft ${result.saved.record.saved?.round ?? 0}.`;
      case 'max-rounds-reached':
        return `Not approved, and no round is left: ${count(openIssues(result), 'serious issue')} open. The text is saved.`;
      case 'paused':
        return `Paused: ${result.message}. Continue with --resume.`;
      case 'error':
        return `${capital(result.message)}.`;
    }
  },
};

function openIssues({ saved }: Extract<ContentResult, { saved: unknown }>): number {
  return saved.record.rounds.at(-1)?.decision?.highIssueCount ?? 0;
}

/** What a run of the content pipeline says, for people at a screen; `content-literal.ts` has the words of the protocol. Pure. */
import type { StampedContent } from '@design-jury/contracts/content/fold';
import type { CritiqueIssue, EditorDecision } from '@design-jury/contracts/content/schema';
import type { ContentResult } from '../protocols/content/service.ts';
import type { DeployedSite, SITE_STEPS } from '../protocols/content/site-work.ts';
import { capital, count, ended } from '../report/words.ts';

type Decided = Pick<EditorDecision, 'decision' | 'basis' | 'avgScore' | 'highIssueCount'> & { round: number };

/** A text of the user's own, as it was handed in. */
export interface GivenText {
  isApproved: boolean;
  score: number | null;
  seriousIssues: number;
}

export interface ContentWords {
  warning: string;
  /** Between a round's figure and what was found wrong: at a screen the figure comes first. */
  figuresFirst: boolean;
  started(event: Of<'content.started'>): string;
  panel(event: Of<'content.panel_chosen'>): string;
  /** A step of the picture. */
  step(name: string): string;
  round(round: number, of: number): string;
  deployed(event: Of<'content.deploy_step'>): string;
  site(site: DeployedSite): string;
  issue(issue: CritiqueIssue, critic: string): string;
  decided(event: Decided): string;
  given(text: GivenText): string;
  last(result: ContentResult): string;
}

type Of<Type extends StampedContent['type']> = Extract<StampedContent, { type: Type }>;

const STEPS: Readonly<Record<string, string>> = {
  draft: 'First draft',
  select: 'Choice of critics',
  critique: 'Critics',
  decide: 'Decision of the editor',
  summarise: 'Summary of the round',
  revise: 'Next draft',
  save: 'Saving',
  deploy: 'Site',
};
/** What each step of a site is about; the log and `--format literal` keep its own name. */
const SITE_WORDS: Record<(typeof SITE_STEPS)[keyof typeof SITE_STEPS], string> = {
  design_brand: 'Brand',
  assemble_site_files: 'Files',
  validate_code: 'HTML and links',
  create_repo: 'Commit',
  push_files: 'Push',
  deploy: 'Published',
};
/** Who chose the critics, where it was not a choice by words. */
const CHOSEN_BY: Readonly<Record<string, string>> = { model: 'chosen by a model', named: 'named beforehand' };

function siteWord(step: string): string {
  return Object.hasOwn(SITE_WORDS, step) ? SITE_WORDS[step as keyof typeof SITE_WORDS] : step;
}

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
  warning: 'Warning',
  figuresFirst: true,
  started: ({ ideaId, contentType, agent }) =>
    `${ideaId}: ${contentType.replaceAll('-', ' ')}, written and reviewed ${agent === 'grounded' ? 'without a model' : `by ${agent}`}.`,
  panel: ({ by, panel }) =>
    `Critics (${by === 'lexical' ? 'chosen by words, without a model' : (CHOSEN_BY[by] ?? CHOSEN_BY.named)}): ${namesOf(panel)}`,
  step: (name) => STEPS[name] ?? name,
  round: (round, of) => `Round ${round} of at most ${of}`,
  deployed: ({ step, detail }) => `✓ ${siteWord(step)}${detail === '' ? '' : `: ${detail}`}`,
  site: (site) =>
    site.ok
      ? `The site is at ${site.place} (commit ${site.commit.slice(0, SHORT_COMMIT)} in ${site.repository}).`
      : `The site is not deployed, it stopped at “${siteWord(site.step)}”: ${ended(site.message)}`,
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
        return `Paused: ${result.message}. Continue with:`;
      case 'error':
        return `${capital(result.message)}.`;
    }
  },
};

export const SHORT_COMMIT = 12;

export function namesOf(panel: Of<'content.panel_chosen'>['panel']): string {
  return panel.map(({ name }) => name).join(', ') || 'nobody fits';
}

export function openIssues({ saved }: Extract<ContentResult, { saved: unknown }>): number {
  return saved.record.rounds.at(-1)?.decision?.highIssueCount ?? 0;
}

/** What a scripted worker answers to a prompt, whoever carries the prompt to it: a pipe of its own, or a model's API. */
import type { EvidenceRef } from '@design-jury/contracts/convergence/schema';

export type Asked = 'analysis' | 'votes' | 'draft' | 'plan' | 'gaps' | 'candidates' | 'candidateVotes';
export type Misbehaviour = 'hangs' | 'garbage' | 'error-frame';

interface Raised {
  claim: string;
  evidence: EvidenceRef[];
}

/** The first rule whose words stand in the line of an item decides about it. */
export interface Script {
  analysis?: { findings?: Raised[]; questions?: object[]; coverage?: object[] };
  votes?: { says: string; verdict: string; basis?: string; evidence?: EvidenceRef[]; supplement?: string }[];
  /** Plans in the order they are asked for; the last one from then on. A refused one is answered with the next. */
  drafts?: string[];
  plan?: { says: string; verdict: string; kind?: string }[];
  /** Where what others said against an item is shown with it; as `plan` without it. */
  planAgain?: { says: string; verdict: string; kind?: string }[];
  gaps?: Raised[];
  candidates?: { statement: string; severity: string; evidence: EvidenceRef[] }[];
  candidateVotes?: { says: string; evidence: EvidenceRef[] }[];
  /** Said before the answer, which may then take a while: what somebody who watches would see. */
  mutters?: string;
  /** In milliseconds. */
  takes?: Partial<Record<Asked, number>>;
  /** A file beside the script, without which it does not answer. */
  waitsFor?: Partial<Record<Asked, string>>;
  /** A file to which every prompt is added as it came. */
  records?: string;
  /** A file to which a line is added for every question: who was asked what. */
  counts?: { file: string; as: string };
  misbehaves?: Partial<Record<'all' | Asked, Misbehaviour>>;
}

const OPENINGS: readonly [Asked, RegExp][] = [
  ['analysis', /You analyse a task alone, phase /],
  ['votes', /(?:Try to break each claim below|Say for each claim below)/],
  ['draft', /Write the plan of a task\./],
  ['plan', /Check each item of a plan\./],
  ['gaps', /These findings of phase /],
  ['candidates', /Argue against accepting/],
  ['candidateVotes', /Check each candidate below/],
];

/** Null when it is none of ours: a CLI asks its model for titles and summaries too. */
export function askedIn(prompt: string): Asked | null {
  return OPENINGS.find(([, opening]) => opening.test(prompt))?.[0] ?? null;
}

export function answerTo(script: Script, asked: Asked, prompt: string): object {
  const listed = (pattern: RegExp) =>
    [...prompt.matchAll(pattern)].map(([, id = '', line = '']) => ({ id, line }));
  switch (asked) {
    case 'analysis':
      return { findings: [], questions: [], coverage: [], ...script.analysis };
    case 'votes':
      return {
        votes: listed(/^([FG]-\d{3}): (.*)$/gm).flatMap(({ id, line }) => {
          const rule = ruled(script.votes, line);
          if (rule === null) return [];
          const { says: _, ...vote } = rule;
          return [{ id, evidence: [], rationale: 'scripted', ...vote }];
        }),
      };
    case 'draft': {
      // One that was refused is shown with the order: the next is the one after it.
      const drafts = script.drafts ?? [];
      const refused = drafts.findLastIndex((text) => prompt.includes(text.trim()));
      return { plan: drafts[Math.min(refused + 1, drafts.length - 1)] ?? '' };
    }
    case 'plan':
      return {
        votes: listed(/^(P-\w+-\d+): (.*)$/gm).map(({ id, line }) => {
          const isAgain = / disagreed \([a-e]\): /.test(prompt);
          const rule = ruled((isAgain ? script.planAgain : undefined) ?? script.plan, line);
          return { id, reason: 'scripted', verdict: rule?.verdict ?? 'AGREE', kind: rule?.kind ?? null };
        }),
      };
    case 'gaps':
      return { findings: script.gaps ?? [] };
    case 'candidates':
      return { candidates: script.candidates ?? [] };
    case 'candidateVotes':
      return {
        votes: listed(/^(B-\d{3}) \(\w+\): (.*)$/gm).map(({ id, line }) => {
          const rule = ruled(script.candidateVotes, line);
          return { id, evidence: rule?.evidence ?? [], reason: 'scripted', confirmed: rule !== null };
        }),
      };
  }
}

function ruled<Rule extends { says: string }>(rules: readonly Rule[] | undefined, line: string): Rule | null {
  return rules?.find(({ says }) => new RegExp(says, 'i').test(line)) ?? null;
}

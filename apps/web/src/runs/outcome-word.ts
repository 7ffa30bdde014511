import { type MessageKey, t } from '../i18n/i18n.ts';

/** How a cross-check ended, by the word of its protocol. */
const WORDS: Readonly<Record<string, MessageKey>> = {
  converged: 'outcome.converged',
  passed: 'outcome.passed',
  'passed-with-dissent': 'outcome.passed-with-dissent',
  accepted: 'outcome.accepted',
  'conditional-accept': 'outcome.conditional-accept',
  'max-rounds-reached': 'outcome.max-rounds-reached',
  'blocked-by-disagreement': 'outcome.blocked-by-disagreement',
  blocked: 'outcome.blocked',
  undelivered: 'outcome.undelivered',
  'aborted-non-result': 'outcome.aborted-non-result',
  unproved: 'outcome.unproved',
  failed: 'outcome.failed',
  interrupted: 'critiqueTheater.phase.interrupted',
};

/** A word of a newer daemon is told as it is. */
export function outcomeWord(outcome: string): string {
  const key = WORDS[outcome];
  return key === undefined ? outcome : t(key);
}

import type { AgentInfo } from '@design-jury/contracts/http';
import type { DegradedReason } from '@design-jury/contracts/theater/critique';
import { type MessageKey, t } from '../i18n/i18n.ts';
import { dateTime } from '../i18n/moments.ts';

const WORDS: Record<DegradedReason, MessageKey> = {
  malformed_block: 'agents.word.malformed_block',
  oversize_block: 'agents.word.oversize_block',
  adapter_unsupported: 'agents.word.adapter_unsupported',
  protocol_version_mismatch: 'agents.word.protocol_version_mismatch',
  missing_artifact: 'agents.word.missing_artifact',
  ambiguous_answer: 'agents.word.ambiguous_answer',
  no_usable_vote: 'agents.word.no_usable_vote',
};

/** Until when an agent is set aside and why, in words; null while it is trusted. */
export function setAsideWords({ degraded }: AgentInfo): { until: string; reason: string } | null {
  if (degraded == null) return null;
  const { reason, until } = degraded;
  // A reason of a newer daemon is told in its own words.
  const known = Object.hasOwn(WORDS, reason) ? t(WORDS[reason as DegradedReason]) : reason;
  return { until: dateTime(until), reason: known };
}

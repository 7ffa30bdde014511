import type { RunEstimate, TokenFigures } from '@design-jury/contracts/estimate';
import type { ProtocolId } from '@design-jury/contracts/run';
import { get } from '../api.ts';
import { money, number, t } from '../i18n/i18n.ts';
import { plural } from '../i18n/plural.ts';
import { useAnswer } from '../shell/use-answer.ts';
import '../styles/jobs.css';

export interface EstimateProps {
  protocol: ProtocolId;
  agents: readonly string[];
  /** Of what is read. */
  chars: number;
  /** At most. */
  rounds: number;
  independent?: boolean;
}

/** Steps in which a text grows before it is asked about again. */
const CHAR_STEP = 2_000;

/** What the run may use, before it is started. The line has its place whether the answer is there or not. */
export function Estimate({ protocol, agents, chars, rounds, independent = false }: EstimateProps) {
  const query = new URLSearchParams({
    protocol,
    agents: agents.join(',') || 'grounded',
    chars: String(Math.ceil(chars / CHAR_STEP) * CHAR_STEP),
    rounds: String(Math.min(50, Math.max(1, Math.round(rounds) || 1))),
    ...(independent && { independent: '1' }),
  }).toString();
  const answer = useAnswer(query, () => get<RunEstimate>(`/api/estimate?${query}`));
  return (
    <p class="hint estimate" role="status">
      {answer.state === 'here' && wordsOf(answer.value)}
      {answer.state === 'failed' && t('cost.unknown')}
    </p>
  );
}

function wordsOf({ free, expected, earlier }: RunEstimate): string {
  if (free) return t('cost.free');
  const parts = [
    expected === null ? t('cost.unknown') : t('cost.expected', figures(expected)),
    ...(earlier === null
      ? []
      : [t(`cost.earlier.${plural(earlier.runs)}`, { count: earlier.runs, ...figures(earlier) })]),
  ];
  return parts.join(' ');
}

function figures({ inputTokens, outputTokens, costUsd }: TokenFigures): Record<string, string> {
  return {
    input: number(rounded(inputTokens)),
    output: number(rounded(outputTokens)),
    cost: costUsd === null ? t('cost.notKnown') : money(costUsd),
  };
}

/** Two digits: more would claim what nobody knows. */
function rounded(tokens: number): number {
  return Number(tokens.toPrecision(2));
}

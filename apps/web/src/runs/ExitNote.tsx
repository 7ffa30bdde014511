import type { RunRecord } from '@design-jury/contracts/run';
import { money, t } from '../i18n/i18n.ts';

/** As `EXIT_MEANINGS` of the contracts: what the command line would end with. Wrong usage never becomes a run. */
const KNOWN = [0, 1, 3, 4, 130] as const;

/** How a run stands in a sentence, once it rests: what a script would see of it, in words. */
export function ExitNote({ run }: { run: RunRecord }) {
  const code = run.state === 'waiting' ? 4 : run.exitCode;
  const known = KNOWN.find((one) => one === code);
  if (known === undefined) return null;
  return (
    <p class="small exit-note">
      {t(`exit.${known}`)}
      <Spent run={run} />
    </p>
  );
}

/** What it used, or that nobody counted. */
function Spent({ run: { agent, inputTokens, outputTokens, costUsd } }: { run: RunRecord }) {
  if (agent.split(',').every((id) => id.startsWith('grounded'))) return <>{` ${t('cost.free')}`}</>;
  if (inputTokens === null || outputTokens === null) return <>{` ${t('cost.uncounted')}`}</>;
  const cost = costUsd === null ? t('critiqueTheater.costUnknown') : money(costUsd);
  return <>{` ${t('critiqueTheater.tokens', { input: inputTokens, output: outputTokens })}, ${cost}.`}</>;
}

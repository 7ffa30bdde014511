import type { RunBelief as Belief } from '@design-jury/contracts/trust/http';
import { get } from '../api.ts';
import { useAnswer } from '../shell/use-answer.ts';
import { NextSteps } from './NextSteps.tsx';
import { TrustLine } from './TrustLine.tsx';

/** What is left to do, and how far the verdict can be believed. Where the daemon cannot say, nothing is shown. */
export function RunBelief({ runId }: { runId: string }) {
  const answer = useAnswer(runId, () => get<Belief>(`/api/runs/${encodeURIComponent(runId)}/belief`));
  if (answer.state !== 'here') return null;
  const { unlock, trust } = answer.value;
  return (
    <>
      <NextSteps steps={unlock?.steps ?? []} unseen={unlock?.unseen} />
      <TrustLine line={trust} />
    </>
  );
}

/** The plan's items put to all analysers, and the gate over their votes. */
import type { PlanVote } from '@design-jury/contracts/convergence/schema';
import { limited, notesOf, settled } from './asking.ts';
import { dissentLog, planGate, planItemClass } from './plan-gate.ts';
import { planItems } from './plan-items.ts';
import type { ConvergencePlay, ConvergenceResult, JudgedPlanItem } from './play.ts';

export async function gatePlan(play: ConvergencePlay): Promise<ConvergenceResult['gate']> {
  const { task, workers, resolved, plan, signal, emit } = play;
  const { enabled, gating } = resolved.config.planBodyVerification;
  if (plan === null || task.phase !== 'implementation-planning' || !enabled) return null;
  const items = planItems(plan);
  const notes = new Map<string, readonly string[]>();
  for (const { id, refs } of items) {
    const files = refs.filter(({ kind }) => kind === 'file');
    notes.set(id, await notesOf(task.project, files));
  }
  const results = await limited(workers, async (worker) => ({
    worker: worker.id,
    result: await settled(() => worker.votePlan(task, { text: plan, items, notes }, signal)),
  }));
  const judged = items.map((item): JudgedPlanItem => {
    const votes = Object.fromEntries(
      results.map(({ worker, result }): [string, PlanVote] => [
        worker,
        (result.status === 'ok' ? result.value[item.id] : undefined) ?? { verdict: 'verification-error' },
      ]),
    );
    return { item, votes, class: planItemClass(Object.values(votes)) };
  });
  const result = planGate(judged.map((item) => item.class));
  const dissent = dissentLog(judged);
  await emit({ type: 'convergence.gate', gate: result, gating, items: judged, dissent });
  return { result, gating, items: judged, dissent };
}

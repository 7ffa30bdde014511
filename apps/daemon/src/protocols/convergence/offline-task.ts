/** A worker without a model in a thread: one question, and the comparison of the project that answering it took. */
import type { CandidateBlocker } from '@design-jury/contracts/convergence/schema';
import type { Outside, Task } from '../../measure/threads/messages.ts';
import type { CommandEnd } from './commands.ts';
import type { Comparison } from './facts/contradictions.ts';
import type { OfflineId } from './offline-ids.ts';
import { offlineWorker } from './offline-workers.ts';
import type { PlanText, ShownFinding, TaskMaterial } from './worker.ts';

export interface OfflineInput {
  id: OfflineId;
  comparison: Comparison | null;
}

export type OfflineQuestion =
  | { type: 'analyse'; task: TaskMaterial }
  | { type: 'verify' | 'cannotJudge'; task: TaskMaterial; items: readonly ShownFinding[] }
  | { type: 'votePlan'; task: TaskMaterial; plan: PlanText }
  | { type: 'voteCandidates'; task: TaskMaterial; candidates: readonly CandidateBlocker[] };

export interface OfflineAnswered {
  value: unknown;
  comparison: Comparison | null;
}

export function startTask(input: unknown, outside: Outside): Task {
  const { id, comparison } = input as OfflineInput;
  const { signal } = new AbortController();
  const worker = offlineWorker(id, (command) => outside(command) as Promise<CommandEnd>, comparison);
  const answerTo = (asked: OfflineQuestion): Promise<unknown> => {
    switch (asked.type) {
      case 'analyse':
        return worker.analyse(asked.task, signal);
      case 'verify':
        return worker.verify(asked.task, asked.items, signal);
      case 'cannotJudge':
        return worker.cannotJudge(asked.task, asked.items);
      case 'votePlan':
        return worker.votePlan(asked.task, asked.plan, signal);
      case 'voteCandidates':
        return worker.voteCandidates(asked.task, asked.candidates, signal);
    }
  };
  return {
    async answer(question): Promise<OfflineAnswered> {
      const value = await answerTo(question as OfflineQuestion);
      return { value, comparison: await worker.comparison() };
    },
    // The thread is ended instead: it is in the middle of one answer.
    interrupt() {},
    close: () => Promise.resolve(null),
  };
}

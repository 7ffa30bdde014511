/** A task for tests: one phase over one folder. */
import { ADVERSARIAL_PHASES, type TaskPhase } from '@design-jury/contracts/convergence/schema';
import { requirementsOf } from '../brief.ts';
import { profileOf } from '../profiles.ts';
import type { TaskMaterial } from '../worker.ts';

export function material(phase: TaskPhase, project: string, brief: string): TaskMaterial {
  const isAdversarial = ADVERSARIAL_PHASES.includes(phase);
  const { focus, outputs, nonGoals } = profileOf(phase);
  return {
    phase,
    brief,
    isPlanOnly: false,
    project,
    digest: '(digest)',
    requirements: requirementsOf(brief),
    answers: [],
    focus,
    outputs,
    nonGoals,
    isAdversarial,
    mode: isAdversarial ? 'full-reanalysis' : 'lightweight',
  };
}

/** The phases of a task as data: who is needed, what is looked for, what comes out, what is not done here. */
import type { TaskPhase } from '@design-jury/contracts/convergence/schema';

interface PhaseProfile {
  phase: TaskPhase;
  /** In a few words, for a list to choose from. */
  about: string;
  /** Analysers without which the phase proves nothing. */
  requiredWorkers: number;
  focus: string;
  outputs: readonly string[];
  nonGoals: readonly string[];
}

const PROFILES: readonly PhaseProfile[] = [
  {
    phase: 'requirements-discovery',
    about: 'what is asked, and what is left open',
    requiredWorkers: 2,
    focus: 'what the brief demands, what it leaves open, and what in the project already answers it',
    outputs: ['requirements with their source', 'open questions with the evidence that was checked'],
    nonGoals: ['choosing a solution', 'changing files'],
  },
  {
    phase: 'error-analysis',
    about: 'why something fails',
    requiredWorkers: 2,
    focus: 'the cause of the described failure, proved by a place in the code, a log or a command',
    outputs: ['causes with path and line', 'what was ruled out and how'],
    nonGoals: ['fixing the failure', 'causes without evidence'],
  },
  {
    phase: 'implementation-planning',
    about: 'a plan, every item of it voted on',
    requiredWorkers: 2,
    focus: 'options, steps in order, dependencies, validation and the way back for each step',
    outputs: [
      'a plan with options, steps, dependencies, validation and rollback',
      'a gate over every item of it',
    ],
    nonGoals: ['starting the work', 'approving the plan'],
  },
  {
    phase: 'implementation',
    about: 'whether the work follows the approved plan',
    requiredWorkers: 1,
    focus: 'whether the change does what the approved plan says and nothing else',
    outputs: ['deviations from the plan with path and line'],
    nonGoals: ['new requirements'],
  },
  {
    phase: 'final-verification',
    about: 'whether delivered work may go out',
    requiredWorkers: 1,
    focus: 'whether each requirement of the brief is covered by something delivered that was run or read',
    outputs: ['a verdict', 'acceptance blockers', 'residual risks'],
    nonGoals: ['repairing what fails'],
  },
  {
    phase: 'release-handoff',
    about: 'what whoever runs it has to know',
    requiredWorkers: 1,
    focus: 'what whoever runs this needs to know: versions, switches, migrations, the way back',
    outputs: ['a list for the hand-over', 'what is not covered'],
    nonGoals: ['releasing'],
  },
];

export function profileOf(phase: TaskPhase): PhaseProfile {
  const profile = PROFILES.find((candidate) => candidate.phase === phase);
  if (profile === undefined) throw new Error(`no profile for ${phase}`);
  return profile;
}

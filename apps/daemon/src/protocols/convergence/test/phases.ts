/** One phase of each kind, by scripted workers that note what they are asked: together they go through every step. */
import type { TaskPhase } from '@design-jury/contracts/convergence/schema';
import type { Script } from './script-answer.ts';

export interface ScriptedPhase {
  phase: TaskPhase;
  brief: string;
  plan: string | null;
  planMaxRounds?: number;
  scripts: Readonly<Record<string, Script>>;
  critic: string | null;
}

const SEEN = [{ kind: 'file' as const, ref: 'src/fee.mjs', line: 5, quote: '(days + 1) * 25' }];
const CLOCK = [{ kind: 'file' as const, ref: 'src/clock.mjs', line: 1 }];
const agrees = [{ says: '.', verdict: 'AGREE', evidence: SEEN }];
const QUESTION = {
  statement: 'How many days of grace do schools have?',
  evidenceChecked: 'none - only the library knows',
  blocksApproval: true,
};

/** Two rounds, for beta and gamma never agree about the clock; then the critic's gaps and a round over them. */
const ANALYSIS: ScriptedPhase = {
  phase: 'error-analysis',
  brief: '# LATE-7\n\nThe fee in `src/fee.mjs` is charged a day early.\n',
  plan: null,
  scripts: {
    alpha: {
      analysis: {
        findings: [
          { claim: 'The due day itself is charged.', evidence: SEEN },
          { claim: 'Clocks differ between machines.', evidence: CLOCK },
        ],
        questions: [QUESTION],
      },
      gaps: [
        { claim: 'Nobody looked at leap years.', evidence: SEEN },
        { claim: 'The billing queue drops messages.', evidence: [{ kind: 'file', ref: 'src/queue.mjs' }] },
      ],
      votes: agrees,
    },
    beta: { votes: agrees },
    gamma: { votes: [{ says: 'Clocks', verdict: 'DISAGREE', basis: 'unproven' }, ...agrees] },
  },
  critic: 'alpha',
};

const PLANNING: ScriptedPhase = {
  phase: 'implementation-planning',
  brief: '# LATE-7\n\nThe fee in `src/fee.mjs` is charged a day early.\n',
  plan: '# Plan\n\n## Steps\n- Step 1: Change `src/fee.mjs`.\n\n## Validation\n- Run `node --check src/fee.mjs`.\n\n## Rollback\n- Revert the commit.\n',
  scripts: { alpha: {}, beta: { plan: [{ says: 'Step 1', verdict: 'DISAGREE', kind: 'e' }] } },
  critic: null,
};

/** Alpha writes the plan, beta refuses it, alpha mends it: two rounds. */
const DRAFTING: ScriptedPhase = {
  phase: 'implementation-planning',
  brief: '# LATE-7\n\n- LATE-7.1: The fee in `src/fee.mjs` starts on the day after the due day.\n',
  plan: null,
  planMaxRounds: 2,
  scripts: {
    alpha: {
      drafts: [
        '# Plan\n\n## Steps\n\n### Step 1: Start the fee a day later (LATE-7.1)\n\nChange `src/fee.mjs`.\n\nValidation: `node --check src/fee.mjs`\n\n## Rollback\n\nRevert the commit.\n',
        '# Plan\n\n## Steps\n\n### Step 1: Start the fee on the day after the due day (LATE-7.1)\n\nChange `src/fee.mjs`.\n\nValidation: `node --check src/fee.mjs`\n\n## Rollback\n\nRevert the commit.\n',
      ],
      plan: [{ says: 'a day later', verdict: 'DISAGREE', kind: 'e' }],
    },
    beta: { plan: [{ says: 'a day later', verdict: 'DISAGREE', kind: 'e' }] },
  },
  critic: null,
};

const ACCEPTANCE: ScriptedPhase = {
  phase: 'final-verification',
  brief:
    '# LATE-7\n\n- LATE-7.1: A book given back on its due day costs nothing.\n- LATE-7.2: The fee has a limit.\n',
  plan: null,
  scripts: {
    alpha: {
      analysis: { coverage: [{ requirement: 'LATE-7.2', artifact: { kind: 'file', ref: 'src/fee.mjs' } }] },
      candidates: [
        { statement: 'The due day is charged.', severity: 'critical', evidence: SEEN },
        { statement: 'Nothing was load tested.', severity: 'minor', evidence: [] },
      ],
    },
    beta: { candidateVotes: [{ says: 'due day', evidence: SEEN }] },
    gamma: {},
  },
  critic: 'alpha',
};

export const SCRIPTED_PHASES: readonly ScriptedPhase[] = [ANALYSIS, PLANNING, DRAFTING, ACCEPTANCE];

/** The line a worker notes for the answer that an input carries; null where nobody was asked. */
export function questionOf(
  input: { type: string; of?: unknown; worker?: unknown; voter?: unknown; result?: unknown },
  critic: string | null,
): string | null {
  switch (input.type) {
    case 'analysed':
      return `${input.worker} analysis`;
    case 'voted':
      return `${(input.result as { voter: string }).voter} votes`;
    case 'gaps_named':
      return `${critic} gaps`;
    case 'plan_drafted':
      return 'alpha draft';
    case 'plan_voted':
      return `${input.worker} plan`;
    case 'candidates_named':
      return `${critic} candidates`;
    case 'candidates_voted':
      return `${input.voter} candidateVotes`;
    default:
      return null;
  }
}

/** `all` without each of `some` once. */
export function left(all: readonly string[], some: readonly string[]): string[] {
  const rest = [...all];
  for (const one of some) {
    const at = rest.indexOf(one);
    if (at !== -1) rest.splice(at, 1);
  }
  return rest.toSorted();
}

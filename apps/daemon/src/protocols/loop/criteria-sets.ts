/** The criteria of each command and how many passes it may take. A user's own file has the same shape. */
import type { CriteriaSet, Criterion } from '@design-jury/contracts/loop/schema';

/** Passes for a command that names none. */
export const FALLBACK_CAP = 5;

const criterion = (id: string, question: string): Criterion => ({ id, question, figures: [] });

export const CRITERIA_SETS: readonly CriteriaSet[] = [
  {
    command: 'spec',
    cap: 5,
    criteria: [
      criterion('COMPLETENESS', 'Is every section, actor and flow that the spec names described?'),
      criterion('MEASURABILITY', 'Does every requirement carry a figure or a check that decides it?'),
      criterion('INDEPENDENCE', 'Can each requirement be built and judged without guessing at another?'),
      criterion('EDGE_CASES', 'What happens on empty, huge, wrong, late and repeated input?'),
    ],
  },
  {
    command: 'plan',
    cap: 7,
    criteria: [
      criterion('COMPLETENESS', 'Does the plan reach every requirement it was made for?'),
      criterion('FEASIBILITY', 'Can every step be done with what exists when its turn comes?'),
      criterion('ARCHITECTURE', 'Do the steps keep to the layers and names the project has?'),
      criterion('RISK', 'Is each risk named with its sign, its remedy and a way back?'),
      criterion('PRINCIPLES', "Does any step break one of the project's written rules?"),
    ],
  },
  {
    command: 'tasks',
    cap: 5,
    criteria: [
      criterion('COVERAGE', 'Is every part of the plan carried by a task?'),
      criterion('DEPENDENCIES', 'Does each task come after everything it needs, without a cycle?'),
    ],
  },
  {
    command: 'review',
    cap: 5,
    criteria: [
      criterion('COMPLETENESS', 'Was every changed file and every claim looked at?'),
      criterion('PRECISION', 'Does every remark point at a place and say what to do?'),
    ],
  },
  {
    command: 'debug',
    cap: 5,
    criteria: [
      criterion('SAFETY', 'Can the change break something that worked?'),
      criterion('CORRECTNESS', 'Is the cause proved, and does the change remove it rather than its sign?'),
    ],
  },
  {
    command: 'test',
    cap: 5,
    criteria: [
      criterion('COVERAGE', 'Is every rule and every branch that matters exercised?'),
      criterion('QUALITY', 'Would each test fail if the behaviour it names were wrong?'),
    ],
  },
  {
    command: 'architect',
    cap: 7,
    criteria: [
      criterion('FEASIBILITY', 'Can it be built with the people, time and tools there are?'),
      criterion('INCREMENTALITY', 'Does each step leave a system that works?'),
      criterion('COMPATIBILITY', 'What do present users, data and interfaces notice?'),
      criterion('ARCHITECTURE', 'Does every part have one owner and one direction of dependency?'),
    ],
  },
];

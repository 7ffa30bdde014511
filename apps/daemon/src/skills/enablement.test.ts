import { ROLLOUT_PHASES, SKILL_POLICIES } from '@design-jury/contracts/skills';
import { describe, test } from 'vitest';
import { combinePolicies, decideEnablement, type EnablementInput, reviewEnablement } from './enablement.ts';
import { loadLibrary } from './library.ts';

const SWITCH = [true, false, null] as const;

/** The seed's matrix as a table of its own: rows are tried in order, `*` fits everything. */
const TABLE: readonly [string, string, string, string, string, boolean, string][] = [
  // policy, run, project, env, phase → on, by
  ['opt-out', '*', '*', '*', '*', false, 'skill'],
  ['required', '*', '*', '*', '*', true, 'skill'],
  ['*', 'true', '*', '*', '*', true, 'run'],
  ['*', 'false', '*', '*', '*', false, 'run'],
  ['*', '*', 'true', '*', '*', true, 'project'],
  ['*', '*', 'false', '*', '*', false, 'project'],
  ['*', '*', '*', 'true', '*', true, 'env'],
  ['*', '*', '*', 'false', '*', false, 'env'],
  ['*', '*', '*', '*', 'M0', false, 'phase'],
  ['*', '*', '*', '*', 'M1', false, 'phase'],
  ['opt-in', '*', '*', '*', 'M2', true, 'phase'],
  ['*', '*', '*', '*', 'M2', false, 'phase'],
  ['*', '*', '*', '*', 'M3', true, 'phase'],
];

const ALL: EnablementInput[] = [null, ...SKILL_POLICIES].flatMap((skillPolicy) =>
  SWITCH.flatMap((runOverride) =>
    SWITCH.flatMap((projectOverride) =>
      SWITCH.flatMap((env) =>
        ROLLOUT_PHASES.map((phase) => ({ skillPolicy, runOverride, projectOverride, env, phase })),
      ),
    ),
  ),
);

function expected(input: EnablementInput): { on: boolean; by: string } {
  const values = [input.skillPolicy, input.runOverride, input.projectOverride, input.env, input.phase].map(
    String,
  );
  const row = TABLE.find((line) => line.slice(0, 5).every((cell, at) => cell === '*' || cell === values[at]));
  return { on: row?.[5] ?? false, by: row?.[6] ?? 'none' };
}

describe('enablement', () => {
  test('the table is over all 4 × 3 × 3 × 3 × 4 combinations', ({ expect }) => {
    expect(ALL).toHaveLength(432);
  });

  test.for(ALL)(
    '$skillPolicy / run $runOverride / project $projectOverride / env $env / $phase',
    (input, { expect }) => {
      const { on, by, reason } = decideEnablement(input);
      expect({ on, by }).toEqual(expected(input));
      expect(reason).toMatch(/\w+ \w+/);
    },
  );

  test.for(ALL)(
    'who turned it the other way and was not heard is named: $skillPolicy / run $runOverride / project $projectOverride / env $env / $phase',
    (input, { expect }) => {
      const { on, by, reason } = decideEnablement(input);
      const against = [input.runOverride, input.projectOverride, input.env].filter((word) => word === !on);
      expect(reason.includes('comes before')).toBe(by === 'skill' && against.length > 0);
      const { reason: ofReview } = reviewEnablement(input);
      const off = [input.runOverride, input.projectOverride, input.env].includes(false);
      expect(ofReview.includes('comes before')).toBe(off);
    },
  );

  test('no switch is a riddle: for every skill of the library off is off, or the reason names what comes before it', async ({
    expect,
  }) => {
    const { skills } = await loadLibrary({ dataDir: '/nowhere', env: {} });
    expect(skills.length).toBeGreaterThan(5);
    for (const { id, policy } of skills) {
      const switches = { runOverride: false, projectOverride: null, env: false } as const;
      const { on, reason } = decideEnablement({ skillPolicy: policy, ...switches, phase: 'M3' });
      if (on)
        expect(reason, id).toBe(
          "the skill requires the jury (policy required), and that comes before this run's own off and OD_CRITIQUE_ENABLED=false",
        );
    }
  });

  test.for([
    [['required', 'opt-out', 'opt-in'], 'opt-out'],
    [['opt-in', 'required'], 'required'],
    [['opt-in', null], 'opt-in'],
    [[null, null], null],
    [[], null],
  ] as const)('of several skills %j the policy is %s', ([policies, policy], { expect }) => {
    expect(combinePolicies(policies)).toBe(policy);
  });
});

/**
 * Whether a run is judged, decided once per run: skill policy, the run's own setting, project, variable, rollout
 * phase, in this order. Prompt, spawn, command line and screen get the decision; nobody decides again.
 */
import type { Enablement, RolloutPhase, SkillPolicy } from '@design-jury/contracts/skills';

export interface EnablementInput {
  /** Null without a skill, or for one that says nothing. */
  skillPolicy: SkillPolicy | null;
  /** What this one run asks for. */
  runOverride: boolean | null;
  projectOverride: boolean | null;
  /** `OD_CRITIQUE_ENABLED`, where it is set. */
  env: boolean | null;
  phase: RolloutPhase;
}

export type Switches = Pick<EnablementInput, 'runOverride' | 'projectOverride' | 'env'>;

export function decideEnablement(input: EnablementInput): Enablement {
  const { skillPolicy, runOverride, projectOverride, env, phase } = input;
  if (skillPolicy === 'opt-out' || skillPolicy === 'required') {
    const on = skillPolicy === 'required';
    const says = on ? 'requires' : 'opts out of';
    const reason = `the skill ${says} the jury (policy ${skillPolicy})${overruled(input, on)}`;
    return { on, by: 'skill', reason };
  }
  if (runOverride !== null)
    return { on: runOverride, by: 'run', reason: `this run asks for it to be ${word(runOverride)}` };
  if (projectOverride !== null)
    return {
      on: projectOverride,
      by: 'project',
      reason: `the project's setting turns it ${word(projectOverride)}`,
    };
  if (env !== null) return { on: env, by: 'env', reason: `OD_CRITIQUE_ENABLED turns it ${word(env)}` };
  return byPhase(phase, skillPolicy);
}

/** Who asked for the contrary and was not heard: told with the decision, so that nobody looks for the reason. */
function overruled({ runOverride, projectOverride, env }: Switches, on: boolean): string {
  const others = [
    ...(runOverride === !on ? [`this run's own ${word(!on)}`] : []),
    ...(projectOverride === !on ? [`the project's setting ${word(!on)}`] : []),
    ...(env === !on ? [`OD_CRITIQUE_ENABLED=${!on}`] : []),
  ];
  return others.length === 0 ? '' : `, and that comes before ${others.join(' and ')}`;
}

function byPhase(phase: RolloutPhase, policy: SkillPolicy | null): Enablement {
  switch (phase) {
    case 'M0':
    case 'M1':
      return { on: false, by: 'phase', reason: `rollout phase ${phase} leaves it off by default` };
    case 'M2':
      return policy === 'opt-in'
        ? { on: true, by: 'phase', reason: 'rollout phase M2 turns it on for skills with policy opt-in' }
        : { on: false, by: 'phase', reason: 'rollout phase M2 turns it on only for skills that ask for it' };
    case 'M3':
      return { on: true, by: 'phase', reason: 'rollout phase M3 turns it on by default' };
  }
}

/** Several skills on one run: opt-out wins, then required, then opt-in. */
export function combinePolicies(policies: readonly (SkillPolicy | null)[]): SkillPolicy | null {
  const order: readonly SkillPolicy[] = ['opt-out', 'required', 'opt-in'];
  return order.find((policy) => policies.includes(policy)) ?? null;
}

/** A page that was given to be judged: there is nothing to decide, whoever turned the jury off. */
export function reviewEnablement(switches: Switches): Enablement {
  return { on: true, by: 'review', reason: `a page was given to be judged${overruled(switches, true)}` };
}

function word(on: boolean): 'on' | 'off' {
  return on ? 'on' : 'off';
}

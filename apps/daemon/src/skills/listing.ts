/** The library as peers see it: without templates and paths that are nobody's business. */
import type {
  DesignSystemList,
  ProjectEnablement,
  SkillList,
  SkillPolicy,
} from '@design-jury/contracts/skills';
import { designInfo } from './design-file.ts';
import { decideEnablement } from './enablement.ts';
import type { Library } from './library.ts';
import type { Rollout } from './rollout.ts';

export function listSkills({ skills, skillProblems }: Library, rollout: Rollout): SkillList {
  return {
    skills: skills.map(({ id, title, description, policy, template, exampleBrief, origin }) => ({
      id,
      title,
      description,
      policy,
      hasTemplate: template !== null,
      exampleBrief,
      origin,
      enablement: decide(policy, null, rollout),
    })),
    problems: [...skillProblems],
    phase: rollout.phase,
  };
}

export function listDesignSystems({ designs, designProblems }: Library): DesignSystemList {
  return { designSystems: designs.map(designInfo), problems: [...designProblems] };
}

export function projectEnablement(
  override: boolean | null,
  { skills }: Pick<Library, 'skills'>,
  rollout: Rollout,
): ProjectEnablement {
  return {
    override,
    phase: rollout.phase,
    env: rollout.env,
    decision: decide(null, override, rollout),
    skills: Object.fromEntries(skills.map(({ id, policy }) => [id, decide(policy, override, rollout)])),
  };
}

function decide(skillPolicy: SkillPolicy | null, projectOverride: boolean | null, { env, phase }: Rollout) {
  return decideEnablement({ skillPolicy, runOverride: null, projectOverride, env, phase });
}

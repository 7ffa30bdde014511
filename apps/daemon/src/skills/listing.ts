/** The library as peers see it: without templates and paths, which are private. */
import type {
  DesignSystemList,
  ProjectEnablement,
  SkillList,
  SkillPolicy,
} from '@design-jury/contracts/skills';
import { designInfo } from './design-file.ts';
import { draftPage } from './draft.ts';
import { decideEnablement } from './enablement.ts';
import type { Library } from './library.ts';
import type { Ratchet, Rollout } from './rollout.ts';

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
  recommendation: Ratchet,
): ProjectEnablement {
  return {
    override,
    phase: rollout.phase,
    env: rollout.env,
    decision: decide(null, override, rollout),
    skills: Object.fromEntries(skills.map(({ id, policy }) => [id, decide(policy, override, rollout)])),
    ratchet: recommendation,
  };
}

function decide(skillPolicy: SkillPolicy | null, projectOverride: boolean | null, { env, phase }: Rollout) {
  return decideEnablement({ skillPolicy, runOverride: null, projectOverride, env, phase });
}

/** Null for an id nobody has. The first skill that can be drafted shows it. */
export function samplePage({ skills, designs }: Library, designId: string): string | null {
  const design = designs.find(({ id }) => id === designId);
  if (design === undefined) return null;
  const skill =
    skills.find(({ id }) => id === SAMPLE_SKILL) ?? skills.find(({ template }) => template !== null);
  if (skill?.template == null) return null;
  const brief = skill.exampleBrief ?? `# ${skill.title}`;
  return draftPage({ template: skill.template, brief, design: design.text });
}

const SAMPLE_SKILL = 'saas-landing';

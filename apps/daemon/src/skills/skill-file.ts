/** A SKILL.md and the files beside it: policy, words for an agent, starter template, example brief. */
import {
  DRAFT_NEEDS,
  type DraftNeed,
  POLICY_ALIASES,
  SKILL_POLICIES,
  type SkillPolicy,
} from '@design-jury/contracts/skills';
import { z } from 'zod';
import { ContainedFileError, readContained } from './contained-file.ts';
import { type Complaint, readFrontmatter } from './frontmatter.ts';

const SKILL_FILE = 'SKILL.md';
const MAX_SKILL_BYTES = 256 * 1024;
const MAX_TEMPLATE_BYTES = 1024 * 1024;

export interface Skill {
  id: string;
  title: string;
  description: string;
  policy: SkillPolicy | null;
  /** What an agent's prompt says; Markdown. */
  instructions: string;
  template: string | null;
  /** What a brief must have for the template to show anything. */
  needs: readonly DraftNeed[];
  exampleBrief: string | null;
  origin: 'built-in' | 'user';
  file: string;
}

/** Keys we do not know belong to somebody else: the format is shared with other tools. */
const SkillSchema = z.looseObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'lower-case letters, digits and - only')
    .optional(),
  title: z.string().min(1).max(120).optional(),
  description: z.string().min(1).max(2000),
  od: z
    .looseObject({
      critique: z.looseObject({ policy: z.unknown().optional() }).optional(),
      template: z.string().min(1).max(200).optional(),
      needs: z.array(z.enum(DRAFT_NEEDS)).optional(),
      example: z.string().min(1).max(200).optional(),
    })
    .optional(),
});

export interface SkillComplaint extends Complaint {
  severity: 'error' | 'warning';
  /** The file beside SKILL.md that is meant; null for SKILL.md itself. */
  beside: string | null;
}

export interface ReadSkill {
  skill: Omit<Skill, 'origin' | 'file'> | null;
  complaints: SkillComplaint[];
}

export async function readSkill(folder: string, folderName: string): Promise<ReadSkill> {
  const complaints: SkillComplaint[] = [];
  const complain = (line: number | null, message: string, beside: string | null = null): ReadSkill => {
    complaints.push({ severity: 'error', line, message, beside });
    return { skill: null, complaints };
  };
  let text: string;
  try {
    text = await readContained(folder, SKILL_FILE, MAX_SKILL_BYTES);
  } catch (error) {
    return complain(null, refusal(error));
  }
  const front = readFrontmatter(text, SkillSchema);
  if (!front.ok) {
    for (const { line, message } of front.complaints) complain(line, message);
    return { skill: null, complaints };
  }
  const { name, title, description, od } = front.value;
  const id = name ?? folderName;
  const { policy, warning } = policyOf(od?.critique?.policy);
  if (warning !== null)
    complaints.push({
      severity: 'warning',
      line: front.lineOf(['od', 'critique', 'policy']),
      message: warning,
      beside: null,
    });
  const beside = async (key: 'template' | 'example'): Promise<string | null> => {
    const file = od?.[key];
    if (file === undefined) return null;
    try {
      return await readContained(folder, file, MAX_TEMPLATE_BYTES);
    } catch (error) {
      complain(front.lineOf(['od', key]), `od.${key}: ${refusal(error)}`);
      return null;
    }
  };
  const template = await beside('template');
  const exampleBrief = await beside('example');
  if (complaints.some(({ severity }) => severity === 'error')) return { skill: null, complaints };
  return {
    skill: {
      id,
      title: title ?? id,
      description: description.trim(),
      policy,
      instructions: front.body.trim(),
      template,
      needs: od?.needs ?? [],
      exampleBrief: exampleBrief?.trim() ?? null,
    },
    complaints,
  };
}

/** An unknown word is no policy: it is reported, and the rest of the order decides. */
function policyOf(given: unknown): { policy: SkillPolicy | null; warning: string | null } {
  if (given === undefined || given === null) return { policy: null, warning: null };
  // YAML 1.1 readers make a boolean of a bare `off`; whoever wrote it meant the word.
  const word = given === false ? 'off' : String(given).trim().toLowerCase();
  const policy = SKILL_POLICIES.find((known) => known === word);
  if (policy !== undefined) return { policy, warning: null };
  const alias = Object.hasOwn(POLICY_ALIASES, word) ? POLICY_ALIASES[word] : undefined;
  if (alias !== undefined)
    return { policy: alias, warning: `od.critique.policy: "${word}" is an old word; write "${alias}"` };
  return {
    policy: null,
    warning: `od.critique.policy: ${JSON.stringify(word.slice(0, 40))} is not a policy, so there is none; it takes ${SKILL_POLICIES.join(', ')}`,
  };
}

function refusal(error: unknown): string {
  if (error instanceof ContainedFileError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return `cannot be read (${code})`;
}

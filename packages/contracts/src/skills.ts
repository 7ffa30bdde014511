/** Skills, design systems and the decision whether the jury sits: what peers see of them. */
import { z } from 'zod';

export const SKILL_POLICIES = ['required', 'opt-in', 'opt-out'] as const;
export type SkillPolicy = (typeof SKILL_POLICIES)[number];

/** Words of the first draft of the protocol. Read, with a warning. */
export const POLICY_ALIASES: Readonly<Record<string, SkillPolicy>> = {
  always: 'required',
  'on-demand': 'opt-in',
  off: 'opt-out',
};

export const ROLLOUT_PHASES = ['M0', 'M1', 'M2', 'M3'] as const;
export type RolloutPhase = (typeof ROLLOUT_PHASES)[number];

/** The key of a project's metadata that holds its own switch. Absent: the project has no opinion. */
export const PROJECT_SWITCH = 'critiqueTheaterEnabled';

/** Who had the last word. `review`: a page was given to be judged, which is no question. */
export const ENABLEMENT_SOURCES = ['review', 'skill', 'run', 'project', 'env', 'phase'] as const;

export const EnablementSchema = z.object({
  on: z.boolean(),
  by: z.enum(ENABLEMENT_SOURCES),
  /** A sentence for people. */
  reason: z.string(),
});
export type Enablement = z.infer<typeof EnablementSchema>;

/** What a kind of page cannot do without, where it is drafted without a model. */
export const DRAFT_NEEDS = ['figures', 'columns'] as const;
export type DraftNeed = (typeof DRAFT_NEEDS)[number];

/** What a page drafted without a model lacks because its brief does; of an address, `label` is what it is for. */
export const DraftLackSchema = z.object({
  of: z.enum([...DRAFT_NEEDS, 'name', 'address', 'details']),
  label: z.string().optional(),
});
export type DraftLack = z.infer<typeof DraftLackSchema>;

/** What is wrong with a file of the library, and where. An error leaves the file out; a warning does not. */
export const LibraryProblemSchema = z.object({
  severity: z.enum(['error', 'warning']),
  file: z.string(),
  line: z.int().positive().nullable(),
  message: z.string(),
});
export type LibraryProblem = z.infer<typeof LibraryProblemSchema>;

export const SkillInfoSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  policy: z.enum(SKILL_POLICIES).nullable(),
  /** True where a page can be drafted without a model. */
  hasTemplate: z.boolean(),
  /** A brief to start from. */
  exampleBrief: z.string().nullable(),
  origin: z.enum(['built-in', 'user']),
  /** What would be decided now, for a project without an opinion. */
  enablement: EnablementSchema,
});
export type SkillInfo = z.infer<typeof SkillInfoSchema>;
export const SkillListSchema = z.object({
  skills: z.array(SkillInfoSchema),
  problems: z.array(LibraryProblemSchema),
  phase: z.enum(ROLLOUT_PHASES),
});
export type SkillList = z.infer<typeof SkillListSchema>;

/** Inks for the lanes of the panelists, legible on the system's paper and told apart by hue. */
export const LaneInksSchema = z.object({
  designer: z.string(),
  critic: z.string(),
  brand: z.string(),
  a11y: z.string(),
  copy: z.string(),
});
export type LaneInks = z.infer<typeof LaneInksSchema>;

export const DesignSystemInfoSchema = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  origin: z.enum(['built-in', 'user']),
  colors: z.array(z.object({ name: z.string(), value: z.string() })),
  fonts: z.array(z.string()),
  fontSizes: z.array(z.number()),
  spacing: z.array(z.number()),
  radii: z.array(z.number()),
  voice: z.object({ avoid: z.array(z.string()) }),
  laneInks: LaneInksSchema,
});
export type DesignSystemInfo = z.infer<typeof DesignSystemInfoSchema>;
export const DesignSystemListSchema = z.object({
  designSystems: z.array(DesignSystemInfoSchema),
  problems: z.array(LibraryProblemSchema),
});
export type DesignSystemList = z.infer<typeof DesignSystemListSchema>;

export const ProjectEnablementSchema = z.object({
  /** The project's own switch; null when it has no opinion. */
  override: z.boolean().nullable(),
  phase: z.enum(ROLLOUT_PHASES),
  env: z.boolean().nullable(),
  /** For a generation without a skill. */
  decision: EnablementSchema,
  /** For a generation with each skill, by id. */
  skills: z.record(z.string(), EnablementSchema),
  /** What the history of agents recommends for the rollout; it switches nothing. */
  ratchet: z.object({ recommended: z.enum(ROLLOUT_PHASES), streak: z.int().min(0), reason: z.string() }),
});
export type ProjectEnablement = z.infer<typeof ProjectEnablementSchema>;

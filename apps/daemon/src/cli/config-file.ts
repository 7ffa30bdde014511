/** `jury.config.json`, or one that is code: what a project always wants from `jury review`, and where its skills are. Flags win. */
import { lstat } from 'node:fs/promises';
import { basename, delimiter, dirname, extname, join, relative, resolve } from 'node:path';
import { ContentSettingsSchema } from '@design-jury/contracts/content/settings';
import { BROWSER_MODES, IdSchema, WCAG_LEVELS } from '@design-jury/contracts/http';
import { z } from 'zod';
import { readForeignText, typed } from '../disk/foreign-file.ts';
import { ForeignFileError } from '../disk/foreign-file-error.ts';
import { projectOf } from '../disk/scope.ts';
import { outPlace } from '../disk/write-out.ts';
import { type Env, readVariable } from '../env.ts';
import { patternFault } from '../library/file-pattern.ts';
import { fileRefusal } from '../library/subjects.ts';
import { CODE_NAMES, type ConfigCode } from './config-code.ts';
import { quoted, Refusal } from './refusal.ts';

export const CONFIG_NAMES = [...CODE_NAMES, 'jury.config.json'] as const;
const MAX_CONFIG_BYTES = 1_048_576;
const SHORTEST_REASON = 3;

/** What the held-out panel may do where it says no. */
export const HELD_OUT_MODES = ['warn', 'stop', 'off'] as const;
/** Each is a planted defect and a run of one round; there are not many more defects. */
export const MOST_TRUST_RUNS = 50;

const text = z.string().trim().min(1);

/** A path list separates its folders by this, so that no folder may have it in its name. */
const folders = z
  .array(text.refine((path) => !path.includes(delimiter), `a folder must not have ${delimiter} in its name`))
  .max(20);

/** The descriptions are for docs/configuration.md. */
const SuppressionSchema = z.strictObject({
  audit: text.describe('the id of an audit, as must-fixes name it'),
  selector: text.optional().describe('only at this selector; without it everywhere'),
  files: text
    .superRefine((pattern, { addIssue }) => {
      const fault = patternFault(pattern);
      if (fault !== null) addIssue({ code: 'custom', message: `a pattern that cannot be used: ${fault}` });
    })
    .optional()
    .describe('only in pages that match this pattern; without it in all'),
  reason: z
    .string('say why, in a few words')
    .trim()
    .min(SHORTEST_REASON, 'say why, in a few words')
    .describe('why; it is required and shown in the report'),
});

export const ConfigFileSchema = z.strictObject({
  $schema: z.string().optional().describe('ignored; for editors'),
  agent: IdSchema.optional().describe('which agent writes and judges, as `--agent`'),
  model: z.string().trim().min(1).max(200).optional().describe('which model the agent uses, as `--model`'),
  browser: z.enum(BROWSER_MODES).optional().describe('when a browser measures too, as `--browser`'),
  level: z.enum(WCAG_LEVELS).optional().describe('what WCAG asks of the pages, as `--level`'),
  strict: z
    .boolean()
    .optional()
    .describe('no verdict where something that blocks could not be measured, as `--strict`'),
  trust: z.boolean().optional().describe('state how far each verdict can be believed, as `--trust`'),
  trustRuns: z
    .int()
    .min(0)
    .max(MOST_TRUST_RUNS)
    .optional()
    .describe('runs for the recall of a panel with agents (8), as `--trust-runs`'),
  heldOut: z
    .enum(HELD_OUT_MODES)
    .optional()
    .describe('what the held-out panel may do where it says no, as `--held-out`: warn, stop, off'),
  heldOutLimit: z
    .number()
    .min(0)
    .max(1000)
    .optional()
    .describe('overfit gap, in points of the composite, above which the held-out panel says no (2)'),
  brief: text
    .optional()
    .describe('what the pages are for, as `--brief`; `@FILE` is relative to the configuration file'),
  design: text.optional().describe('path of a DESIGN.md, relative to the configuration file'),
  threshold: z.number().min(0).max(1000).optional().describe('composite the gate asks for, as `--threshold`'),
  maxRounds: z.int().min(1).max(20).optional().describe('rounds at most, as `--max-rounds`'),
  out: text.optional().describe('folder for results, relative to the configuration file'),
  baseline: text.optional().describe('path of the baseline, relative to the configuration file'),
  skills: folders.optional().describe('folders of skills, relative to the configuration file; at most 20'),
  designSystems: folders
    .optional()
    .describe('folders of design systems, relative to the configuration file; at most 20'),
  content: ContentSettingsSchema.partial().optional().describe('settings of the content pipeline, see above'),
  suppress: z
    .array(SuppressionSchema)
    .max(1000)
    .default([])
    .describe('findings that do not count, each with a reason; at most 1000'),
});

export const SUPPRESSION_KEYS = SuppressionSchema.shape;

export interface ReviewConfig extends Omit<z.infer<typeof ConfigFileSchema>, '$schema'> {
  /** The file it came from; null when there is none. */
  file: string | null;
}

/** Looks in `cwd` only, unless a file is named. Refuses with the file and the key at fault. */
export async function readConfigFile(
  cwd: string,
  named: string | undefined,
  code: ConfigCode,
): Promise<ReviewConfig> {
  const file = named === undefined ? await find(cwd) : resolve(cwd, named);
  if (file === null) return { suppress: [], file: null };
  const shown = relative(cwd, file) || basename(file);
  const value = extname(file) === '.json' ? await readJson(file, shown) : await code(file);
  return configOf(value, file, shown);
}

/** @param file where it lies: its paths are relative to it */
export function configOf(value: unknown, file: string, shown: string): ReviewConfig {
  const parsed = ConfigFileSchema.safeParse(value);
  if (!parsed.success) throw refusal(shown, parsed.error.issues[0]);
  const { $schema: _schema, brief, design, out, baseline, skills, designSystems, ...rest } = parsed.data;
  const beside = (key: string, path: string): string => confined(file, shown, key, path);
  return {
    ...rest,
    ...(brief !== undefined && {
      brief: brief.startsWith('@') ? `@${beside('brief', brief.slice(1))}` : brief,
    }),
    ...(design !== undefined && { design: beside('design', design) }),
    ...(out !== undefined && { out: beside('out', out) }),
    ...(baseline !== undefined && { baseline: beside('baseline', baseline) }),
    ...(skills !== undefined && { skills: skills.map((path) => beside('skills', path)) }),
    ...(designSystems !== undefined && {
      designSystems: designSystems.map((path) => beside('designSystems', path)),
    }),
    file,
  };
}

/** A project may be a stranger's: its configuration names places in the project alone, also behind links. */
function confined(file: string, shown: string, key: string, path: string): string {
  const place = resolve(dirname(file), path);
  try {
    outPlace(place, { within: projectOf(dirname(file)) });
    return place;
  } catch (error) {
    if (!(error instanceof ForeignFileError)) throw error;
    const why =
      error.reason === 'outside'
        ? 'leads out of the project; only a flag may name a place outside of it'
        : `cannot be used: ${error.why}`;
    throw new Refusal(`${shown}: ${key}: ${quoted(path)} ${why}.`, { cause: error });
  }
}

/** The environment with the folders that the configuration in `cwd` names for skills and design systems. */
export async function withLibraryFolders(env: Env, cwd: string, code: ConfigCode): Promise<Env> {
  const { skills = [], designSystems = [] } = await readConfigFile(cwd, undefined, code);
  const joined = (name: 'OD_SKILLS_DIR' | 'OD_DESIGN_SYSTEMS_DIR', more: readonly string[]): string =>
    [...(readVariable(env, name) ?? []), ...more].join(delimiter);
  return {
    ...env,
    OD_SKILLS_DIR: joined('OD_SKILLS_DIR', skills),
    OD_DESIGN_SYSTEMS_DIR: joined('OD_DESIGN_SYSTEMS_DIR', designSystems),
  };
}

async function find(cwd: string): Promise<string | null> {
  for (const name of CONFIG_NAMES) {
    const file = join(cwd, name);
    // Whatever is there: a pipe or a folder of that name is refused with a sentence when it is read.
    if ((await lstat(file).catch(() => null)) !== null) return file;
  }
  return null;
}

async function readJson(file: string, shown: string): Promise<unknown> {
  let content: string;
  try {
    content = readForeignText(file, typed(file, MAX_CONFIG_BYTES, dirname(file)));
  } catch (error) {
    if (error instanceof ForeignFileError && error.reason === 'too_large')
      throw new Refusal(`${shown} is larger than 1 MiB; it is no configuration.`, { cause: error });
    throw fileRefusal(error, shown);
  }
  return parseJson(content, shown);
}

export function parseJson(content: string, shown: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Refusal(`${shown} is not JSON: ${message}.`, { cause: error });
  }
}

function refusal(shown: string, issue: z.core.$ZodIssue | undefined): Refusal {
  if (issue?.code === 'unrecognized_keys') {
    const known = Object.keys(ConfigFileSchema.shape).filter((key) => key !== '$schema');
    const where = issue.path.length === 0 ? '' : ` in ${keyPath(issue.path)}`;
    const hint = issue.path.length === 0 ? ` It takes ${known.join(', ')}.` : '';
    return new Refusal(`${shown}: ${quoted(issue.keys[0] ?? '')} is not a known key${where}.${hint}`);
  }
  const key = issue === undefined || issue.path.length === 0 ? 'the file' : keyPath(issue.path);
  return new Refusal(`${shown}: ${key}: ${issue?.message ?? 'is not valid'}.`);
}

/** `suppress[0].reason` */
function keyPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');
}

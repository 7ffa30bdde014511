/** `jury.config.json` or `jury.config.ts`: what a project always wants from `jury review`, and where its skills lie. Flags win. */
import { readFile, stat } from 'node:fs/promises';
import { basename, delimiter, dirname, extname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ContentSettingsSchema } from '@design-jury/contracts/content/settings';
import { BROWSER_MODES, IdSchema } from '@design-jury/contracts/http';
import { z } from 'zod';
import { quoted, Refusal } from './refusal.ts';
import { fileRefusal } from './review/subjects.ts';

const CONFIG_NAMES = ['jury.config.ts', 'jury.config.json'] as const;
const MAX_CONFIG_BYTES = 1_048_576;
const SHORTEST_REASON = 3;

const text = z.string().trim().min(1);

/** A path list separates its folders by this, so that no folder may have it in its name. */
const folders = z
  .array(text.refine((path) => !path.includes(delimiter), `a folder must not have ${delimiter} in its name`))
  .max(20);

const SuppressionSchema = z.strictObject({
  /** The check, as must-fixes name it. */
  audit: text,
  /** Only at this selector. @default everywhere */
  selector: text.optional(),
  /** Only in pages that match this pattern. @default all */
  files: text.optional(),
  reason: z.string('say why, in a few words').trim().min(SHORTEST_REASON, 'say why, in a few words'),
});

const ConfigFileSchema = z.strictObject({
  $schema: z.string().optional(),
  agent: IdSchema.optional(),
  model: z.string().trim().min(1).max(200).optional(),
  browser: z.enum(BROWSER_MODES).optional(),
  brief: text.optional(),
  /** Path of a DESIGN.md, relative to the configuration file. */
  design: text.optional(),
  threshold: z.number().min(0).max(1000).optional(),
  maxRounds: z.int().min(1).max(20).optional(),
  /** Folder for results, relative to the configuration file. */
  out: text.optional(),
  /** Path of the baseline, relative to the configuration file. */
  baseline: text.optional(),
  /** Folders of skills and of design systems, relative to the configuration file. */
  skills: folders.optional(),
  designSystems: folders.optional(),
  /** Settings of the content pipeline. */
  content: ContentSettingsSchema.partial().optional(),
  suppress: z.array(SuppressionSchema).max(1000).default([]),
});

export interface ReviewConfig extends Omit<z.infer<typeof ConfigFileSchema>, '$schema'> {
  /** The file it came from; null when there is none. */
  file: string | null;
}

/** Looks in `cwd` only, unless a file is named. Refuses with the file and the key at fault. */
export async function readConfigFile(cwd: string, named: string | undefined): Promise<ReviewConfig> {
  const file = named === undefined ? await find(cwd) : resolve(cwd, named);
  if (file === null) return { suppress: [], file: null };
  const shown = relative(cwd, file) || basename(file);
  const value = extname(file) === '.json' ? await readJson(file, shown) : await importDefault(file, shown);
  const parsed = ConfigFileSchema.safeParse(value);
  if (!parsed.success) throw refusal(shown, parsed.error.issues[0]);
  const { $schema: _schema, design, out, baseline, skills, designSystems, ...rest } = parsed.data;
  const beside = (path: string): string => resolve(dirname(file), path);
  return {
    ...rest,
    ...(design !== undefined && { design: beside(design) }),
    ...(out !== undefined && { out: beside(out) }),
    ...(baseline !== undefined && { baseline: beside(baseline) }),
    ...(skills !== undefined && { skills: skills.map(beside) }),
    ...(designSystems !== undefined && { designSystems: designSystems.map(beside) }),
    file,
  };
}

/** The environment with the folders that the configuration in `cwd` names for skills and design systems. */
export async function withLibraryFolders(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Promise<Record<string, string | undefined>> {
  const { skills = [], designSystems = [] } = await readConfigFile(cwd, undefined);
  const joined = (given: string | undefined, more: readonly string[]): string =>
    [given ?? '', ...more].filter((path) => path !== '').join(delimiter);
  return {
    ...env,
    OD_SKILLS_DIR: joined(env.OD_SKILLS_DIR, skills),
    OD_DESIGN_SYSTEMS_DIR: joined(env.OD_DESIGN_SYSTEMS_DIR, designSystems),
  };
}

async function find(cwd: string): Promise<string | null> {
  for (const name of CONFIG_NAMES) {
    const file = join(cwd, name);
    if (
      await stat(file).then(
        (info) => info.isFile(),
        () => false,
      )
    )
      return file;
  }
  return null;
}

async function readJson(file: string, shown: string): Promise<unknown> {
  let content: string;
  try {
    if ((await stat(file)).size > MAX_CONFIG_BYTES)
      throw new Refusal(`${shown} is larger than 1 MiB; it is no configuration.`);
    content = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw fileRefusal(error, shown);
  }
  try {
    return JSON.parse(content);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Refusal(`${shown} is not JSON: ${message}.`, { cause: error });
  }
}

async function importDefault(file: string, shown: string): Promise<unknown> {
  try {
    const loaded: { default?: unknown } = await import(pathToFileURL(file).href);
    if (loaded.default === undefined)
      throw new Refusal(`${shown} has no default export; end it with "export default { … }".`);
    return loaded.default;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new Refusal(`${shown} cannot be loaded: ${message}`, { cause: error });
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

/** What one call of `jury review` is asked to do: flags over configuration file over defaults. */
import { stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { BROWSER_MODES, type BrowserMode, IdSchema, type StartRunRequest } from '@design-jury/contracts/http';
import { type Baseline, readBaseline } from './baseline.ts';
import { type ReviewConfig, readConfigFile } from './config-file.ts';
import { dataDirOf } from './data-dir.ts';
import { BUDGET_FLAGS, budgetOf, numberFlag, readFlags } from './flags.ts';
import { quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';
import { findSubjects, MAX_TEXT_CHARS, readTextFile, type Subject } from './subjects.ts';
import { type ViewMode, viewMode } from './viewer.ts';

const FLAGS = {
  brief: { type: 'string' },
  design: { type: 'string' },
  agent: { type: 'string' },
  model: { type: 'string' },
  browser: { type: 'string' },
  threshold: { type: 'string' },
  'max-rounds': { type: 'string' },
  ...BUDGET_FLAGS,
  out: { type: 'string' },
  data: { type: 'string' },
  sarif: { type: 'string' },
  junit: { type: 'string' },
  config: { type: 'string' },
  baseline: { type: 'string' },
  'update-baseline': { type: 'boolean' },
  watch: { type: 'boolean' },
  json: { type: 'boolean' },
  plain: { type: 'boolean' },
  quiet: { type: 'boolean' },
} as const;

const DEFAULT_OUT = '.jury';
const DESIGN_FILE = 'DESIGN.md';
const MAX_ROUNDS = 20;
const MAX_THRESHOLD = 1000;

export type RequestSettings = Pick<
  StartRunRequest,
  'brief' | 'agent' | 'model' | 'browser' | 'threshold' | 'maxRounds' | 'maxTokens' | 'maxCostUsd'
>;

export interface ReviewPlan {
  subjects: Subject[];
  /** One page named by itself: its files go straight into `out`, and `--json` prints it alone. */
  single: boolean;
  settings: RequestSettings;
  /** Text of the DESIGN.md that was named; null lets each page look beside itself. */
  design: string | null;
  out: string;
  /** False when the folder is ours by default, and may be kept out of version control. */
  outIsNamed: boolean;
  dataDir: string;
  sarif: string | null;
  junit: string | null;
  config: ReviewConfig;
  baseline: { file: string; shown: string; entries: Baseline; update: boolean } | null;
  mode: ViewMode;
  json: boolean;
  quiet: boolean;
  watch: boolean;
}

export async function readPlan(argv: string[], shell: Shell): Promise<ReviewPlan> {
  const { values, positionals } = readFlags('review', argv, FLAGS);
  if (positionals.length === 0) throw new Refusal('Name a page to review, such as: jury review page.html.');
  if (values.json && values.watch)
    throw new Refusal('--json prints one document and --watch never ends; use one of them.');
  const threshold = numberFlag('threshold', values.threshold, { min: 0, max: MAX_THRESHOLD });
  const maxRounds = numberFlag('max-rounds', values['max-rounds'], { min: 1, max: MAX_ROUNDS, whole: true });
  if (values.agent !== undefined && !IdSchema.safeParse(values.agent).success) {
    throw new Refusal(
      `--agent is ${quoted(values.agent)}; it takes an agent's id, such as grounded. See jury doctor.`,
    );
  }
  if (values.model?.trim() === '')
    throw new Refusal('--model needs a name, such as the one the agent itself takes.');
  const config = await readConfigFile(shell.cwd, values.config);
  const subjects = await findSubjects(shell.cwd, positionals);
  const design = values.design ?? config.design;
  const [only, ...more] = subjects;
  return {
    subjects,
    single: more.length === 0 && only !== undefined && resolve(shell.cwd, positionals[0] ?? '') === only.path,
    settings: {
      brief: await briefOf(shell, values.brief, config),
      agent: values.agent ?? config.agent,
      model: values.model ?? config.model,
      browser: browserMode(values.browser) ?? config.browser,
      threshold: threshold ?? config.threshold,
      maxRounds: maxRounds ?? config.maxRounds,
      ...budgetOf(values),
    },
    design: design === undefined ? null : await readTextFile(shell.cwd, design, 'design'),
    out: resolve(shell.cwd, values.out ?? config.out ?? DEFAULT_OUT),
    outIsNamed: (values.out ?? config.out) !== undefined,
    dataDir: dataDirOf(shell, values.data),
    sarif: pathOf(shell, 'sarif', values.sarif),
    junit: pathOf(shell, 'junit', values.junit),
    config,
    baseline: await baselineOf(shell, values.baseline ?? config.baseline, values['update-baseline'] === true),
    mode: viewMode(shell, values),
    json: values.json === true,
    quiet: values.quiet === true,
    watch: values.watch === true,
  };
}

function browserMode(given: string | undefined): BrowserMode | undefined {
  if (given === undefined) return undefined;
  const mode = BROWSER_MODES.find((known) => known === given);
  if (mode === undefined)
    throw new Refusal(`--browser is ${quoted(given)}; it takes ${BROWSER_MODES.join(', ')}.`);
  return mode;
}

function pathOf(shell: Shell, flag: string, given: string | undefined): string | null {
  if (given === undefined) return null;
  if (given === '') throw new Refusal(`--${flag} needs the name of a file to write.`);
  return resolve(shell.cwd, given);
}

async function briefOf(
  shell: Shell,
  flag: string | undefined,
  config: ReviewConfig,
): Promise<string | undefined> {
  const given = flag ?? config.brief;
  if (given === undefined) return undefined;
  const text = given.startsWith('@') ? await readTextFile(shell.cwd, given.slice(1), 'brief') : given;
  if (text.trim() === '')
    throw new Refusal('--brief is empty; say what the page is for, or name a file as @brief.md.');
  if (text.length > MAX_TEXT_CHARS)
    throw new Refusal(`--brief is longer than ${MAX_TEXT_CHARS} characters; shorten it.`);
  return text;
}

async function baselineOf(
  shell: Shell,
  given: string | undefined,
  update: boolean,
): Promise<ReviewPlan['baseline']> {
  if (given === undefined) {
    if (update) throw new Refusal('--update-baseline needs the file to write: give --baseline FILE.');
    return null;
  }
  const file = resolve(shell.cwd, given);
  const shown = relative(shell.cwd, file) || file;
  return { file, shown, entries: await readBaseline(file, shown, update ? 'empty' : 'refuse'), update };
}

/** A DESIGN.md beside the page speaks for it, unless another was named. */
export async function designFor(plan: ReviewPlan, subject: Subject, cwd: string): Promise<string | null> {
  if (plan.design !== null) return plan.design;
  const beside = join(dirname(subject.path), DESIGN_FILE);
  if (beside === subject.path) return null;
  const there = await stat(beside).then(
    (info) => info.isFile(),
    () => false,
  );
  return there ? readTextFile(cwd, beside, 'design') : null;
}

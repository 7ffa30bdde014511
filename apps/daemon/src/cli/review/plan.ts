/** What one call of `jury review` is asked to do: flags over configuration file over defaults. */

import { dirname, join, relative, resolve } from 'node:path';
import type { StartRunRequest } from '@design-jury/contracts/http';
import { SAID_LANGUAGES, type SaidLanguage } from '@design-jury/contracts/said/message';
import { juryCommand } from '../../command-name.ts';
import { type Env, readCritiqueConfig, readVariable } from '../../env.ts';
import type { VariableName } from '../../env-table.ts';
import { findSubjects, readTextBeside, readTextFile, type Subject } from '../../library/subjects.ts';
import type { BaseRules } from '../check/base-rules.ts';
import { configCode } from '../config-code.ts';
import { HELD_OUT_MODES, MOST_TRUST_RUNS, type ReviewConfig, readConfigFile } from '../config-file.ts';
import { checkedDataDir } from '../data-dir.ts';
import { type FlagsOf, numberFlag, readFlags } from '../flags.ts';
import {
  agentId,
  briefText,
  checkedBrief,
  oneOf,
  type PanelSettings,
  panelOf,
  sandboxEnv,
} from '../panel-flags.ts';
import { Refusal } from '../refusal.ts';
import type { Shell } from '../shell.ts';
import { canBeAsked, unattendedOf } from '../unattended.ts';
import { type Apply, splitApply } from './apply.ts';
import { type Baseline, parseBaseline, readBaseline } from './baseline.ts';
import { type ViewMode, viewMode } from './viewer.ts';

const DEFAULT_OUT = '.jury';
const DESIGN_FILE = 'DESIGN.md';
/** Points of the composite. */
const DEFAULT_OVERFIT_LIMIT = 2;
/** Two of each judging role, and as few as effective votes can be computed from. */
const DEFAULT_TRUST_RUNS = 8;
const RUN_RANGE = { min: 0, max: MOST_TRUST_RUNS, whole: true };

/** What every page of the call is asked with. */
type RequestSettings = PanelSettings & Pick<StartRunRequest, 'brief' | 'onUnattended'>;

export interface ReviewPlan {
  subjects: Subject[];
  /** One page named by itself: its files go straight into `out`, and `--json` prints it alone. */
  single: boolean;
  settings: RequestSettings;
  /** Text of the DESIGN.md that was named; null lets each page look beside itself. */
  design: string | null;
  /** The commit whose rules hold; null: those beside the pages. */
  base: BaseRules | null;
  /** What of the copy is put in the place of the file. */
  apply: Apply | null;
  /** Of the reports that are written; the terminal stays English. */
  lang: SaidLanguage;
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
  /** The user at the terminal is asked whether to try again: for one page, not for a list of them. */
  asksHere: boolean;
  /** How far a verdict can be believed is computed. */
  trust: boolean;
  /** Runs that a panel with agents may be asked for to find out what it sees of planted defects. */
  trustRuns: number;
  heldOut: { mode: (typeof HELD_OUT_MODES)[number]; limit: number; agent: string | null };
  /** Ours, with what the flags say of it. */
  env: Shell['env'];
}

export async function readPlan(argv: string[], shell: Shell): Promise<ReviewPlan> {
  const { rest, apply } = splitApply(argv);
  const { values, positionals } = readFlags('review', rest);
  if (positionals.length === 0)
    throw new Refusal(`Name a page to review, such as: ${juryCommand()} review page.html.`);
  if (values.json && values.watch)
    throw new Refusal('--json prints one document and --watch never ends; use one of them.');
  if (apply !== null && values.watch)
    throw new Refusal('--apply changes the page that --watch waits for; use one of them.');
  const plan = await planOf(values, positionals, shell, null);
  if (apply?.kind === 'some' && !plan.single)
    throw new Refusal('--apply with ids is for one page; name that page alone.');
  return { ...plan, apply };
}

/** @param base where the rules are read instead of beside the pages */
export async function planOf(
  values: FlagsOf<'review'>,
  positionals: readonly string[],
  shell: Shell,
  base: BaseRules | null,
): Promise<ReviewPlan> {
  // A variable that cannot be read stops the start: it is no fault of a page.
  readCritiqueConfig(shell.env);
  const config =
    base === null
      ? await readConfigFile(shell.cwd, values.config, configCode(shell, values['trust-config']))
      : await base.config(values.config);
  const subjects = await findSubjects(shell.cwd, positionals);
  const design = values.design ?? config.design;
  const [only, ...more] = subjects;
  const single =
    more.length === 0 && only !== undefined && resolve(shell.cwd, positionals[0] ?? '') === only.path;
  const unattended = unattendedOf(values.unattended);
  const mode = viewMode(shell, values);
  const json = values.json === true;
  return {
    subjects,
    single,
    settings: {
      ...(await briefOf(shell, base, values.brief ?? config.brief)),
      ...panelOf(values, fromFile(config, shell.env)),
      ...(unattended !== undefined && { onUnattended: unattended }),
    },
    base,
    apply: null,
    design:
      design === undefined
        ? null
        : base === null
          ? await readTextFile(shell.cwd, design, 'design')
          : await base.named('design', resolve(shell.cwd, design)),
    lang: oneOf('lang', values.lang, SAID_LANGUAGES) ?? 'en',
    out: resolve(shell.cwd, values.out ?? config.out ?? DEFAULT_OUT),
    outIsNamed: (values.out ?? config.out) !== undefined,
    dataDir: await checkedDataDir(shell, values.data),
    env: sandboxEnv(shell.env, values.sandbox),
    sarif: pathOf(shell, 'sarif', values.sarif),
    junit: pathOf(shell, 'junit', values.junit),
    config,
    baseline:
      base === null
        ? await baselineOf(shell, values.baseline ?? config.baseline, values['update-baseline'] === true)
        : await baselineAt(base, shell, values.baseline ?? config.baseline),
    mode,
    json,
    quiet: values.quiet === true,
    watch: values.watch === true,
    // Who asks for a held-out panel is not passed over in silence.
    trust:
      values.trust ??
      config.trust ??
      (values['held-out'] === 'stop' || values['held-out-agent'] !== undefined),
    trustRuns:
      numberFlag('trust-runs', values['trust-runs'], RUN_RANGE) ?? config.trustRuns ?? DEFAULT_TRUST_RUNS,
    heldOut: {
      mode: oneOf('held-out', values['held-out'], HELD_OUT_MODES) ?? config.heldOut ?? 'warn',
      limit: config.heldOutLimit ?? DEFAULT_OVERFIT_LIMIT,
      agent: values['held-out-agent'] === undefined ? null : agentId(values['held-out-agent']),
    },
    asksHere: single && values.watch !== true && canBeAsked(shell, { json, mode, unattended }),
  };
}

/** A file behind an @ is a rule like the others: that of the base, and none where it is new in the change. */
async function briefOf(
  shell: Shell,
  base: BaseRules | null,
  given: string | undefined,
): Promise<Pick<RequestSettings, 'brief'>> {
  if (given === undefined) return {};
  if (base === null || !given.startsWith('@')) return { brief: await briefText(shell, given) };
  const text = await base.named('brief', resolve(shell.cwd, given.slice(1)));
  return text === null ? {} : { brief: checkedBrief(text) };
}

/** A variable wins over the file. */
function fromFile(
  { agent, model, browser, level, strict, threshold, maxRounds }: ReviewConfig,
  env: Env,
): PanelSettings {
  const isSet = (name: VariableName): boolean => readVariable(env, name) !== undefined;
  return {
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
    ...(browser !== undefined && { browser }),
    ...(level !== undefined && { level }),
    ...(strict !== undefined && { strict }),
    ...(threshold !== undefined && !isSet('OD_CRITIQUE_SCORE_THRESHOLD') && { threshold }),
    ...(maxRounds !== undefined && !isSet('OD_CRITIQUE_MAX_ROUNDS') && { maxRounds }),
  };
}

function pathOf(shell: Shell, flag: string, given: string | undefined): string | null {
  if (given === undefined) return null;
  if (given === '') throw new Refusal(`--${flag} needs the name of a file to write.`);
  return resolve(shell.cwd, given);
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
  return { file, shown, entries: readBaseline(file, shown, shell.cwd, update ? 'empty' : 'refuse'), update };
}

/** Of the base, whether or not it is there now; a baseline that is new in the change accepts nothing yet. */
async function baselineAt(
  base: BaseRules,
  shell: Shell,
  given: string | undefined,
): Promise<ReviewPlan['baseline']> {
  if (given === undefined) return null;
  const file = resolve(shell.cwd, given);
  const shown = relative(shell.cwd, file) || file;
  const text = await base.named('baseline', file);
  return text === null ? null : { file, shown, entries: parseBaseline(text, shown), update: false };
}

/** A DESIGN.md beside the page is used, unless another was named. */
export async function designFor(plan: ReviewPlan, subject: Subject, cwd: string): Promise<string | null> {
  if (plan.design !== null || subject.isRendered) return plan.design;
  const beside = join(dirname(subject.path), DESIGN_FILE);
  if (beside === subject.path) return null;
  if (plan.base !== null) return plan.base.read(beside);
  return readTextBeside(cwd, beside, 'design');
}

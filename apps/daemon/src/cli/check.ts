/** `jury check`: judges files as they lie on the disk and says whether they pass. Nothing is rewritten. */
import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { checkJson, checkJunit, checkSarif, type RuleText } from '../report/check-formats.ts';
import { type CheckInput, type CheckResult, checkResult } from '../report/check-result.ts';
import { version } from '../version.ts';
import { BaseRules } from './check/base-rules.ts';
import { checkedLine, checkLines } from './check/view.ts';
import { type FlagsOf, readFlags } from './flags.ts';
import { command, Refusal } from './refusal.ts';
import { writeBaseline } from './review/baseline.ts';
import { lazyEngine, stopper } from './review/engine.ts';
import { inOrder, pagesAtOnce, type TurnViewer, viewerInTurn } from './review/order.ts';
import { judgePage, nextBaseline, type PageContext } from './review/page.ts';
import { planOf, type ReviewPlan } from './review/plan.ts';
import { nearest, writeReport } from './review/report-file.ts';
import type { Subject } from './review/subjects.ts';
import { createViewer, type Viewer } from './review/viewer.ts';
import type { Shell } from './shell.ts';
import { whereToAnswer } from './unattended.ts';

type Judged = { subject: Subject; input: CheckInput };

export const run = command(async (argv, shell) => {
  const order = await readCheckOrder(argv, shell);
  const { plan } = order;
  const engine = lazyEngine(plan, shell);
  const stop = stopper(shell);
  try {
    const context = { plan, shell, engine: engine.get, running: stop.running, signal: stop.signal };
    const judged = await judgeAll(context);
    const { base } = plan;
    const now = checkResult(
      judged.map(({ input }) => input),
      {
        base: base === null ? null : { ref: base.ref, commit: base.commit, changes: base.changes },
        stopped: stop.asked && judged.length < plan.subjects.length,
        unchangedSince: order.since,
      },
    );
    const result = order.before === null ? now : await compared(now, order.before, context);
    await writeReports(order, shell, result);
    await updateBaseline(plan, shell, judged);
    if (plan.json) shell.out(checkJson(result));
    else
      shell.out(
        `${checkLines(result, { columns: shell.terminal.columns, paint: shell.outPaint }).join('\n')}\n`,
      );
    if (!plan.json && plan.mode !== 'silent' && result.verdict === 'waits')
      shell.error(whereToAnswer(shell, plan.dataDir));
    return result.exit;
  } finally {
    stop.dispose();
    await engine.close();
  }
});

interface CheckOrder {
  plan: ReviewPlan;
  /** Pages are those that differ from this commit; null where they were named. */
  since: string | null;
  /** The same files as they were; null where nobody wants to know. */
  before: { plan: ReviewPlan; shell: Shell } | null;
  codeQuality: string | null;
}

/** One round: the file itself is judged, and nobody is asked to make it better. */
async function readCheckOrder(argv: string[], shell: Shell): Promise<CheckOrder> {
  const { values, positionals } = readFlags('check', argv);
  const { base: ref, 'changed-since': since = null, against, 'code-quality': quality, ...flags } = values;
  if (positionals.length === 0 && since === null)
    throw new Refusal('Name a file to check, such as: jury check page.html.');
  if (ref !== undefined && flags['update-baseline'] === true)
    throw new Refusal(
      '--update-baseline writes a baseline and --base reads it from a commit; use one of them.',
    );
  const base = ref === undefined ? null : await BaseRules.open(shell, ref);
  const named = since === null ? positionals : await changedOf(positionals, since, shell);
  const plan = oneRound(await planOf(flags, named, shell, base));
  const before = against === undefined ? null : await planBefore(against, plan, flags, shell);
  return { plan, since, before, codeQuality: quality === undefined ? null : resolve(shell.cwd, quality) };
}

function oneRound(plan: ReviewPlan): ReviewPlan {
  return { ...plan, settings: { ...plan.settings, maxRounds: 1 }, asksHere: false };
}

/** Loaded only where somebody asks for it. */
async function changedOf(named: readonly string[], since: string, shell: Shell): Promise<string[]> {
  const { changedPages } = await import('./check/changed-pages.ts');
  const changed = await changedPages(shell, since);
  if (named.length === 0) return changed;
  const { findSubjects } = await import('./review/subjects.ts');
  const wanted = new Set((await findSubjects(shell.cwd, named)).map(({ path }) => path));
  return changed.filter((name) => wanted.has(resolve(shell.cwd, name)));
}

/** Judged by the rules that lie beside them, as they were then. */
async function planBefore(
  folder: string,
  { subjects, dataDir }: ReviewPlan,
  flags: Omit<FlagsOf<'check'>, 'base'>,
  shell: Shell,
): Promise<CheckOrder['before']> {
  const cwd = resolve(shell.cwd, folder);
  const there = { ...shell, cwd };
  const names = subjects.map(({ name }) => name).filter((name) => isFile(resolve(cwd, name)));
  const { sarif: _sarif, junit: _junit, 'update-baseline': _update, ...same } = flags;
  const plan = await planOf({ ...same, data: dataDir, quiet: true }, names, there, null);
  return { plan: oneRound(plan), shell: there };
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** The same engine judges both, so a difference is the change's. */
async function compared(
  now: CheckResult,
  { plan, shell }: NonNullable<CheckOrder['before']>,
  context: PageContext,
): Promise<CheckResult> {
  const judged = await judgeAll({ ...context, plan, shell });
  const { compareChecks } = await import('../report/compare.ts');
  return { ...now, against: compareChecks(checkResult(judged.map(({ input }) => input)), now) };
}

/** As many at once as there are cores; told in the order of the files all the same. */
function judgeAll(context: PageContext): Promise<Judged[]> {
  const { plan, shell, signal } = context;
  const { subjects } = plan;
  const viewers: TurnViewer[] = [];
  return inOrder(subjects, {
    atOnce: pagesAtOnce(plan),
    signal,
    async work(subject, index, turn) {
      const inTurn = viewerInTurn(turn, () => createViewer(shell, { title: subject.name, mode: plan.mode }));
      viewers[index] = inTurn;
      return { subject, input: await judgeOne(subject, inTurn.viewer, context) };
    },
    async show({ input }, index) {
      await viewers[index]?.shown();
      if (subjects.length > 1 && plan.mode !== 'silent')
        shell.error(`[${index + 1}/${subjects.length}] ${checkedLine(input, shell.errorPaint)}\n`);
    },
  });
}

/** A file that cannot be read, or that trips us, has no verdict; the others keep theirs. */
async function judgeOne(subject: Subject, viewer: Viewer, context: PageContext): Promise<CheckInput> {
  const { name: file } = subject;
  try {
    const { state, gate, durationMs, asks } = await judgePage(subject, viewer, context);
    const waits = asks && context.plan.settings.onUnattended === 'pause';
    return { file, kind: 'judged', state, gate, durationMs, waits };
  } catch (error) {
    await viewer.close('erase');
    if (error instanceof Refusal) return { file, kind: 'refused', message: error.message, exit: error.exit };
    const reason = error instanceof Error ? error.message : String(error);
    return {
      file,
      kind: 'refused',
      message: `could not be judged: ${reason}`,
      exit: EXIT.inconclusive,
    };
  }
}

async function writeReports(
  { plan, codeQuality: quality }: CheckOrder,
  shell: Shell,
  result: CheckResult,
): Promise<void> {
  if (quality !== null) {
    const { codeQuality } = await import('../report/code-quality.ts');
    await writeReport(shell, quality, codeQuality(result));
  }
  if (plan.junit !== null) await writeReport(shell, plan.junit, checkJunit(result));
  if (plan.sarif === null) return;
  const { findAudit } = await import('../measure/audits/index.ts');
  const ruleText = (id: string): RuleText | null => findAudit(id) ?? null;
  await writeReport(shell, plan.sarif, checkSarif(result, version(), ruleText));
}

async function updateBaseline(
  { baseline, quiet }: ReviewPlan,
  shell: Shell,
  judged: readonly Judged[],
): Promise<void> {
  if (baseline?.update !== true) return;
  const pages = judged.flatMap(({ subject, input }) =>
    input.kind === 'judged' ? [{ subject, state: input.state }] : [],
  );
  await writeBaseline(baseline.file, baseline.shown, shell.cwd, nextBaseline(baseline.entries, pages));
  if (!quiet) shell.error(`Baseline written: ${nearest(shell, baseline.file)}\n`);
}

/** `jury check`: judges files as they lie on the disk, and pages at addresses, and says whether they pass. Nothing is rewritten. */
import { join } from 'node:path';
import { refusedInput } from '../library/refused.ts';
import type { Subject } from '../library/subjects.ts';
import { checkJson, checkJunit, checkSarif, type RuleText } from '../report/check-formats.ts';
import { type CheckInput, type CheckResult, checkResult } from '../report/check-result.ts';
import { codeQuality } from '../report/code-quality.ts';
import { compareChecks } from '../report/compare.ts';
import { version } from '../version.ts';
import { type Before, type CheckOrder, readCheckOrder } from './check/order.ts';
import { checkedLine, checkLines } from './check/view.ts';
import { breaksWitness, type Witnesses } from './check/witnesses.ts';
import { command } from './refusal.ts';
import { writeBaseline } from './review/baseline.ts';
import { lazyEngine, stopper } from './review/engine.ts';
import { inOrder, pagesAtOnce, type TurnViewer, viewerInTurn } from './review/order.ts';
import { judgePage, nextBaseline, type PageContext } from './review/page.ts';
import type { ReviewPlan } from './review/plan.ts';
import { nearest, writeReport } from './review/report-file.ts';
import { createViewer, type Viewer } from './review/viewer.ts';
import type { Shell } from './shell.ts';
import type { Site } from './site/visit-site.ts';
import { whereToAnswer } from './unattended.ts';

type Judged = { subject: Subject; input: CheckInput };

export const run = command(async (argv, shell) => {
  const order = await readCheckOrder(argv, shell);
  const stop = stopper(shell);
  const site = await openSite(order, shell, stop.signal).catch((error: unknown) => {
    stop.dispose();
    throw error;
  });
  const plan =
    site === null ? order.plan : { ...order.plan, subjects: [...order.plan.subjects, ...site.subjects] };
  const engine = lazyEngine(plan, shell);
  try {
    const context = { plan, shell, engine: engine.get, running: stop.running, signal: stop.signal };
    const judged = await judgeAll(context, order, site);
    const { base } = plan;
    const now = checkResult(
      judged.map(({ input }) => input),
      {
        base: base === null ? null : { ref: base.ref, commit: base.commit, changes: base.changes },
        stopped: stop.asked && judged.length < plan.subjects.length,
        unchangedSince: order.since,
      },
    );
    const before = order.before === null ? null : await judgeBefore(order, order.before, context);
    const result = before === null ? now : { ...now, against: compareChecks(before, now) };
    await writeReports(order, shell, result);
    if (order.report !== null) {
      const { writeIndex } = await import('./check/index-report.ts');
      await writeIndex(order.report, { plan, shell, result, site });
      if (order.before !== null && before !== null)
        await writeIndex(join(order.report, 'before'), { ...order.before, result: before, site: null });
    }
    await updateBaseline(plan, shell, judged);
    if (plan.json) shell.out(checkJson(result));
    else
      shell.out(
        `${plan.mode === 'live' ? '\n' : ''}${checkLines(result, { columns: shell.terminal.columns, paint: shell.outPaint }).join('\n')}\n`,
      );
    if (!plan.json && plan.mode !== 'silent' && result.verdict === 'waits')
      shell.error(whereToAnswer(shell, plan.dataDir));
    return result.exit;
  } finally {
    stop.dispose();
    await engine.close();
    await site?.close();
  }
});

/** The same engine judges both, so a difference is the change's. */
async function judgeBefore(order: CheckOrder, before: Before, context: PageContext): Promise<CheckResult> {
  const judged = await judgeAll(
    { ...context, ...before },
    { witnesses: { ...order.witnesses, entries: [] } },
    null,
  );
  return checkResult(judged.map(({ input }) => input));
}

/** Loaded only where an address is named. */
async function openSite(
  { addresses, crawl }: CheckOrder,
  shell: Shell,
  signal: AbortSignal,
): Promise<Site | null> {
  if (addresses.length === 0) return null;
  const { visitSite } = await import('./site/visit-site.ts');
  return visitSite(shell, addresses, { most: crawl, signal });
}

/** As many at once as there are cores; told in the order of the files all the same. */
function judgeAll(
  context: PageContext,
  { witnesses }: Pick<CheckOrder, 'witnesses'>,
  site: Site | null,
): Promise<Judged[]> {
  const { plan, shell, signal } = context;
  const { subjects } = plan;
  const viewers: TurnViewer[] = [];
  return inOrder(subjects, {
    atOnce: pagesAtOnce(plan),
    signal,
    async work(subject, index, turn) {
      const inTurn = viewerInTurn(turn, () => createViewer(shell, { title: subject.name, mode: plan.mode }));
      viewers[index] = inTurn;
      const fault = site?.faults.get(subject.name);
      const input =
        fault === undefined
          ? await judgeOne(subject, inTurn.viewer, context, witnesses)
          : refusedInput(subject.name, fault);
      return { subject, input };
    },
    async show({ input }, index) {
      await viewers[index]?.shown();
      if (subjects.length > 1 && plan.mode !== 'silent')
        shell.error(`[${index + 1}/${subjects.length}] ${checkedLine(input, shell.errorPaint)}\n`);
    },
  });
}

/** A file that cannot be read, or that trips us, has no verdict; the others keep theirs. */
async function judgeOne(
  subject: Subject,
  viewer: Viewer,
  context: PageContext,
  witnesses: Witnesses,
): Promise<CheckInput> {
  const { name: file } = subject;
  try {
    const page = await judgePage(subject, viewer, context);
    const { state, gate, durationMs, asks, unlock, trusted } = page;
    const isBroken = await breaksWitness(page, witnesses, context.shell);
    const waits = asks && context.plan.settings.onUnattended === 'pause';
    return {
      file,
      kind: 'judged',
      state,
      gate,
      durationMs,
      waits,
      unlock,
      trust: trusted.line,
      isNoise: trusted.stops === 'noise',
      isBroken,
    };
  } catch (error) {
    await viewer.close('erase');
    return refusedInput(file, error);
  }
}

async function writeReports(
  { plan, codeQuality: quality }: CheckOrder,
  shell: Shell,
  result: CheckResult,
): Promise<void> {
  if (quality !== null) await writeReport(shell, quality, codeQuality(result));
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

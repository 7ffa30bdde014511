/** `jury check`: judges files as they lie on the disk, and pages at addresses, and says whether they pass. Nothing is rewritten. */
import { resolve } from 'node:path';

import { juryCommand } from '../command-name.ts';
import { refusedInput } from '../library/refused.ts';
import type { Subject } from '../library/subjects.ts';
import { checkJson, checkJunit, checkSarif, type RuleText } from '../report/check-formats.ts';
import { type CheckInput, type CheckResult, checkResult } from '../report/check-result.ts';
import { version } from '../version.ts';
import { BaseRules } from './check/base-rules.ts';
import { checkedLine, checkLines } from './check/view.ts';
import { numberFlag, readFlags } from './flags.ts';
import { command, Refusal } from './refusal.ts';
import { writeBaseline } from './review/baseline.ts';
import { lazyEngine, stopper } from './review/engine.ts';
import { inOrder, pagesAtOnce, type TurnViewer, viewerInTurn } from './review/order.ts';
import { judgePage, nextBaseline, type PageContext } from './review/page.ts';
import { planOf, type ReviewPlan } from './review/plan.ts';
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
    const judged = await judgeAll(context, site);
    const { base } = plan;
    const result = checkResult(
      judged.map(({ input }) => input),
      {
        base: base === null ? null : { ref: base.ref, commit: base.commit, changes: base.changes },
        stopped: stop.asked && judged.length < plan.subjects.length,
      },
    );
    await writeReports(plan, shell, result);
    if (order.report !== null) {
      const { writeIndex } = await import('./check/index-report.ts');
      await writeIndex(order.report, { plan, shell, result, site });
    }
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
    await site?.close();
  }
});

interface CheckOrder {
  plan: ReviewPlan;
  /** Pages that are opened in a browser. */
  addresses: readonly string[];
  /** Pages at most where links are followed; null where they are not. */
  crawl: number | null;
  /** Folder of the index; null without one. */
  report: string | null;
}

const MOST_CRAWLED = 500;

/** One round: the file itself is judged, and nobody is asked to make it better. */
async function readCheckOrder(argv: string[], shell: Shell): Promise<CheckOrder> {
  const { values, positionals } = readFlags('check', argv);
  if (positionals.length === 0)
    throw new Refusal(`Name a file to check, such as: ${juryCommand()} check page.html.`);
  const { base: ref, crawl, report, ...flags } = values;
  if (ref !== undefined && flags['update-baseline'] === true)
    throw new Refusal(
      '--update-baseline writes a baseline and --base reads it from a commit; use one of them.',
    );
  const addresses = positionals.filter((argument) => /^https?:\/\//i.test(argument));
  const most = numberFlag('crawl', crawl, { min: 1, max: MOST_CRAWLED, whole: true }) ?? null;
  if (most !== null && addresses.length === 0)
    throw new Refusal('--crawl follows the links of an address; name one, such as https://example.org.');
  if (report === '') throw new Refusal('--report needs the name of a folder to write.');
  const base = ref === undefined ? null : await BaseRules.open(shell, ref);
  const files = positionals.filter((argument) => !addresses.includes(argument));
  const plan = await planOf(flags, files, shell, base);
  return {
    plan: { ...plan, settings: { ...plan.settings, maxRounds: 1 }, asksHere: false },
    addresses,
    crawl: most,
    report: report === undefined ? null : resolve(shell.cwd, report),
  };
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
function judgeAll(context: PageContext, site: Site | null): Promise<Judged[]> {
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
          ? await judgeOne(subject, inTurn.viewer, context)
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
async function judgeOne(subject: Subject, viewer: Viewer, context: PageContext): Promise<CheckInput> {
  const { name: file } = subject;
  try {
    const { state, gate, durationMs, asks, unlock } = await judgePage(subject, viewer, context);
    const waits = asks && context.plan.settings.onUnattended === 'pause';
    return { file, kind: 'judged', state, gate, durationMs, waits, unlock };
  } catch (error) {
    await viewer.close('erase');
    return refusedInput(file, error);
  }
}

async function writeReports(plan: ReviewPlan, shell: Shell, result: CheckResult): Promise<void> {
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

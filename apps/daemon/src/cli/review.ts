/** `jury review`: judges pages that exist, shows the panel at work, and leaves better ones. */

import { EXIT, type ExitCode, worstExit } from '@design-jury/contracts/exit-codes';
import type { Subject } from '../library/subjects.ts';
import { clean } from '../report/clean.ts';
import { noVoteOf } from '../report/ending.ts';
import { junitXml } from '../report/junit.ts';
import { whyNoneLine } from '../report/result.ts';
import { sarifLog } from '../report/sarif.ts';
import { version } from '../version.ts';
import { command, Refusal } from './refusal.ts';
import { writeBaseline } from './review/baseline.ts';
import { lazyEngine, stopper } from './review/engine.ts';
import { writeReviewIndex } from './review/index-file.ts';
import { nextSteps } from './review/next-steps.ts';
import { inOrder, pagesAtOnce, type TurnViewer, viewerInTurn } from './review/order.ts';
import { nextBaseline, type PageContext, type ReviewedPage, reviewPage } from './review/page.ts';
import { type ReviewPlan, readPlan } from './review/plan.ts';
import { nearest, writeReport } from './review/report-file.ts';
import { createViewer, type Viewer } from './review/viewer.ts';
import { nextChange, stampsOf } from './review/watch.ts';
import type { Shell } from './shell.ts';
import { paintRow } from './terminal/paint.ts';
import { nameCells, type SummaryRow, summaryLine, summaryLines } from './terminal/summary.ts';
import { verdictLines } from './terminal/verdict.ts';
import { whereToAnswer } from './unattended.ts';

type Reviewed = { subject: Subject } & (
  | { kind: 'reviewed'; page: ReviewedPage }
  | { kind: 'refused'; message: string; exit: ExitCode }
);

export const run = command(async (argv, shell) => {
  const plan = await readPlan(argv, shell);
  const engine = lazyEngine(plan, shell);
  const stop = stopper(shell);
  try {
    for (;;) {
      const seen = stampsOf(plan.watch ? plan.subjects : []);
      const reviewed = await reviewAll({
        plan,
        shell,
        engine: engine.get,
        running: stop.running,
        signal: stop.signal,
      });
      await writeReports(plan, shell, reviewed);
      await printSwitchNote(plan, shell);
      if (
        plan.mode !== 'silent' &&
        !plan.json &&
        reviewed.some((one) => one.kind === 'reviewed' && one.page.asks)
      )
        shell.error(whereToAnswer(shell, plan.dataDir));
      const code = exitCode(reviewed, stop.asked);
      if (!plan.watch || stop.asked) return code;
      shell.error('Watching for changes; Ctrl-C ends it.\n');
      if (!(await nextChange(plan.subjects, seen, stop.signal))) return code;
    }
  } finally {
    stop.dispose();
    await engine.close();
  }
});

/** As many at once as there are cores; what is shown and returned is in the order of the pages all the same. */
async function reviewAll(context: PageContext): Promise<Reviewed[]> {
  const { plan, shell, signal } = context;
  const { subjects } = plan;
  const cells = nameCells(
    subjects.map(({ name }) => name),
    shell.terminal.columns,
  );
  const viewers: TurnViewer[] = [];
  const reviewed = await inOrder(subjects, {
    atOnce: pagesAtOnce(plan),
    signal,
    async work(subject, index, turn) {
      const many = subjects.length > 1;
      const title = many ? `${subject.name} (${index + 1} of ${subjects.length})` : subject.name;
      const inTurn = viewerInTurn(turn, () => {
        if (many && plan.mode === 'plain') shell.error(`${title}\n`);
        return createViewer(shell, { title: `copy of ${title}`, mode: plan.mode });
      });
      viewers[index] = inTurn;
      return reviewOne(subject, inTurn.viewer, context);
    },
    async show(one, index) {
      await viewers[index]?.shown();
      if (plan.single) printVerdict(shell, plan, one);
      else if (plan.mode !== 'silent') {
        const row = paintRow(summaryLine(summaryRow(one), cells), Number.POSITIVE_INFINITY, shell.errorPaint);
        shell.error(`[${index + 1}/${subjects.length}] ${row}\n`);
        if (one.kind === 'reviewed' && one.page.applied !== null) shell.error(`${one.page.applied}\n`);
      }
    },
  });
  if (!plan.single) await printSummary(shell, plan, reviewed);
  return reviewed;
}

/** One page among many that cannot be read, or that trips us, does not take the others' verdicts away. */
async function reviewOne(subject: Subject, viewer: Viewer, context: PageContext): Promise<Reviewed> {
  try {
    return { subject, kind: 'reviewed', page: await reviewPage(subject, viewer, context) };
  } catch (error) {
    // Whoever watches waits for a page that is gone, or that cannot be read for a moment.
    if (context.plan.single && !context.plan.watch) throw error;
    if (error instanceof Refusal)
      return { subject, kind: 'refused', message: error.message, exit: error.exit };
    const reason = error instanceof Error ? error.message : String(error);
    const message = `This page could not be reviewed: ${reason}`;
    return { subject, kind: 'refused', message, exit: EXIT.inconclusive };
  }
}

/** Turned off for pages that are written; a page that is given is judged, and that is said once. */
async function printSwitchNote({ mode, json }: ReviewPlan, shell: Shell): Promise<void> {
  const { readVariable } = await import('../env.ts');
  if (mode === 'silent' || json || readVariable(shell.env, 'OD_CRITIQUE_ENABLED') !== false) return;
  shell.error(
    'OD_CRITIQUE_ENABLED=false is for pages that agents write; a page you give is judged all the same.\n',
  );
}

function exitCode(reviewed: readonly Reviewed[], stopped: boolean): ExitCode {
  const codes = reviewed.map((one) => (one.kind === 'reviewed' ? one.page.exit : one.exit));
  // A verdict that was reached before the signal counts for a single page; a list that was cut does not.
  if (stopped && (codes.length !== 1 || codes[0] !== EXIT.ships)) return EXIT.interrupted;
  return worstExit(codes);
}

function printVerdict(shell: Shell, plan: ReviewPlan, one: Reviewed): void {
  if (one.kind === 'refused') {
    shell.error(`${clean(one.message)}\n`);
    return;
  }
  const { page } = one;
  if (plan.json) {
    shell.out(`${JSON.stringify(withGate(plan, page), null, 2)}\n`);
    printWhyNone(shell, page.state);
    return;
  }
  const { outputs, state, durationMs, subject, gate } = page;
  const near = (path: string): string => nearest(shell, path);
  const files = [
    { label: 'page', path: outputs.page },
    { label: 'diff', path: outputs.diff },
    { label: 'report', path: outputs.report },
    { label: 'transcript', path: outputs.transcript },
  ].flatMap(({ label, path }) => (path === null ? [] : [{ label, path: near(path) }]));
  const verdict = {
    title: page.changed ? `copy of ${subject.name}` : subject.name,
    // Without a verdict on either the line below says all there is.
    ...(page.given !== null && { sentence: page.verdict }),
    state,
    durationMs,
    files,
    ...nextSteps(shell, page),
    unlock: page.unlock,
    trust: page.trusted.line,
    remarks: [...noVoteOf(state).map(({ role, why }) => `No vote of ${role}: ${why}`), ...gate.remarks],
    ...(gate.known.length + gate.suppressed.length > 0 && { gating: gate.fresh }),
  };
  const lines = verdictLines(verdict, { columns: shell.terminal.columns, paint: shell.outPaint });
  shell.out(`${plan.mode === 'live' ? '\n' : ''}${lines.join('\n')}\n`);
}

function printWhyNone(shell: Shell, state: ReviewedPage['state'], name?: string): void {
  const line = whyNoneLine(state);
  if (line !== null) shell.error(`${name === undefined ? '' : `${name}: `}${line}\n`);
}

/** The gate's word is added only where suppressions or a baseline had a say; the shape is otherwise fixed. */
function withGate(plan: ReviewPlan, { result, gate }: ReviewedPage): unknown {
  if (plan.baseline === null && plan.config.suppress.length === 0) return result;
  const ids = (entries: readonly { id: string }[]): string[] => entries.map(({ id }) => id);
  const suppressed = gate.suppressed.map(({ mustFix, reason }) => ({ id: mustFix.id, reason }));
  return {
    ...result,
    gate: { passes: gate.passes, suppressed, known: ids(gate.known), fresh: ids(gate.fresh) },
  };
}

function summaryRow(one: Reviewed): SummaryRow {
  const { name } = one.subject;
  if (one.kind === 'refused')
    return { name, durationMs: 0, outcome: { kind: 'refused', message: one.message } };
  const { state, gate, durationMs } = one.page;
  const view = state.phase === 'idle' ? null : state;
  const composites = (view?.rounds ?? []).flatMap((round) =>
    round.end === null ? [] : [round.end.composite],
  );
  const resolved = view?.mustFixes.filter((entry) => entry.resolvedRound !== null).length ?? 0;
  const outcome = {
    kind: 'reviewed',
    phase: state.phase,
    passes: gate.passes,
    givenPasses: one.page.given?.ships ?? false,
    composites,
    open: gate.fresh.length,
    resolved,
  } as const;
  return { name, durationMs, outcome };
}

async function printSummary(shell: Shell, plan: ReviewPlan, reviewed: readonly Reviewed[]): Promise<void> {
  const rows = reviewed.map(summaryRow);
  const index = await writeReviewIndex(
    plan,
    shell,
    reviewed.map((one) => ({
      name: one.subject.name,
      ...(one.kind === 'reviewed' ? { page: one.page } : { message: one.message }),
    })),
  );
  if (plan.json) {
    const files = reviewed.map((one) => ({
      file: one.subject.name,
      ...(one.kind === 'reviewed'
        ? Object(withGate(plan, one.page))
        : { status: 'unreadable', message: one.message }),
    }));
    shell.out(`${JSON.stringify({ files }, null, 2)}\n`);
    for (const one of reviewed)
      if (one.kind === 'reviewed') printWhyNone(shell, one.page.state, one.subject.name);
    return;
  }
  const lines = summaryLines(rows, {
    columns: shell.terminal.columns,
    paint: shell.outPaint,
  });
  shell.out(`${lines.join('\n')}\nReports: ${nearest(shell, index ?? plan.out)}\n`);
}

async function writeReports(plan: ReviewPlan, shell: Shell, reviewed: readonly Reviewed[]): Promise<void> {
  const pages = reviewed.flatMap((one) => (one.kind === 'reviewed' ? [one.page] : []));
  if (plan.sarif !== null) {
    const found = pages.flatMap(({ subject, findings, given, verdict, trusted }) =>
      findings === null ? [] : [{ name: subject.name, given, verdict, trust: trusted.line, ...findings }],
    );
    await writeReport(shell, plan.sarif, `${JSON.stringify(sarifLog(found, version()), null, 2)}\n`);
  }
  if (plan.junit !== null) {
    const suites = reviewed.map((one) =>
      one.kind === 'reviewed'
        ? {
            name: one.subject.name,
            durationMs: one.page.durationMs,
            summary: `${one.subject.name}: ${one.page.verdict}`,
            outcome: { kind: 'reviewed' as const, ...one.page },
          }
        : {
            name: one.subject.name,
            durationMs: 0,
            summary: `${one.subject.name}: ${one.message}`,
            outcome: { kind: 'refused' as const, message: one.message },
          },
    );
    await writeReport(shell, plan.junit, junitXml(suites));
  }
  if (plan.baseline?.update) {
    const { file, shown, entries } = plan.baseline;
    await writeBaseline(file, shown, shell.cwd, nextBaseline(entries, pages));
    if (!plan.quiet) shell.error(`Baseline written: ${plan.baseline.shown}\n`);
  }
}

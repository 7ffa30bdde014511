/** `jury run`: a page from a brief, written under the jury, or without one where that was decided. */

import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { EXIT, type ExitCode, exitOf } from '@design-jury/contracts/exit-codes';
import type { Enablement } from '@design-jury/contracts/skills';
import { NOTHING_KNOWN, type TrustLine } from '@design-jury/contracts/trust/line';
import type { UnlockSet } from '@design-jury/contracts/trust/unlock';
import { juryCommand } from '../command-name.ts';
import { removeOut } from '../disk/write-out.ts';
import type { Engine } from '../engine.ts';
import { type FinishedReview, followRun, type RunningReview, startReview } from '../library/run.ts';
import { fileRefusal } from '../library/subjects.ts';
import { isMeasuredAlone } from '../library/worth-judging.ts';
import { keepsNothing } from '../report/ending.ts';
import { gateOf } from '../report/gate.ts';
import { type Outputs, writeOutputs } from '../report/outputs.ts';
import { reviewResult, whyNoneLine } from '../report/result.ts';
import { unlockFor } from '../report/unlock-words.ts';
import { noiseFor } from '../trust/noise.ts';
import { withLibraryFolders } from './config-file.ts';
import { afterFailure, afterTimeout, KEEP_A_ROUND, shellWord } from './next-step.ts';
import { checkThreshold } from './panel-flags.ts';
import { command, Refusal } from './refusal.ts';
import { checkResultsFolder, makeResultsFolder, resultRules } from './results-folder.ts';
import { stopper } from './review/engine.ts';
import { nearest, writeHtmlReport } from './review/report-file.ts';
import { showRun } from './review/show-run.ts';
import { createViewer, type Viewer } from './review/viewer.ts';
import { type RunPlan, readRunPlan } from './run-plan.ts';
import type { Shell } from './shell.ts';
import { verdictLines } from './terminal/verdict.ts';
import { whereToAnswer } from './unattended.ts';
import { withEngine } from './with-engine.ts';

type Results = Outputs & { report: string | null };

/** What is left to do, and what is known of how far the verdict can be believed. */
function beliefOf(
  plan: RunPlan,
  { run, state }: FinishedReview,
): { unlock: UnlockSet | null; trust: TrustLine } {
  const noise = noiseFor(plan.dataDir, run.agent, run.model);
  const unlock = unlockFor(state, run.config.weights, { gate: gateOf(state, [], null) });
  return { unlock, trust: { ...NOTHING_KNOWN, noise } };
}

export const run = command(async (argv, shell) => {
  const plan = await readRunPlan(argv, shell);
  await refuseEmptyBrief(plan);
  await checkResultsFolder(plan.out, `${plan.name}.html`, shell.cwd);
  const env = await withLibraryFolders(plan.env, shell.cwd, plan.code);
  return withEngine(shell, { dataDir: plan.dataDir, env }, async (engine) => {
    checkThreshold(plan.request, engine.config.scoreScale);
    const finished = await writePage(plan, shell, engine);
    const results = await writeResults(plan, shell, finished);
    const remarks = await remarksFor(finished);
    if (plan.json) {
      shell.out(`${JSON.stringify(resultOf(plan, finished, results, remarks), null, 2)}\n`);
      const why = whyNoneLine(finished.state);
      if (why !== null) shell.error(`${why}\n`);
    } else printVerdict(plan, shell, finished, results, remarks);
    const { isAsked } = await retrying();
    const isOpen = await isAsked(engine, finished.run);
    if (isOpen && plan.mode !== 'silent' && !plan.json) shell.error(whereToAnswer(shell, plan.dataDir));
    return isOpen && plan.request.onUnattended === 'pause' ? EXIT.waitsForAnswer : exitFor(finished);
  });
});

/** Before a folder is made for it, and with the exit code of what gives no verdict. */
async function refuseEmptyBrief({ request }: RunPlan): Promise<void> {
  if (!isMeasuredAlone(request)) return;
  const { whyNoPage } = await import('../skills/states-nothing.ts');
  const why = whyNoPage(request.brief);
  if (why !== null) throw new Refusal(why, { exit: EXIT.inconclusive });
}

/** Loaded when a run is over: its view comes first. */
const retrying = () => import('./retry.ts');

/** The run, and the tries somebody at the terminal asks for after it. */
async function writePage(plan: RunPlan, shell: Shell, engine: Engine): Promise<FinishedReview> {
  const name = `${plan.name}.html`;
  const subject = { path: join(plan.out, name), name, mime: 'text/html' as const };
  const stop = stopper(shell);
  const show = (start: (viewer: Viewer) => Promise<RunningReview>): Promise<FinishedReview> => {
    const viewer = createViewer(shell, { title: plan.name, mode: plan.mode });
    return showRun(viewer, { ...stop, closing: 'keep' }, () => start(viewer));
  };
  try {
    const first = await show((viewer) => startReview(engine, subject, plan.request, viewer));
    const { retryWhileAsked } = await retrying();
    return await retryWhileAsked(engine, shell, first, {
      isWanted: () => plan.asksHere && !stop.asked,
      follow: (projectId, start) => show((viewer) => followRun(engine, projectId, viewer, start)),
    });
  } finally {
    stop.dispose();
  }
}

/** Statuses the host may give a run that its events do not show; for all others the events decide. */
const DECIDED_BY_HOST = ['legacy', 'failed', 'timed_out', 'interrupted'] as const;

function exitFor({ run, state }: FinishedReview): ExitCode {
  const decided = DECIDED_BY_HOST.find((status) => status === run.state);
  return exitOf({ protocol: 'theater', status: decided ?? state.phase });
}

async function writeResults(plan: RunPlan, shell: Shell, finished: FinishedReview): Promise<Results> {
  const shown = relative(shell.cwd, plan.out) || plan.out;
  const rules = resultRules(plan.out, shell.cwd);
  if (!plan.outIsNamed) await makeResultsFolder(plan.out, shell.cwd);
  try {
    const { artifact, transcript, state, agent, durationMs, roundArtifacts } = finished;
    const draft = roundArtifacts.get(1);
    const before = draft === undefined ? '' : await readFile(draft, 'utf8');
    const source = join(plan.out, `${plan.name}.html`);
    const outputs = await writeOutputs({
      folder: plan.out,
      within: rules.within,
      source,
      before,
      artifact,
      transcript,
    });
    if (state.phase === 'idle') {
      // Nothing was judged, so there is nothing to compare.
      if (outputs.diff !== null) await removeOut(outputs.diff, rules);
      return { ...outputs, diff: null, comparison: null, report: null };
    }
    const gate = gateOf(state, [], null);
    const belief = beliefOf(plan, finished);
    const input = {
      title: plan.name,
      state,
      agent,
      durationMs,
      gate,
      verdict: null,
      pictures: null,
      ...belief,
    };
    const names: [string, string] = ['Page', 'Diff to the first draft'];
    const report = await writeHtmlReport(plan.out, rules, input, { outputs, names });
    return { ...outputs, report };
  } catch (error) {
    throw fileRefusal(error, shown);
  }
}

/** What the draft lacks because the brief does; an agent's page has no such list. */
async function remarksFor({ run: { subject } }: FinishedReview): Promise<string[]> {
  if (subject.kind !== 'artifact' || subject.lacks === undefined) return [];
  const { lackLine } = await import('../skills/lacks.ts');
  return subject.lacks.map(lackLine);
}

function enablementOf({ run }: FinishedReview): Enablement {
  return run.enablement ?? { on: true, by: 'phase', reason: 'by default' };
}

function resultOf(plan: RunPlan, finished: FinishedReview, results: Results, remarks: string[]): unknown {
  const result = reviewResult(finished.state, {
    ...finished,
    artifact: results.page,
    transcript: results.transcript,
  });
  return {
    ...result,
    // The store has the last word: a run without a jury has no events to fold.
    status: finished.run.state,
    skill: plan.request.skill ?? null,
    enablement: enablementOf(finished),
    remarks,
    ...beliefOf(plan, finished),
  };
}

function printVerdict(
  plan: RunPlan,
  shell: Shell,
  finished: FinishedReview,
  results: Results,
  remarks: string[],
): void {
  const { state, durationMs, run } = finished;
  const { on, reason } = enablementOf(finished);
  const near = (path: string): string => nearest(shell, path);
  const files = [
    { label: 'page', path: results.page },
    { label: 'diff', path: results.diff },
    { label: 'report', path: results.report },
    { label: 'transcript', path: results.transcript },
  ].flatMap(({ label, path }) => (path === null ? [] : [{ label, path: near(path) }]));
  if (run.state === 'legacy') {
    const lines = [
      `Written, not judged: ${reason}.`,
      ...remarks,
      ...files.map(({ label, path }) => `  ${label}  ${path}`),
    ];
    shell.out(`${lines.join('\n')}\n`);
    return;
  }
  const verdict = {
    title: plan.name,
    state,
    durationMs,
    files,
    remarks: [`The jury sat: ${reason}.`, ...remarks].filter(() => on),
    next: nextSteps(state),
    ...beliefOf(plan, finished),
    commands: goOnFrom(finished, results.page === null ? null : near(results.page)),
  };
  const lines = verdictLines(verdict, { columns: shell.terminal.columns, paint: shell.outPaint });
  shell.out(`${plan.mode === 'live' ? '\n' : ''}${lines.join('\n')}\n`);
}

function nextSteps(state: FinishedReview['state']): string[] {
  switch (state.phase) {
    case 'below_threshold':
      return [
        'Next: answer what is listed above in the brief, and run it again; or change the page, and review it.',
        ...(keepsNothing(state) ? [KEEP_A_ROUND] : []),
      ];
    case 'timed_out':
      return [afterTimeout(state.cause)];
    case 'degraded':
      return [afterFailure(null)];
    case 'failed':
      return [afterFailure(state.cause)];
    case 'shipped':
    case 'interrupted':
    case 'idle':
    case 'running':
      return [];
  }
}

/** The page that is kept, as the first page of another run. */
function goOnFrom({ state, agent }: FinishedReview, page: string | null): string[] {
  if (page === null || state.phase !== 'below_threshold') return [];
  return [
    `${juryCommand()} review ${shellWord(page)}${agent === 'grounded' ? '' : ` --agent ${shellWord(agent)}`}`,
  ];
}

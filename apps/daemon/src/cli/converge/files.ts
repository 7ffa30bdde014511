/** What a phase leaves in its task's folder: state, report in two formats, one file per worker, the open questions. */
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResolvedConvergence } from '../../protocols/convergence/config.ts';
import type { ConvergenceResult } from '../../protocols/convergence/play.ts';
import { reportOf } from '../../protocols/convergence/report.ts';
import { writeState } from '../../protocols/convergence/state-file.ts';
import { type PhaseFolder, type Task, writeClarifications } from '../../protocols/convergence/task.ts';
import { workerResultFiles } from '../../protocols/convergence/worker-results.ts';
import { reportHtml, reportMarkdown } from '../../report/convergence-report.ts';
import type { ConvergenceOrder } from './run.ts';

export interface TaskFiles {
  task: Task;
  phase: PhaseFolder;
}

export async function writePhaseFiles(
  { phase: type, taskKey, language }: ConvergenceOrder,
  { task, phase }: TaskFiles,
  resolved: ResolvedConvergence,
  result: ConvergenceResult,
): Promise<void> {
  await writeFile(phase.state, stateText({ type, taskKey, seq: phase.seq }, resolved, result));
  const report = reportOf({ taskKey, phase: type, language, result });
  for (const [ending, text] of [
    ['md', reportMarkdown(report)],
    ['html', reportHtml(report)],
  ] as const) {
    await writeFile(`${phase.report}.${ending}`, text);
    await copyFile(`${phase.report}.${ending}`, `${phase.latestReport}.${ending}`);
  }
  for (const { name, text } of workerResultFiles(result, type, phase.seq))
    await writeFile(join(phase.workerResults, name), text);
  if (result.clarifications.length > 0) await writeClarifications(task, result.clarifications);
}

function stateText(
  { type, taskKey, seq }: { type: ConvergenceOrder['phase']; taskKey: string; seq: number },
  resolved: ResolvedConvergence,
  { findings, finalState, totalRounds, notes, critic, gate }: ConvergenceResult,
): string {
  const { critic: _requested, ...config } = resolved.config;
  return writeState({
    taskKey,
    taskType: type,
    seq,
    config: {
      ...config,
      effectiveMaxRounds: resolved.effectiveMaxRounds,
      ...(resolved.autoDisabled !== null && { autoDisabled: resolved.autoDisabled }),
      ...(notes.length > 0 && { notes }),
      ...(critic !== null && { critic }),
    },
    findings,
    finalState,
    totalRounds,
    ...(type === 'implementation-planning' && {
      planGate:
        gate === null
          ? { result: 'none' as const, gating: config.planBodyVerification.gating }
          : { result: gate.result, gating: gate.gating },
    }),
  });
}

/**
 * What a phase leaves in its task's folder: state, report in two formats, one file per worker, the open questions. The
 * state names the run, so that a process that repeats this finds its number and writes the same files again.
 */
import { constants } from 'node:fs';
import { copyFile, link, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunRecord } from '@design-jury/contracts/run';
import { z } from 'zod';
import { readForeignText } from '../../disk/foreign-file.ts';
import { ForeignFileError } from '../../disk/foreign-file-error.ts';
import { type OutRules, writeOut } from '../../disk/write-out.ts';
import { mergedItems } from './clarifications.ts';
import type { ConvergenceServices } from './crew.ts';
import { PLANNING, planTextOf } from './plan-draft.ts';
import { DRAFT_NAME, planHash } from './plan-report.ts';
import { type ReportInput, reportOf } from './report.ts';
import type { PhaseRequest } from './request.ts';
import type { ConvergenceResult } from './result.ts';
import { writeState } from './state-file.ts';
import { makePhaseFolder, readClarifications, taskRules, writeClarifications } from './task.ts';
import { workerResultFiles } from './worker-results.ts';

const STATE_NAME = /^convergence-.*-(\d+)\.json$/;
/** A file older than the run by more than this was not written by it, whatever the clocks. */
const CLOCK_REACH_MS = 60_000;

/** The number of the phase's run. */
export async function writePhaseFiles(
  taskFolder: string,
  request: PhaseRequest,
  run: Pick<RunRecord, 'id' | 'createdAt'>,
  result: ConvergenceResult,
  render: ConvergenceServices['render'],
): Promise<number> {
  const { phase, taskKey, language } = request;
  const { folder, states, workerResults, latestReport } = await makePhaseFolder(taskFolder, phase);
  const rules = taskRules(taskFolder);
  // Left by a process that was killed between giving the file its name and taking the other one away.
  await rm(unnamedState(states, run.id), { force: true });
  const seq =
    (await ownNumber(states, run, rules)) ??
    (await claimNumber(states, request, run.id, rules, (n) => stateText(request, run.id, n, result)));
  for (const { name, text } of workerResultFiles(result, phase, seq))
    await writeOut(join(workerResults, name), text, rules);
  if (result.draft !== null) {
    await writeOut(join(folder, DRAFT_NAME(seq)), result.draft.text, rules);
    await writeOut(join(folder, DRAFT_NAME(null)), result.draft.text, rules);
  }
  const input = { taskKey, phase, result, plan: planLine(request, result, seq) };
  const { md, html } = await render(
    reportOf({ ...input, language: language === 'ko' ? 'ko' : 'en' }),
    reportOf({ ...input, language: 'en' }),
    language,
  );
  // The numbered Markdown last: who reads the plan's report knows by it that all the others are there.
  for (const [ending, text] of [
    ['html', html],
    ['md', md],
  ] as const) {
    await writeOut(`${latestReport}.${ending}`, text, rules);
    await writeOut(join(folder, `final-report-${seq}.${ending}`), text, rules);
  }
  if (result.clarifications.length > 0) {
    const stored = await readClarifications({ folder: taskFolder });
    await writeClarifications({ folder: taskFolder }, mergedItems(stored, result.clarifications));
  }
  return seq;
}

const OwnerSchema = z.object({ runId: z.string(), seq: z.int() });

/** Null when the run has none yet. */
async function ownNumber(
  states: string,
  run: Pick<RunRecord, 'id' | 'createdAt'>,
  { within }: OutRules,
): Promise<number | null> {
  for (const { name } of await numbered(states)) {
    const file = join(states, name);
    const info = await stat(file).catch(() => null);
    if (info === null || info.mtimeMs < Date.parse(run.createdAt) - CLOCK_REACH_MS) continue;
    const owner = OwnerSchema.safeParse(json(stateFileText(file, within)));
    if (owner.success && owner.data.runId === run.id) return owner.data.seq;
  }
  return null;
}

const MAX_STATE_BYTES = 64 * 1024 * 1024;

/** Empty for what is no state of ours. */
function stateFileText(file: string, within: string | null): string {
  try {
    return readForeignText(file, { maxBytes: MAX_STATE_BYTES, within });
  } catch (error) {
    if (error instanceof ForeignFileError) return '';
    throw error;
  }
}

const unnamedState = (states: string, runId: string): string => join(states, `.${runId}`);

/** The next free number; two runs that meet get two. The file is whole when it has its name. */
async function claimNumber(
  states: string,
  { phase }: PhaseRequest,
  runId: string,
  rules: OutRules,
  textOf: (seq: number) => string,
): Promise<number> {
  const unnamed = unnamedState(states, runId);
  try {
    for (let seq = ((await numbered(states))[0]?.seq ?? 0) + 1; ; seq++) {
      await writeOut(unnamed, textOf(seq), rules);
      if (await named(unnamed, join(states, `convergence-${phase}-${seq}.json`))) return seq;
    }
  } finally {
    await rm(unnamed, { force: true });
  }
}

/** False when the name is taken. */
async function named(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch(async (error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw error;
      // A file system without links.
      await copyFile(from, to, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Newest first. */
async function numbered(states: string): Promise<{ name: string; seq: number }[]> {
  const found = (await readdir(states)).flatMap((name) => {
    const seq = STATE_NAME.exec(name)?.[1];
    return seq === undefined ? [] : [{ name, seq: Number(seq) }];
  });
  return found.toSorted((one, other) => other.seq - one.seq);
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function stateText(
  request: PhaseRequest,
  runId: string,
  seq: number,
  { findings, dropped, finalState, totalRounds, notes, critic, gate, draft }: ConvergenceResult,
): string {
  const { phase, taskKey, resolved } = request;
  const plan = planTextOf({ draft }, request);
  const { critic: _requested, ...config } = resolved.config;
  return writeState({
    taskKey,
    taskType: phase,
    seq,
    runId,
    config: {
      ...config,
      effectiveMaxRounds: resolved.effectiveMaxRounds,
      ...(resolved.autoDisabled !== null && { autoDisabled: resolved.autoDisabled }),
      ...(notes.length > 0 && { notes }),
      ...(critic !== null && { critic }),
    },
    // What the critic raised and nobody shared is on record, with the votes against it.
    findings: [...findings, ...dropped],
    finalState,
    totalRounds,
    ...(phase === PLANNING && {
      planGate:
        gate === null
          ? { result: 'none' as const, gating: config.planBodyVerification.gating }
          : {
              result: gate.result,
              gating: gate.gating,
              ...(plan !== null && { planHash: planHash(plan) }),
              ...(draft !== null && { drafted: DRAFT_NAME(seq) }),
            },
    }),
  });
}

/** Which plan the votes are about; null where there was none. */
function planLine(
  request: PhaseRequest,
  { draft }: Pick<ConvergenceResult, 'draft'>,
  seq: number,
): NonNullable<ReportInput['plan']> | null {
  const text = planTextOf({ draft }, request);
  if (request.phase !== PLANNING || text === null) return null;
  return { hash: planHash(text), draft: draft === null ? null : { by: draft.by, file: DRAFT_NAME(seq) } };
}

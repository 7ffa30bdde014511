/** The latest report of the planning phase, as the next phase asks for it. */

import { createHash } from 'node:crypto';
import { access, readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { juryCommand } from '../../command-name.ts';
import { readForeignText, readForeignTextIfThere } from '../../disk/foreign-file.ts';
import { writeOut } from '../../disk/write-out.ts';
import { readDecoded } from '../../measure/model/text-bytes.ts';
import { approvalProblem, approve, isApproved, type PlanGate } from './approval.ts';
import { openForApproval } from './clarifications.ts';
import { readState } from './state-file.ts';
import { readClarifications, type Task, taskRules } from './task.ts';

const MAX_REPORT_BYTES = 64 * 1024 * 1024;
const PHASE = 'implementation-planning';

interface PlanReport {
  file: string;
  text: string;
  seq: number;
  gate: PlanGate;
  openQuestions: number;
  /** As it lies there now; null where it is gone. */
  plan: string | null;
  /** It is not the one that was voted on. */
  isChanged: boolean;
}

/** A plan that a worker wrote, beside the report; null: the latest. */
export const DRAFT_NAME = (seq: number | null): string => (seq === null ? 'plan.md' : `plan-${seq}.md`);

/** What an approval is given for, to the byte. */
export function planHash(plan: string): string {
  return createHash('sha256').update(plan).digest('hex');
}

export type PlanStanding =
  /** With the text that was approved, as it was read for this; null in states of older versions. */
  | { standing: 'approved'; plan: string | null }
  /** Each with the sentence that says what to do. */
  | { standing: 'none' | 'not-approved' | 'refused'; why: string };

export async function planStanding(task: Task): Promise<PlanStanding> {
  const plan = await readPlanReport(task);
  if (plan === null) return NO_PLAN;
  const problem = approvalProblem(plan.text, plan.gate, plan.openQuestions);
  if (problem !== null) return { standing: 'refused', why: `${plan.file}: ${problem}` };
  if (plan.isChanged) return CHANGED;
  if (isApproved(plan.text) === true) return { standing: 'approved', plan: plan.plan };
  return {
    standing: 'not-approved',
    why: `the plan is not approved: read ${plan.file}, then write "approved: true" there or call ${juryCommand()} converge with --approve`,
  };
}

/** Turns the line in the latest report and in the numbered one it is a copy of. */
export async function approvePlan(task: Task): Promise<PlanStanding> {
  const plan = await readPlanReport(task);
  if (plan === null) return NO_PLAN;
  if (plan.isChanged) return CHANGED;
  const turned = approve(plan.text, plan.gate, plan.openQuestions);
  if ('refused' in turned)
    return { standing: 'refused', why: `the plan cannot be approved: ${turned.refused}` };
  const rules = taskRules(task.folder);
  await writeOut(plan.file, turned.report, rules);
  await writeOut(join(runsOf(task), `final-report-${plan.seq}.md`), turned.report, rules);
  return { standing: 'approved', plan: plan.plan };
}

const NO_PLAN: PlanStanding = {
  standing: 'none',
  why: `there is no plan yet: run ${juryCommand()} converge --type ${PHASE} first`,
};

const CHANGED: PlanStanding = {
  standing: 'refused',
  why: `the plan was changed after it was checked: run ${juryCommand()} converge --type ${PHASE} again, then approve it`,
};

function runsOf({ folder }: Task): string {
  return join(folder, 'runs', PHASE);
}

async function readPlanReport(task: Task): Promise<PlanReport | null> {
  const file = join(runsOf(task), 'final-report.md');
  const rules = { maxBytes: MAX_REPORT_BYTES, within: taskRules(task.folder).within };
  const text = readForeignTextIfThere(file, rules);
  const latest = await latestState(join(runsOf(task), 'state'));
  if (text === null || latest === null) return null;
  // Written last: without it the report that lies there belongs to an earlier plan than the state.
  const isWhole = await access(join(runsOf(task), `final-report-${latest.seq}.md`)).then(
    () => true,
    () => false,
  );
  if (!isWhole) return null;
  const state = readState(readForeignText(latest.file, rules), latest.file);
  const plan = planNow(task, state.planGate?.drafted);
  const hash = state.planGate?.planHash;
  return {
    file,
    text,
    seq: latest.seq,
    gate: state.planGate ?? { result: 'none', gating: true },
    plan,
    // Older states do not say which plan they speak of.
    isChanged: hash !== undefined && (plan === null || planHash(plan) !== hash),
    openQuestions: openForApproval(await readClarifications(task)).length,
  };
}

/** The plan the manifest names goes before one that a worker wrote. */
function planNow(task: Task, drafted: string | undefined): string | null {
  const { folder, manifest } = task;
  const file =
    manifest.plan !== undefined
      ? resolve(folder, manifest.plan)
      : drafted === undefined
        ? null
        : join(runsOf(task), basename(drafted));
  if (file === null) return null;
  try {
    return readDecoded(file, { maxBytes: MAX_REPORT_BYTES, within: taskRules(folder).within });
  } catch {
    return null;
  }
}

async function latestState(folder: string): Promise<{ file: string; seq: number } | null> {
  const names = await readdir(folder).catch(() => []);
  const states = names.flatMap((name) => {
    const seq = /^convergence-.*-(\d+)\.json$/.exec(name)?.[1];
    return seq === undefined ? [] : [{ file: join(folder, name), seq: Number(seq) }];
  });
  return states.toSorted((one, other) => other.seq - one.seq)[0] ?? null;
}

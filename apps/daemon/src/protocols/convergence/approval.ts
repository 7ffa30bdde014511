/** The one line that approves a plan: `approved: false` in its frontmatter, turned by a person and held by the gate. */
import type { GateResult } from '@design-jury/contracts/convergence/schema';
import { mayApprove } from './plan-gate.ts';

const LINE = /^(---\r?\n(?:(?!---)[^\n]*\n)*?)approved:[ \t]*(true|false)[ \t]*(\r?\n)/;

export interface PlanGate {
  /** `none`: no plan was checked. */
  result: GateResult | 'none';
  gating: boolean;
}

/** Null where the report has no such line. */
export function isApproved(report: string): boolean | null {
  const value = LINE.exec(report)?.[2];
  return value === undefined ? null : value === 'true';
}

/** Refused under a gate that did not pass, and while a question that blocks approval is open. */
export function approve(
  report: string,
  gate: PlanGate,
  openQuestions: number,
): { report: string } | { refused: string } {
  if (isApproved(report) === null) return { refused: 'the report has no "approved:" line to turn' };
  const why = refusal(gate, openQuestions);
  if (why !== null) return { refused: why };
  return {
    report: report.replace(LINE, (_, before: string, __, end: string) => `${before}approved: true${end}`),
  };
}

/** Null when the report may stand as it is written; else why not. Checked on every report that is read again. */
export function approvalProblem(report: string, gate: PlanGate, openQuestions: number): string | null {
  if (isApproved(report) !== true) return null;
  const why = refusal(gate, openQuestions);
  return why === null ? null : `the report says approved: true, but ${why}`;
}

function refusal({ result, gating }: PlanGate, openQuestions: number): string | null {
  if (result === 'none' && gating)
    return 'no plan was checked: name it as "plan" in manifest.json and plan again';
  const allowed = mayApprove(result === 'none' ? 'passed' : result, gating, openQuestions);
  return allowed.allowed ? null : allowed.why;
}

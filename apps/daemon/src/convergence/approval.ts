/** The one line that approves a plan: `approved: false` in its frontmatter, turned by a person and held by the gate. */
import type { GateResult } from '@design-jury/contracts/convergence';
import { type Approval, mayApprove } from './plan-gate.ts';

const LINE = /^(---\r?\n(?:(?!---)[^\n]*\n)*?)approved:[ \t]*(true|false)[ \t]*(\r?\n)/;

export function isApproved(report: string): boolean | null {
  const value = LINE.exec(report)?.[2];
  return value === undefined ? null : value === 'true';
}

/** Refused under a gate that did not pass, and while a question that blocks approval is open. */
export function approve(
  report: string,
  gate: { result: GateResult; gating: boolean },
  openQuestions: number,
): { report: string } | { refused: string } {
  if (isApproved(report) === null) return { refused: 'the report has no "approved:" line to turn' };
  const allowed: Approval = mayApprove(gate.result, gate.gating, openQuestions);
  if (!allowed.allowed) return { refused: allowed.why };
  return {
    report: report.replace(LINE, (_, before: string, __, end: string) => `${before}approved: true${end}`),
  };
}

/** Null when the report may stand as it is written; else why not. Checked on every report that is read again. */
export function approvalProblem(
  report: string,
  gate: { result: GateResult; gating: boolean },
  openQuestions: number,
): string | null {
  if (isApproved(report) !== true) return null;
  const allowed = mayApprove(gate.result, gate.gating, openQuestions);
  return allowed.allowed ? null : `the report says approved: true, but ${allowed.why}`;
}

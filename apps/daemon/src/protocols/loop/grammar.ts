/** The literal output of a pass, an escalation and the end, byte for byte. `grammar-parse.ts` reads it back. */

import { totalsText } from '@design-jury/contracts/loop/fold';
import type { CriticTotals, CriticVerdict, Escalation } from '@design-jury/contracts/loop/schema';

export { renderEnd } from '@design-jury/contracts/loop/fold';

export interface CriterionText {
  id: string;
  question: string;
  answer: string;
  verdict: CriticVerdict;
  /** The fix of a FAIL, the reason of a DEFER; empty for the others. */
  note: string;
}

export interface ScenarioText {
  scenario: string;
  /** Null where the text does not say. */
  realistic: boolean | null;
  /** The fix of a realistic one, the rationale of another. */
  note: string;
}

export type ResultText =
  | { outcome: 'CONVERGED'; totals: CriticTotals }
  | { outcome: 'CONTINUE'; fixed: number }
  | { outcome: 'ESCALATE'; items: number }
  | { outcome: 'SAFETY CAP' };

export interface PassText {
  n: number;
  criteria: readonly CriterionText[];
  scenarios: readonly ScenarioText[];
  result: ResultText | null;
}

export type EscalationText = Omit<Escalation, 'trigger'>;

const SKIP = 'Skip — keep current state, mark as [DEFERRED]';

export function renderPass({ n, criteria, scenarios, result }: PassText): string {
  return [
    `=== CRITIC ${n} ===`,
    ...criteria.flatMap(({ id, question, answer, verdict, note }) => [
      `[${id}] ${beforeArrow(question)} → ${line(answer)}`.trimEnd(),
      `  Verdict: ${verdictText(verdict, note)}`,
    ]),
    ...scenarios.flatMap(({ scenario, realistic, note }) => [
      `[ADVERSARIAL] Failure scenario: ${line(scenario)}`.trimEnd(),
      `  → Realistic? ${realistic === false ? 'N →' : 'Y → FAIL +'} ${line(note)}`.trimEnd(),
    ]),
    ...(result === null ? [] : [renderResult(result)]),
  ].join('\n');
}

function verdictText(verdict: CriticVerdict, note: string): string {
  return verdict === 'FAIL' || verdict === 'DEFER' ? `${verdict} (${line(note)})` : verdict;
}

function renderResult(result: ResultText): string {
  switch (result.outcome) {
    case 'CONVERGED':
      return `=== Result: CONVERGED (${totalsText(result.totals)}) ===`;
    case 'CONTINUE':
      return `=== Result: CONTINUE (${result.fixed} fixed) ===`;
    case 'ESCALATE':
      return `=== Result: ESCALATE (${result.items} items) ===`;
    case 'SAFETY CAP':
      return '=== Result: SAFETY CAP ===';
  }
}

/** `number` is the running number of the escalation in the loop. */
export function renderEscalation(number: number, escalation: EscalationText): string {
  const { criterionId, question, issue, why, options } = escalation;
  return [
    `=== CRITIC ESCALATION (${number}) ===`,
    `[${criterionId}] ${line(question)}`.trimEnd(),
    '',
    `Issue: ${line(issue)}`.trimEnd(),
    `Why escalation: ${line(why)}`.trimEnd(),
    '',
    'Options:',
    ...options.flatMap(({ label, description, pro, con }, index) => [
      `  ${index + 1}. ${beforeDash(label)} — ${line(description)}`.trimEnd(),
      `     Pro: ${line(pro)}  Con: ${line(con)}`.trimEnd(),
    ]),
    `  ${options.length + 1}. ${SKIP}`,
  ].join('\n');
}

/** One line, single spaces: a value can then never look like a line of the grammar. */
export function line(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** The first arrow of the line divides question and answer. */
function beforeArrow(text: string): string {
  return line(text).replace(/→/gu, '->');
}

function beforeDash(text: string): string {
  return line(text).replace(/—/gu, '-');
}

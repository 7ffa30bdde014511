/** The review as JUnit XML: a suite per page as given and one per copy, a case per panelist and one for the gate. Pure. */

import type { PanelistRole } from '@design-jury/contracts/theater/critique';
import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import { escapeUTF8 } from 'entities';
import { clean } from './clean.ts';
import { finalRound } from './ending.ts';
import type { Gate } from './gate.ts';
import type { GivenGate } from './given.ts';

export interface JunitPage {
  name: string;
  durationMs: number;
  /** What the file is as given, and what became of its copy. */
  summary: string;
  outcome:
    | { kind: 'reviewed'; state: CritiqueState; gate: Gate; given: GivenGate | null; changed: boolean }
    | { kind: 'refused'; message: string };
}

export interface Suite {
  name: string;
  durationMs: number;
  cases: readonly Case[];
}

interface Case {
  name: string;
  problem: { kind: 'failure' | 'error'; message: string; text: string } | null;
  /** Said beside a case that passes. */
  note?: string;
}

export function junitXml(pages: readonly JunitPage[]): string {
  return suitesXml(
    pages.flatMap(suitesOf),
    pages.length === 1 ? (pages[0]?.summary ?? 'Design Jury') : 'Design Jury',
  );
}

/** @param name what the whole comes to; the first line of the file that people read */
export function suitesXml(suites: readonly Suite[], name: string): string {
  const xml = suites.map(suiteXml);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escaped(name)}">\n${xml.join('')}</testsuites>\n`;
}

function suiteXml({ name: suite, durationMs, cases }: Suite): string {
  const count = (kind: string): number => cases.filter((entry) => entry.problem?.kind === kind).length;
  const time = (durationMs / 1000).toFixed(3);
  const head = `  <testsuite name="${escaped(suite)}" tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="0" time="${time}">\n`;
  const body = cases.map(({ name, problem, note }) => {
    const open = `    <testcase classname="${escaped(suite)}" name="${escaped(name)}" time="0"`;
    if (problem === null)
      return note === undefined
        ? `${open}/>\n`
        : `${open}><system-out>${escaped(note)}</system-out></testcase>\n`;
    const inner = `<${problem.kind} message="${escaped(problem.message)}">${escaped(problem.text)}</${problem.kind}>`;
    return `${open}>${inner}</testcase>\n`;
  });
  return `${head}${body.join('')}  </testsuite>\n`;
}

/** The file as given and its copy are two suites: what lies on the disk is not made better by a copy of it. */
function suitesOf({ name, durationMs, summary, outcome }: JunitPage): Suite[] {
  if (outcome.kind === 'refused') {
    const problem = { kind: 'error', message: outcome.message, text: outcome.message } as const;
    return [{ name, durationMs, cases: [{ name: 'readable', problem }] }];
  }
  const { state, gate, given, changed } = outcome;
  const roles = state.phase === 'idle' ? [] : state.cast;
  const copy: Suite = {
    name: changed ? `${name} (improved copy)` : name,
    durationMs,
    cases: [gateCase(state, gate), ...roles.map((role) => roleCase(role, gate.fresh))],
  };
  if (!changed || given === null) return [copy];
  const problem = given.ships ? null : ({ kind: 'failure', message: summary, text: summary } as const);
  const asGiven: Suite = {
    name: `${name} (as given)`,
    durationMs: 0,
    cases: [{ name: 'gate', problem }, ...roles.map((role) => roleCase(role, given.fresh))],
  };
  return [asGiven, copy];
}

function gateCase(state: CritiqueState, gate: Gate): Case {
  if (gate.passes) return { name: 'gate', problem: null };
  const round = state.phase === 'idle' ? undefined : state.rounds.find(({ n }) => n === finalRound(state));
  if (state.phase === 'below_threshold') {
    const reason = round?.end?.reason ?? 'below threshold';
    return { name: 'gate', problem: { kind: 'failure', message: reason, text: reason } };
  }
  const message = 'message' in state ? `${state.phase}: ${state.message}` : state.phase;
  return { name: 'gate', problem: { kind: 'error', message, text: message } };
}

function roleCase(role: PanelistRole, fresh: Gate['fresh']): Case {
  const open = fresh.filter((entry) => entry.role === role);
  if (open.length === 0) return { name: role, problem: null };
  const text = open
    .map((entry) => [entry.text, entry.target, entry.evidence].filter(Boolean).join('\n  '))
    .join('\n');
  return { name: role, problem: { kind: 'failure', message: `${open.length} open`, text } };
}

/** XML 1.0 has no place at all for most control characters, escaped or not. */
function escaped(text: string): string {
  return escapeUTF8(text.split('\n').map(clean).join('\n'));
}

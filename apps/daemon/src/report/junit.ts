/** The review as JUnit XML: a suite per page, a case per panelist of the kept round and one for the gate. Pure. */

import type { CritiqueState, RunView } from '@design-jury/contracts/theater/fold';
import { escapeUTF8 } from 'entities';
import { clean } from './clean.ts';
import { finalRound } from './ending.ts';
import type { Gate } from './gate.ts';

export interface JunitPage {
  name: string;
  durationMs: number;
  outcome: { kind: 'reviewed'; state: CritiqueState; gate: Gate } | { kind: 'refused'; message: string };
}

interface Case {
  name: string;
  problem: { kind: 'failure' | 'error'; message: string; text: string } | null;
}

export function junitXml(pages: readonly JunitPage[]): string {
  const suites = pages.map(suiteXml);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="Design Jury">\n${suites.join('')}</testsuites>\n`;
}

function suiteXml(page: JunitPage): string {
  const cases = casesOf(page);
  const count = (kind: string): number => cases.filter((entry) => entry.problem?.kind === kind).length;
  const time = (page.durationMs / 1000).toFixed(3);
  const head = `  <testsuite name="${escaped(page.name)}" tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="0" time="${time}">\n`;
  const body = cases.map(({ name, problem }) => {
    const open = `    <testcase classname="${escaped(page.name)}" name="${escaped(name)}" time="0"`;
    if (problem === null) return `${open}/>\n`;
    const inner = `<${problem.kind} message="${escaped(problem.message)}">${escaped(problem.text)}</${problem.kind}>`;
    return `${open}>${inner}</testcase>\n`;
  });
  return `${head}${body.join('')}  </testsuite>\n`;
}

function casesOf({ outcome }: JunitPage): Case[] {
  if (outcome.kind === 'refused') {
    return [
      { name: 'readable', problem: { kind: 'error', message: outcome.message, text: outcome.message } },
    ];
  }
  const { state, gate } = outcome;
  return [gateCase(state, gate), ...(state.phase === 'idle' ? [] : panelistCases(state, gate))];
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

function panelistCases(state: RunView & { phase: CritiqueState['phase'] }, gate: Gate): Case[] {
  return state.cast.map((role) => {
    const open = gate.fresh.filter((entry) => entry.role === role);
    if (open.length === 0) return { name: role, problem: null };
    const text = open
      .map((entry) => [entry.text, entry.target, entry.evidence].filter(Boolean).join('\n  '))
      .join('\n');
    return { name: role, problem: { kind: 'failure', message: `${open.length} open`, text } };
  });
}

/** XML 1.0 has no place at all for most control characters, escaped or not. */
function escaped(text: string): string {
  return escapeUTF8(text.split('\n').map(clean).join('\n'));
}

/** A night's report, for people. Pure. */
import { homedir, tmpdir } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import {
  type ConformanceDay,
  type Ratchet,
  ratchet,
  readRollout,
} from '../apps/daemon/src/skills/rollout.ts';
import { ROOT } from './files.ts';

/** A bench that was measured and lies behind its targets has not failed, and not passed either. */
export type StepOutcome = 'passed' | 'failed' | 'out of time' | `${number} target${'' | 's'} missed`;

export interface StepReport {
  name: string;
  does: string;
  outcome: StepOutcome;
  exitCode: number | null;
  seconds: number;
  /** Of the machine when it began. */
  load: number;
  figures: string[];
}

export interface NightlyReport {
  at: string;
  mode: string;
  machine: { cpu: string; cores: number; node: string };
  steps: readonly StepReport[];
  /** Agents that conform, of those that were tried; null where the night counts for no day. */
  conformance: { conforming: number; tested: number } | null;
  /** Why it counts for no day; null where it does. */
  notCounted: string | null;
  ratchet: { streak: number; reason: string };
}

const TARGETS = /^(\d+) of (\d+) targets met$/m;

export function stepOutcome(end: { code: number | null; isOverdue: boolean; output: string }): StepOutcome {
  if (end.isOverdue) return 'out of time';
  const [, met, all] = TARGETS.exec(stripVTControlCharacters(end.output)) ?? [];
  const missed = Number(all ?? 0) - Number(met ?? 0);
  if (missed > 0) return `${missed} target${missed === 1 ? '' : 's'} missed`;
  return end.code === 0 ? 'passed' : 'failed';
}

/**
 * Why a night says nothing of the fleet: of agents that were never reached nobody knows whether they conform, and the share
 * of the others would be too good. Null where it says something.
 */
export function whyNotCounted(night: {
  mode: string;
  done: readonly Pick<StepReport, 'name' | 'outcome'>[];
  /** Everybody who can be tried, and who was. */
  fleet: readonly string[];
  tried: readonly string[];
}): string | null {
  const step = night.done.find(({ name }) => name === 'conformance');
  if (step === undefined) return 'No agent was tried.';
  if (night.mode !== 'whole') return 'A part of a night counts for no day.';
  if (step.outcome === 'out of time') return 'Conformance ran out of time, and counts for no day.';
  const missed = night.fleet.filter((agent) => !night.tried.includes(agent));
  return missed.length === 0 ? null : `Counts for no day: ${missed.join(', ')} not tried.`;
}

/** What the days so far say of the phase that the product is in where nobody chose one. */
export function nightRatchet(days: readonly ConformanceDay[], today: string): Ratchet {
  return ratchet(days, readRollout({}).phase, today);
}

const MAX_FIGURES = 60;
const MAX_LINE_CHARS = 200;

/** The last lines of an output that tell figures, without a folder of this machine. */
export function lastLines(output: string, wanted: RegExp): string[] {
  return stripVTControlCharacters(output)
    .split(/\r?\n/)
    .filter((line) => wanted.test(line))
    .slice(-MAX_FIGURES)
    .map((line) => withoutPlaces(line.trimEnd()).slice(0, MAX_LINE_CHARS));
}

function withoutPlaces(line: string): string {
  let told = line;
  for (const [place, name] of [
    [ROOT.replace(/\/$/, ''), '.'],
    [tmpdir(), '<tmp>'],
    [homedir(), '~'],
  ] as const)
    if (place.length > 1) told = told.replaceAll(place, name);
  return told;
}

export function nightlyMarkdown(night: NightlyReport): string {
  const { at, mode, machine, steps, conformance, notCounted, ratchet } = night;
  const rows = steps.map(
    ({ name, does, outcome, seconds, load }) =>
      `| ${name} | ${does} | ${outcome === 'passed' ? 'passed' : `**${outcome}**`} | ${timeOf(seconds)} | ${load} |`,
  );
  return [
    `# Night of ${at.slice(0, 10)}`,
    '',
    `Began ${at}, ${mode}; ${machine.cores} cores (${machine.cpu}), Node ${machine.node}.`,
    '',
    '| Step | What | Outcome | Time | Load at its start |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    conformance === null
      ? (notCounted ?? 'No agent was tried.')
      : `${conformance.conforming} of ${conformance.tested} agents conform. ${ratchet.reason}.`,
    '',
    ...steps.flatMap(({ name, figures }) =>
      figures.length === 0 ? [] : [`## ${name}`, '', '```', ...figures, '```', ''],
    ),
  ].join('\n');
}

function timeOf(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A night's report, for people. Pure. */
import { homedir, tmpdir } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './files.ts';

export interface StepReport {
  name: string;
  does: string;
  outcome: 'passed' | 'failed' | 'out of time';
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
  /** Agents that conform on that day, of those that were tried; null where none was. */
  conformance: { conforming: number; tested: number } | null;
  ratchet: { streak: number; reason: string };
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

export function nightlyMarkdown({ at, mode, machine, steps, conformance, ratchet }: NightlyReport): string {
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
      ? 'No agent was tried.'
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

/** What a night consists of, and how long each step may take. */
import { join } from 'node:path';
import { ROOT } from './files.ts';

/** Where reports are. */
export const NIGHTS = join(ROOT, 'docs/nightly');

export interface NightStep {
  name: string;
  does: string;
  command: readonly string[];
  /** Null: only in a whole night. */
  quick: readonly string[] | null;
  /**
   * All together have to fit into what .github/workflows/nightly.yml gives a night: one that is ended from outside leaves no
   * report.
   */
  minutes: number;
  /** The lines of its output that are its figures. */
  figures: RegExp;
}

/** One after another; of each, rows side by side; of a row, steps one after another. */
export type Night = readonly (readonly (readonly NightStep[])[])[];

const NODE = process.execPath;
/** `npm run` with nothing of its own on the output. */
const NPM_RUN = ['npm', 'run', '--silent'] as const;

const BENCH: NightStep = {
  name: 'bench',
  does: 'all benchmarks against their targets',
  command: [NODE, 'bench/run.ts'],
  quick: [NODE, 'bench/run.ts', 'scoreboard', 'telemetry'],
  minutes: 60,
  figures: /\S/,
};
/** `data`: where conformance leaves what it found. */
const agentSteps = (data: string): readonly NightStep[] => [
  {
    name: 'conformance',
    does: 'every installed agent CLI and every model API through the proxy, all briefs, against a scripted model',
    command: ['./jury', 'conformance', '--data', data],
    quick: ['./jury', 'conformance', '--data', data, '--agent', 'anthropic'],
    minutes: 40,
    figures: / of \d+|healthy|degraded|wavering|not installed/i,
  },
  {
    name: 'matrix',
    does: 'every installed agent CLI through every failure',
    command: [NODE, 'scripts/conformance-matrix.ts', '--at-once=2'],
    quick: [NODE, 'scripts/conformance-matrix.ts', 'gemini', '--act=malformed', '--way=best'],
    minutes: 110,
    figures: /WRONG|performances/,
  },
  {
    name: 'hostile:agents',
    does: 'every installed agent CLI in a checkout made against each',
    command: [...NPM_RUN, 'hostile:agents'],
    quick: [...NPM_RUN, 'hostile:agents', '--', '-t', 'codex'],
    minutes: 60,
    figures: /real CLIs in a hostile checkout: |Tests |FAIL|Error/,
  },
];
const ENGINE: readonly NightStep[] = [
  {
    name: 'fuzz',
    does: 'property tests of parser and gate with fresh seeds',
    // What it finds is kept beside the night's report.
    command: [NODE, 'scripts/fuzz.ts', '--minutes', '10', '--found', NIGHTS],
    quick: [NODE, 'scripts/fuzz.ts', '--minutes', '1'],
    minutes: 20,
    figures: /cases,|answers|FOUND|again: |Error/,
  },
  {
    name: 'smuggling',
    does: 'every attempt to smuggle a verdict past the gate, in all kinds of panels',
    command: [...NPM_RUN, 'smuggling'],
    quick: null,
    minutes: 80,
    figures: /smuggling, |Tests |FAIL|Error/,
  },
  {
    name: 'crash',
    does: '`kill -9` at 1,000 moments, 250 of each of the four protocols',
    command: [NODE, 'scripts/crash-thousand.ts'],
    quick: [NODE, 'scripts/crash-thousand.ts', '--points', '20', '--only', 'theater'],
    minutes: 100,
    figures: /kills|FAIL|Error/,
  },
  {
    name: 'hostile',
    does: 'every command in every hostile checkout',
    command: [...NPM_RUN, 'hostile'],
    quick: [...NPM_RUN, 'hostile', '--', '-t', 'planted'],
    minutes: 60,
    figures: /hostile checkouts: |Tests |FAIL|Error/,
  },
];
const CORPUS: NightStep = {
  name: 'corpus',
  does: "other people's pages: reviewed, fixed, judged by axe before and after",
  command: [NODE, 'scripts/corpus.ts'],
  quick: [NODE, 'scripts/corpus.ts', '--limit', '2'],
  minutes: 50,
  figures: /worse|crash|pages|total|all /i,
};
/** Benchmarks alone and first; programs that mostly wait beside those that mostly compute. */
export const nightOf = (data: string): Night => [[[BENCH]], [[...agentSteps(data), CORPUS], ENGINE]];

/** The longest a night can take: of rows side by side the longest counts. */
export function longestMinutes(night: Night): number {
  const of = (row: readonly NightStep[]): number => row.reduce((sum, { minutes }) => sum + minutes, 0);
  return night.reduce((sum, rows) => sum + Math.max(...rows.map(of)), 0);
}

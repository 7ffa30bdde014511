/** Counts the figures a criterion names, so that "M of N" is a fact and not a claim. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Criterion, Figure } from '@design-jury/contracts/loop/schema';
import { citedPaths } from './checks/plan.ts';
import type { Surroundings } from './checks/remark.ts';
import { type CountedFigure, pairsIn } from './figures.ts';
import type { Looking } from './looking.ts';

const run = promisify(execFile);
const COMMAND_TIMEOUT_MS = 120_000;
const MAX_OUTPUT = 4_194_304;
const MAX_TEXT = 1_000_000;
/** What a command of the user's own criteria may see. */
const COMMAND_ENV = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'] as const;

export interface Countable {
  text: string;
  root: string;
  surroundings: Surroundings;
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
  looking: Looking;
}

/** A figure that cannot be counted is left out with a warning: nothing is then held against the answer. */
export async function countFigures(
  criteria: readonly Criterion[],
  subject: Countable,
): Promise<{ counted: CountedFigure[]; warnings: string[] }> {
  const counted: CountedFigure[] = [];
  const warnings: string[] = [];
  for (const figure of criteria.flatMap(({ figures }) => figures)) {
    try {
      counted.push({ name: figure.name, ...(await count(figure, subject)) });
    } catch (error) {
      warnings.push(`${figure.name} could not be counted: ${(error as Error).message.split('\n', 1)[0]}`);
    }
  }
  return { counted, warnings };
}

async function count(figure: Figure, subject: Countable): Promise<{ count: number; total: number }> {
  const text = subject.text.slice(0, MAX_TEXT);
  switch (figure.how) {
    case 'lines':
    case 'matches':
      return subject.looking.count(text, figure.pattern, figure.of, figure.how, subject.signal);
    case 'files': {
      const paths = citedPaths({ source: text });
      return {
        count: paths.filter((path) => subject.surroundings.files.get(path) === true).length,
        total: paths.length,
      };
    }
    case 'command':
      return commandFigure(figure.command, subject);
  }
}

/** A failing command may still print its figures: a test run with failures is what is being counted. */
async function commandFigure(
  [program = '', ...args]: readonly string[],
  { root, env, signal }: Countable,
): Promise<{ count: number; total: number }> {
  const childEnv = Object.fromEntries(
    COMMAND_ENV.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
  const options = { cwd: root, env: childEnv, timeout: COMMAND_TIMEOUT_MS, maxBuffer: MAX_OUTPUT, signal };
  const output = await run(program, args, options).then(
    ({ stdout }) => stdout,
    (error: Error & { stdout?: string; code?: unknown }) => {
      if (typeof error.code === 'number' && error.stdout) return error.stdout;
      throw error;
    },
  );
  const figure = printedFigure(output);
  if (figure === null) throw new Error(`${program} printed neither "M of N" nor how many tests passed`);
  return figure;
}

/** Lengths are bounded: what runs for a megabyte without a word is no figure, and must not be tried at every place. */
const OF = /(\d[\d,]{0,17})\s{1,20}(?:out )?of\s{1,20}(\d[\d,]{0,17})/giu;
/** As test runners sum up: `12 passed`, `# pass 12`, `12 passing`. */
const PASSED = /(\d{1,15})\s{1,20}pass(?:ed|ing)\b|^\s{0,20}(?:#|ℹ)\s{0,20}pass\s{1,20}(\d{1,15})/gimu;
const FAILED = /(\d{1,15})\s{1,20}fail(?:ed|ing|ures?)\b|^\s{0,20}(?:#|ℹ)\s{0,20}fail\s{1,20}(\d{1,15})/gimu;

/** The last "M of N"; without one how many tests passed of those that were run; else the last "M/N". */
export function printedFigure(output: string): { count: number; total: number } | null {
  const said = last(output, OF);
  if (said !== null) return { count: toNumber(said[1]), total: toNumber(said[2]) };
  const [passed, failed] = [last(output, PASSED), last(output, FAILED)];
  if (passed !== null || failed !== null) {
    const count = toNumber(passed?.[1] ?? passed?.[2]);
    return { count, total: count + toNumber(failed?.[1] ?? failed?.[2]) };
  }
  const pair = pairsIn(output).at(-1);
  return pair === undefined ? null : { count: pair.count, total: pair.total };
}

function last(text: string, pattern: RegExp): RegExpExecArray | null {
  return [...text.matchAll(pattern)].at(-1) ?? null;
}

function toNumber(digits: string | undefined): number {
  return Number((digits ?? '0').replaceAll(',', ''));
}

/**
 * A list of named steps, run in order and all of them, each announced with its time. What stands in a list inside it runs at
 * once; a list inside that one is in order again, beside the others.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './files.ts';

export interface Step {
  name: string;
  /** Resolves with what is wrong; an empty list passes. */
  run: () => Promise<readonly string[]> | readonly string[];
  /** True where findings are printed and do not fail. */
  advisory?: boolean;
}

export interface StepResult {
  name: string;
  passed: boolean;
  /** When it began, by the clock of this process. */
  fromMs: number;
  ms: number;
}

export type Steps = readonly (Step | readonly (Step | readonly Step[])[])[];

export async function runSteps(steps: Steps): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) {
    if ('run' in step) results.push(await runStep(step, ''));
    else results.push(...(await Promise.all(step.map(runLane))).flat());
  }
  return results;
}

async function runLane(lane: Step | readonly Step[]): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const step of 'run' in lane ? [lane] : lane) results.push(await runStep(step, `${step.name}: `));
  return results;
}

/** @param who before its last words, where others speak meanwhile */
async function runStep(step: Step, who: string): Promise<StepResult> {
  console.log(`\n▶ ${step.name}`);
  const started = performance.now();
  const problems = await problemsOf(step);
  const ms = performance.now() - started;
  for (const problem of problems) console.log(`  ${problem}`);
  const passed = problems.length === 0 || step.advisory === true;
  console.log(`  ${who}${passed ? 'ok' : 'FAILED'} (${seconds(ms)})`);
  return { name: step.name, passed, fromMs: started, ms };
}

async function problemsOf(step: Step): Promise<readonly string[]> {
  try {
    return await step.run();
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
}

export function printTable(results: readonly StepResult[]): void {
  const width = Math.max(...results.map(({ name }) => name.length));
  console.log('');
  for (const { name, passed, ms } of results) {
    console.log(`  ${passed ? 'ok    ' : 'FAILED'}  ${name.padEnd(width)}  ${seconds(ms).padStart(7)}`);
  }
  const total =
    Math.max(...results.map(({ fromMs, ms }) => fromMs + ms)) -
    Math.min(...results.map(({ fromMs }) => fromMs));
  console.log(`          ${'all'.padEnd(width)}  ${seconds(total).padStart(7)}\n`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** What a tool may say before the beginning of it is forgotten, where its words are held. */
const MAX_HELD_CHARS = 2_000_000;

/**
 * Runs a tool of node_modules with its output on this terminal; one sentence when it does not exit with 0.
 * @param held what it says comes when it is over, in one piece: another tool has the terminal meanwhile
 */
export async function runTool(
  bin: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { held = false } = {},
): Promise<string[]> {
  const plain = process.stdout.isTTY && !held ? {} : { NO_COLOR: '1' };
  const words = held ? 'pipe' : 'inherit';
  const child = spawn(join(ROOT, 'node_modules/.bin', bin), args, {
    cwd: ROOT,
    env: { ...process.env, ...plain, ...env },
    stdio: ['ignore', words, words],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-MAX_HELD_CHARS);
    });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve([`${bin} could not be started: ${error.message}`]));
    child.on('close', (code, signal) => {
      process.stdout.write(said);
      resolve(code === 0 ? [] : [`${bin} ${args.join(' ')} ended with ${code ?? signal}`]);
    });
  });
}

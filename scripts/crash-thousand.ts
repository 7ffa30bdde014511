/**
 * `npm run crash:thousand`: `kill -9` at 1,000 moments, 250 of each protocol, two protocols at a time, in one run. Prints
 * what came of each and ends with 1 where anything was lost, done twice or left behind. `-- --points N` for another number
 * of moments, `-- --only loop,content` for some of the protocols.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './files.ts';

/** The longest first. */
const PROTOCOLS: Readonly<Record<string, readonly string[]>> = {
  content: ['protocols/content/crash.test.ts'],
  convergence: ['cli/converge/crash.test.ts'],
  loop: ['protocols/loop/crash.test.ts'],
  theater: ['protocols/theater/crash.test.ts'],
};
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
/** What the tests say of their moments, and vitest of the tests. */
const TELLING = /crash points|^\s*Tests\s|^\s*(?:FAIL|AssertionError|Error:)/;

const { values } = parseArgs({
  options: { points: { type: 'string', default: '1000' }, only: { type: 'string' } },
});
const names = values.only?.split(',') ?? Object.keys(PROTOCOLS);
const unknown = names.filter((name) => PROTOCOLS[name] === undefined);
const points = Math.ceil(Number(values.points) / names.length);
if (unknown.length > 0 || !(points >= 1)) {
  console.error(`--only takes ${Object.keys(PROTOCOLS).join(', ')}; --points takes a number.`);
  process.exit(2);
}

const failed: string[] = [];
const began = performance.now();
const waiting = [...names];
// Each waits as long as it works: for processes that start, and for the moment to end them.
await Promise.all([0, 1].map(crashNext));
console.log(
  `${points * names.length} kills in ${seconds(began)} s: ${failed.length === 0 ? 'all held' : `not held: ${failed.join(', ')}`}`,
);
if (failed.length > 0) process.exitCode = 1;

async function crashNext(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const started = performance.now();
    const code = await crash(name, points);
    if (code !== 0) failed.push(name);
    console.log(`${name}: ${points} kills, ${seconds(started)} s, ${code === 0 ? 'held' : 'FAILED'}`);
  }
}

function seconds(from: number): number {
  return Math.round((performance.now() - from) / 1000);
}

function crash(name: string, moments: number): Promise<number> {
  const child = spawn(process.execPath, [VITEST, 'run', ...(PROTOCOLS[name] ?? []), '--maxWorkers=1'], {
    cwd: ROOT,
    env: { ...process.env, JURY_CRASH_POINTS: String(moments), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (TELLING.test(line)) console.log(`  ${name}: ${line.trim()}`);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

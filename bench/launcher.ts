/** What `./jury` adds to a start of Node: the promise is 60 ms over an empty file. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './measure.ts';
import type { BenchRow } from './report.ts';

const JURY = join(dirname(dirname(fileURLToPath(import.meta.url))), 'jury');
const REPEATS = 21;
const MAX_ADDED_MS = 60;

export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'jury-bench-'));
  const empty = join(folder, 'empty.js');
  writeFileSync(empty, '');
  try {
    // Once unmeasured, so that both find their files and the compile cache warm.
    timed(process.execPath, [empty]);
    timed(JURY, ['--version']);
    const bare: number[] = [];
    const version: number[] = [];
    const help: number[] = [];
    // In turns: a busy moment of the machine hits all alike.
    for (let i = 0; i < REPEATS; i++) {
      bare.push(timed(process.execPath, [empty]));
      version.push(timed(JURY, ['--version']));
      help.push(timed(JURY, ['--help']));
    }
    return [
      { name: 'launcher: node empty.js', value: median(bare), unit: 'ms' },
      added('launcher: ./jury --version adds', median(version) - median(bare)),
      added('launcher: ./jury --help adds', median(help) - median(bare)),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function added(name: string, value: number): BenchRow {
  return { name, value, unit: 'ms', target: `at most ${MAX_ADDED_MS}`, met: value <= MAX_ADDED_MS };
}

function timed(program: string, args: readonly string[]): number {
  const started = performance.now();
  execFileSync(program, args, { stdio: 'ignore' });
  return performance.now() - started;
}

/**
 * `npm run truth -- pathological`: every kind of `kinds.ts`, at half and at full size, through the real command in a
 * process of its own. Wanted of each: a verdict or a typed "inconclusive", at most 30 s and 1 GB of the whole process
 * tree, and at most 1.3 times linear growth from half to full. Time is what the processes computed: on a busy machine
 * the clock says nothing about us. It is printed as well.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../files.ts';
import { KINDS, type Pathological } from './kinds.ts';
import { watched } from './watched.ts';

const MAX_SECONDS = 30;
const MAX_BYTES = 1024 ** 3;
const MAX_GROWTH = 1.3;
/** Shorter runs are mostly the start of the program: two of them say nothing about growth. */
const LEAST_COMPARED_MS = 1_500;
/** By the clock: what hangs is ended and counts as missed. */
const GIVE_UP_MS = 150_000;
const VERDICTS: Readonly<Record<number, string>> = { 0: 'passes', 1: 'does not pass', 3: 'inconclusive' };

export interface PathologicalOptions {
  /** Words; a kind whose name holds one of them is run. Empty: all. */
  words: readonly string[];
  commands: readonly string[];
}

interface Ran {
  code: number | null;
  cpuMs: number;
  wallMs: number;
  peakBytes: number;
  reason: string;
}

/** Prints a line for each kind and command; resolves with the number of those that miss something. */
export async function runPathological({ words, commands }: PathologicalOptions): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'pathological-'));
  let missed = 0;
  let count = 0;
  try {
    const start = await run(
      'check',
      write(folder, { name: 'empty', n: 0, make: () => '<!doctype html><title>Tides</title><p>Tide</p>' }, 0),
      folder,
    );
    console.log(`the start alone: ${(start.cpuMs / 1000).toFixed(2)} s`);
    for (const kind of KINDS) {
      if (words.length > 0 && !words.some((one) => kind.name.includes(one))) continue;
      for (const command of commands) {
        const half = await run(command, write(folder, kind, kind.n / 2), folder);
        const full = await run(command, write(folder, kind, kind.n), folder);
        const misses = missesOf(half, full, start.cpuMs);
        count += 1;
        if (misses.length > 0) missed += 1;
        console.log(lineOf(kind, command, half, full, misses));
      }
      rmSync(join(folder, 'pages'), { recursive: true, force: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`${count - missed} of ${count} within all bounds; load average ${loadavg()[0]?.toFixed(1)}`);
  return missed;
}

function write(folder: string, kind: Pathological, n: number): string {
  const at = join(folder, 'pages', String(n));
  mkdirSync(at, { recursive: true });
  const made = kind.make(Math.floor(n));
  const files = typeof made === 'string' ? { 'page.html': made } : made;
  for (const [name, content] of Object.entries(files)) writeFileSync(join(at, name), content);
  return join(at, 'page.md' in files ? 'page.md' : 'page.html');
}

function missesOf(half: Ran, full: Ran, startMs: number): string[] {
  const misses: string[] = [];
  if (VERDICTS[full.code ?? -1] === undefined) misses.push(`ended with ${full.code}`);
  if (full.cpuMs > MAX_SECONDS * 1000) misses.push('time');
  if (full.peakBytes > MAX_BYTES) misses.push('memory');
  const growth = growthOf(half, full, startMs);
  if (growth !== null && growth > MAX_GROWTH) misses.push('growth');
  return misses;
}

/** 1 is linear; null where both are mostly the start of the program. */
function growthOf(half: Ran, full: Ran, startMs: number): number | null {
  const [a, b] = [half.cpuMs - startMs, full.cpuMs - startMs];
  return b < LEAST_COMPARED_MS ? null : b / (2 * Math.max(a, 1));
}

function lineOf(
  kind: Pathological,
  command: string,
  half: Ran,
  full: Ran,
  misses: readonly string[],
): string {
  const s = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const growth = growthOf(half, full, 0);
  return [
    misses.length === 0 ? 'ok  ' : 'MISS',
    command.padEnd(6),
    kind.name.padEnd(42),
    `${s(half.cpuMs)} → ${s(full.cpuMs)} (clock ${s(full.wallMs)})`.padEnd(36),
    `${(full.peakBytes / 1024 ** 2).toFixed(0)} MB`.padEnd(8),
    growth === null ? '' : `×${(full.cpuMs / half.cpuMs).toFixed(2)}`,
    VERDICTS[full.code ?? -1] ?? `code ${full.code}`,
    full.reason,
    misses.length === 0 ? '' : `missed: ${misses.join(', ')}`,
  ].join('  ');
}

async function run(command: string, page: string, folder: string): Promise<Ran> {
  const out = command === 'review' ? ['--out', join(folder, 'out')] : [];
  const args = [
    command,
    page,
    '--browser',
    'never',
    '--quiet',
    '--json',
    '--data',
    join(folder, 'data'),
    ...out,
  ];
  const started = performance.now();
  const child = spawn(join(ROOT, 'jury'), args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder });
  let said = '';
  const keep = (chunk: Buffer): void => {
    said = (said + chunk.toString('latin1')).slice(-200_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const watch = watched(child.pid ?? 0);
  const late = setTimeout(() => child.kill('SIGKILL'), GIVE_UP_MS);
  const code = await new Promise<number | null>((done) => child.on('close', (ended) => done(ended)));
  clearTimeout(late);
  const reason = code === 3 ? (/"reason": ?"([^"]{0,90})/.exec(said)?.[1] ?? '') : '';
  return { code, wallMs: performance.now() - started, reason, ...watch.stop() };
}

/**
 * `npm run bench`: every module of this folder that exports `run(): Promise<BenchRow[]>`, one table, and the
 * same rows in bench/results/<date>.json. `npm run bench -- parser` runs the modules whose name holds a word.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BenchRow, formatTable } from './report.ts';

const FOLDER = dirname(fileURLToPath(import.meta.url));
const RESULTS = join(FOLDER, 'results');

interface BenchModule {
  run(): Promise<BenchRow[]>;
}

function hasRun(module: object): module is BenchModule {
  return 'run' in module && typeof module.run === 'function';
}

const words = process.argv.slice(2);
const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== basename(import.meta.url))
  .map((file) => basename(file, '.ts'))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)));

const rows: BenchRow[] = [];
for (const name of names) {
  const module: object = await import(`.//${name}.ts`);
  if (!hasRun(module)) continue;
  const started = performance.now();
  process.stderr.write(`${name} … `);
  rows.push(...(await module.run()));
  process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}

if (rows.length === 0) {
  console.error(`no benchmark matches ${words.join(' ')}`);
  process.exit(2);
}

console.log(`\n${formatTable(rows)}\n`);
const missed = rows.filter((row) => row.met === false);
const targets = rows.filter((row) => row.met !== undefined);
console.log(`${targets.length - missed.length} of ${targets.length} targets met`);

mkdirSync(RESULTS, { recursive: true });
const at = new Date().toISOString();
const file = join(RESULTS, `${at.replace(/[:.]/g, '-')}.json`);
const machine = {
  node: process.versions.node,
  platform: process.platform,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
};
writeFileSync(file, `${JSON.stringify({ at, machine, rows }, null, 2)}\n`);
console.log(`written to bench/results/${basename(file)}`);

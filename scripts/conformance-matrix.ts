/**
 * `npm run conformance:matrix [-- id … --act=<name> --way=best|stdio --at-once=<n>]`: every act of the table with every
 * installed CLI, by the registry's own transport and as one process; one CLI at a time, or as many as said. What was wrong
 * is performed once more at the end, alone: a busy machine makes a program late. Prints what came of each, and writes it to
 * conformance/matrix.json as it comes, from which docs/agent-adapters.md has its table. `--wrong`: only what stands there
 * as wrong.
 */
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CONFORMANCE_DIR,
  type PinnedAgent,
  readPins,
  whatIsMissing,
} from '../apps/daemon/src/conformance/binaries.ts';
import { ACTS, outcomeOf } from '../apps/daemon/src/conformance/test/acts.ts';
import { performAlone } from '../apps/daemon/src/conformance/test/stage.ts';

const FILE = join(CONFORMANCE_DIR, 'matrix.json');
const WAYS = ['best', 'stdio'] as const;
type Way = (typeof WAYS)[number];
type Act = (typeof ACTS)[number];

export interface MatrixRow {
  agent: string;
  version: string;
  transport: string;
  act: string;
  outcome: string;
  problems: string[];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

async function main(): Promise<void> {
  const ids = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  const acts = ACTS.filter(({ name }) => isWanted('act', name));
  const ways = WAYS.filter((way) => isWanted('way', way));
  const cells: Cell[] = [];
  const waiting = (await readPins()).filter(({ id }) => ids.length === 0 || ids.includes(id));
  // Each CLI has its own folders and network; its own acts stay one after the other, as some count what is left behind.
  await Promise.all(Array.from({ length: atOnce() }, work));

  async function work(): Promise<void> {
    for (let pin = waiting.shift(); pin !== undefined; pin = waiting.shift()) {
      const missing = await whatIsMissing(pin);
      if (missing === null) await performAll(pin, acts, ways, cells);
      else console.log(`${pin.id}: ${missing}`);
    }
  }

  const late = cells.filter(({ row }) => isWrong(row));
  if (late.length > 0) console.log(`${late.length} once more, one at a time`);
  for (const cell of late) cell.row = await performCell(cell);
  const wrong = late.filter(({ row }) => isWrong(row)).length;
  console.log(
    `${cells.length} performances, ${wrong} wrong, ${late.length - wrong} right at the second try only`,
  );
  if (wrong > 0) process.exitCode = 1;
}

interface Cell {
  pin: PinnedAgent;
  way: Way;
  act: Act;
  row: MatrixRow;
}

function isWrong({ problems }: MatrixRow): boolean {
  return problems.length > 0;
}

async function performAll(
  pin: PinnedAgent,
  acts: readonly Act[],
  ways: readonly Way[],
  cells: Cell[],
): Promise<void> {
  const seen = new Set<string>();
  const known = process.argv.includes('--wrong') ? readMatrix().filter(isWrong) : null;
  for (const way of ways) {
    for (const act of acts) {
      // The whole product chooses the way itself.
      if (way === 'stdio' && act.order.kill === true) continue;
      if (known !== null && !known.some((row) => row.agent === pin.id && row.act === act.name)) continue;
      const row = await performCell({ pin, way, act }, seen);
      // An agent without a conversation is the same both ways.
      if (row === null) break;
      cells.push({ pin, way, act, row });
    }
  }
}

async function performCell(cell: Omit<Cell, 'row'>): Promise<MatrixRow>;
async function performCell(cell: Omit<Cell, 'row'>, seen: Set<string>): Promise<MatrixRow | null>;
async function performCell(
  { pin, way, act }: Omit<Cell, 'row'>,
  seen?: Set<string>,
): Promise<MatrixRow | null> {
  const began = Date.now();
  const row = await runCell(pin.id, pin.version, way, act);
  const name = `${row.transport} ${row.act}`;
  if (way === 'stdio' && seen?.has(name)) return null;
  seen?.add(name);
  locked(() => save([row]));
  const verdict = isWrong(row) ? `WRONG: ${row.problems.join('; ')}` : 'ok';
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${pin.id} ${row.transport} ${act.name}: ${row.outcome}, ${seconds} s, ${verdict}`);
  return row;
}

/** A CLI mostly waits; two keep a small machine busy and leave every time limit room. */
function atOnce(): number {
  const given = process.argv.find((word) => word.startsWith('--at-once='))?.slice('--at-once='.length);
  const count = Number(given ?? 1);
  if (Number.isInteger(count) && count >= 1 && count <= 8) return count;
  throw new Error(`--at-once=${given}: a whole number from 1 to 8`);
}

async function runCell(agent: string, version: string, way: Way, act: Act): Promise<MatrixRow> {
  try {
    const report = await performAlone({ agent, way, ...act.order });
    const { transport } = report.capabilities;
    return {
      agent,
      version,
      transport,
      act: act.name,
      outcome: outcomeOf(report),
      problems: act.problems(report),
    };
  } catch (error) {
    const problems = [error instanceof Error ? error.message : String(error)];
    return { agent, version, transport: way, act: act.name, outcome: 'no report', problems };
  }
}

function isWanted(flag: string, value: string): boolean {
  const named = process.argv.filter((word) => word.startsWith(`--${flag}=`));
  return named.length === 0 || named.includes(`--${flag}=${value}`);
}

const LOCK_TRIES = 100;
const LOCK_PAUSE_MS = 100;

/** Another agent's matrix may be running beside this one: between reading and writing nobody else writes. */
function locked(work: () => void): void {
  const lock = `${FILE}.lock`;
  for (let tries = 1; ; tries++)
    try {
      closeSync(openSync(lock, 'wx'));
      break;
    } catch (error) {
      if (tries === LOCK_TRIES)
        throw new Error(`${lock} is held; remove it when no other matrix is running`, { cause: error });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_PAUSE_MS);
    }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** What was not run this time stays as it was. Renamed into place: whoever reads it meanwhile has all of it. */
function save(fresh: readonly MatrixRow[]): void {
  const key = ({ agent, transport, act }: MatrixRow): string => [agent, transport, act].join('\n');
  const replaced = new Set(fresh.map(key));
  const kept = readMatrix().filter((row) => !replaced.has(key(row)));
  const all = [...kept, ...fresh].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const written = `${FILE}.${process.pid}`;
  writeFileSync(written, `${JSON.stringify(all, null, 2)}\n`);
  renameSync(written, FILE);
}

/** Empty where none was run yet. */
export function readMatrix(): MatrixRow[] {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    return [];
  }
}

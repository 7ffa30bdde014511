/**
 * The long mode of the property tests of the parser and of the gate: fresh seeds until the time is up.
 *
 *   npm run fuzz -- [--minutes 10] [--seed 1] [--found FOLDER]
 *   npm run fuzz -- --again FILE
 *
 * The seed is told, and every batch has the next one. The first case that fails ends it: the smallest one like it is written to
 * a file, and `--again` tries that one.
 */
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './files.ts';
import { keep, problemOf, readFound, search } from './fuzz/found.ts';
import { APART, CHUNKS, GATE, LIVE, type Property } from './fuzz/properties.ts';

const MAX_SEED = 0x7fffffff;
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * MAX_SEED)) },
    found: { type: 'string', default: 'dist/fuzz' },
    again: { type: 'string' },
  },
});
const BATCH = 500;
let nextSeed = Number(values.seed);
/** At least this many answers are put to the gate, however short the time. */
const GATE_CASES = 20_000;
const APART_CASES = 5_000;

process.exitCode = await (values.again === undefined ? fuzz() : again(values.again));

async function fuzz(): Promise<number> {
  console.log(`seed ${nextSeed}`);
  const deadline = Date.now() + Number(values.minutes) * 60_000;
  for (let judged = 0; judged < GATE_CASES; judged += BATCH) if (!(await holds(GATE))) return 1;
  for (let judged = 0; judged < APART_CASES; judged += BATCH) if (!(await holds(APART))) return 1;
  console.log(
    `${GATE_CASES} answers and ${APART_CASES} panels apart put to the gate: what shipped was earned`,
  );
  let cases = 0;
  while (Date.now() < deadline) {
    if (!(await holds(CHUNKS)) || !(await holds(LIVE))) return 1;
    cases += 2 * BATCH;
  }
  console.log(`${cases} cases, each read whole, cut and character by character: no difference, no crash`);
  return 0;
}

async function holds<Case>(property: Property<Case>): Promise<boolean> {
  const found = await search(property, nextSeed++ % MAX_SEED, BATCH);
  if (found === null) return true;
  const file = relative(ROOT, keep(found, values.found));
  console.log(`FOUND by ${found.property}, seed ${found.seed}: ${found.problem}`);
  console.log(`again: npm run fuzz -- --again ${file}`);
  return false;
}

async function again(file: string): Promise<number> {
  const found = readFound(file);
  const property = [GATE, APART, CHUNKS, LIVE].find(({ name }) => name === found.property);
  if (property === undefined) {
    console.error(`${file} is of the property ${found.property}; there is none of that name`);
    return 2;
  }
  // A case is of the property that wrote it.
  const problem = await problemOf(property as unknown as Property, found.case);
  console.log(JSON.stringify(found.case, null, 2));
  console.log(problem === null ? 'it holds now' : `still: ${problem}`);
  return problem === null ? 0 : 1;
}

// Writes a fixture piece by piece, as the test tells it: plays-until.mjs <fixture> <mark> [pieces at once] [folder]
// The mark begins a piece. The n-th, counted from 0, waits until `<run>.<n>` is in the folder; without one, for ever.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const [fixture, mark, atOnce = '1', folder] = process.argv.slice(2);
const text = readFileSync(
  new URL(`../../../../../__fixtures__/critique/v1/${fixture}.txt`, import.meta.url),
  'utf8',
);
const pieces = text.split(mark).map((piece, n) => (n === 0 ? piece : mark + piece));
const [run] = (process.env.DESIGN_JURY_RUN ?? '').split('.');
const parent = process.ppid;
for (const [n, piece] of pieces.entries()) {
  while (n >= Number(atOnce) && !(folder !== undefined && existsSync(join(folder, `${run}.${n}`)))) {
    // Nobody is there to be waited for.
    if (process.ppid !== parent) process.exit(1);
    await delay(20);
  }
  process.stdout.write(piece);
}

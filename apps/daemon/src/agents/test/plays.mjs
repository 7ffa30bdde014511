// Writes a fixture as its answer, in pieces, at a pace: plays.mjs <fixture> [bytes per piece] [ms between pieces] [exit code]
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const [fixture, size = '65536', pause = '0', code = '0'] = process.argv.slice(2);
const text = readFileSync(
  new URL(`../../../../../__fixtures__/critique/v1/${fixture}.txt`, import.meta.url),
  'utf8',
);
for (let i = 0; i < text.length; i += Number(size)) {
  if (!process.stdout.write(text.slice(i, i + Number(size))))
    await new Promise((resolve) => process.stdout.once('drain', resolve));
  if (pause !== '0') await delay(Number(pause));
}
process.exitCode = Number(code);

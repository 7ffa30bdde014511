// Plays one round, says why on stderr, and dies midway: crashes.mjs <fixture> <exit code> [last words]
import { readFileSync } from 'node:fs';

const [fixture, code, words = 'fatal: the model hung up'] = process.argv.slice(2);
const text = readFileSync(
  new URL(`../../../../../__fixtures__/critique/v1/${fixture}.txt`, import.meta.url),
  'utf8',
);
process.stdout.write(text.slice(0, text.indexOf('</ROUND>') + '</ROUND>'.length), () => {
  process.stderr.write(`${words}\n`, () => process.exit(Number(code)));
});

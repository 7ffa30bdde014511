// Plays the first round of a fixture and then never says another word; `deaf` also ignores SIGTERM.
import { readFileSync } from 'node:fs';

const [fixture, manner] = process.argv.slice(2);
const text = readFileSync(
  new URL(`../../../../../__fixtures__/critique/v1/${fixture}.txt`, import.meta.url),
  'utf8',
);
if (manner === 'deaf') process.on('SIGTERM', () => {});
process.stdout.write(text.slice(0, text.indexOf('</ROUND>') + '</ROUND>'.length));
setTimeout(() => {}, 1e8);

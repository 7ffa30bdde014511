// An agent's program: takes its prompt, plays a recorded stream in odd pieces, and ends as it was told.
// plays-stream.mjs <file> <exit code> [stalls] [leaks]; what it leaks is the value of PLANTED_KEY.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const [file, code, manner] = process.argv.slice(2);
const PIECE = 37;

for await (const _ of process.stdin);
let bytes = readFileSync(file);
if (manner === 'leaks') {
  const key = process.env.PLANTED_KEY;
  bytes = Buffer.from(bytes.toString('utf8').replaceAll('Ende.', `key ${key} Ende.`).replaceAll('Hm. ', key));
  process.stderr.write(`warning: used key ${key}\nAuthorization: Bearer ${key}\n`);
}
for (let at = 0; at < bytes.length; at += PIECE) {
  process.stdout.write(bytes.subarray(at, at + PIECE));
  if (at % (PIECE * 40) === 0) await delay(1);
}
if (manner === 'stalls') setTimeout(() => {}, 1e8);
else process.exitCode = Number(code);

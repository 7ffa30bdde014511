// An agent at the far end of a pipe whose answers a test gives one by one. Argument: a folder. What is asked for the
// n-th time waits until the file `<what>.<n>` is in it, and answers with what it holds; `CRASH` ends with an error.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

let prompt = '';
for await (const chunk of process.stdin) prompt += chunk;
const folder = process.argv[2];
const what =
  /^You are evaluating this content as (.+)\.$/m.exec(prompt)?.[1] ??
  (prompt.includes('Choose who shall review')
    ? 'select'
    : prompt.includes('Revise this:')
      ? 'revise'
      : 'draft');
const log = join(folder, 'asked.txt');
appendFileSync(log, `${what}\n`);
const n = readFileSync(log, 'utf8')
  .split('\n')
  .filter((line) => line === what).length;
const file = join(folder, `${what}.${n}`);
while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 50));
const answer = readFileSync(file, 'utf8');
if (answer === 'CRASH') process.exit(3);
process.stdout.write(answer);

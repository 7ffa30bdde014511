// An agent that answers from a script, and misbehaves where the script says so. The script's file is its argument.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { answerTo, askedIn } from './script-answer.ts';

const script = JSON.parse(readFileSync(process.argv[2], 'utf8'));
let prompt = '';
process.stdin.setEncoding('utf8');
for await (const text of process.stdin) prompt += text;

if (script.records !== undefined) appendFileSync(script.records, prompt);
if (script.mutters !== undefined) process.stdout.write(`${script.mutters}\n`);
const ERROR_FRAME = {
  type: 'result',
  subtype: 'error_during_execution',
  is_error: true,
  result: 'overloaded',
};
const asked = askedIn(prompt);
if (script.counts !== undefined && asked !== null)
  appendFileSync(script.counts.file, `${script.counts.as} ${asked}\n`);
await delay(script.takes?.[asked] ?? 0);
const awaited = script.waitsFor?.[asked];
while (awaited !== undefined && !existsSync(join(dirname(process.argv[2]), awaited))) await delay(50);
switch (script.misbehaves?.[asked] ?? script.misbehaves?.all) {
  case 'hangs':
    setInterval(() => {}, 1_000);
    break;
  case 'garbage':
    process.stdout.write('{"votes": [lorem ipsum, no JSON at all');
    break;
  case 'error-frame':
    process.stdout.write(`${JSON.stringify(ERROR_FRAME)}\n`);
    break;
  default:
    process.stdout.write(JSON.stringify(asked === null ? {} : answerTo(script, asked, prompt)));
}

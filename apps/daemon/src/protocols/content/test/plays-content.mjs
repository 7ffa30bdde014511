// An agent at the far end of a pipe: tells a prompt by what it asks for and answers with the next line of its script.
// Arguments: a JSON file {select, draft, revise, brand, critiques: {name: []}} of lists, and a file that counts what was asked;
// beside it the prompts as they came.
// The last answer of a list is given again; `CRASH` ends with an error, `HANG` says nothing.
import { appendFileSync, readFileSync } from 'node:fs';

let prompt = '';
for await (const chunk of process.stdin) prompt += chunk;
const [scriptFile, countFile] = process.argv.slice(2);
const script = JSON.parse(readFileSync(scriptFile, 'utf8'));

const critic = /^You are evaluating this content as (.+)\.$/m.exec(prompt)?.[1];
const kind =
  critic ??
  (prompt.includes('Choose who shall review')
    ? 'select'
    : prompt.includes('Revise this:')
      ? 'revise'
      : prompt.includes('(design_brand)')
        ? 'brand'
        : 'draft');
appendFileSync(countFile, `${kind}\n`);
appendFileSync(`${countFile}.prompts`, `${JSON.stringify({ asked: kind, prompt })}\n`);
const asked = readFileSync(countFile, 'utf8')
  .split('\n')
  .filter((line) => line === kind).length;
const list = critic === undefined ? script[kind] : script.critiques[critic];
const answer = list[Math.min(asked, list.length) - 1];
if (answer === 'CRASH') process.exit(3);
if (answer === 'HANG') setInterval(() => {}, 1_000);
else process.stdout.write(typeof answer === 'string' ? answer : JSON.stringify(answer));

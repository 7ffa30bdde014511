// A model that does as it is told: keeps the prompt beside its run, and answers with the protocol where the prompt
// asks for it, else with a page. answers.mjs <folder for prompts>
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const prompt = readFileSync(0, 'utf8');
writeFileSync(join(process.argv[2] ?? '.', 'prompt.txt'), prompt);
const page = '<!doctype html><html lang="en"><title>Plain</title><body><h1>Made in one go</h1></body></html>';
const fixture = new URL('../../../../../__fixtures__/critique/v1/model-happy-2-rounds.txt', import.meta.url);
process.stdout.write(prompt.includes('<CRITIQUE_RUN') ? readFileSync(fixture, 'utf8') : page);

/** Talks where a panel is asked for, and writes a page where the page alone is. Notes what it was asked. */
import { appendFileSync, readFileSync } from 'node:fs';

const prompt = readFileSync(0, 'utf8');
const alone = prompt.includes('Answer with the finished page only');
if (process.argv[2] !== undefined) appendFileSync(process.argv[2], `${alone ? 'page' : 'panel'}\n`);
process.stdout.write(
  alone
    ? '<!doctype html><html lang="en"><head><title>Fees</title></head><body><h1>Harbour fees</h1></body></html>\n'
    : 'I would rather talk about harbours first.\n',
);

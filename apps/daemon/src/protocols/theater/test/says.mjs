// Answers with the text of a file, whatever it is asked: says.mjs <file>
import { readFileSync } from 'node:fs';

process.stdout.write(readFileSync(process.argv[2], 'utf8'));

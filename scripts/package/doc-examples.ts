/** The examples of docs/library.md as programs: a block that names its file, and what it prints in the block after it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../files.ts';

export interface DocExample {
  file: string;
  code: string;
  /** Null where a test runner prints. */
  prints: string | null;
}

const BLOCK = /```js\n\/\/ (\S+)\n([\s\S]*?)```(?:\n\n```text\n([\s\S]*?)```)?/g;

export function docExamples(): DocExample[] {
  const text = readFileSync(join(ROOT, 'docs/library.md'), 'utf8');
  return [...text.matchAll(BLOCK)].map(([, file = '', code = '', prints = null]) => ({ file, code, prints }));
}

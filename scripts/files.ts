/** The files of the repository: what git tracks, and what is new and not ignored. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

function git(...args: string[]): string[] {
  const list = execFileSync('git', [...args, '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return list.split('\0').filter((file) => file !== '' && existsSync(join(ROOT, file)));
}

export function sourceFiles(pattern: RegExp): string[] {
  return git('ls-files', '--cached', '--others', '--exclude-standard').filter((file) => pattern.test(file));
}

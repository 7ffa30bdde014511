/** A repository of the user's beside the checkout, which nothing in the checkout may lead into. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Checkout } from './checkout.ts';

export function otherRepository(checkout: Checkout, secretFile: string): string {
  const other = join(dirname(dirname(secretFile)), 'other');
  const env = { PATH: '/usr/bin:/bin', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: string[]): void => {
    const who = ['-c', 'user.name=x', '-c', 'user.email=x@example.invalid'];
    execFileSync('git', [...who, '-C', other, ...args], { env, stdio: 'ignore' });
  };
  mkdirSync(other, { recursive: true });
  git('init', '-q', '-b', 'main');
  const secret = readFileSync(secretFile, 'utf8');
  writeFileSync(join(other, 'DESIGN.md'), secret);
  // A key that is not known is told by its name: rules that are taken from here are seen.
  writeFileSync(join(other, 'jury.config.json'), JSON.stringify({ [secret]: 1 }));
  writeFileSync(join(other, 'index.html'), 'theirs');
  git('add', '-A');
  git('commit', '-q', '-m', 'theirs');
  rmSync(join(checkout.folder, '.git'), { recursive: true, force: true });
  return other;
}

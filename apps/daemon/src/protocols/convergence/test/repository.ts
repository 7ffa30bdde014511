/** A small real repository for workers to read. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

const FEE = `const DAY_MS = 86_400_000;

export function lateFee(due, returned) {
  const days = Math.ceil((returned - due) / DAY_MS);
  return days >= 0 ? (days + 1) * 25 : 0;
}
`;

/** A small repository with a commit. */
export function repository(root: string): string {
  write(root, {
    'src/fee.mjs': FEE,
    'src/clock.mjs': 'export const now = () => new Date();\n',
    'README.md': '# Late fees\n',
  });
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      stdio: 'ignore',
    });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'fees');
  return root;
}

/** A checkout as a stranger may leave it: an honest one, and the few ways to spoil it. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { GOOD_PAGE } from '../jury.ts';
import type { Canary } from './canary.ts';

export interface HostileRepository {
  name: string;
  build(checkout: Checkout, canary: Canary): void | Promise<void>;
  /** Besides one call of every command. */
  argv?: (canary: Canary) => readonly (readonly string[])[];
  /** Of these, calls in a process of their own that is started in the checkout. */
  started?: readonly (readonly string[])[];
  /** What the user's environment says here besides; undefined takes a variable out. */
  env?: (folder: string, argv: readonly string[]) => Readonly<Record<string, string | undefined>>;
}

export class Checkout {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    for (const [name, text] of Object.entries(HONEST)) this.put(name, text);
  }

  put(name: string, content: string | Uint8Array, mode = 0o644): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, content);
    chmodSync(path, mode);
    return path;
  }

  json(name: string, value: unknown): string {
    return this.put(name, JSON.stringify(value));
  }

  link(name: string, target: string): void {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { recursive: true, force: true });
    symlinkSync(target, path);
  }

  pipe(...names: string[]): void {
    for (const name of names) {
      const path = join(this.folder, name);
      mkdirSync(dirname(path), { recursive: true });
      rmSync(path, { recursive: true, force: true });
      execFileSync('mkfifo', ['--', path]);
    }
  }

  /** Gigabytes that take no room. */
  huge(name: string, head: string): void {
    const fd = openSync(join(this.folder, name), 'w');
    writeSync(fd, head);
    ftruncateSync(fd, 3 * 1024 ** 3);
    closeSync(fd);
  }

  /** A program that leaves its mark. */
  trap(name: string, { execFile }: Canary): string {
    return this.put(name, `#!/bin/sh\ntouch '${execFile}'; env > '${execFile}.env'\n`, 0o755);
  }

  git(...args: string[]): void {
    const safe = ['core.hooksPath=/dev/null', 'user.name=Stranger', 'user.email=stranger@example.invalid'];
    execFileSync('git', [...safe.flatMap((one) => ['-c', one]), ...args], {
      cwd: this.folder,
      env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' },
      stdio: 'ignore',
    });
  }

  /** As it would come by a clone. */
  commit(): void {
    this.git('init', '-q', '-b', 'main');
    this.git('add', '-f', '-A', '--', '.');
    this.git('commit', '-q', '-m', 'work');
  }
}

/** JavaScript that leaves its mark, as a module and as a script. */
export function trapCode({ execFile }: Canary): string {
  return `process.getBuiltinModule('node:fs').writeFileSync(${JSON.stringify(execFile)}, 'ran');\n`;
}

const HONEST: Readonly<Record<string, string>> = {
  'index.html': GOOD_PAGE,
  // A drill measures a page a hundred times: one with little on it reads the same files.
  'words.html': '<!doctype html><title>Harbour</title><p>Words of a harbour.',
  'README.md': '# Harbour\n\nThe site of a harbour.\n',
  'DESIGN.md': '# Harbour\n\n## Colors\n\n- ink: #222222\n- paper: #ffffff\n',
  'spec.md': '# Spec\n\n1. The page loads in one second.\n2. The page names the opening hours.\n',
  'plan.md': '# Plan\n\n## Item 1: opening hours\n\n- Files: index.html\n- Rollback: git revert\n',
  'task/brief.md':
    '# Brief\n\nAdd opening hours to index.html.\n\n- R1: the page must name the opening hours\n',
  'idea/positioning.md': '# Positioning\n\nFor skippers who want to know the tide.\n',
  'idea/brand-voice.md': '# Voice\n\nPlain and warm.\n',
  'idea/seo-strategy.md': '# SEO\n\ntide times; harbour\n',
};

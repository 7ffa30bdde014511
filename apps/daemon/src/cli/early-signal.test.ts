/** A signal that comes before a command is ready for one ends it in order, with a code of its own. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** Node itself takes SIGINT and SIGTERM from its start, to tidy the terminal, and dies of them all the same. */
const SIGHUP_BIT = 1n;

/** Whether our own listeners are there: before that, no program can end in order. */
function listens({ pid }: ChildProcess): boolean {
  const caught = /^SigCgt:\s*([0-9a-f]+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
  return (BigInt(`0x${caught}`) & SIGHUP_BIT) !== 0n;
}

test.runIf(process.platform === 'linux').each(['serve', 'skills'])(
  'a signal that reaches jury %s at its very first moment ends it by a code, not by the signal',
  async (command) => {
    const folder = mkdtempSync(join(tmpdir(), 'jury-early-'));
    const args = command === 'serve' ? ['--port', '0', '--json'] : [];
    const child = spawn(process.execPath, [MAIN, command, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const ended = once(child, 'close');
    while (!listens(child)) await delay(1);
    expect(said).toBe('');
    child.kill('SIGTERM');
    const [code, signal] = await ended;
    expect([signal, [0, 130].includes(code)]).toEqual([null, true]);
    rmSync(folder, { recursive: true, force: true });
  },
);

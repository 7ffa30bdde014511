import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { takeTurn } from './first-start.ts';

const MODULE = fileURLToPath(new URL('./first-start.ts', import.meta.url));
const isLinux = process.platform === 'linux';

/** Another process that takes the turn, says so, and keeps it until it is killed. */
async function holder(home: string) {
  const script = `const { takeTurn } = await import(${JSON.stringify(MODULE)});
    await takeTurn(${JSON.stringify(home)}, new AbortController().signal);
    console.log('taken');
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

test.skipIf(!isLinux)(
  'the first start of a program waits for that of another process, and goes on when that one is killed',
  async () => {
    const home = `codex\n/home/${process.pid}`;
    const child = await holder(home);
    let taken = false;
    const turn = takeTurn(home, new AbortController().signal).then((release) => {
      taken = true;
      return release;
    });
    // Another home has a turn of its own, and is not waited for.
    (await takeTurn(`${home}/other`, new AbortController().signal))();
    expect(taken).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    (await turn)();
    expect(taken).toBe(true);
  },
);

test.skipIf(!isLinux)('whoever is stopped does not wait for a turn', async () => {
  const home = `stopped\n/home/${process.pid}`;
  const release = await takeTurn(home, new AbortController().signal);
  await takeTurn(home, AbortSignal.abort());
  release();
  (await takeTurn(home, new AbortController().signal))();
});

/** One browser for many pages, and none left behind, whatever ends. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { testBrowser } from '../test/chromium.ts';
import { BrowserThread } from './browser-thread.ts';
import { BrowserHost } from './host.ts';

const found = await testBrowser();
const PAGE = '<!doctype html><html lang="en"><title>Ferries</title><main><h1>Ferries</h1></main></html>';
const HOLDER = fileURLToPath(new URL('../test/hold-browser.ts', import.meta.url));

describe.skipIf(found === null)('the shared browser', () => {
  test.each([
    ['this thread', BrowserHost],
    ['a thread of its own', BrowserThread],
  ])(
    'driven from %s is started once for pages at the same time, and not again once closed',
    async (_, Host) => {
      const host = new Host(process.env);
      const facts = await Promise.all([1, 2, 3].map(() => host.measure({ html: PAGE, folder: null })));
      expect(new Set(facts.map(({ version }) => version)).size).toBe(1);
      expect(await host.pixelChange(facts[0]?.screenshot ?? PNG, facts[1]?.screenshot ?? PNG)).toBe(0);
      await host.close();
      await expect(host.measure({ html: PAGE, folder: null })).rejects.toThrow('the browser is closed');
    },
  );

  test.each(['SIGKILL', 'SIGTERM'] as const)('dies with a process that %s ends', async (signal) => {
    const child = spawn(process.execPath, [HOLDER], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = Number(
      await new Promise<string>((told) => child.stdout.once('data', (data) => told(String(data)))),
    );
    expect(isRunning(pid)).toBe(true);
    child.kill(signal);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

const PNG = new Uint8Array();

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBrowser } from './browser-find.ts';

let bin: string;
beforeEach(async () => {
  bin = await mkdtemp(join(tmpdir(), 'jury-find-'));
  for (const name of ['google-chrome', 'mine']) {
    await writeFile(join(bin, name), '');
    await chmod(join(bin, name), 0o755);
  }
});
afterEach(() => rm(bin, { recursive: true, force: true }));

test('takes the one on PATH, with its sandbox', async () => {
  const found = await findBrowser({ env: { PATH: bin }, asRoot: false });
  expect(found).toEqual({ executablePath: join(bin, 'google-chrome'), args: [], from: 'google-chrome' });
});

test('goes without the sandbox only as root, whom Chromium refuses it', async () => {
  expect((await findBrowser({ env: { PATH: bin }, asRoot: true }))?.args).toEqual(['--no-sandbox']);
});

test('OD_BROWSER comes first, and alone', async () => {
  const named = { PATH: bin, OD_BROWSER: join(bin, 'mine') };
  expect((await findBrowser({ env: named, asRoot: false }))?.executablePath).toBe(join(bin, 'mine'));
  expect(await findBrowser({ env: { PATH: bin, OD_BROWSER: bin }, asRoot: false })).toBeNull();
});

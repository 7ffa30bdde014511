import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBrowser } from './find.ts';

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
  expect(found).toEqual({
    executablePath: join(bin, 'google-chrome'),
    args: [],
    from: 'google-chrome',
    env: { PATH: bin },
  });
});

test('a browser gets what it needs of the environment, and no key', async () => {
  const env = {
    PATH: bin,
    HOME: '/home/me',
    LANG: 'C.UTF-8',
    OPENAI_API_KEY: 'sk-secret',
    OD_TOKEN: 'secret',
  };
  expect((await findBrowser({ env, asRoot: false }))?.env).toEqual({
    PATH: bin,
    HOME: '/home/me',
    LANG: 'C.UTF-8',
  });
});

test('goes without the sandbox only as root, whom Chromium refuses it', async () => {
  expect((await findBrowser({ env: { PATH: bin }, asRoot: true }))?.args).toEqual(['--no-sandbox']);
});

test('OD_BROWSER comes first, and alone', async () => {
  const named = { PATH: bin, OD_BROWSER: join(bin, 'mine') };
  expect((await findBrowser({ env: named, asRoot: false }))?.executablePath).toBe(join(bin, 'mine'));
  expect(await findBrowser({ env: { PATH: bin, OD_BROWSER: bin }, asRoot: false })).toBeNull();
});

/** As the package is: an ES module whose default export is a class that unpacks the browser it carries. */
async function npmPackage(): Promise<() => Promise<unknown>> {
  const folder = join(bin, 'node_modules/@sparticuz/chromium');
  await mkdir(join(folder, 'build'), { recursive: true });
  await mkdir(join(folder, 'bin'));
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({
      name: '@sparticuz/chromium',
      version: '153.0.0',
      type: 'module',
      exports: { import: './build/index.js' },
    }),
  );
  await writeFile(join(folder, 'bin/chromium'), '#!/bin/sh\n');
  await chmod(join(folder, 'bin/chromium'), 0o755);
  await writeFile(
    join(folder, 'build/index.js'),
    `import { fileURLToPath } from 'node:url';
class Chromium {
  static get args() { return ['--headless=shell']; }
  static folder = fileURLToPath(new URL('../bin/', import.meta.url));
  static async executablePath(input) { return (input ?? this.folder) + 'chromium'; }
}
export default Chromium;
`,
  );
  // From a module that lies beside it, and required: so that Node itself finds the package by its name, and not the
  // test runner, whose own loader remembers folders.
  await writeFile(join(bin, 'load.mjs'), `export const load = () => import('@sparticuz/chromium');\n`);
  const { load }: { load: () => Promise<unknown> } = createRequire(import.meta.url)(join(bin, 'load.mjs'));
  return load;
}

test('without one on PATH, the one from npm is unpacked and taken', async () => {
  const found = await findBrowser({ env: { PATH: '' }, asRoot: false, fromNpm: await npmPackage() });
  expect(found).toEqual({
    executablePath: join(bin, 'node_modules/@sparticuz/chromium/bin/chromium'),
    args: [],
    from: '@sparticuz/chromium',
    env: { PATH: '' },
  });
});

test('a package that is not there, or unpacks to nothing, is no browser', async () => {
  const missing = () => Promise.reject(new Error('Cannot find package'));
  expect(await findBrowser({ env: { PATH: '' }, fromNpm: missing })).toBeNull();
  const load = await npmPackage();
  await rm(join(bin, 'node_modules/@sparticuz/chromium/bin'), { recursive: true });
  expect(await findBrowser({ env: { PATH: '' }, fromNpm: load })).toBeNull();
});

/** Installing a browser, with stand-ins for apt-get and npm: what is asked of them, and what is said. */
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installBrowser } from './browser-install.ts';
import { BROWSER_NAME, BROWSER_PACKAGES } from './browser-packages.ts';

let bin: string;
let said: string;

beforeEach(async () => {
  bin = await mkdtemp(join(tmpdir(), 'jury-install-'));
  said = '';
});
afterEach(() => rm(bin, { recursive: true, force: true }));

const put = async (name: string, script: string): Promise<void> => {
  await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(bin, name), 0o755);
};

const shell = (platform = 'linux') => ({
  env: { PATH: bin, SECRET_TOKEN: 'x' },
  platform,
  nodePath: process.execPath,
  error: (text: string) => {
    said += text;
  },
});

test('root on Debian gets the package, after a word about it, and apt sees no secrets', async () => {
  await put(
    'apt-get',
    `echo "$@ $SECRET_TOKEN" >> ${bin}/calls; : > ${bin}/chromium; /bin/chmod 755 ${bin}/chromium`,
  );
  expect(await installBrowser(shell(), true)).toEqual({ path: join(bin, 'chromium'), from: 'Debian' });
  expect(said).toContain('apt-get install -y --no-install-recommends chromium');
  expect(await readFile(join(bin, 'calls'), 'utf8')).toBe(
    '-q install -y --no-install-recommends chromium \n',
  );
});

test('stale package lists are fetched once, then npm is tried, and each failure is a sentence', async () => {
  await put('apt-get', `echo "$2" >> ${bin}/calls; echo "E: no such package" >&2; exit 100`);
  await put('npm', 'echo "npm error network is down" >&2; exit 1');
  const installed = await installBrowser(shell(), true);
  expect(await readFile(join(bin, 'calls'), 'utf8')).toBe('install\nupdate\n');
  expect(said).toContain('apt-get could not install chromium: E: no such package');
  expect(installed).toEqual({
    problem: '@sparticuz/chromium@153.0.0 could not be installed: network is down',
  });
});

test('what npm has brought is compared with our hash before any of it runs, and removed where it is another', async () => {
  const place = join(bin, 'node_modules/@sparticuz/chromium');
  const brought = (integrity: string): Promise<void> =>
    put(
      'npm',
      `/bin/mkdir -p ${place}; echo 'require("node:fs").writeFileSync("${bin}/ran", "")' > ${place}/index.js
      echo '{"packages":{"node_modules/@sparticuz/chromium":{"integrity":"${integrity}"}}}' > ${bin}/node_modules/.package-lock.json`,
    );
  await brought('sha512-another');
  expect(await installBrowser(shell(), false, bin)).toEqual({
    problem:
      '@sparticuz/chromium@153.0.0 is not what its hash says, so the browser was removed; check the registry.',
  });
  await expect(readFile(join(place, 'index.js'))).rejects.toThrow('ENOENT');
  await brought(
    'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
  );
  await installBrowser(shell(), false, bin);
  expect(await readFile(join(place, 'index.js'), 'utf8')).toContain('writeFileSync');
});

test('so is every copy of what it stands on, wherever it lies; what the project needs itself may come along', async () => {
  const [browser, needed] = BROWSER_PACKAGES;
  const place = join(bin, 'node_modules', BROWSER_NAME);
  const noted = (name: string, integrity: string) => ({ [`node_modules/${name}`]: { integrity } });
  const brought = async (...others: object[]): Promise<unknown> => {
    const packages = Object.assign({}, noted(BROWSER_NAME, browser?.integrity ?? ''), ...others);
    const lock = JSON.stringify({ packages });
    await put(
      'npm',
      `/bin/mkdir -p ${place}; : > ${place}/index.js; echo "$@" > ${bin}/asked; echo '${lock}' > ${bin}/node_modules/.package-lock.json`,
    );
    const installed = await installBrowser(shell(), false, bin);
    return { installed, isThere: existsSync(join(place, 'index.js')) };
  };
  const gone = (name: string) => ({
    installed: {
      problem: `${name} is not what its hash says, so the browser was removed; check the registry.`,
    },
    isThere: false,
  });
  expect(await brought(noted(needed?.name ?? '', 'sha512-another'))).toEqual(
    gone(`${needed?.name}@${needed?.version}`),
  );
  const deeper = `tar-fs/node_modules/${needed?.name}`;
  expect(
    await brought(noted(needed?.name ?? '', needed?.integrity ?? ''), noted(deeper, 'sha512-x')),
  ).toEqual(gone(`${needed?.name}@${needed?.version}`));
  expect(await brought(noted('of-the-project', 'sha512-x'))).toMatchObject({ isThere: true });
  expect(await brought(noted(needed?.name ?? '', needed?.integrity ?? ''))).toMatchObject({ isThere: true });
  const asked = await readFile(join(bin, 'asked'), 'utf8');
  for (const { name, version } of BROWSER_PACKAGES) expect(asked).toContain(` ${name}@${version}`);
});

test('without root apt-get is left alone', async () => {
  await put('apt-get', `: > ${bin}/called`);
  await put('npm', 'exit 1');
  expect(await installBrowser(shell(), false)).toHaveProperty('problem');
  await expect(readFile(join(bin, 'called'))).rejects.toThrow();
});

test('elsewhere it says what to do', async () => {
  expect(await installBrowser(shell('darwin'), true)).toEqual({
    problem:
      'A browser can be installed here on Linux only; install Chromium or Chrome yourself, and see jury doctor.',
  });
});

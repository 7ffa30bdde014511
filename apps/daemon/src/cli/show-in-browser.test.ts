import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { processShell } from './shell.ts';
import { showInBrowser } from './show-in-browser.ts';
import { place } from './test/jury.ts';

const ADDRESS = 'http://127.0.0.1:4747/enter?code=the-code';

test('[N6] the code is in a file of the user and on no command line', async () => {
  using here = place();
  const told = join(here.folder, 'told');
  const opener = here.write(
    'xdg-open',
    `#!/bin/sh\nprintf '%s' "$*" > ${told}.part && mv ${told}.part ${told}\n`,
  );
  chmodSync(opener, 0o755);
  const shell = { ...processShell(), platform: 'linux', env: { PATH: `${here.folder}:/usr/bin:/bin` } };
  await showInBrowser(shell, here.folder, ADDRESS);
  await expect.poll(() => existsSync(told)).toBe(true);
  const file = join(here.folder, 'run/open.html');
  expect(readFileSync(told, 'utf8')).toBe(file);
  expect([statSync(file).mode & 0o777, statSync(join(here.folder, 'run')).mode & 0o777]).toEqual([
    0o600, 0o700,
  ]);
  expect(readFileSync(file, 'utf8')).toContain(`content="0;url=${ADDRESS}"`);
  // As every page that we write: it leads on, and can do nothing else.
  expect(readFileSync(file, 'utf8')).toMatch(
    /^<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none';/,
  );
  // Again, over the one before.
  await showInBrowser(shell, here.folder, `${ADDRESS}-2`);
  expect(readFileSync(file, 'utf8')).toContain(`${ADDRESS}-2`);
});

test('where nothing can open it, the printed address is referred to', async () => {
  using here = place();
  const shell = { ...processShell(), env: { PATH: here.folder } };
  for (const platform of ['linux', 'win32'])
    await expect(showInBrowser({ ...shell, platform }, here.folder, ADDRESS)).rejects.toThrow(
      'open the printed address',
    );
});

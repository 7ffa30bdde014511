import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { buildTheater, isFresh, readyTheater } from './theater-build.ts';

/** Builds as Vite is told to, from one source; a source with `broken` in it does not build. */
const BUILDER = `
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const out = process.argv[process.argv.indexOf('--outDir') + 1];
const source = readFileSync('apps/web/src/main.tsx', 'utf8');
mkdirSync(out + '/assets', { recursive: true });
writeFileSync(out + '/assets/main.js', source);
if (source.includes('broken')) process.exit(1);
writeFileSync(out + '/index.html', source);
`;

function clone() {
  const root = mkdtempSync(join(tmpdir(), 'jury-theater-'));
  const said: string[] = [];
  const write = (name: string, content: string): void => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  };
  write('apps/web/package.json', '{}');
  write('apps/web/src/main.tsx', 'first');
  write('apps/web/src/more.tsx', 'more');
  write('packages/contracts/src/http.ts', 'http');
  write('node_modules/vite/package.json', '{"name":"vite"}');
  write('node_modules/vite/bin/vite.js', BUILDER);
  return {
    root,
    write,
    remove: (name: string) => rmSync(join(root, name), { recursive: true }),
    page: () => readFileSync(join(root, 'apps/web/dist/index.html'), 'utf8'),
    /** What one start says. */
    async start(): Promise<string[]> {
      await readyTheater(root, {}, (line) => said.push(line));
      return said.splice(0);
    },
    left: () => readdirSync(join(root, 'apps/web')).filter((name) => name.startsWith('.dist-')),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

test('the Theater is built at the first start, and not again', async () => {
  using here = clone();
  expect(await here.start()).toEqual([expect.stringContaining('Building the Theater for the browser')]);
  expect(here.page()).toBe('first');
  expect(await here.start()).toEqual([]);
  expect(here.left()).toEqual([]);
});

test('a changed, a new and a removed source are built; a test is no source', async () => {
  using here = clone();
  await here.start();
  const again = [expect.stringContaining('its sources have changed')];
  here.write('apps/web/src/main.tsx', 'other');
  expect(await here.start()).toEqual(again);
  expect(here.page()).toBe('other');
  here.write('packages/contracts/src/new.ts', '');
  expect(await here.start()).toEqual(again);
  here.remove('apps/web/src/more.tsx');
  expect(await here.start()).toEqual(again);
  here.write('apps/web/src/main.test.tsx', 'a test');
  here.write('apps/web/src/__tests__/help.ts', 'a helper');
  expect(await here.start()).toEqual([]);
});

test('a build from before there was a digest is built again', async () => {
  using here = clone();
  here.write('apps/web/dist/index.html', 'ancient');
  await here.start();
  expect(here.page()).toBe('first');
});

test('a build that fails says so and leaves the one from before', async () => {
  using here = clone();
  await here.start();
  here.write('apps/web/src/main.tsx', 'broken');
  const failed = 'The Theater could not be built (Vite ended with 1); ';
  expect((await here.start()).at(-1)).toBe(`${failed}the one built before is served.`);
  expect(here.page()).toBe('first');
  expect(isFresh(here.root)).toBe(false);
  here.remove('apps/web/dist');
  expect((await here.start()).at(-1)).toBe(`${failed}only the API is served.`);
  expect(existsSync(join(here.root, 'apps/web/dist'))).toBe(false);
  expect(here.left()).toEqual([]);
});

test('without Vite what is there is served', async () => {
  using here = clone();
  await here.start();
  here.remove('node_modules');
  expect(await here.start()).toEqual([]);
  here.write('apps/web/src/main.tsx', 'other');
  expect(await here.start()).toEqual([
    'The Theater is older than its sources, and Vite is not installed: the one built before is served.',
  ]);
  expect(here.page()).toBe('first');
  here.remove('apps/web/src');
  expect(await here.start()).toEqual([]);
});

test('several that build at once all end with a whole build', async () => {
  using here = clone();
  await here.start();
  here.write('apps/web/src/main.tsx', 'other');
  const ended = await Promise.all(Array.from({ length: 4 }, () => buildTheater(here.root, {})));
  expect(ended).toEqual([null, null, null, null]);
  expect(here.page()).toBe('other');
  expect(isFresh(here.root)).toBe(true);
  expect(here.left()).toEqual([]);
});

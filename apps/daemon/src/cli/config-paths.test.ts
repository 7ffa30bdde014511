import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfigFile } from './config-file.ts';

let root: string;
let project: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'jury-config-')));
  project = join(root, 'project');
  mkdirSync(join(project, '.git'), { recursive: true });
  mkdirSync(join(project, 'site'));
  symlinkSync('..', join(project, 'up'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const noCode = () => Promise.reject(new Error('it is data'));

function read(config: unknown, folder = project): ReturnType<typeof readConfigFile> {
  writeFileSync(join(folder, 'jury.config.json'), JSON.stringify(config));
  return readConfigFile(folder, undefined, noCode);
}

test.each([
  ['brief', '@/etc/passwd'],
  ['brief', '@../secret'],
  ['brief', '@up/secret'],
  ['design', '/etc/passwd'],
  ['design', 'up/secret'],
  ['out', '..'],
  ['out', 'up/new/folder'],
  ['baseline', '../baseline.json'],
  ['skills', ['site', '/usr/share']],
  ['designSystems', ['up']],
])('a configuration does not lead out of the project: %s %j', async (key, value) => {
  await expect(read({ [key]: value })).rejects.toThrow(
    new RegExp(`^jury\\.config\\.json: ${key}: ".*" leads out of the project; only a flag may name`),
  );
});

test.each([
  ['out', '.git/hooks'],
  ['design', '.git/config'],
  ['brief', '@.git/config'],
])("nor into git's own folder: %s %j", async (key, value) => {
  await expect(read({ [key]: value })).rejects.toThrow(`${key}: "${value.replace('@', '')}" cannot be used`);
});

test('inside of the checkout it may lead anywhere, from a folder below its root too', async () => {
  expect(
    await read({ design: '../DESIGN.md', out: 'new/results', brief: '@b.md' }, join(project, 'site')),
  ).toMatchObject({
    design: join(project, 'DESIGN.md'),
    out: join(project, 'site/new/results'),
    brief: `@${join(project, 'site/b.md')}`,
  });
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { run as check } from '../check.ts';
import { GOOD_PAGE } from '../test/jury.ts';
import { recordingShell } from '../test/recording-shell.ts';
import { changedPages } from './changed-pages.ts';
import { mentionedKeys, nameKey } from './mentioned-files.ts';

const root = mkdtempSync(join(tmpdir(), 'jury-changed-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const FILES: Record<string, string> = {
  'site/index.html': '<link rel="stylesheet" href="css/app.css"><a href="about.html">About</a>',
  'site/about.html': '<a href="index.html">Home</a><img src="pictures/our%20pier.png">',
  'site/play.html': '<script type="module" src="play.mjs"></script>',
  'site/alone.html': '<p>Mentions nothing.',
  'site/deep/UPPER.HTML': '<p>Mentions nothing either.',
  'site/css/app.css': '@import "parts/base.css";',
  'site/css/parts/base.css': "@import url('../../../shared/tokens.css');",
  'shared/tokens.css': 'p { color: #000 }',
  'site/play.mjs': "import './rules.js';",
  'site/rules.js': 'export const rules = 1;',
  'site/pictures/our pier.png': 'not really',
  'site/DESIGN.md': '# Colours',
};

let folder = '';
let made = 0;

function git(...args: string[]): void {
  const env = { PATH: process.env.PATH ?? '', HOME: root, GIT_CONFIG_NOSYSTEM: '1' };
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: folder, env });
}

function put(name: string, content: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

beforeEach(() => {
  made += 1;
  folder = join(root, String(made));
  for (const [name, content] of Object.entries(FILES)) put(name, content);
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'base');
});

async function changed(cwd = folder): Promise<string[]> {
  const { shell } = recordingShell(cwd);
  return changedPages({ ...shell, env: { PATH: process.env.PATH ?? '', HOME: root } }, 'main');
}

test.each([
  ['nothing', () => {}, []],
  ['a page', () => put('site/alone.html', '<p>Other.'), ['site/alone.html']],
  ['a page whose ending is in capitals', () => put('site/deep/UPPER.HTML', '<p>'), ['site/deep/UPPER.HTML']],
  ['a stylesheet it names', () => put('site/css/app.css', ''), ['site/index.html']],
  ['a stylesheet imported by that', () => put('site/css/parts/base.css', ''), ['site/index.html']],
  ['one imported from there', () => put('shared/tokens.css', 'p { color: #ccc }'), ['site/index.html']],
  ['a script its script imports', () => put('site/rules.js', ''), ['site/play.html']],
  ['a picture', () => put('site/pictures/our pier.png', 'other'), ['site/about.html']],
  ['a picture that is gone', () => rmSync(join(folder, 'site/pictures/our pier.png')), ['site/about.html']],
  [
    'a page that others link to, now gone',
    () => rmSync(join(folder, 'site/index.html')),
    ['site/about.html'],
  ],
  ['a page that others link to', () => put('site/about.html', '<p>Other.'), ['site/about.html']],
  ['a file nobody mentions', () => put('site/notes.txt', 'a note'), []],
] as const)('a page is changed by all it mentions, on and on: %s', async (_what, change, pages) => {
  change();
  expect(await changed()).toEqual(pages);
});

test('a page is changed by all it mentions: also outside of the folder the user is in', async () => {
  put('shared/tokens.css', 'p { color: #ccc }');
  expect(await changed(join(folder, 'site'))).toEqual(['index.html']);
});

test('a page is changed by another DESIGN.md beside it', async () => {
  put('site/DESIGN.md', '# Other colours');
  expect(await changed()).toHaveLength(4);
  rmSync(join(folder, 'site/DESIGN.md'));
  expect(await changed()).toHaveLength(4);
});

test('--changed-since judges a page again when what its stylesheet imports has changed', async () => {
  put('site/index.html', GOOD_PAGE.replace('</head>', '<link rel="stylesheet" href="css/app.css"></head>'));
  git('commit', '-qam', 'a page in order');
  put('shared/tokens.css', 'p { color: #ddd !important }');
  const { shell, output } = recordingShell(folder);
  const env = { ...shell.env, PATH: process.env.PATH ?? '', HOME: root };
  const argv = ['site', '--changed-since', 'main', '--json', '--quiet', '--data', join(root, 'data')];
  expect(await check(argv, { ...shell, env })).toBe(1);
  expect(JSON.parse(output()).files).toMatchObject([{ file: 'site/index.html', verdict: 'fails' }]);
});

test('a name is found however it is written, and a long text is read once', () => {
  for (const text of ['href="a%20b.css"', 'url(../x/a b.css?v=1#x)', 'See b.css.', '"b.css"', 'B.CSS'])
    expect(mentionedKeys(text)).toContain(nameKey('some/a b.css'));
  expect(mentionedKeys('ab.css xb.css b.cssx')).not.toContain('b.css');
  expect(nameKey('LICENSE')).toBeNull();
  expect(mentionedKeys('a'.repeat(5_000_000)).size).toBe(0);
  expect(mentionedKeys('a.'.repeat(2_500_000)).size).toBe(0);
});

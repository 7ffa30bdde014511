import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { run as check } from '../check.ts';
import { GOOD_PAGE } from '../test/jury.ts';
import { recordingShell } from '../test/recording-shell.ts';
import { changedPages } from './changed-pages.ts';
import { mentionedKeys, nameKey, spreadChange } from './mentioned-files.ts';
import { readCheckOrder } from './order.ts';

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

test('a page is changed by all it mentions: through a stylesheet outside of the folder that is itself as it was', async () => {
  put('site/far.html', '<link rel="stylesheet" href="../assets/main.css">');
  put('assets/main.css', '@import "parts/colours.css";');
  put('assets/parts/colours.css', '@import "deep.css";');
  put('assets/parts/deep.css', 'p { color: #000 }');
  git('add', '-A');
  git('commit', '-qm', 'shared styles');
  put('assets/parts/deep.css', 'p { color: #ccc }');
  expect(await changed(join(folder, 'site'))).toEqual(['far.html']);
});

test('every page is changed by another rule that holds for all of them', async () => {
  const { shell } = recordingShell(folder);
  const env = { ...shell.env, PATH: process.env.PATH ?? '', HOME: root };
  const pagesOf = async (...more: string[]) =>
    (await readCheckOrder(['--changed-since', 'main', ...more], { ...shell, env })).plan.subjects.length;
  put('brand/DESIGN.md', '# Brand');
  put('accepted.json', '{"version":1,"files":{}}');
  git('add', '-A');
  git('commit', '-qm', 'rules');
  expect(await pagesOf('--design', 'brand/DESIGN.md', '--baseline', 'accepted.json')).toBe(0);
  put('brand/DESIGN.md', '# Other brand');
  expect(await pagesOf()).toBe(0);
  expect(await pagesOf('--design', 'brand/DESIGN.md')).toBe(5);
  git('commit', '-qam', 'brand');
  put('accepted.json', '{"version":1,"files":{"a":{"composite":null,"mustFixes":[]}}}');
  expect(await pagesOf('--baseline', 'accepted.json')).toBe(5);
  git('commit', '-qam', 'accepted');
  put('jury.config.json', '{"design":"brand/DESIGN.md"}');
  expect(await pagesOf()).toBe(5);
  git('add', '-A');
  git('commit', '-qm', 'configured');
  expect(await pagesOf()).toBe(0);
  put('brand/DESIGN.md', '# Third brand');
  expect(await pagesOf()).toBe(5);
  git('commit', '-qam', 'third');
  rmSync(join(folder, 'jury.config.json'));
  expect(await pagesOf()).toBe(5);
});

test('files of all kinds are bounded: at the limit they are read, one more is refused', async () => {
  const { shell } = recordingShell(folder);
  const own = { ...shell, env: { PATH: process.env.PATH ?? '', HOME: root } };
  // Below the folder: nine pages, stylesheets and scripts besides the shared one, a picture and a DESIGN.md.
  const texts = Object.keys(FILES).filter((name) => /\.(?:html|css|m?js)$/i.test(name)).length;
  const others = Object.keys(FILES).length - texts;
  const most = (mostFiles: number, mostOthers: number) =>
    changedPages(own, 'main', { mostFiles, mostOthers });
  expect(await most(texts, others)).toEqual([]);
  expect(await most(texts + 1, others + 1)).toEqual([]);
  await expect(most(texts - 1, others)).rejects.toThrow(`more than ${texts - 1} pages`);
  await expect(most(texts, others - 1)).rejects.toThrow(`more than ${others - 1} files`);
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

test('a long chain of files that mention each other is gone through once', () => {
  const chain = Array.from({ length: 50_000 }, (_, n) => ({
    name: `s${n}.css`,
    mentions: new Set([`s${n + 1}.css`]),
  }));
  expect(spreadChange(new Set(['s50000.css']), chain).size).toBe(50_001);
});

test('a name is found however it is written, and a long text is read once', () => {
  for (const text of ['href="a%20b.css"', 'url(../x/a b.css?v=1#x)', 'See b.css.', '"b.css"', 'B.CSS'])
    expect(mentionedKeys(text)).toContain(nameKey('some/a b.css'));
  expect(mentionedKeys('ab.css xb.css b.cssx')).not.toContain('b.css');
  for (const text of [
    'href="style&#46;css"',
    'href="style&#x2e;css"',
    'href="style&period;css"',
    '@import "st\\79le.css"',
    '@import "st\\000079 le.css"',
    'url(style\\.css)',
    "import '\\u0073tyle.css'",
    "import '\\u{73}tyle.css'",
    "import '\\x73tyle.css'",
    'src=".\\/style.css"',
    "import 'st\\\nyle.css'",
  ])
    expect(mentionedKeys(text), text).toContain('style.css');
  for (const text of ['src="img/logo"', 'src=logo>', 'url(logo)', 'href="logo?v=1"'])
    expect(mentionedKeys(text), text).toContain(nameKey('img/logo'));
  expect(mentionedKeys('Our logo is on every page.')).not.toContain('logo');
  expect(mentionedKeys('\\'.repeat(1_000_000)).size).toBe(0);
  expect(mentionedKeys('a'.repeat(5_000_000)).size).toBe(0);
  expect(mentionedKeys('a.'.repeat(2_500_000)).size).toBe(0);
});

import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { run as check } from '../check.ts';
import { run as review } from '../review.ts';
import { GOOD_PAGE } from '../test/jury.ts';
import { recordingShell } from '../test/recording-shell.ts';
import { readCheckOrder } from './order.ts';

const root = mkdtempSync(join(tmpdir(), 'jury-check-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Two texts nobody can read, on a page that is otherwise in order. */
const PALE_PAGE = GOOD_PAGE.replace('<p>High', '<p style="color:#ccc">High').replace(
  '</main>',
  '<p style="color:#ddd">Berths for guests are let by the day, from spring until the first storm.</p>\n</main>',
);

let made = 0;

function place(files: Record<string, string | Uint8Array>): string {
  made += 1;
  const folder = join(root, `place-${made}`);
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) put(folder, name, content);
  return folder;
}

function put(folder: string, name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

type Run = typeof check;

async function called(command: Run, folder: string, ...argv: string[]) {
  const { shell, output, errors } = recordingShell(folder);
  const env = { ...shell.env, PATH: process.env.PATH ?? '', HOME: folder };
  const exit = await command([...argv, '--data', join(root, 'data')], { ...shell, env });
  return { exit, output: output(), errors: errors() };
}

const ResultSchema = z.object({
  summary: z.string(),
  exit: z.int(),
  base: z.object({ changes: z.array(z.object({ file: z.string(), change: z.string() })) }).nullable(),
  files: z.array(
    z.object({
      file: z.string(),
      verdict: z.string(),
      composite: z.number().nullable(),
      noVote: z.array(z.string()),
      faults: z.array(z.object({ id: z.string(), rule: z.string(), standing: z.string(), line: z.int() })),
    }),
  ),
});

async function checked(folder: string, ...argv: string[]) {
  const { exit, output, errors } = await called(check, folder, ...argv, '--json', '--quiet');
  return { exit, errors, result: ResultSchema.parse(JSON.parse(output)) };
}

describe('jury check judges files as they lie on the disk', () => {
  test('a page with two critical faults ends with 1, and JUnit and SARIF have both', async () => {
    const folder = place({ 'page.html': PALE_PAGE });
    const { exit, result } = await checked(folder, 'page.html', '--junit', 'j.xml', '--sarif', 's.json');
    expect(exit).toBe(1);
    const [page] = result.files;
    expect(page?.faults.filter(({ rule }) => rule === 'contrast-text')).toHaveLength(2);
    const junit = readFileSync(join(folder, 'j.xml'), 'utf8');
    expect(junit.match(/<failure/g)).toHaveLength(1 + (page?.faults.length ?? 0));
    expect(readFileSync(join(folder, 's.json'), 'utf8').match(/"ruleId": "contrast-text"/g)).toHaveLength(2);
    expect(readFileSync(join(folder, 'page.html'), 'utf8')).toBe(PALE_PAGE);
    expect(existsSync(join(folder, '.jury'))).toBe(false);
  });

  test('a page in order passes; brand has no vote without a DESIGN.md and one with it', async () => {
    const folder = place({ 'page.html': GOOD_PAGE });
    const without = await checked(folder, 'page.html');
    expect(without.exit).toBe(0);
    expect(without.result.files[0]?.noVote).toEqual(['brand']);
    put(folder, 'DESIGN.md', '# Harbour\n\n## Colors\n\n- Ink: #222222\n- Paper: #ffffff\n- Sea: #0b4f8a\n');
    expect((await checked(folder, 'page.html')).result.files[0]?.noVote).toEqual([]);
  });

  test('of several files the gravest verdict is the exit, and each has its own', async () => {
    const folder = place({ 'a.html': GOOD_PAGE, 'b.html': PALE_PAGE, 'c.txt': 'hello world', 'd.html': '' });
    expect((await checked(folder, 'a.html', 'b.html')).exit).toBe(1);
    const { exit, result } = await checked(folder, 'a.html', 'b.html', 'c.txt', 'd.html');
    expect(exit).toBe(3);
    expect(result.files.map(({ verdict }) => verdict)).toEqual([
      'passes',
      'fails',
      'inconclusive',
      'inconclusive',
    ]);
    expect(result.files.map(({ composite }) => composite === null)).toEqual([false, false, true, true]);
  });

  test('suppressions and a baseline are taken as review takes them', async () => {
    const folder = place({ 'page.html': PALE_PAGE });
    const suppress = [{ audit: 'contrast-text', reason: 'a draft' }];
    put(folder, 'jury.config.json', JSON.stringify({ suppress, threshold: 5 }));
    const { exit, result } = await checked(folder, 'page.html');
    expect(exit).toBe(0);
    expect(result.files[0]?.faults.map(({ standing }) => standing)).toEqual(['suppressed', 'suppressed']);
    rmSync(join(folder, 'jury.config.json'));
    await called(check, folder, 'page.html', '--baseline', 'b.json', '--update-baseline', '--quiet');
    expect((await checked(folder, 'page.html', '--baseline', 'b.json')).exit).toBe(0);
    expect((await checked(folder, 'page.html')).exit).toBe(1);
  });

  test('what it is called with wrongly is said in a sentence', async () => {
    const folder = place({ 'page.html': GOOD_PAGE });
    expect(await called(check, folder)).toMatchObject({
      exit: 2,
      errors: expect.stringContaining('jury check page.html'),
    });
    expect((await called(check, folder, 'no.html')).exit).toBe(2);
    expect((await called(check, folder, 'page.html', '--max-rounds', '3')).exit).toBe(2);
  });
});

describe('what is named wrongly, or not at all, is told', () => {
  test('a folder is judged with every page in it, however its ending is written', async () => {
    const folder = place({
      'site/a.html': GOOD_PAGE,
      'site/NEW.HTML': PALE_PAGE,
      'site/b.Htm': GOOD_PAGE,
      'site/x.css': '',
    });
    const { exit, result } = await checked(folder, 'site');
    expect(result.files.map(({ file }) => file).sort()).toEqual([
      'site/NEW.HTML',
      'site/a.html',
      'site/b.Htm',
    ]);
    expect(exit).toBe(1);
  });

  test('--against takes a folder that is there', async () => {
    const folder = place({ 'page.html': GOOD_PAGE });
    for (const against of ['nosuch', 'page.html'])
      expect(await called(check, folder, 'page.html', '--against', against)).toMatchObject({
        exit: 2,
        errors: `jury: --against: there is no folder "${against}"; name one with the files as they were.\n`,
      });
  });

  test('a page that cannot be judged is named once, in one sentence', async () => {
    const folder = place({ 'empty.html': '' });
    const { exit, output } = await called(check, folder, 'empty.html', '--quiet');
    expect(exit).toBe(3);
    expect(output.match(/empty\.html/g)).toHaveLength(1);
    expect(output).not.toContain('..');
  });

  test('a variable that cannot be read stops the start, with 2', async () => {
    const folder = place({ 'page.html': GOOD_PAGE });
    for (const command of [check, review]) {
      const { shell, errors } = recordingShell(folder);
      const env = { ...shell.env, OD_CRITIQUE_SCORE_THRESHOLD: 'abc' };
      expect(await command(['page.html', '--data', join(root, 'data')], { ...shell, env })).toBe(2);
      expect(errors()).toContain('OD_CRITIQUE_SCORE_THRESHOLD');
    }
  });
});

function git(folder: string, ...args: string[]): string {
  const env = { PATH: process.env.PATH ?? '', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@localhost', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...who, ...args], { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' }).trim();
}

function repository(files: Record<string, string>): string {
  const folder = place(files);
  git(folder, 'init', '-q');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'base');
  return folder;
}

const SUPPRESS = JSON.stringify({ threshold: 5, suppress: [{ audit: 'contrast-text', reason: 'a draft' }] });

describe('--base reads the rules from a commit', () => {
  test('a suppression that a change brings along does not count for it, and is told', async () => {
    const folder = repository({ 'page.html': PALE_PAGE });
    put(folder, 'jury.config.json', SUPPRESS);
    expect((await checked(folder, 'page.html')).exit).toBe(0);
    const { exit, result } = await checked(folder, 'page.html', '--base', 'HEAD');
    expect(exit).toBe(1);
    expect(result.base?.changes).toEqual([{ file: 'jury.config.json', change: 'added' }]);
    expect(result.summary).toContain('this change alters jury.config.json');
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'rules');
    const merged = await checked(folder, 'page.html', '--base', 'HEAD');
    expect(merged.exit).toBe(0);
    expect(merged.result.base?.changes).toEqual([]);
  });

  test('a baseline and a DESIGN.md are those of the commit, in folders below as well', async () => {
    const design = '# Harbour\n\n## Colors\n\n- Ink: #222222\n- Paper: #ffffff\n- Sea: #0b4f8a\n';
    const folder = repository({ 'site/page.html': PALE_PAGE, 'site/DESIGN.md': design });
    await called(check, folder, 'site/page.html', '--baseline', 'b.json', '--update-baseline', '--quiet');
    rmSync(join(folder, 'site/DESIGN.md'));
    const { exit, result } = await checked(
      folder,
      'site/page.html',
      '--baseline',
      'b.json',
      '--base',
      'HEAD',
    );
    expect(exit).toBe(1);
    expect(result.files[0]?.noVote).toEqual([]);
    expect(result.base?.changes).toEqual([
      { file: 'b.json', change: 'added' },
      { file: 'site/DESIGN.md', change: 'removed' },
    ]);
  });

  test('the brief behind an @ is that of the commit, and what a change makes of it is told', async () => {
    const config = JSON.stringify({ brief: '@docs/brief.md' });
    const folder = repository({
      'page.html': GOOD_PAGE,
      'jury.config.json': config,
      'docs/brief.md': 'Say when the harbour is open.',
    });
    const { shell } = recordingShell(folder);
    const there = { ...shell, env: { ...shell.env, PATH: process.env.PATH ?? '', HOME: folder } };
    const briefNow = async (): Promise<unknown> =>
      (await readCheckOrder(['page.html', '--base', 'HEAD', '--data', join(root, 'data')], there)).plan
        .settings.brief;
    put(folder, 'docs/brief.md', 'Anything goes.');
    expect(await briefNow()).toBe('Say when the harbour is open.');
    const { result } = await checked(folder, 'page.html', '--base', 'HEAD');
    expect(result.base?.changes).toEqual([{ file: 'docs/brief.md', change: 'changed' }]);
    rmSync(join(folder, 'docs'), { recursive: true });
    expect(await briefNow()).toBe('Say when the harbour is open.');
    put(folder, 'new.md', 'Anything goes.');
    const given = await checked(folder, 'page.html', '--base', 'HEAD', '--brief', '@new.md');
    expect(given.result.base?.changes).toEqual([{ file: 'new.md', change: 'added' }]);
  });

  test('a folder that a change replaces by a link does not choose other rules of the commit', async () => {
    const folder = repository({
      'page.html': PALE_PAGE,
      'rules/jury.config.json': JSON.stringify({ threshold: 7 }),
      'loose/jury.config.json': SUPPRESS,
    });
    const asked = ['page.html', '--config', 'rules/jury.config.json', '--base', 'HEAD'];
    expect((await checked(folder, ...asked)).exit).toBe(1);
    rmSync(join(folder, 'rules'), { recursive: true });
    symlinkSync('loose', join(folder, 'rules'));
    const { exit, result } = await checked(folder, ...asked);
    expect(exit).toBe(1);
    expect(result.base?.changes).toEqual([{ file: 'rules/jury.config.json', change: 'changed' }]);
  });

  test.each([
    ['a link', 'jury.config.json', [], 'jury.config.json" is a link in HEAD'],
    ['a file behind a link', 'rules', ['--config', 'rules/strict.json'], '"rules" is a link in HEAD'],
  ])('%s in the commit is refused, not taken for a rule that is new', async (_name, link, flags, words) => {
    const folder = place({ 'page.html': PALE_PAGE, 'kept/strict.json': JSON.stringify({ threshold: 9 }) });
    symlinkSync(link === 'rules' ? 'kept' : 'kept/strict.json', join(folder, link));
    git(folder, 'init', '-q');
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'base');
    rmSync(join(folder, link));
    expect(await called(check, folder, 'page.html', ...flags, '--base', 'HEAD')).toMatchObject({
      exit: 2,
      errors: expect.stringContaining(words),
    });
  });

  test('a program of the change is never run, and one of the commit is refused', async () => {
    const folder = repository({ 'page.html': GOOD_PAGE });
    const ran = join(folder, 'ran');
    put(
      folder,
      'jury.config.ts',
      `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(ran)}, '');\nexport default {};\n`,
    );
    const { exit, result } = await checked(folder, 'page.html', '--base', 'HEAD');
    expect(exit).toBe(0);
    expect(result.base?.changes).toEqual([{ file: 'jury.config.ts', change: 'added' }]);
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'program');
    const refused = await called(check, folder, 'page.html', '--base', 'HEAD');
    expect(refused).toMatchObject({ exit: 2, errors: expect.stringContaining('runs no program') });
    expect(existsSync(ran)).toBe(false);
  });

  test.each([
    ['an unknown name', 'origin/nowhere', /no commit "origin\/nowhere" here/],
    ['an option', '--output=x', /takes a commit|ambiguous|needs|argument/],
    ['nothing', '', /takes a commit/],
    ['a tree', 'HEAD^{tree}', /no commit/],
  ])('%s is refused in a sentence', async (_name, ref, sentence) => {
    const folder = repository({ 'page.html': GOOD_PAGE });
    const { exit, errors } = await called(check, folder, 'page.html', `--base=${ref}`);
    expect(exit).toBe(2);
    expect(errors).toMatch(sentence);
  });

  test('a shallow clone without the commit, and a folder without a repository, say what to do', async () => {
    const origin = repository({ 'page.html': GOOD_PAGE });
    const first = git(origin, 'rev-parse', 'HEAD');
    put(origin, 'page.html', PALE_PAGE);
    git(origin, 'commit', '-qam', 'pale');
    const clone = join(root, 'shallow');
    git(root, 'clone', '-q', '--depth', '1', `file://${origin}`, clone);
    expect(await called(check, clone, 'page.html', '--base', first)).toMatchObject({
      exit: 2,
      errors: expect.stringContaining('shallow'),
    });
    const outside = place({ 'page.html': GOOD_PAGE });
    expect(await called(check, outside, 'page.html', '--base', 'HEAD')).toMatchObject({
      exit: 2,
      errors: expect.stringContaining('needs a git repository'),
    });
  });
});

describe('jury review tells the file as given and its copy apart', () => {
  test('in the first line, in JSON, JUnit and SARIF', async () => {
    const folder = place({ 'page.html': PALE_PAGE });
    const text = await called(
      review,
      folder,
      'page.html',
      '--quiet',
      '--junit',
      'j.xml',
      '--sarif',
      's.json',
    );
    expect(text.exit).toBe(0);
    const [first = ''] = text.output.split('\nSHIPPED');
    expect(first.replaceAll('\n', ' ')).toMatch(
      /^The file as given does not pass \(\d\.\d\d, 2 must-fixes\); the improved copy passes \(\d+\.\d\d\)\.$/,
    );
    const junit = readFileSync(join(folder, 'j.xml'), 'utf8');
    expect(junit.split('\n')[1]).toContain('The file as given does not pass');
    expect(junit).toMatch(/<testsuite name="page.html \(as given\)" tests="6" failures="2"/);
    expect(junit).toMatch(/<testsuite name="page.html \(improved copy\)" tests="6" failures="0"/);
    const sarif = readFileSync(join(folder, 's.json'), 'utf8');
    expect(sarif).toContain('The file as given does not pass');
    expect(sarif).toContain('In the file as given: Text #');
    const { output } = await called(review, folder, 'page.html', '--quiet', '--json');
    expect(output.split('\n')[1]).toContain('The file as given does not pass');
    expect(JSON.parse(output)).toMatchObject({
      status: 'shipped',
      given: { composite: expect.any(Number), mustFix: 2, ships: false },
    });
  });

  test('--apply takes the copy whole; what it does not change keeps its bytes', async () => {
    const latin = Buffer.from(
      PALE_PAGE.replace('utf-8', 'iso-8859-1').replace('High', 'Frühflut: high').replaceAll('\n', '\r\n'),
      'latin1',
    );
    const folder = place({ 'page.html': latin });
    const { exit, output } = await called(review, folder, 'page.html', '--quiet', '--apply');
    expect(exit).toBe(0);
    expect(output).toContain('page.html is now the improved copy.');
    const after = readFileSync(join(folder, 'page.html')).toString('latin1');
    expect(after).toContain('Frühflut');
    expect(after.match(/(?<!\r)\n/g)).toBeNull();
    const lines = new Set(after.split('\r\n'));
    const lost = latin
      .toString('latin1')
      .split('\r\n')
      .filter((line) => !lines.has(line));
    expect(lost.every((line) => line.includes('style="color'))).toBe(true);
    expect((await checked(folder, 'page.html')).exit).toBe(0);
  });

  test('--apply with an id changes that place alone, and the file then has no verdict yet', async () => {
    const folder = place({ 'page.html': PALE_PAGE });
    const { result } = await checked(folder, 'page.html');
    const ids = result.files[0]?.faults.map(({ id }) => id) ?? [];
    const { exit } = await called(review, folder, 'page.html', '--quiet', '--apply', ids[1] ?? '');
    expect(exit).toBe(3);
    const after = readFileSync(join(folder, 'page.html'), 'utf8');
    expect(after).toContain('style="color:#ccc"');
    expect(after).not.toContain('color:#ddd');
    expect((await checked(folder, 'page.html')).result.files[0]?.faults.map(({ id }) => id)).toEqual([
      ids[0],
    ]);
    const again = await called(review, folder, 'page.html', '--quiet', '--apply', ids[1] ?? '');
    expect(again).toMatchObject({ exit: 2, errors: expect.stringContaining('is not found in page.html') });
  });

  test('--apply writes nothing into a file that changed, or whose bytes it could not keep', async () => {
    const { applyTo } = await import('../review/apply.ts');
    const folder = place({ 'page.html': `${PALE_PAGE}<!-- new -->` });
    const { shell } = recordingShell(folder);
    const subject = { path: join(folder, 'page.html'), name: 'page.html', mime: 'text/html' as const };
    const input = { subject, before: PALE_PAGE, after: GOOD_PAGE, design: null, brief: null };
    await expect(applyTo({ kind: 'whole' }, input, shell)).rejects.toThrow('has changed since it was judged');
    const broken = Buffer.concat([Buffer.from(PALE_PAGE), Buffer.from([0xe4, 0x0a])]);
    put(folder, 'page.html', broken);
    const before = broken.toString('utf8');
    await expect(applyTo({ kind: 'whole' }, { ...input, before }, shell)).rejects.toThrow(
      'nothing was written',
    );
    expect(readFileSync(subject.path)).toEqual(broken);
  });
});

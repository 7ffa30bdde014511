/** What `jury init` writes, and that it writes over nothing. */
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
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { run as check } from './check.ts';
import { run } from './init.ts';
import { GOOD_PAGE } from './test/jury.ts';
import { recordingShell } from './test/recording-shell.ts';

const root = mkdtempSync(join(tmpdir(), 'jury-init-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let made = 0;

function project(files: Record<string, string> = {}): string {
  made += 1;
  const folder = join(root, `project-${made}`);
  mkdirSync(join(folder, '.git'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function init(folder: string, argv: string[], answers: readonly string[] | null = null) {
  const { shell, output, errors } = recordingShell(folder, {}, answers);
  const exit = await run([...argv, '--data', join(root, 'data')], shell);
  return { exit, output: output(), errors: errors() };
}

const POOR_PAGE = GOOD_PAGE.replace('<p>High', '<p style="color:#ccc">High');
const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

test('--yes writes configuration, baseline, CI file and instructions, and the next check passes', async () => {
  const folder = project({ 'page.html': POOR_PAGE });
  const { exit, output } = await init(folder, ['--yes', '--agent', 'claude', '--agent', 'cursor']);
  expect(exit).toBe(0);
  expect(output).toContain("check '**/*.html'");
  expect(JSON.parse(read(folder, 'jury.config.json'))).toMatchObject({ baseline: 'jury.baseline.json' });
  expect(JSON.parse(read(folder, 'jury.baseline.json')).files['page.html'].mustFixes).toHaveLength(1);
  const workflow = parse(read(folder, '.github/workflows/design-jury.yml'));
  expect(workflow.permissions).toEqual({ contents: 'read' });
  expect(workflow.jobs.check.steps.at(-1).run).toContain("check '**/*.html' --junit jury.xml");
  // `npx` would take the registry of the checkout's .npmrc, and the program of its node_modules.
  expect(workflow.jobs.check.steps.at(-1).run).not.toContain('npx');
  expect(workflow.jobs.check.steps.at(-1).run.split('\n')[0]).toMatch(
    /^npm install --prefix "\$RUNNER_TEMP\/design-jury" --ignore-scripts /,
  );
  expect(read(folder, 'CLAUDE.md')).toContain("npx design-jury check '**/*.html'");
  expect(read(folder, '.cursor/rules/design-jury.mdc')).toMatch(/^---\n[\s\S]*globs: /);
  const { shell } = recordingShell(folder);
  expect(await check(['page.html', '--data', join(root, 'data')], shell)).toBe(0);
});

test('never writes over what is there, not even through a link to nothing, and shows what belongs into it', async () => {
  const kept = { 'jury.config.json': '{}', 'AGENTS.md': 'ours', '.gitlab-ci.yml': 'stages: []' };
  const folder = project({ ...kept, 'page.html': GOOD_PAGE });
  symlinkSync(join(root, 'elsewhere.json'), join(folder, 'jury.baseline.json'));
  const { exit, output } = await init(folder, ['--yes', '--agent', 'codex']);
  expect(exit).toBe(0);
  for (const [name, text] of Object.entries(kept)) expect(read(folder, name)).toBe(text);
  expect(existsSync(join(root, 'elsewhere.json'))).toBe(false);
  expect(output).toContain('AGENTS.md is yours and was left alone');
  expect(output).toContain('image: node:24');
});

test('asks at a terminal, and takes an empty answer as what it proposes', async () => {
  const folder = project();
  const { exit, errors, output } = await init(folder, [], ['site/', 'none', 'gemini', '']);
  expect(exit).toBe(0);
  expect(errors).toContain('Which pages are to be checked? [**/*.html]');
  expect(errors).toContain('A file for CI (github, gitlab, none)? [github]');
  expect(output).toContain('No page was found yet');
  expect(read(folder, 'GEMINI.md')).toContain('npx design-jury check site/');
  expect(existsSync(join(folder, '.github'))).toBe(false);
});

test('asks nobody where nobody types', async () => {
  const folder = project();
  const { exit, errors } = await init(folder, ['--json']);
  expect({ exit, errors }).toEqual({ exit: 0, errors: '' });
  expect(existsSync(join(folder, '.github/workflows/design-jury.yml'))).toBe(true);
});

test.each([
  [['--agent', 'cladue'], 'Did you mean "claude"?'],
  [['--ci', 'jenkins'], '--ci is "jenkins"; it takes github, gitlab, none.'],
  [['--pages', "a'; rm -rf ~"], '--pages is'],
  [['--pages', 'a\nb'], '--pages is'],
  [['page.html'], 'init takes no "page.html"'],
])('refuses %j, and writes nothing', async (argv, message) => {
  const folder = project();
  const { exit, errors } = await init(folder, ['--yes', ...argv]);
  expect(exit).toBe(2);
  expect(errors).toContain(message);
  expect(existsSync(join(folder, 'jury.config.json'))).toBe(false);
});

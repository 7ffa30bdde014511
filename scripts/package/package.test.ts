/** The published package as a newcomer meets it: packed, installed from an empty cache into a folder outside any clone, and used. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testBrowser } from '../../apps/daemon/src/measure/test/chromium.ts';
import { ROOT } from '../files.ts';
import { machinePace } from '../machine-pace.ts';
import { buildPackage } from './build.ts';
import { docExamples } from './doc-examples.ts';
import { bytesBelow, type Ended, fromRegistry, npm, start } from './newcomer.ts';

const OLDER = ['22.13.0', '24.21.0'];
const PLAYWRIGHT = '1.65.0';
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const MB = 1_000_000;
const folder = mkdtempSync(join(tmpdir(), 'jury-package-'));
const cache = join(folder, 'cache');
const project = join(folder, 'project');
const LONG = { timeout: 300_000 * machinePace() };
let tarball = '';
let installMs = 0;

function node(program: string, args: readonly string[], cwd = project): Promise<Ended> {
  return start(program, args, cwd, join(folder, 'home'));
}

function jury(program: string, ...args: string[]): Promise<Ended> {
  return node(program, [join(project, 'node_modules/.bin/design-jury'), ...args]);
}

/** A page whose content is made by its script, with a picture that has no words. */
const BUILT_PAGE = `<!doctype html><html lang="en"><head><title>Tides of the harbour</title></head><body><script>
document.body.innerHTML = '<main><h1>Tides of the harbour</h1><p>High water is at nine in the morning today.</p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></main>';
</script></body></html>`;

beforeAll(async () => {
  const built = join(folder, 'built');
  await buildPackage(built);
  mkdirSync(project);
  for (const name of ['landing.html', 'good.html']) cpSync(join(ROOT, 'examples', name), join(project, name));
  writeFileSync(
    join(project, 'plan.md'),
    '# Plan\n\n## Step 1: do it\n\n- Files: a.md\n- Verify: test -f a.md\n\n## Step B: more, after step 1\n',
  );
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  for (const { file, code } of docExamples()) writeFileSync(join(project, file), code);
  tarball = join(folder, npm(['pack', built, '--silent'], folder, cache).trim());
  const started = performance.now();
  npm(['install', tarball], project, cache);
  installMs = performance.now() - started;
}, 600_000 * machinePace());

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the published package', () => {
  test('is at most 5 MB packed and 120 MB installed', () => {
    const [packed, installed] = [statSync(tarball).size, bytesBelow(join(project, 'node_modules'))];
    console.log(
      `package: ${(packed / MB).toFixed(1)} MB packed, ${(installed / MB).toFixed(1)} MB installed in ${(installMs / 1000).toFixed(1)} s`,
    );
    expect(packed).toBeLessThanOrEqual(5 * MB);
    expect(installed).toBeLessThanOrEqual(120 * MB);
  });

  test('gives the verdict that the clone gives', async () => {
    const published = await jury(process.execPath, 'check', 'landing.html', '--json');
    const clone = spawnSync(join(ROOT, 'jury'), ['check', 'landing.html', '--json'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(published.status).toBe(1);
    const verdict = (text: string) => {
      const { files } = JSON.parse(text);
      return files.map(({ composite, mustFix }: Record<string, unknown>) => ({ composite, mustFix }));
    };
    expect(verdict(published.stdout)).toEqual(verdict(clone.stdout));
  });

  test('names what it leaves out with the command that adds it, and itself as it was called', async ({
    skip,
  }) => {
    if ((await testBrowser()) === null)
      skip('without a browser program that one is asked for first, and none could be installed');
    const { stdout, stderr } = await jury(process.execPath, 'check', 'landing.html', '--browser', 'always');
    expect(stdout + stderr).toMatch(/npm install playwright-core axe-core/);
    const mistyped = await jury(process.execPath, 'chekc', 'landing.html');
    expect(mistyped.stderr).toMatch(/Did you mean "check"\? See design-jury --help/);
  });

  test.concurrent.for(OLDER)(
    'gives a verdict and a better page on Node %s',
    LONG,
    async (version, context) => {
      const name = `node-${process.platform}-${process.arch}`;
      const place = fromRegistry(name, version, cache);
      if (place === null)
        return context.skip(`Node ${version} could not be downloaded from the npm registry`);
      const program = join(place, name, 'bin/node');
      const out = join(folder, version);
      const { status, stdout, stderr } = await jury(program, 'review', 'landing.html', '--out', out);
      context.expect(stderr).not.toMatch(/Warning/);
      context
        .expect({ status, stdout })
        .toMatchObject({ status: 0, stdout: expect.stringContaining('SHIPPED') });
      // Other modules, with patterns that not every Node can read.
      const plan = await jury(program, 'plan-check', 'plan.md');
      context.expect(plan.stderr).not.toMatch(/internal error/);
      context.expect(plan.stdout).toContain('plan gate:');
    },
  );
});

describe('the library, in a project outside of the workspace', () => {
  test('does what each example of docs/library.md says it prints', LONG, async () => {
    const examples = docExamples().filter(({ prints }) => prints !== null);
    expect(examples.length).toBeGreaterThanOrEqual(5);
    const all = examples.map(({ file }) => `console.log('== ${file}'); await import('./${file}');`);
    writeFileSync(join(project, 'all.mjs'), all.join('\n'));
    const { status, stdout, stderr } = await node(process.execPath, ['all.mjs']);
    expect(stdout).toBe(examples.map(({ file, prints }) => `== ${file}\n${prints}`).join(''));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test('is typed: right calls compile, and a wrong one does not', LONG, async () => {
    link(join(ROOT, 'node_modules/vitest'), join(project, 'node_modules/vitest'));
    writeFileSync(join(project, 'typed.ts'), TYPED);
    const args = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'esnext',
      '--skipLibCheck',
      'typed.ts',
    ];
    const { status, stdout } = await node(process.execPath, [TSC, ...args]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });

  test('passes and refuses pages as a matcher of vitest', LONG, async () => {
    link(join(ROOT, 'node_modules/vitest'), join(project, 'node_modules/vitest'));
    const runner = join(project, 'node_modules/vitest/vitest.mjs');
    // A first check in a new process, on a machine that may be busy.
    const patience = `--testTimeout=${60_000 * machinePace()}`;
    const { status, stdout, stderr } = await node(process.execPath, [runner, 'run', 'page.test', patience]);
    expect(stdout + stderr).toMatch(/Tests {2}2 passed/);
    expect(status).toBe(0);
  });

  test('judges the page as it is rendered, as a fixture of Playwright', LONG, async (context) => {
    const browser = await testBrowser();
    const runner = fromRegistry('@playwright/test', PLAYWRIGHT, cache);
    if (browser === null || runner === null)
      return context.skip('Chromium or @playwright/test is not installed and could not be downloaded');
    const rendered = join(folder, 'rendered');
    const packages = join(rendered, 'node_modules');
    mkdirSync(packages, { recursive: true });
    // A copy: what it imports is looked for from here, where no browser package is.
    cpSync(join(project, 'node_modules/design-jury'), join(packages, 'design-jury'), { recursive: true });
    link(join(project, 'node_modules/tailwindcss'), join(packages, 'tailwindcss'));
    link(join(runner, '@playwright'), join(packages, '@playwright'));
    cpSync(join(project, 'page.spec.mjs'), join(rendered, 'page.spec.mjs'));
    writeFileSync(join(rendered, 'built.html'), BUILT_PAGE);
    const launchOptions = { executablePath: browser.executablePath, args: browser.args };
    const config = { testDir: '.', reporter: 'line', workers: 1, use: { launchOptions } };
    writeFileSync(join(rendered, 'playwright.config.mjs'), `export default ${JSON.stringify(config)};`);
    const cli = join(runner, '@playwright/test/cli.js');
    const { status, stdout, stderr } = await node(process.execPath, [cli, 'test'], rendered);
    expect(stdout + stderr).toMatch(/1 passed/);
    expect(status).toBe(0);
  });
});

const TYPED = `import { check, openJury, type CheckReport } from 'design-jury';
import { expect } from 'vitest';
import { toPassJury } from 'design-jury/vitest';
import { juryFixtures, type RenderedJury } from 'design-jury/playwright';
const report: CheckReport = await check('/page.html', { level: 'AAA' });
const first: number | undefined = report.files[0]?.faults[0]?.line;
await using jury = await openJury();
for await (const { type } of jury.review({ content: '<p>Text</p>' })) type.startsWith('critique.');
expect.extend({ toPassJury });
await expect('page.html').toPassJury({ threshold: 9 });
const use = async (opened: RenderedJury) => void opened;
void juryFixtures.jury[0]({}, use);
// @ts-expect-error there is no level A
void check('/page.html', { level: 'A' });
void first;
`;

function link(from: string, to: string): void {
  rmSync(to, { force: true });
  symlinkSync(from, to);
}

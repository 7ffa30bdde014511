/**
 * `npm run compare:others`: examples/landing.html in our report and Theater, in Lighthouse's report and in promptfoo's
 * view, each as its first screen in docs/images/compare. The other two are installed in a folder that is thrown away;
 * no project of theirs is a dependency of ours. docs/compare.md says what is to be seen, and is written by hand.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { buildWeb } from './build-web.ts';
import { ensurePackage } from './debian-packages.mjs';
import { ROOT } from './files.ts';
import { type Newcomer, newcomer } from './walkthroughs/newcomer.ts';

const OTHERS = ['lighthouse@12.8.2', 'promptfoo@0.121.20'];
const PICTURES = join(ROOT, 'docs/images/compare');
const PAGE = 'examples/landing.html';
/** What somebody would write who wants the same faults to be found: promptfoo finds what it is told to look for. */
const ASSERTIONS = `description: The landing page of Fjordlog
providers: [echo]
prompts: [file://page.txt]
tests:
  - { description: says which language it is in, assert: [{ type: regex, value: '<html[^>]+lang=' }] }
  - { description: has one main, assert: [{ type: contains, value: '<main' }] }
  - { description: has no word twice, assert: [{ type: not-regex, value: '\\b(the) \\1\\b' }] }
  - { description: has no note left in a comment, assert: [{ type: not-icontains, value: TODO }] }
  - { description: does not block zoom, assert: [{ type: not-contains, value: user-scalable=no }] }
  - { description: has one h1, assert: [{ type: javascript, value: '(output.match(/<h1/g) || []).length === 1' }] }
`;

/** Nothing is sent anywhere, and nothing of this machine's is read. */
function environment(folder: string): NodeJS.ProcessEnv {
  return {
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: folder,
    CHROME_PATH: ensurePackage('chromium', 'chromium'),
    PROMPTFOO_CONFIG_DIR: join(folder, 'promptfoo'),
    PROMPTFOO_DISABLE_TELEMETRY: '1',
    PROMPTFOO_DISABLE_UPDATE: '1',
    PROMPTFOO_DISABLE_REMOTE_GENERATION: '1',
  };
}

function run(folder: string, env: NodeJS.ProcessEnv, command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' });
  // promptfoo ends with 100 when an assertion fails.
  if (status !== 0 && status !== 100) throw new Error(`${command} ended with ${status}: ${stderr}`);
}

async function keep(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: 'disabled' });
}

async function ours(here: Newcomer): Promise<void> {
  const { screen } = await here.type(`./jury review ${PAGE}`);
  const report = /^ {2}report +(\S+)$/m.exec(screen)?.[1] ?? '';
  const page = await here.browser();
  await page.goto(`file://${join(here.folder, report)}`);
  await keep(page, 'report');
  const { entryUrl } = await here.serve('./jury serve --port 0');
  await page.goto(entryUrl);
  await page
    .getByRole('complementary', { name: 'First steps' })
    .getByRole('button', { name: 'Skip' })
    .click();
  await page.locator('input[type=file]').first().setInputFiles(join(here.folder, PAGE));
  await page.getByText('landing.html').first().waitFor();
  await page.getByRole('button', { name: 'Convene the jury' }).click();
  await page.locator('.theater[data-phase="shipped"]').waitFor();
  await page.getByRole('link', { name: 'Report' }).waitFor();
  await page.locator('.floating').waitFor({ state: 'detached' });
  await keep(page, 'theater');
}

async function lighthouse(here: Newcomer, folder: string): Promise<void> {
  const html = readFileSync(join(ROOT, PAGE));
  const server = createServer(({ url }, response) => {
    if (url === '/landing.html') response.setHeader('Content-Type', 'text/html').end(html);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const child = spawn(
    'node_modules/.bin/lighthouse',
    [
      `http://127.0.0.1:${port}/landing.html`,
      '--output=html',
      '--output=json',
      '--output-path=./lighthouse',
      '--quiet',
      '--no-enable-error-reporting',
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { cwd: folder, env: environment(folder), stdio: 'inherit' },
  );
  await ended(child);
  server.close();
  const { categories } = JSON.parse(readFileSync(join(folder, 'lighthouse.report.json'), 'utf8')) as {
    categories: Record<string, { title: string; score: number }>;
  };
  for (const { title, score } of Object.values(categories)) console.log(`lighthouse: ${title} ${score}`);
  const page = await here.browser();
  await page.goto(`file://${join(folder, 'lighthouse.report.html')}`);
  // Its gauges are drawn by animations.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  await keep(page, 'lighthouse');
}

async function promptfoo(here: Newcomer, folder: string): Promise<void> {
  copyFileSync(join(ROOT, PAGE), join(folder, 'page.txt'));
  writeFileSync(join(folder, 'promptfooconfig.yaml'), ASSERTIONS);
  run(folder, environment(folder), 'node_modules/.bin/promptfoo', 'eval', '--no-progress-bar');
  const port = 15_000 + (process.pid % 10_000);
  const view = spawn('node_modules/.bin/promptfoo', ['view', '--no', '--port', String(port)], {
    cwd: folder,
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise<void>((resolve) =>
      view.stdout.on('data', (text: Buffer) => {
        if (text.includes('running at')) resolve();
      }),
    );
    const page = await here.browser();
    await page.goto(`http://localhost:${port}/eval`);
    await page.getByText('% passing').first().waitFor();
    await keep(page, 'promptfoo');
  } finally {
    view.kill();
    await ended(view);
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.on('close', () => resolve());
  });
}

const problems = await buildWeb();
if (problems.length > 0) throw new Error(problems.join('\n'));
const folder = mkdtempSync(join(tmpdir(), 'jury-others-'));
mkdirSync(PICTURES, { recursive: true });
try {
  await using here = await newcomer();
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  // With the registry and the proxy that this machine has.
  run(folder, process.env, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', ...OTHERS);
  await ours(here);
  await lighthouse(here, folder);
  await promptfoo(here, folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

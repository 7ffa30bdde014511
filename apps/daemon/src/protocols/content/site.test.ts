import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { findBrowser, noBrowser } from '../../measure/browser/find.ts';
import { startDaemon } from '../../routes/test/daemon.ts';
import { brandKit } from '../../skills/brand-kit.ts';
import { assembleSiteFiles, landingCopy } from './site/assemble.ts';
import { designBrand, designTextOf } from './site/brand.ts';
import { deploySite } from './site/deployment.ts';
import { validateCode } from './site/validate.ts';
import { openStage } from './test/stage.ts';
import { tidewatchDocs } from './test/tidewatch.ts';

const env = { PATH: process.env.PATH };
const DESIGN = await designTextOf({ dataDir: tmpdir(), env, cwd: tmpdir(), named: null });
const KIT = brandKit(DESIGN);
const OFFLINE = {
  designer: null,
  brandFallback: 'fail',
  signal: new AbortController().signal,
  work: {},
  keep: async () => undefined,
} as const;
const COPY =
  '---\ntitle: T\ndescription: D\n---\n# Approved\n\nLead.\n\n[Go](#start)\n\n## Start\n\n[Go](mailto:a@b.example)\n';

test('the brand is visuals and voice only; its copy is optional', () => {
  const brand = designBrand(tidewatchDocs(), KIT);
  expect(brand).toMatchObject({ siteName: 'Tidewatch', tagline: 'tide and surge alerts for small harbours' });
  expect(brand.colors.primary).toMatch(/^#[0-9a-f]{6}$/i);
  expect([brand.landingPage, brand.seoDescription]).toEqual([undefined, undefined]);
});

test('approved copy wins over the brand’s own; without both nothing is made', () => {
  const brand = designBrand(tidewatchDocs(), KIT);
  const own = { ...brand, ...landingCopy(COPY.replace('Approved', 'Own')) };
  const page = (files: ReturnType<typeof assembleSiteFiles>) => files[0]?.text ?? '';
  expect(page(assembleSiteFiles(own, landingCopy(COPY)))).toContain('<h1>Approved</h1>');
  expect(page(assembleSiteFiles(own, null))).toContain('<h1>Own</h1>');
  expect(() => assembleSiteFiles(brand, null)).toThrow('there is no copy for the site');
});

test.each([
  ['en', 'The tide is rising', 'We write to you when the water is high and the boats are in your harbour.'],
  [
    'de',
    'Die Flut kommt',
    'Wir sagen Ihnen, wann das Wasser steigt und der Hafen nicht mehr sicher ist. Das Boot und die Leine sind mit der Uhr verbunden.',
  ],
  ['ja', '潮が満ちるとき', 'この港の水位が上がる前に、あなたにお知らせします。'],
  ['und', 'Когда приходит вода', 'Мы сообщим вам, когда вода поднимется.'],
])('the page says that it is written in %s when its text is', async (lang, title, text) => {
  const draft = `---\ntitle: ${title}\ndescription: ${title}\n---\n\n# ${title}\n\n${text}\n`;
  const [page] = assembleSiteFiles(designBrand(tidewatchDocs(), KIT), landingCopy(draft));
  expect(page?.text).toContain(`<html lang="${lang}">`);
  expect(page?.text.match(/<a class="skip"[^>]*>/)?.[0].includes('lang="en"')).toBe(lang === 'und');
});

test('nothing of a hostile draft reaches the page as markup', async () => {
  const brand = designBrand({ positioning: '- Product: <script>alert(1)</script>' }, KIT);
  const draft = `---\ntitle: "</title><script>1</script>"\n---\n# <img src=x onerror=alert(1)>\n\n<script>alert(2)</script>\n\n[go](javascript:alert(3))\n\n- <b>x</b>\n\n## A "quoted" <i>\n\ntext`;
  const [page] = assembleSiteFiles(brand, landingCopy(draft));
  expect(page?.text).not.toMatch(/<script|<img|javascript:|<b>|<i>/);
  expect(
    await validateCode([page ?? { path: 'index.html', text: '' }, { path: 'style.css', text: '' }]),
  ).toEqual([]);
});

test('a link that leads nowhere and broken markup keep a site back', async () => {
  const bad =
    '<!DOCTYPE html><html lang="en"><head><title>x</title></head><body><a href="#gone">a</a><p></div></body></html>';
  const problems = await validateCode([{ path: 'index.html', text: bad }]);
  expect(problems.join('\n')).toContain('the link "#gone" leads nowhere');
  expect(problems.length).toBeGreaterThan(1);
});

test('an idea becomes a commit, pushed to a remote, and a page of the daemon that passes axe in Chromium', async ({
  skip,
}) => {
  const stage = await openStage();
  const { runId, result } = await stage.play({
    ideaId: 'tidewatch',
    contentType: 'website',
    agent: 'grounded',
  });
  expect(result.status).toBe('approved');
  const remote = mkdtempSync(join(tmpdir(), 'jury-remote-'));
  onTestFinished(() => rmSync(remote, { recursive: true, force: true }));
  execFileSync('git', ['init', '--quiet', '--bare', remote]);
  const order = {
    slug: 'tidewatch',
    dataDir: stage.folder,
    docs: tidewatchDocs(),
    design: DESIGN,
    approved: (await stage.service.store.approved(runId))?.content ?? null,
    target: { kind: 'serve' } as const,
    remote,
    hook: 'cp index.html "$SITE_FOLDER/../hooked.html"',
    env: { ...env, HOME: stage.folder },
    ...OFFLINE,
  };
  const site = await deploySite(order);
  if (!site.ok) throw new Error(site.message);
  const pushed = execFileSync('git', ['-C', remote, 'rev-parse', 'main'], { encoding: 'utf8' }).trim();
  expect(pushed).toBe(site.commit);
  expect(execFileSync('git', ['-C', remote, 'show', 'main:index.html'], { encoding: 'utf8' })).toContain(
    'Tide alert',
  );
  expect(readFileSync(join(stage.folder, 'sites/tidewatch/hooked.html'), 'utf8')).toContain('Tide alert');
  // The same copy again is the same commit.
  expect(await deploySite(order)).toMatchObject({ ok: true, commit: site.commit });

  const daemon = await startDaemon({ dataDir: stage.folder });
  const url = `http://127.0.0.1:${daemon.port}/sites/tidewatch/`;
  const served = await fetch(url);
  expect(served.headers.get('content-security-policy')).toContain("default-src 'none'");
  const style = await (await fetch(`${url}style.css`)).text();
  const files = [
    { path: 'index.html', text: await served.text() },
    { path: 'style.css', text: style },
  ];
  expect(await validateCode(files)).toEqual([]);
  for (const path of ['..%2f..%2fjury.db', 'repository', '.git', 'index.html%00'])
    expect((await fetch(`${url}${path}`)).status).toBe(404);

  const found = await findBrowser({ env: process.env });
  if (found === null) return skip(noBrowser(process.env));
  const browser = await chromium.launch({ executablePath: found.executablePath, args: found.args });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) refused.push(message.text());
  });
  await page.goto(url);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(
    'rgba(0, 0, 0, 0)',
  );
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }> };
    };
    const result = await checker.run();
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`);
  });
  expect(violations).toEqual([]);
  expect(refused).toEqual([]);
});

test('a hook that fails and a remote that is none are told by their step', async () => {
  const stage = await openStage();
  const order = {
    slug: 'tidewatch',
    dataDir: stage.folder,
    docs: tidewatchDocs(),
    design: DESIGN,
    approved: COPY,
    target: { kind: 'folder', path: join(stage.folder, 'out') } as const,
    remote: null,
    hook: null,
    env: { ...env, HOME: stage.folder, OD_BROWSER: '/nonexistent' },
    ...OFFLINE,
  };
  expect(await deploySite({ ...order, hook: 'exit 7' })).toMatchObject({ ok: false, step: 'deploy' });
  expect(await deploySite({ ...order, remote: 'ext::sh -c true' })).toMatchObject({
    ok: false,
    step: 'push_files',
  });
  expect(await deploySite(order)).toMatchObject({ ok: true, place: join(stage.folder, 'out') });

  // Neither is kept or told with the login it may carry.
  execFileSync('git', ['init', '--quiet', '--bare', join(stage.folder, 'remote.git')]);
  const told: string[] = [];
  const keep = async (step: string, detail: string | null): Promise<void> => {
    told.push(`${step}: ${detail}`);
  };
  const remote = `file://me:s3cr3t@localhost${join(stage.folder, 'remote.git')}`;
  const site = await deploySite({ ...order, remote, hook: 'KEY=s3cr3t; exit 7', keep });
  expect(site).toMatchObject({ step: 'deploy', message: expect.stringContaining('ended with code 7') });
  expect(told).toContain(`push_files: file://localhost${join(stage.folder, 'remote.git')}`);
  expect(JSON.stringify([site, told])).not.toContain('s3cr3t');
});

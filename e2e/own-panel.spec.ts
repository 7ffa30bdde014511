/** The Theater's own pages, as a browser has rendered them, before our own panel: what we ask of others, we hold ourselves to. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartGivenRequestSchema } from '@design-jury/contracts/given';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { POOR_PAGE, place } from '../apps/daemon/src/cli/test/jury.ts';
import { startGiven } from '../apps/daemon/src/protocols/given/start.ts';
import type { CheckResult } from '../apps/daemon/src/report/check-result.ts';
import { test } from './fixtures.ts';
import type { Stage } from './stage.ts';

const PAGES = {
  home: '/',
  runs: '/runs',
  agents: '/agents',
  settings: '/settings',
  designs: '/design-systems',
  ideas: '/ideas',
  questions: '/questions',
  ops: '/ops',
  trust: '/trust',
  verify: '/verify',
} as const;

/** Forms of what is no page. */
const FORMS = {
  'a text': '/?job=loop',
  'a plan': '/?job=plan-check',
  'a project': '/?job=converge',
  'a delivery': '/?job=accept',
} as const;

test('jury check passes every form, a report, and the index over reports', async ({ open }) => {
  using here = place();
  const files: string[] = [];
  for (const [name, address] of Object.entries(FORMS)) {
    const page = await open(address);
    await page.locator('main form').first().waitFor();
    await settled(page);
    files.push(here.write(`${name}.html`, await rendered(page)));
    await page.close();
  }
  here.write('landing.html', readFileSync(new URL('../examples/landing.html', import.meta.url), 'utf8'));
  here.write('poor.html', POOR_PAGE);
  await here.jury('review', 'landing.html', '--out', 'one', '--browser', 'never');
  await here.jury('review', 'landing.html', 'poor.html', '--out', 'both', '--browser', 'never');
  files.push(join(here.folder, 'one/report.html'), join(here.folder, 'both/index.html'));
  const { status, stdout, stderr } = await here.jury('check', ...files, '--browser', 'never', '--json');
  expect(stdout.trim() === '' ? [stderr] : failures(stdout)).toEqual([]);
  expect(status).toBe(0);
});

test('jury check passes every page of the app as it is rendered', async ({ stage, open }) => {
  const { path, projectId, runId } = await stage.start({ agent: 'quick' });
  const plan = await planRun(stage);
  await stage.finished(projectId, runId);
  const of = {
    run: path,
    compare: `${path}/compare`,
    project: `/projects/${projectId}`,
    plan: `/runs/${plan}`,
  };
  using here = place();
  const files: string[] = [];
  for (const [name, address] of Object.entries({ ...PAGES, ...of })) {
    const page = await open(address);
    if (name === 'run') {
      await page.locator('.theater[data-phase="shipped"]').waitFor();
      // What is said of an end is loaded when a run is over.
      await page.locator('.end-notes').waitFor({ state: 'attached' });
    } else if (name === 'plan') await page.locator('.wide-table tbody tr').first().waitFor();
    else await page.locator('main h1').first().waitFor();
    await settled(page);
    files.push(here.write(`${name}.html`, await rendered(page)));
    await page.close();
  }
  const { status, stdout, stderr } = await here.jury('check', ...files, '--browser', 'never', '--json');
  const told = stdout.trim() === '' ? [stderr] : failures(stdout);
  expect(told).toEqual([]);
  expect(status).toBe(0);
});

/** A plan that was voted on. Its page quotes little of it; that of a loop shows the document itself, with its faults. */
async function planRun({ engine }: Stage): Promise<string> {
  const { jury, host, agent, questions, threads } = engine;
  const services = { host, agent, questions, threads, allRuns: jury.allRuns.bind(jury) };
  const plan = Buffer.from('# Retry\n\n1. Write `a.md`.\n2. Read `a.md`.\n').toString('base64');
  const asked = { kind: 'plan-check', document: { path: 'plan.md', content: plan } };
  const { id } = await startGiven(services, StartGivenRequestSchema.parse(asked));
  await host.done(id);
  return id;
}

/** The heading stands before the daemon has answered: a page that still says "Loading…" is not the one its readers have. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.fonts.status === 'loaded' && !/Loading( the page)?…/.test(document.body.textContent ?? ''),
  );
}

/** One document: styles where their sheets were, without what runs or is somebody else's page. */
function rendered(page: Page): Promise<string> {
  return page.evaluate(() => {
    const css = [...document.styleSheets].map((sheet) =>
      [...sheet.cssRules].map((rule) => rule.cssText).join('\n'),
    );
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    for (const gone of copy.querySelectorAll('script, link, iframe, style')) gone.remove();
    const style = document.createElement('style');
    style.textContent = css.join('\n');
    copy.querySelector('head')?.append(style);
    return `<!doctype html>\n${copy.outerHTML}\n`;
  });
}

/** What keeps a page from passing, a line each. */
function failures(json: string): string[] {
  const { files } = JSON.parse(json) as CheckResult;
  return files
    .filter(({ verdict }) => verdict !== 'passes')
    .flatMap(({ file, summary, faults }) => [
      `${file}: ${summary}`,
      ...faults.map(({ rule, target, text, evidence }) => `  ${rule} ${target}: ${text} (${evidence})`),
    ]);
}

/** What the stage promises around a run: where a finding points, what can be done at the end, how one finds one's way. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { environmentAt } from '../apps/daemon/src/agents/models/test/providers-at.ts';
import { startModelServer } from '../apps/daemon/src/conformance/model-server/server.ts';
import { ensurePackage } from '../scripts/debian-packages.mjs';
import { violations } from './axe.ts';
import { openDaemon } from './daemon.ts';
import { test } from './fixtures.ts';
import { PAGES, runOfKind, TWINS } from './prepared.ts';
import { ask } from './session.ts';
import { openStage, until } from './stage.ts';

const LANDING = readFileSync(new URL('../examples/landing.html', import.meta.url), 'utf8');

const phase = (page: Page, name: string) => page.locator(`.theater[data-phase="${name}"]`);

/** Asks where to save, as the browser would; what is written is told. */
const SAVE_DIALOG = (): void => {
  const saved: { name: string; text: string }[] = [];
  Object.assign(globalThis, {
    saved,
    showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) => ({
      createWritable: async () => {
        let text = '';
        return {
          write: async (data: Blob) => {
            text += await data.text();
          },
          close: async () => {
            saved.push({ name: suggestedName, text });
          },
        };
      },
    }),
  });
};

describe.concurrent('around a run', () => {
  test.for(['never', 'always'] as const)(
    'every finding marks an element of its own, and every fault is one finding; in a browser: %s',
    async (mode, { stage: shared, blank, onTestFinished }) => {
      // A browser asks some of the same questions as the source.
      const stage =
        mode === 'never'
          ? shared
          : await openStage(shared.browser, { env: { OD_BROWSER: ensurePackage('chromium', 'chromium') } });
      if (stage !== shared) onTestFinished(() => stage.close());
      const { path, projectId, runId } = await stage.start({
        agent: 'grounded',
        maxRounds: 1,
        browser: mode,
        artifact: { content: TWINS, mime: 'text/html' },
      });
      const { run } = await stage.finished(projectId, runId);
      expect(run.state).toBe('below_threshold');
      const page = await blank();
      await page.goto(`${stage.url}${path}`);
      await page.getByRole('button', { name: 'Show the rounds' }).click();
      await page.getByRole('radio', { name: 'Expand all' }).check();
      const frame = page.frameLocator('iframe[title="Page of round 1"]');
      await frame.locator('h1').waitFor();
      const lanes = page.locator('.lane-body .must-fix');
      const marked: { words: string; element: string }[] = [];
      for (let nth = 0; nth < (await lanes.count()); nth++) {
        const words = (await lanes.nth(nth).locator('.must-fix-text').textContent()) ?? '';
        const target = lanes.nth(nth).locator('.target');
        if ((await target.count()) === 0) continue;
        await target.focus();
        const found = frame.locator('[data-jury-target]');
        await found.waitFor();
        expect(await found.count(), words).toBe(1);
        marked.push({ words, element: (await found.evaluate((node) => node.textContent ?? '')).trim() });
        await target.blur();
        await found.waitFor({ state: 'detached' });
      }
      const dead = marked.filter(({ words }) => words.includes('leads nowhere'));
      expect(dead.map(({ element }) => element).sort()).toEqual(['Imprint', 'Privacy']);
      const all = await page.locator('.lane-body .must-fix-text').allTextContents();
      expect(all.filter((words) => words.includes('main content') || words.includes('<main>'))).toHaveLength(
        1,
      );
    },
  );

  test('at the end one sees what changed, takes report, diff and page, and runs it again', async ({
    stage,
    blank,
  }) => {
    const { path, projectId, runId } = await stage.start({
      agent: 'grounded',
      artifact: { content: LANDING, mime: 'text/html', name: 'landing.html' },
    });
    const { run } = await stage.finished(projectId, runId);
    const page = await blank();
    await page.addInitScript(SAVE_DIALOG);
    await page.goto(`${stage.url}${path}`);
    const end = page.getByRole('region', { name: 'What next' });
    await end.getByText(/^\d+ problems were fixed$/).click();
    expect(await end.locator('li').count()).toBeGreaterThan(3);
    expect(await violations(page)).toEqual([]);

    const address = await end.getByRole('link', { name: 'Report' }).getAttribute('href');
    const report = await page.request.get(`${stage.url}${address}`);
    expect(report.status()).toBe(200);
    expect(await report.text()).toContain('The page ships.');

    await end.getByRole('button', { name: 'Save the improved page' }).click();
    await end.getByText('The page is saved.').waitFor();
    const saved = await page.evaluate(() => (globalThis as unknown as { saved: unknown }).saved);
    const kept = await ask(`${stage.url}/api${path}/rounds/${run.finalRound}/artifact`);
    expect(kept.status).toBe(200);
    expect(saved).toEqual([{ name: 'landing.html', text: await kept.text() }]);

    await end.getByRole('link', { name: 'What changed in the source' }).click();
    await page.locator('.diff-added').first().waitFor();
    await page.getByRole('link', { name: 'Back to the run' }).click();
    await phase(page, 'shipped').waitFor();
    await end.getByRole('button', { name: 'Run it again' }).click();
    await page.waitForURL(
      (url) => url.pathname.includes(`/projects/${projectId}/`) && !url.pathname.includes(runId),
    );
    await phase(page, 'shipped').waitFor();
  });

  test('a browser that cannot write files downloads the page; a new version is reviewed in the same project', async ({
    stage,
    blank,
  }) => {
    const { path, projectId, runId } = await stage.start({
      agent: 'grounded',
      artifact: { content: LANDING, mime: 'text/html', name: 'landing.html' },
    });
    await stage.finished(projectId, runId);
    const page = await blank();
    await page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
    await page.goto(`${stage.url}${path}`);
    const end = page.getByRole('region', { name: 'What next' });
    const download = page.waitForEvent('download');
    await end.getByRole('link', { name: 'Save the improved page' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.html$/);
    await end.getByRole('link', { name: 'Review a new version' }).click();
    await page.waitForURL((url) => url.pathname === `/projects/${projectId}`);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'landing-2.html', mimeType: 'text/html', buffer: Buffer.from(LANDING) });
    await page.getByText('landing-2.html').waitFor();
    await page.getByRole('button', { name: 'Convene the jury' }).click();
    await page.waitForURL((url) => url.pathname.startsWith(`/projects/${projectId}/runs/`));
    const next = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(next).not.toBe(runId);
    await stage.finished(projectId, next);
    await page.goto(`${stage.url}/projects/${projectId}`);
    await page.locator('.card').nth(1).waitFor();
    expect(await page.locator('.card').count()).toBe(2);
  });

  test('every view has a title of its own, and an address with nothing at it keeps the way home', async ({
    stage,
    open,
  }) => {
    const { path: run, projectId, runId } = await stage.start({ agent: 'quick' });
    await stage.finished(projectId, runId);
    const brief = 'A landing page for an invoicing tool.';
    const named = {
      [run]: brief,
      [`${run}?replay`]: `Replay: ${brief}`,
      [`${run}/compare`]: `Compare rounds: ${brief}`,
      [`/projects/${projectId}`]: 'Invoices',
      [`/runs/${await runOfKind(stage, 'plan check')}`]: 'plan.md',
      '/nowhere': 'There is nothing at this address.',
    };
    const page = await open('/');
    const titles = new Set<string>();
    const paths = [...Object.values(PAGES).filter((path) => !(path in named)), ...Object.keys(named)];
    for (const path of paths) {
      await page.goto(new URL(path, page.url()).href);
      await page.locator('main h1').first().waitFor();
      const whole = path in named ? `${named[path]} · Design Jury` : null;
      titles.add(
        await until(
          () => page.title(),
          (title) => (whole === null ? / · Design Jury$/.test(title) && !titles.has(title) : title === whole),
        ),
      );
    }
    expect(titles.size).toBe(paths.length);
    for (const [path, words] of [
      ['/nowhere', 'There is nothing at this address.'],
      ['/projects/p-nobody', 'there is no project'],
    ] as const) {
      await page.goto(new URL(path, page.url()).href);
      await page.locator('main').getByText(words).waitFor();
      await page.getByRole('navigation').getByRole('link', { name: 'Runs', exact: true }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Back to the start' }).click();
      await page.getByRole('button', { name: 'Convene the jury' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
    }
  });

  test('a run tells how far it is and one elapsed time; what it may cost is told before', async ({
    stage,
    open,
  }) => {
    const { path, runId, projectId } = await stage.start({ agent: 'by-round' });
    const page = await open(path);
    await page.getByText('Rounds at most: 3.', { exact: false }).waitFor();
    const elapsed = page.getByText(/^Elapsed /);
    await elapsed.waitFor();
    expect(await elapsed.count()).toBe(1);
    await page.getByRole('button', { name: /^Round 1.*refine/i }).waitFor();
    await stage.allow(runId, 2);
    await page.getByRole('button', { name: /^Round 2.*refine/i }).waitFor();
    await stage.allow(runId, 3);
    await stage.finished(projectId, runId);
    await phase(page, 'shipped').waitFor();
    expect(await elapsed.count()).toBe(1);

    await page.goto(stage.url);
    const estimate = page.locator('.estimate');
    await estimate.getByText('No cost: no model is asked.').waitFor();
    await page.getByLabel('Agent').selectOption('quick');
    await page.getByLabel('Brief').fill('A page about boats');
    await estimate.getByText(/^(?:Roughly|What it will cost is not known)/).waitFor();
  });

  test('what a run has really used and cost is told after the end', async ({
    stage: { browser },
    blank,
    onTestFinished,
  }) => {
    const model = await startModelServer();
    onTestFinished(() => model.close());
    const stage = await openStage(browser, { env: environmentAt(model.urlFor('good')) });
    onTestFinished(() => stage.close());
    const { path, projectId, runId } = await stage.start({ agent: 'anthropic' });
    const { run } = await stage.finished(projectId, runId);
    expect(run.inputTokens).toBeGreaterThan(0);
    expect(run.costUsd).toBeGreaterThan(0);
    const used = new Intl.NumberFormat('en');
    const cost = new Intl.NumberFormat('en', {
      style: 'currency',
      currency: 'USD',
      maximumFractionDigits: 4,
    });
    const page = await blank();
    await page.goto(`${stage.url}${path}`);
    await page
      .getByText(`${used.format(run.inputTokens ?? 0)} tokens in, ${used.format(run.outputTokens ?? 0)} out`)
      .waitFor();
    await page.getByText(cost.format(run.costUsd ?? 0), { exact: true }).waitFor();
  });

  test('a page that was written without a jury is run again by one press', async ({ stage, open }) => {
    const { path, projectId, runId } = await stage.start({
      agent: 'grounded',
      skill: 'weekly-update',
      critique: false,
    });
    const { run } = await stage.finished(projectId, runId);
    expect(run.state).toBe('legacy');
    const page = await open(path);
    await page.getByRole('button', { name: 'Run it again' }).click();
    await page.waitForURL(
      (url) => url.pathname.startsWith(`/projects/${projectId}/runs/`) && url.pathname !== path,
    );
    const next = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect((await stage.finished(projectId, next)).run.state).toBe('legacy');
  });

  test('projects are filtered by how their newest run stands', async ({
    stage: { browser },
    blank,
    onTestFinished,
  }) => {
    const stage = await openStage(browser);
    onTestFinished(() => stage.close());
    for (const agent of ['quick', 'crashes']) {
      const { projectId, runId } = await stage.start({ agent });
      await stage.finished(projectId, runId);
      await stage.engine.jury.patchProject(projectId, { name: agent });
    }
    await stage.start({ agent: 'opening' });
    for (const name of ['Tides', 'Ferries', 'Lights', 'Charts'])
      await stage.engine.jury.createProject({ name });
    const page = await blank();
    await page.goto(stage.url);
    const names = () => page.locator('.card-link').allTextContents();
    await page.locator('.card').nth(6).waitFor();
    for (const [outcome, left] of [
      ['Passed', ['quick']],
      ['Not passed', ['crashes']],
      ['Not finished', ['Invoices']],
    ] as const) {
      await page.getByLabel('Outcome').selectOption(outcome);
      await until(names, (shown) => shown.length === left.length);
      expect(await names()).toEqual(left);
    }
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Outcome').selectOption('All');
    await page.locator('.card').nth(6).waitFor();
  });

  test('projects are searched, renamed and deleted', async ({
    stage: { browser },
    blank,
    onTestFinished,
  }) => {
    const stage = await openStage(browser);
    onTestFinished(() => stage.close());
    const names = ['Harbour', 'Invoices', 'Tides', 'Ferries', 'Lights', 'Charts', 'Moorings'];
    for (const name of names) await stage.engine.jury.createProject({ name });
    const page = await blank();
    await page.goto(stage.url);
    const cards = page.locator('.card');
    await cards.nth(6).waitFor();
    await page.getByRole('searchbox', { name: 'Search projects' }).fill('tid');
    await cards.nth(1).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Rename “Tides”' }).click();
    await page.getByLabel('New name').fill('Tide tables');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Tide tables' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search projects' }).fill('nobody');
    await page.getByText('Nothing matches.').waitFor();
    await page.getByRole('searchbox', { name: 'Search projects' }).fill('');
    await page.getByRole('button', { name: 'Delete “Charts”?' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: 'Charts' }).waitFor({ state: 'detached' });
    expect(await cards.count()).toBe(6);
  });

  test('one list has runs of every kind, each with its kind, its subject and its outcome', async ({
    blank,
  }) => {
    await using daemon = await openDaemon((_, here) => {
      here.write('page.html', LANDING);
      here.write('plan.md', '# Plan\n\n1. Change `src/gone.mjs`.\n');
    });
    await daemon.jury('review', 'page.html');
    await daemon.jury('plan-check', 'plan.md');
    const page = await blank();
    await page.goto(`${daemon.url}/runs`);
    const card = (name: string) => page.locator('.card', { hasText: name });
    await card('page.html').getByText('Page review').waitFor();
    await card('page.html').getByText('Shipped').waitFor();
    await card('plan.md').getByText('Plan check').waitFor();
    await card('plan.md').getByText('Not passed').waitFor();
    await page.getByLabel('Kind').selectOption('Cross-check');
    await card('page.html').waitFor({ state: 'detached' });
    expect(await page.getByRole('link', { name: 'Plays' }).count()).toBe(0);
  });
});

/** Lists of runs and projects, what is given to the form, and parts that come late. */
import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { violations } from './axe.ts';
import { test } from './fixtures.ts';
import { openStage } from './stage.ts';

describe.concurrent('lists', () => {
  test('runs are searched, filtered, renamed and deleted, and a delete asks first', async ({
    stage: { browser },
    blank,
    onTestFinished,
  }) => {
    const stage = await openStage(browser);
    onTestFinished(() => stage.close());
    for (const brief of ['Harbour page', 'Invoices page']) {
      const { projectId, runId } = await stage.start({ agent: 'quick', brief });
      await stage.finished(projectId, runId);
    }
    const page = await blank();
    await page.goto(`${stage.url}/runs`);
    const cards = page.locator('.card');
    await cards.nth(1).waitFor();
    expect(await page.title()).toBe('Runs · Design Jury');
    // The page of a run is there, small, and says nothing to a screen reader.
    await cards.first().frameLocator('.thumb iframe').locator('h1').waitFor({ state: 'attached' });
    expect(await violations(page)).toEqual([]);
    await page.getByRole('searchbox').fill('harbour');
    await cards.nth(1).waitFor({ state: 'detached' });
    expect(await cards.locator('.card-link').textContent()).toBe('Harbour page');
    await page.waitForURL(/\/runs\?q=harbour$/);
    await page.getByLabel('Outcome').selectOption('Not finished');
    await page.getByText('Nothing matches.').waitFor();
    await page.goto(`${stage.url}/runs?outcome=passed`);
    await cards.nth(1).waitFor();

    await page.getByRole('button', { name: 'Rename “Harbour page”' }).click();
    await page.getByLabel('New name').fill('Pier page');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Pier page' }).waitFor();
    await page.getByRole('button', { name: 'Delete “Pier page”?' }).click();
    await page.getByRole('dialog').getByText('deleted for good').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await cards.count()).toBe(2);
    await page.getByRole('button', { name: 'Delete “Pier page”?' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: 'Pier page' }).waitFor({ state: 'detached' });
    expect(await cards.count()).toBe(1);

    await page.goto(stage.url);
    await cards.nth(1).waitFor();
    await cards
      .first()
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await cards.nth(1).waitFor({ state: 'detached' });
    expect(await cards.count()).toBe(1);
  });

  test('Markdown is judged as Markdown, and a picture is refused with a sentence', async ({
    stage,
    open,
  }) => {
    const page = await open('/');
    const input = page.locator('input[type=file]').first();
    await input.setInputFiles({
      name: 'report.png',
      mimeType: 'image/png',
      buffer: readFileSync(new URL('../docs/images/gallery/report.png', import.meta.url)),
    });
    await page.getByRole('alert').getByText('report.png is a picture.').waitFor();
    expect(await violations(page)).toEqual([]);
    await input.setInputFiles({
      name: 'booking.md',
      mimeType: 'text/markdown',
      buffer: readFileSync(new URL('../examples/specs/booking.md', import.meta.url)),
    });
    await page.getByRole('group', { name: 'Page to judge' }).getByText('booking.md').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByRole('button', { name: 'Convene the jury' }).click();
    await page.waitForURL(/\/runs\//);
    const [, projectId = '', runId = ''] =
      /projects\/([^/]+)\/runs\/([^/?]+)/.exec(new URL(page.url()).pathname) ?? [];
    const { run } = await stage.finished(projectId, runId);
    expect(run.subject).toMatchObject({ kind: 'artifact', name: 'booking.md', mime: 'text/markdown' });
  });

  test('a part that cannot be loaded any more brings the page anew, once', async ({ open }) => {
    const page = await open('/');
    await page.getByRole('button', { name: 'Convene the jury' }).waitFor();
    let refused = 0;
    await page.route('**/assets/RunsPage-*.js', (route) => {
      refused += 1;
      return refused === 1 ? route.abort() : route.continue();
    });
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByRole('searchbox').waitFor();
    expect(refused).toBe(2);
  });

  test('where the page that came anew lacks the part still, it says so and leaves the next try to its reader', async ({
    open,
  }) => {
    const page = await open('/');
    await page.getByRole('button', { name: 'Convene the jury' }).waitFor();
    let [refused, loads] = [0, 0];
    page.on('load', () => {
      loads += 1;
    });
    const part = '**/assets/RunsPage-*.js';
    await page.route(part, (route) => {
      refused += 1;
      return route.abort();
    });
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    const told = page.getByRole('alert').getByText('This part could not be loaded. Reload the page.');
    await told.waitFor();
    expect(await page.getByText('Loading…').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect({ refused, loads }).toEqual({ refused: 2, loads: 1 });
    await page.unroute(part);
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('searchbox').waitFor();

    // What reads a file is loaded when one is given.
    await page.route('**/assets/given-files-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Projects' }).click();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'a.html', mimeType: 'text/html', buffer: Buffer.from('<h1>A</h1>') });
    await told.waitFor();
  });
});

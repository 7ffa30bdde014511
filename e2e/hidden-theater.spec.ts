import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { violations } from './axe.ts';
import { test } from './fixtures.ts';

const theater = (page: Page) => page.locator('.theater');
const hidden = (page: Page) => page.locator('.hidden-theater');
const here = (page: Page) => page.getByLabel('Show Design Jury beside the page of a run');

/** Another tab of the same browser. */
async function tab(page: Page, url: string): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(url);
  return other;
}

describe.concurrent('the Theater, hidden in this browser', () => {
  test('a run in progress loses its rail at once when another tab says so, and gets it back', async ({
    stage,
    open,
  }) => {
    const { path, projectId, runId } = await stage.start({ agent: 'by-round' });
    const page = await open(path);
    await page.getByRole('button', { name: /^Round 1/i }).waitFor();
    const settings = await tab(page, `${stage.url}/settings`);
    await here(settings).uncheck();
    await hidden(page).getByText('Design Jury is hidden in this browser.').waitFor();
    expect(await theater(page).count()).toBe(0);
    expect(await page.locator('.rail').count()).toBe(0);
    // The page is still there, and the run still tells how it stands.
    await page.locator('.artifact iframe').waitFor();
    await hidden(page).locator('.run-badge[data-phase="running"]').waitFor();
    await hidden(page).getByText('The jury sits').waitFor();
    expect(await violations(page)).toEqual([]);

    await stage.engine.jury.interruptRun(projectId, runId);
    await hidden(page).locator('.run-badge[data-phase="interrupted"]').waitFor();
    await hidden(page).getByRole('button', { name: 'Show it' }).press('Enter');
    await page.locator('.theater[data-phase="interrupted"]').waitFor();
    expect(await hidden(page).count()).toBe(0);
    await page.waitForFunction(() => document.activeElement?.className === 'rail');
    await settings.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked,
    );
  });

  test('a link into a replay shows the page and the outcome, and the replay once it is asked for', async ({
    stage,
    open,
  }) => {
    const { path, projectId, runId } = await stage.start({ agent: 'quick' });
    const { run } = await stage.finished(projectId, runId);
    const page = await open('/settings');
    await here(page).uncheck();
    for (const [width, height] of [
      [375, 720],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`${stage.url}${path}?at=12`);
      const badge = hidden(page).locator('.run-badge[data-phase="shipped"]');
      await badge.waitFor();
      expect(await badge.textContent()).toBe(`${run.composite} Shipped`);
      await page.frameLocator('.artifact iframe').getByRole('heading', { level: 1 }).waitFor();
      expect(await theater(page).count()).toBe(0);
      expect(await page.getByRole('slider').count()).toBe(0);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page)).toEqual([]);
      }
    }
    await hidden(page).getByRole('button', { name: 'Show it' }).click();
    await page.locator('.theater[data-replaying="true"]').waitFor();
    await page.getByText('Event 12 of').waitFor();
  });

  test('a project that is switched off hides nothing in this browser, and the other way round', async ({
    stage,
    open,
  }) => {
    const { path, projectId, runId } = await stage.start({ agent: 'quick' });
    await stage.finished(projectId, runId);
    const page = await open('/settings');
    await page.locator('.setting select').selectOption(projectId);
    await page.getByLabel('Off', { exact: true }).check();
    await page.getByText('Saved.').waitFor();
    expect(await here(page).isChecked()).toBe(true);
    await page.goto(`${stage.url}${path}`);
    await page.locator('.theater[data-phase="shipped"]').waitFor();

    await page.goto(`${stage.url}/settings`);
    await here(page).uncheck();
    await page.locator('.setting select').selectOption(projectId);
    await page.getByLabel('Off', { exact: true }).waitFor();
    expect(await page.getByLabel('Off', { exact: true }).isChecked()).toBe(true);
    expect((await stage.engine.jury.getProject(projectId)).metadata).toEqual({
      critiqueTheaterEnabled: false,
    });
    expect(await violations(page)).toEqual([]);
  });
});

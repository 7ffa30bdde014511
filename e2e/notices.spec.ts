/** What floats over the page once: three first steps, and the offer to be told when a long run is over. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { violations } from './axe.ts';
import { test } from './fixtures.ts';
import { letIn } from './session.ts';
import { openStage, patienceMs, type Stage, until } from './stage.ts';

/** A browser that was never here before. */
async function newcomer({ browser, url }: Stage, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US', ...options });
  context.setDefaultTimeout(patienceMs());
  await letIn(context, true);
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** The steps in their order: the title of each, and what it is about. */
const TOUR = [
  ['Give a page', '.start .drop'],
  ['Or something else', '.jobs'],
  ['Find it again', '.app-head nav'],
] as const;

/** The desktop cannot be seen from here: what is asked of it is written down, and answered as a person would. */
async function desktop(page: Page, answer: 'granted' | 'denied'): Promise<void> {
  await page.addInitScript((given) => {
    const told: string[] = [];
    let asked = 0;
    let permission = localStorage.getItem('test-permission') ?? 'default';
    class Desktop {
      static get permission() {
        return permission;
      }
      static async requestPermission() {
        asked += 1;
        permission = given;
        localStorage.setItem('test-permission', given);
        return given;
      }
      constructor(title: string, { body, tag }: { body: string; tag: string }) {
        told.push(`${title}: ${body} (${tag})`);
      }
    }
    Object.assign(globalThis, { Notification: Desktop, desktop: () => ({ told, asked }) });
  }, answer);
  await page.reload();
}

const seen = (page: Page): Promise<{ told: string[]; asked: number }> =>
  page.evaluate(() => (globalThis as unknown as { desktop(): { told: string[]; asked: number } }).desktop());

const offerOn = (page: Page) => page.getByRole('complementary', { name: 'Notifications' });

/** A page nobody sees asks for its runs every five seconds: after this it would have told. */
const ASKED_BY_MS = 6_000;

async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

describe.concurrent('notices', () => {
  test('the tour has three steps, by keyboard, once, and moves nothing', async ({
    stage,
    onTestFinished,
  }) => {
    for (const [width, colorScheme] of [
      [375, 'light'],
      [768, 'dark'],
      [1280, 'light'],
    ] as const) {
      const page = await newcomer(stage, { viewport: { width, height: 900 }, colorScheme });
      onTestFinished(() => page.context().close());
      const tour = page.getByRole('complementary', { name: 'First steps' });
      await tour.waitFor();
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            new PerformanceObserver((list) =>
              resolve(
                list
                  .getEntries()
                  .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
              ),
            ).observe({ type: 'layout-shift', buffered: true });
            setTimeout(resolve, 300, 0);
          }),
      );
      expect(shift).toBeLessThan(0.01);
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
      for (const [step, [title, about]] of TOUR.entries()) {
        await tour.getByText(`Step ${step + 1} of 3`).waitFor();
        await tour.getByRole('heading', { name: title }).waitFor();
        // Marked once the words are painted, which may be later.
        await page.locator(`${about}[data-toured]`).waitFor();
        expect(await page.locator('[data-toured]').count()).toBe(1);
        expect(await violations(page), `${title} at ${width}`).toEqual([]);
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(sideways).toBeLessThanOrEqual(0);
        await tour.getByRole('button').first().press('Enter');
      }
      await tour.waitFor({ state: 'detached' });
      expect(await page.locator('[data-toured]').count()).toBe(0);
      await page.reload();
      await page.locator('.jobs a').first().waitFor();
      await page.getByRole('link', { name: 'Runs', exact: true }).waitFor();
      expect(await tour.count()).toBe(0);
    }
  });

  test('Esc and Skip end the tour for good, and no other page begins it', async ({
    stage,
    onTestFinished,
  }) => {
    for (const leave of ['Escape', 'Skip']) {
      const page = await newcomer(stage);
      onTestFinished(() => page.context().close());
      const tour = page.getByRole('complementary', { name: 'First steps' });
      await tour.waitFor();
      if (leave === 'Skip') await tour.getByRole('button', { name: 'Skip' }).click();
      else await page.keyboard.press('Escape');
      await tour.waitFor({ state: 'detached' });
      expect(await page.evaluate(() => localStorage.getItem('jury-tour'))).toBe('seen');
    }
    const elsewhere = await newcomer({ ...stage, url: `${stage.url}/runs` });
    onTestFinished(() => elsewhere.context().close());
    await elsewhere.getByRole('searchbox').waitFor();
    await elsewhere.getByRole('link', { name: 'Questions' }).waitFor();
    expect(await elsewhere.getByRole('complementary', { name: 'First steps' }).count()).toBe(0);
  });

  test.for(['granted', 'denied'] as const)(
    'a long run offers a notification; the browser is asked by a click alone, once, and says: %s',
    async (answer, { stage: { browser }, onTestFinished }) => {
      const stage = await openStage(browser);
      onTestFinished(() => stage.close());
      const page = await newcomer(stage);
      onTestFinished(() => page.context().close());
      await desktop(page, answer);
      await page.getByRole('button', { name: 'Skip' }).click();
      const { projectId, runId, path } = await stage.start({ agent: 'by-round' });
      // The second run: long, too, when the first is over.
      const next = await stage.start({ agent: 'by-round' });
      await page.goto(`${stage.url}${path}`);
      await offerOn(page).waitFor();
      expect((await seen(page)).asked).toBe(0);
      expect(await violations(page)).toEqual([]);
      await offerOn(page).getByRole('button', { name: 'Notify me' }).click();
      await offerOn(page).waitFor({ state: 'detached' });
      expect((await seen(page)).asked).toBe(1);
      await hide(page);
      for (const round of [2, 3] as const) await stage.allow(runId, round);
      await stage.finished(projectId, runId);
      if (answer === 'granted') {
        const { told } = await until(
          () => seen(page),
          ({ told: said }) => said.length > 0,
        );
        expect(told).toEqual([`A landing page for an invoicing tool.: Passed (${runId})`]);
      } else {
        await page.waitForTimeout(ASKED_BY_MS);
        expect((await seen(page)).told).toEqual([]);
      }
      // Whatever was said is remembered: where somebody else is offered it for the same run, nothing is offered again.
      const listed = page.waitForResponse((response) => response.url().includes('outcome=open'));
      await page.goto(`${stage.url}${next.path}`);
      await listed;
      const other = await newcomer({ ...stage, url: `${stage.url}${next.path}` });
      onTestFinished(() => other.context().close());
      await desktop(other, answer);
      await offerOn(other).waitFor();
      expect(await offerOn(page).count()).toBe(0);
      const kept = await page.evaluate(() => localStorage.getItem('jury-notices'));
      expect(kept).toBe(answer === 'granted' ? 'yes' : 'no');
      expect((await seen(page)).asked).toBe(0);
      await page.goto(`${stage.url}/settings`);
      const box = page.getByRole('checkbox', { name: /^Notify me on the desktop/ });
      expect(await box.isChecked()).toBe(answer === 'granted');
      expect(await violations(page)).toEqual([]);
    },
  );
});

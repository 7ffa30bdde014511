/** What a test asks for by name. One browser and one daemon serve every test of a worker. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { test as base } from 'vitest';
import { newPage, openBrowser, openStage, type Stage } from './stage.ts';

interface Fixtures {
  stage: Stage;
  /** A page in a context of its own; both are gone when the test is over. */
  blank: (options?: BrowserContextOptions) => Promise<Page>;
  /** The same, at an address of the stage. */
  open: (path: string, options?: BrowserContextOptions) => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: what a fixture needs is read from its first parameter
    async ({}, use) => {
      const browser = await openBrowser();
      const stage = await openStage(browser);
      await use(stage);
      await browser.close();
      await stage.close();
    },
    { scope: 'worker' },
  ],
  blank: async ({ stage }, use) => {
    const pages: Page[] = [];
    await use(async (options) => {
      const page = await newPage(stage.browser, options);
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.context().close();
  },
  open: async ({ stage, blank }, use) => {
    await use(async (path, options) => {
      const page = await blank(options);
      await page.goto(`${stage.url}${path}`);
      return page;
    });
  },
});

/** What every page must keep to, light and dark, at three widths; and its pictures for the documents. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from './axe.ts';

const WIDTHS = [375, 768, 1280] as const;
const SCHEMES = ['light', 'dark'] as const;
const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url));

/** Taken with `UPDATE_PICTURES=1`, for the documents. They hold times, so they are not compared. */
export interface Pictures {
  /** Below `docs/images/`. */
  folder: string;
  /** As in `critics-1280-light`. */
  names: readonly string[];
  /** @default true */
  fullPage?: boolean;
}

/** No violation of WCAG 2.2 AA and no sideways scroll. */
export async function inspect(page: Page, name: string, pictures: Pictures): Promise<void> {
  const { folder, names, fullPage = true } = pictures;
  for (const width of WIDTHS)
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const where = `${name}, ${width}, ${colorScheme}`;
      // Another colour scheme changes colours and nothing else.
      expect(await violations(page, colorScheme === 'light' ? 'everything' : 'colours'), where).toEqual([]);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(sideways, where).toBeLessThanOrEqual(0);
      const picture = `${name}-${width}-${colorScheme}`;
      if (process.env.UPDATE_PICTURES !== '1' || !names.includes(picture)) continue;
      mkdirSync(join(IMAGES, folder), { recursive: true });
      const path = join(IMAGES, folder, `${picture}.png`);
      await page.screenshot({ path, animations: 'disabled', fullPage });
    }
}

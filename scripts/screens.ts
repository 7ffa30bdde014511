/**
 * `npm run screens -- FOLDER [words] [--all]`: every view at three widths, light and dark, in six languages, as contact sheets to
 * look at: one sheet per view, width and scheme, with the six languages beside each other. Says where something is
 * wider than the screen, where a text is cut off without an ellipsis, and where English is left. Commits nothing.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openDaemon } from '../e2e/daemon.ts';
import { newPage, openBrowser } from '../e2e/stage.ts';
import { buildWeb } from './build-web.ts';
import { faultsOf } from './screens/faults.ts';
import { playEverything } from './screens/runs.ts';
import { type Shot, sheetOf } from './screens/sheet.ts';

const LANGUAGES = ['en', 'de', 'ja', 'ko', 'zh-CN', 'zh-TW'] as const;
const WIDTHS = [375, 768, 1280] as const;
const SCHEMES = ['light', 'dark'] as const;
const HEIGHT = 900;
/** Of a long page: what is below is in the report's own tests, and makes a sheet too small to read. */
const MOST_HEIGHT = 1700;
/** Each language in light and dark: twice the pictures. */
const ALL = '--all';

/** Half of the languages light and half dark, the other way round at the next width. */
function schemeOf(language: (typeof LANGUAGES)[number], width: (typeof WIDTHS)[number]): 'light' | 'dark' {
  return (LANGUAGES.indexOf(language) + WIDTHS.indexOf(width)) % 2 === 0 ? 'light' : 'dark';
}

async function main(folder: string, options: readonly string[]): Promise<void> {
  const everything = options.includes(ALL);
  const words = options.filter((word) => word !== ALL);
  mkdirSync(folder, { recursive: true });
  const problems = await buildWeb();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  await using daemon = await openDaemon();
  const browser = await openBrowser();
  const views = await playEverything(daemon);
  try {
    for (const [name, address] of Object.entries(views)) {
      if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
      await takeView(browser, { name, url: `${daemon.url}${address}`, folder, everything });
    }
  } finally {
    await browser.close();
  }
}

async function takeView(
  browser: Browser,
  { name, url, folder, everything }: { name: string; url: string; folder: string; everything: boolean },
): Promise<void> {
  const shots = new Map<string, Shot[]>();
  for (const language of LANGUAGES) {
    const page = await newPage(browser, { locale: language });
    await open(page, url.replace('LANG', language));
    for (const width of WIDTHS)
      for (const colorScheme of everything ? SCHEMES : [schemeOf(language, width)]) {
        await page.setViewportSize({ width, height: HEIGHT });
        await page.emulateMedia({ colorScheme });
        const sheet = everything ? `${name}-${width}-${colorScheme}` : `${name}-${width}`;
        const height = Math.min(
          MOST_HEIGHT,
          await page.evaluate(() => document.documentElement.scrollHeight),
        );
        const clip = { x: 0, y: 0, width, height };
        const png = (
          await page.screenshot({ animations: 'disabled', caret: 'hide', fullPage: true, clip })
        ).toString('base64');
        shots.set(sheet, [...(shots.get(sheet) ?? []), { title: language, png }]);
        if (!everything || colorScheme === 'light')
          for (const fault of await faultsOf(page, language))
            console.log(`${name} ${width} ${language}: ${fault}`);
      }
    await page.context().close();
  }
  for (const [sheet, taken] of shots)
    await sheetOf(
      browser,
      taken,
      { width: Number(/-(\d+)(?:-|$)/.exec(sheet)?.[1]), height: HEIGHT },
      join(folder, `${sheet}.png`),
    );
  console.log(`${name}: ${shots.size} sheets`);
}

/** Until nothing is loading and the pages in frames are drawn. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('h1, h2').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.loading, [aria-busy=true]') === null);
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {});
}

const [folder, ...words] = process.argv.slice(2);
if (folder === undefined) {
  console.error('npm run screens -- FOLDER [words of views] [--all]');
  process.exitCode = 2;
} else await main(folder, words);

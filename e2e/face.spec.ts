/** What was found by looking at every view, and must not come back. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { POOR_PAGE, place } from '../apps/daemon/src/cli/test/jury.ts';
import { ensurePackage } from '../scripts/debian-packages.mjs';
import { violations } from './axe.ts';
import { openDaemon } from './daemon.ts';
import { test } from './fixtures.ts';
import { ask } from './session.ts';

const LANDING = readFileSync(new URL('../examples/landing.html', import.meta.url), 'utf8');

/** One contradiction in a spec that is clean otherwise. */
const SPEC = readFileSync(new URL('../examples/specs/booking.md', import.meta.url), 'utf8').replace(
  '## Signing in',
  '- FR-10: A booking must be released when nobody has checked in 30 minutes after it began.\n\n## Signing in',
);

describe.concurrent('the face', () => {
  test('no page runs out of a narrow screen in the language with the longest words', async ({ open }) => {
    for (const path of [
      '/',
      '/runs',
      '/agents',
      '/settings',
      '/design-systems',
      '/trust',
      '/ops',
      '/ideas',
    ]) {
      const page = await open(path, { locale: 'de-DE', viewport: { width: 375, height: 900 } });
      await page.locator('main h1').first().waitFor();
      await page.locator('.loading').waitFor({ state: 'detached' });
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(sideways, path).toBeLessThanOrEqual(0);
    }
  });

  test('a loop asks in the language of its reader, and quotes the text as it was written', async ({
    blank,
  }) => {
    await using daemon = await openDaemon();
    const page = await blank({ locale: 'de-DE' });
    await page.goto(`${daemon.url}/?job=loop`);
    await page
      .getByRole('group', { name: 'Dokument' })
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'booking.md', mimeType: 'text/markdown', buffer: Buffer.from(SPEC) });
    await page.getByRole('group', { name: 'Dokument' }).getByText('booking.md').waitFor();
    await page.getByRole('button', { name: 'Starten', exact: true }).click();
    await page.getByRole('heading', { name: 'Was gilt: 15 minutes oder 30 minutes?' }).waitFor();
    await page.getByText('Beides steht als Tatsache da; der Text sagt nicht, was stimmt.').waitFor();
    await page.getByText('Ist jeder Abschnitt, jeder Beteiligte und jeder Ablauf beschrieben').waitFor();
  });

  test('a report’s first screen holds the verdict, the problems, the slider, and the command that takes the copy', async ({
    blank,
  }) => {
    using here = place();
    here.write('landing.html', LANDING);
    const chromium = ensurePackage('chromium', 'chromium');
    const ended = await here.start(['review', 'landing.html', '--out', 'out'], () => {}, {
      OD_BROWSER: chromium,
    });
    expect(ended.status, ended.stderr).toBe(0);
    for (const [width, height] of [
      [1200, 760],
      [375, 760],
    ] as const) {
      const page = await blank({ viewport: { width, height } });
      await page.goto(pathToFileURL(join(here.folder, 'out/report.html')).href);
      const seen = async (locator: Locator): Promise<number> => {
        const box = await locator.boundingBox();
        return box === null ? Infinity : box.y + box.height;
      };
      const command = page.locator('.verdict code', { hasText: 'review landing.html --apply' });
      expect(await seen(page.locator('h1'))).toBeLessThan(height);
      expect(await seen(command)).toBeLessThan(height);
      expect(await seen(page.getByRole('link', { name: 'Every changed line' }).first())).toBeLessThan(height);
      if (width < 1200) continue;
      expect(await seen(page.locator('.three'))).toBeLessThan(height);
      expect(await seen(page.getByRole('slider'))).toBeLessThan(height);
    }
  });

  test('axe finds nothing on trust, on verify, on a project with runs, on a report, and on the index over reports', async ({
    stage,
    blank,
  }) => {
    const { path, projectId, runId } = await stage.start({
      agent: 'grounded',
      artifact: { content: LANDING, mime: 'text/html', name: 'landing.html' },
    });
    await stage.finished(projectId, runId);
    using here = place();
    here.write('landing.html', LANDING);
    here.write('poor.html', POOR_PAGE);
    await here.start(['review', 'landing.html', 'poor.html', '--out', 'out']);
    // The daemon sends a report with a policy under which axe cannot run: it is the same page as the file.
    await here.start(['review', 'landing.html', '--out', 'one']);
    const file = (name: string) => pathToFileURL(join(here.folder, name)).href;
    const pages = {
      [`${stage.url}/trust`]: 'main h1',
      [`${stage.url}/verify`]: 'main h1',
      [stage.url + path.replace(/\/runs\/.*/, '')]: '.card',
      [file('one/report.html')]: '#problems',
      [file('out/index.html')]: 'h1',
    };
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await blank({ colorScheme });
      for (const [address, there] of Object.entries(pages)) {
        await page.goto(address);
        await page.locator(there).first().waitFor();
        expect(await violations(page), `${address} ${colorScheme}`).toEqual([]);
        if (!address.startsWith('file:') || colorScheme === 'light') continue;
        // On paper: dark on white whatever the screen is, no control, and what is folded on screen.
        await page.emulateMedia({ media: 'print' });
        const paper = await page.evaluate(() => {
          const isShown = (node: Element): boolean => node.checkVisibility({ contentVisibilityAuto: true });
          const folded = [...document.querySelectorAll('details:not([open]) > :not(summary)')];
          return {
            ground: getComputedStyle(document.body).backgroundColor,
            controls: [...document.querySelectorAll('button, input, select')].filter(isShown).length,
            unseen: folded.filter((node) => node.getBoundingClientRect().height === 0).length,
            sideways: document.documentElement.scrollWidth - innerWidth,
          };
        });
        expect(paper, address).toEqual({ ground: 'rgb(255, 255, 255)', controls: 0, unseen: 0, sideways: 0 });
        await page.emulateMedia({ media: 'screen' });
      }
    }
  });

  test('the report that the daemon makes names elements as their author knows them', async () => {
    await using daemon = await openDaemon((_, here) => void here.write('page.html', POOR_PAGE));
    expect((await daemon.jury('review', 'page.html')).status).toBe(1);
    const { runs } = (await (await ask(`${daemon.url}/api/runs`)).json()) as {
      runs: { id: string; projectId: string }[];
    };
    const [run] = runs;
    const report = await ask(`${daemon.url}/api/projects/${run?.projectId}/runs/${run?.id}/report`);
    expect(await report.text()).toContain('Click here&quot; link');
  });
});

/** What was found by looking at every view, and must not come back. */
import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { POOR_PAGE } from '../apps/daemon/src/cli/test/jury.ts';
import { openDaemon } from './daemon.ts';
import { test } from './fixtures.ts';
import { ask } from './session.ts';

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

/** A content person: the browser alone. A text with a contradiction in it, then a site from an idea. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Newcomer } from './newcomer.ts';
import { Story } from './story.ts';

export async function walkAsContentPerson(here: Newcomer): Promise<Story> {
  const story = new Story(
    {
      id: 'content',
      title: 'A content person: from an address to a published page',
      wants:
        'Somebody who writes, and never opens a terminal. A colleague sent the address of the daemon. The house rules for booking rooms contradict themselves somewhere, and a new product needs a page.',
    },
    here.scrub,
  );
  const served = await here.serve('./jury serve --port 0');
  const page = await here.browser();
  await page.goto(served.entryUrl);
  const tour = page.getByRole('complementary', { name: 'First steps' });
  await tour.waitFor();
  await tour.getByRole('button', { name: 'Next' }).click();
  await story.page(
    'Open the address and read the first steps',
    page,
    'Texts and ideas are judged here as well as pages.',
  );
  await tour.getByRole('button', { name: 'Skip' }).click();

  await page.getByRole('link', { name: 'A text', exact: true }).click();
  await page.getByRole('heading', { name: 'Check a text' }).waitFor();
  // The example is clean: one rule more contradicts another.
  const rules = readFileSync(join(here.folder, 'examples/specs/booking.md'), 'utf8').replace(
    '## Signing in',
    '- FR-10: A booking must be released when nobody has checked in 30 minutes after it began.\n\n## Signing in',
  );
  await page
    .getByRole('group', { name: 'Document' })
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'booking.md', mimeType: 'text/markdown', buffer: Buffer.from(rules) });
  await page.getByRole('group', { name: 'Document' }).getByText('booking.md').waitFor();
  await page.getByText('No cost: no model is asked.').waitFor();
  await story.page('Give the text', page, 'One document, and nothing else to decide.');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL(/\/runs\/r-/);
  await page.getByText('It is waiting for an answer (exit code 4).').waitFor();
  story.firstValue('the question that shows the contradiction');
  await story.page(
    'Read what was found',
    page,
    'Two rules name two times. Which one holds is not for a program to decide, so it asks.',
  );
  await page.getByRole('radio', { name: '15 minutes', exact: true }).check();
  await page.getByRole('button', { name: 'Answer' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('.completion[data-status="converged"]').waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await story.page(
    'Answer, and go on',
    page,
    'The text was corrected and read once more. It can be downloaded as it is now.',
  );

  await page.goto(`${served.url}/ideas`);
  await page.getByRole('button', { name: 'Take the example tidewatch' }).click();
  await page.getByRole('heading', { name: 'Documents of tidewatch' }).waitFor();
  await story.page(
    'Take an idea',
    page,
    'An idea is a few documents: who it is for, how it sounds, what it should be found by.',
  );
  await page.getByRole('button', { name: 'Start a run' }).click();
  await page.waitForURL(/\/runs\/r-/);
  await page.locator('.completion').getByText('Approved and deployed').waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator('.floating').waitFor({ state: 'detached' });
  await story.page(
    'Watch it being written and criticised',
    page,
    'Critics chosen for this text, their scores by round, and what was asked for.',
  );
  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open the site' }).click();
  const site = await popup;
  await site.getByRole('heading', { level: 1 }).waitFor();
  await site.setViewportSize({ width: 1200, height: 760 });
  await story.page(
    'Open the site',
    site,
    'The page as visitors get it. Written without a model here: it says what the documents say.',
  );
  return story;
}

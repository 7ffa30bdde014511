/** A team lead: starts the daemon, watches a run in the browser, compares, and looks at how far to believe it. */
import { join } from 'node:path';
import type { Newcomer } from './newcomer.ts';
import { Story } from './story.ts';

export async function walkAsTeamLead(here: Newcomer): Promise<Story> {
  const story = new Story(
    {
      id: 'team-lead',
      title: 'A team lead: from the README to a decision',
      wants:
        'The team lets agents write pages. Its lead wants to see one being judged, to compare what was given with what is proposed, and to know how far the verdict can be believed before anybody relies on it.',
    },
    here.scrub,
  );
  const served = await here.serve('./jury serve --port 0');
  story.terminal(
    'Start the daemon',
    './jury serve --port 0',
    served.screen,
    'The address lets one browser in. Nothing leaves the machine.',
  );
  const page = await here.browser();
  await page.goto(served.entryUrl);
  const tour = page.getByRole('complementary', { name: 'First steps' });
  await tour.waitFor();
  await story.page('Open the address', page, 'Three first steps, once, and skippable.');
  await tour.getByRole('button', { name: 'Skip' }).click();
  await page.locator('input[type=file]').first().setInputFiles(join(here.folder, 'examples/landing.html'));
  await page.getByText('landing.html').first().waitFor();
  await page
    .getByText(/^No cost/)
    .first()
    .waitFor();
  await story.page(
    'Drop a page',
    page,
    'What it will cost is said before anything starts. Without an agent it costs nothing.',
  );
  await page.getByRole('button', { name: 'Convene the jury' }).click();
  await page.waitForURL(/\/runs\//);
  await page.locator('.theater[data-phase="shipped"]').waitFor();
  await page.getByRole('link', { name: 'Report' }).waitFor();
  story.firstValue('the verdict in the browser, with every score and its reason');
  await page.frameLocator('iframe').first().locator('h1').waitFor();
  // The offer of notifications is taken back when nothing runs any more.
  await page.locator('.floating').waitFor({ state: 'detached' });
  await story.page(
    'Watch the jury to its end',
    page,
    'The page on the left, five panelists on the right. The end says what was changed, and has the report, the changes and the next step.',
  );
  const run = page.url();
  await page.getByRole('link', { name: 'Compare rounds' }).click();
  await page.getByRole('button', { name: 'Slider' }).click();
  await page.getByRole('slider', { name: 'Before on the left' }).waitFor();
  await page.frameLocator('iframe').first().locator('h1').waitFor();
  await story.page(
    'Compare the rounds',
    page,
    'One handle between before and after. The view has its own address, so it can be sent to a colleague.',
  );

  await page.goto(served.url);
  await page.locator('input[type=file]').first().setInputFiles(join(here.folder, 'examples/poor.html'));
  await page.getByRole('button', { name: 'Convene the jury' }).click();
  await page.waitForURL(/\/runs\//);
  await page.setViewportSize({ width: 375, height: 760 });
  await page.locator('.theater[data-phase="below_threshold"]').waitFor();
  await page.getByRole('link', { name: 'Report' }).waitFor();
  await story.page(
    'Give it a page that nobody should ship',
    page,
    'A no, here on a telephone, with what is still open. What a machine can fix has been fixed; the rest needs a person.',
  );
  await page.setViewportSize({ width: 1200, height: 760 });
  await page.goto(`${served.url}/runs`);
  await page.locator('.card, .run-row, main li').nth(1).waitFor();
  await story.page('Find both again', page, 'Every run of the team in one list, with its outcome.');
  await page.goto(`${served.url}/trust`);
  await page.locator('main h2').first().waitFor();
  await story.page(
    'Ask how far to believe it',
    page,
    'What the instruments see and what they miss, in figures.',
  );

  const runId = new URL(run).pathname.split('/').at(-1) ?? '';
  const key = await here.type('./jury key new');
  story.terminal(
    'Make a key',
    './jury key new',
    key.screen,
    `Exit code ${key.exitCode}. Once for each machine that signs.`,
  );
  const certify = `./jury certify ${runId} --out landing.cert.json`;
  const signed = await here.type(certify);
  story.terminal(
    'Sign the verdict',
    certify,
    signed.screen,
    `Exit code ${signed.exitCode}. The events it came from are in it, so the verdict can be made again from them.`,
  );
  const verify = './jury verify landing.cert.json';
  const verified = await here.type(verify);
  story.terminal('Check it, offline', verify, verified.screen, `Exit code ${verified.exitCode}.`);
  return story;
}

/** The content pipeline in a real browser: from a form to a deployed site, and every way a run can stand. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, vi } from 'vitest';
import type { Place } from '../apps/daemon/src/cli/test/jury.ts';
import { violations } from './axe.ts';
import { openDaemon } from './daemon.ts';
import { test } from './fixtures.ts';
import { inspect } from './inspect.ts';
import { patienceMs } from './stage.ts';

const PICTURES = { folder: 'content', names: ['critics-1280-light', 'deployed-1280-light'] };
const AGENT = fileURLToPath(new URL('./answers-when-told.mjs', import.meta.url));

const ANSWERS = 'answers';

/** Lists an agent that answers when the test says so. */
async function toldAgent(dataDir: string, here: Place): Promise<void> {
  const answers = join(dataDir, ANSWERS);
  mkdirSync(answers, { recursive: true });
  here.agents([{ id: 'told', name: 'Told', command: process.execPath, args: [AGENT, answers] }]);
}

const critique = (score: number, ...issues: [severity: string, description: string][]): string =>
  JSON.stringify({
    score,
    pass: score >= 6,
    issues: issues.map(([severity, description]) => ({
      severity,
      description,
      suggestion: 'Say what it does.',
    })),
  });
const draft = (line: string): string =>
  `---\ntitle: A week with it\ndescription: What we noticed.\n---\n\n# A week with it\n\n${line}\n\nWrite to us.\n`;

const cell = (page: Page, critic: string, round: number) =>
  page
    .getByRole('row', { name: critic })
    .getByRole('cell')
    .nth(round - 1);
const banner = (page: Page) => page.locator('.completion');

describe.concurrent('content', () => {
  test('a newcomer takes an example, starts a run in the form and opens the deployed site', async ({
    blank,
  }) => {
    await using daemon = await openDaemon();
    const page = await blank();
    await page.goto(`${daemon.url}/runs`);
    await page.getByRole('link', { name: 'Start from an idea' }).click();
    await page.getByText('No ideas yet').waitFor();

    // What is missing is told by the daemon, in its own words.
    await page.getByLabel('New idea').fill('Not An Id');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('An id takes lower-case letters').waitFor();
    await page.getByLabel('New idea').fill('bare');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('website also needs: positioning, brand-voice, and seo-strategy').waitFor();
    await page.getByRole('button', { name: 'Start a run' }).click();
    await page
      .getByRole('alert')
      .getByText('bare lacks foundation documents for website: positioning, brand-voice, seo-strategy')
      .waitFor();

    await page.getByRole('button', { name: 'Take the example tidewatch' }).click();
    await page.getByRole('heading', { name: 'Documents of tidewatch' }).waitFor();
    await page.locator('.card', { hasText: 'tidewatch' }).getByText('No run yet').waitFor();
    await page.getByRole('button', { name: 'design-principles.md' }).click();
    await page.getByLabel('design-principles').fill('# Principles\n\nCalm.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByText('Documents: 6').waitFor();
    await inspect(page, 'ideas', PICTURES);
    await page.getByRole('button', { name: 'Start a run' }).focus();
    await page.keyboard.press('Enter');

    await page.waitForURL(/\/runs\/r-/);
    // Two rounds, a browser that measures, a repository: on a busy machine that takes a while.
    await banner(page)
      .getByText('Approved and deployed: draft 2.')
      .waitFor({ timeout: 3 * patienceMs() });
    await page.getByText('Chosen by shared words, without a model').first().waitFor();
    expect(await page.locator('.content-panel b').allTextContents()).toEqual([
      'Behavioural Scientist',
      'Positioning Strategist',
      'SEO Expert',
    ]);
    const steps = await page
      .locator('.content-steps li')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-status')));
    expect(steps).toEqual(Array(8).fill('complete'));
    await page.getByRole('row', { name: 'Editor' }).getByText('Approve').waitFor();
    await page.locator('.guards li', { hasText: 'Fixed in round 2' }).first().waitFor();
    await page.locator('.draft-text', { hasText: '# Tide alert for small harbours' }).waitFor();
    await page.getByRole('button', { name: 'Changes' }).click();
    await page.locator('.diff-added', { hasText: '# Tide alert for small harbours' }).waitFor();
    await page.locator('.diff-gone', { hasText: '# Tidewatch: tide and surge alerts' }).waitFor();
    await cell(page, 'SEO Expert', 1).getByRole('button').click();
    await page
      .getByRole('region', { name: 'SEO Expert · Round 1' })
      .getByText('Suggestion')
      .first()
      .waitFor();
    const commit = (await page.locator('.site-line code[title]').getAttribute('title')) ?? '';
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
    await inspect(page, 'deployed', PICTURES);

    // The longest words are not English.
    await page.setViewportSize({ width: 375, height: 900 });
    await page.locator('.language select').selectOption('de');
    await banner(page).getByText('Freigegeben und veröffentlicht: Entwurf 2.').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await page.locator('.language select').selectOption('en');
    await banner(page).getByText('Approved and deployed: draft 2.').waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });

    const popup = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Open the site' }).click();
    const site = await popup;
    await site.getByRole('heading', { level: 1, name: 'Tide alert for small harbours' }).waitFor();
    expect(await violations(site)).toEqual([]);
    await site.close();

    // An earlier moment is shown as it was, its badge too, and can be shared by its address.
    const badge = page.locator('.run-head .run-badge');
    expect(await badge.textContent()).toBe('Passed');
    await page.getByRole('slider', { name: 'Timeline' }).focus();
    await page.keyboard.press('Home');
    await badge.getByText('Not begun').waitFor();
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press(']');
    await badge.getByText('Running').waitFor();
    await page.waitForURL(/\?at=3$/);
    await page.reload();
    await page.getByText(/^Event 3 of/).waitFor();
    await badge.getByText('Running').waitFor();
    expect(await page.locator('.site-line').count()).toBe(0);
    await page.keyboard.press('Escape');
    await badge.getByText('Passed').waitFor();

    await page.getByRole('link', { name: 'Ideas' }).click();
    await page
      .locator('.card', { hasText: 'tidewatch' })
      .locator('.run-badge', { hasText: 'Passed' })
      .waitFor();
  });

  test('scores arrive one by one, a failed critic has none, a reload changes nothing, a pause is resumed', async ({
    blank,
  }) => {
    await using daemon = await openDaemon(toldAgent);
    /** Written beside and moved: the agent never reads half an answer. */
    const answer = (what: string, text: string): void => {
      const file = join(daemon.here.folder, 'data', ANSWERS, what);
      writeFileSync(`${file}.part`, text);
      renameSync(`${file}.part`, file);
    };
    const timesAsked = (what: string): number =>
      readFileSync(join(daemon.here.folder, 'data', ANSWERS, 'asked.txt'), 'utf8')
        .split('\n')
        .filter((line) => line === what).length;
    const page = await blank();
    await page.goto(`${daemon.url}/ideas`);
    await page.getByRole('button', { name: 'Take the example stairlight' }).click();
    await page.getByLabel('Content type').selectOption('blog-post');
    await page.getByLabel('Agent').selectOption('told');
    await page.getByRole('button', { name: 'Start a run' }).click();

    await banner(page).getByText('Brand Copywriter writes the first draft.').waitFor();
    await banner(page).getByText('A process is at work on it.').waitFor();
    await banner(page)
      .getByText(/This step: \d+s/)
      .waitFor();
    answer('draft.1', draft('It lights every stair.'));
    await banner(page).getByText('Critics are being chosen.').waitFor();
    answer('select.1', '["positioning", "seo-expert", "behavioural-science"]');
    await page.getByText('Chosen by a model').first().waitFor();
    await cell(page, 'Positioning Strategist', 1).getByText('Reading').waitFor();
    await cell(page, 'Behavioural Scientist', 1).getByText('Reading').waitFor();
    await cell(page, 'SEO Expert', 1).getByText('Waiting').waitFor();
    await inspect(page, 'critics', PICTURES);
    answer('Positioning Strategist.1', critique(5, ['high', 'The claim has no proof.']));
    await cell(page, 'Positioning Strategist', 1).getByText('5.0').waitFor();
    await cell(page, 'SEO Expert', 1).getByText('Reading').waitFor();
    await banner(page).getByText('answered by 1 of 3 critics').waitFor();

    await page.reload();
    await cell(page, 'Positioning Strategist', 1).getByText('5.0').waitFor();
    await cell(page, 'SEO Expert', 1).getByText('Reading').waitFor();
    // A program that ends with an error is asked once more within each try.
    for (const time of [1, 2]) answer(`SEO Expert.${time}`, 'CRASH');
    await cell(page, 'SEO Expert', 1).getByText('try 2').waitFor();
    for (const time of [3, 4]) answer(`SEO Expert.${time}`, 'CRASH');
    await cell(page, 'SEO Expert', 1).getByText('Failed').waitFor();
    answer('Behavioural Scientist.1', critique(8));
    await page.getByRole('row', { name: 'Editor' }).getByText('issues of high severity: 1').waitFor();
    await page.getByRole('row', { name: 'Average' }).getByText('6.5').waitFor();
    await cell(page, 'SEO Expert', 1).getByRole('button').click();
    await page.getByText('counts neither as a score nor as a pass').waitFor();
    await banner(page).getByText('Draft 2 is being written.').waitFor();

    // The daemon ends while the author writes; the page finds the next one by itself. Told to write is not yet
    // at work: the author's program has to be there first, or the next daemon would ask for the first time.
    await vi.waitUntil(() => timesAsked('revise') > 0, { timeout: patienceMs() });
    await daemon.restart('SIGTERM');
    const askedBefore = timesAsked('revise');
    await banner(page).getByText('Paused: its process was stopped.').waitFor();
    await page.locator('.run-head').getByText('Paused').waitFor();
    await inspect(page, 'paused', PICTURES);
    await banner(page).getByRole('button', { name: 'Resume' }).click();
    await banner(page).getByText('Draft 2 is being written.').waitFor();
    await vi.waitUntil(() => timesAsked('revise') > askedBefore, { timeout: patienceMs() });
    answer(`revise.${timesAsked('revise')}`, draft('It has lit 400 stairs.'));
    await cell(page, 'Positioning Strategist', 2).getByText('Reading').waitFor();
    for (const critic of ['Positioning Strategist.2', 'SEO Expert.5', 'Behavioural Scientist.2'])
      answer(critic, critique(9));
    await banner(page).getByText('Approved: draft 2.').waitFor();
    await page
      .locator('.guards li', { hasText: 'The claim has no proof.' })
      .getByText('(Positioning Strategist)')
      .waitFor();
    await page.getByRole('button', { name: 'Changes' }).click();
    await page.locator('.diff-added', { hasText: 'It has lit 400 stairs.' }).waitFor();
    await page.locator('.run-head .run-badge', { hasText: 'Passed' }).waitFor();
  });

  test('when every critic fails it is an error that says what to do; a run that was left can be resumed', async ({
    blank,
  }) => {
    await using daemon = await openDaemon(async (dataDir, here) => {
      await toldAgent(dataDir, here);
      for (const [what, text] of [
        ['select.1', '["seo-expert"]'],
        ['SEO Expert.1', 'CRASH'],
        ['SEO Expert.2', 'CRASH'],
        ['SEO Expert.3', 'CRASH'],
        ['SEO Expert.4', 'CRASH'],
      ] as const)
        writeFileSync(join(dataDir, ANSWERS, what), text);
    });
    const page = await blank();
    await page.goto(`${daemon.url}/ideas`);
    await page.getByRole('button', { name: 'Take the example seedshelf' }).click();
    await page.getByLabel('Content type').selectOption('blog-post');
    await page.getByLabel('Agent').selectOption('told');
    await page.getByRole('button', { name: 'Start a run' }).click();
    await banner(page).getByText('A process is at work on it.').waitFor();

    // As if its process had been killed: the status still says that it runs.
    await page.route('**/api/runs/r-*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), held: false } });
    });
    await banner(page).getByText('No process is working on this run any more.').waitFor();
    await banner(page).getByRole('button', { name: 'Resume' }).click();
    // It is played after all, and the daemon says so.
    await banner(page)
      .getByText(/is under way/)
      .waitFor();
    await page.unroute('**/api/runs/r-*');

    daemon.here.write(`data/${ANSWERS}/draft.1`, draft('Seeds on a shelf.'));
    await banner(page).getByText('Ended with an error: all critics failed').waitFor();
    await banner(page).getByText('nothing is approved').waitFor();
    await page.locator('.run-head .run-badge', { hasText: 'No verdict' }).waitFor();
    await inspect(page, 'failed', PICTURES);
    await banner(page).getByRole('link', { name: 'Start again' }).click();
    await page.getByRole('heading', { name: 'Documents of seedshelf' }).waitFor();
    expect(await page.locator('form select').first().inputValue()).toBe('seedshelf');
  });
});

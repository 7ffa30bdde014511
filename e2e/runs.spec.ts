/** Runs of other processes in a real browser: watched live, asked, answered, resumed. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { openDaemon } from './daemon.ts';
import { test } from './fixtures.ts';
import { inspect } from './inspect.ts';
import { ask } from './session.ts';

const LATE_FEE = fileURLToPath(new URL('../examples/tasks/late-fee', import.meta.url));
const BOOKING = readFileSync(new URL('../examples/specs/booking.md', import.meta.url), 'utf8');
const FLAWED = readFileSync(new URL('../examples/specs/export.md', import.meta.url), 'utf8');
/** One contradiction in a spec that is clean otherwise: one question, and an end after its answer. */
const SPEC = BOOKING.replace(
  '## Signing in',
  '- FR-10: A booking must be released when nobody has checked in 30 minutes after it began.\n\n## Signing in',
);
const PLAN = `# Retry payments

## Steps

1. Add a limit in \`src/retry.ts\`.
2. Call it from \`src/payment.ts\`.

## Validation

- Run \`npm test\`.
`;

const runIn = (text: string): string => /\br-[0-9a-f-]{36}/.exec(text)?.[0] ?? '';
const questionCard = (page: Page) => page.locator('.question').first();

async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole('radio', { name: label, exact: true }).focus();
  await page.keyboard.press('Space');
}

describe.concurrent('runs', () => {
  test('a loop of another process is seen, asked, answered in the browser and resumed by a third process', async ({
    blank,
  }) => {
    await using daemon = await openDaemon();
    daemon.here.write('booking.md', SPEC);
    const page = await blank();
    await page.goto(`${daemon.url}/runs`);
    await page.getByText('No runs yet').waitFor();

    const asked = await daemon.jury('loop', 'booking.md', '--command', 'spec');
    expect(asked.status).toBe(4);
    const runId = runIn(asked.stdout);
    await page.locator('.card', { hasText: 'booking.md' }).getByText('Waiting for an answer').waitFor();
    await page.locator('.count-badge', { hasText: '1' }).waitFor();
    await page.getByRole('link', { name: 'booking.md' }).click();
    await page.waitForURL(new RegExp(`/runs/${runId}`));

    const card = questionCard(page);
    await card.getByText('Which holds: 15 minutes or 30 minutes?').waitFor();
    const names = await card
      .getByRole('radio')
      .evaluateAll((radios) =>
        radios.map((radio) => radio.closest('label')?.querySelector('b')?.textContent),
      );
    expect(names).toEqual(['15 minutes', '30 minutes', 'Skip']);
    await page.locator('tbody tr').first().waitFor();
    expect(await page.locator('tbody tr').count()).toBe(5);
    expect(await page.locator('thead th').allTextContents()).toEqual(['Criterion', 'Pass 1 in progress']);
    await choose(page, '15 minutes');
    await page.getByLabel('Note (optional)').fill('as the house rules say');
    await card.getByRole('button', { name: 'Answer' }).focus();
    await page.keyboard.press('Enter');
    await card.getByText('Answered: 15 minutes').waitFor();
    await page.locator('.count-badge').waitFor({ state: 'detached' });

    // The page is not loaded again: what the third process does appears on it.
    const resumed = await daemon.jury('loop', '--resume', runId);
    expect(resumed.status).toBe(0);
    const line = resumed.stdout.trimEnd().split('\n').at(-1) ?? '';
    expect(line).toMatch(/^✓ Critic converged \(/);
    await page.locator('.completion', { hasText: /^Passed after 3 passes: / }).waitFor();
    await page.locator('thead th', { hasText: 'Pass 3' }).getByText('all passed').waitFor();
    await page.locator('.diff-gone', { hasText: 'FR-10' }).first().waitFor();
    expect(readFileSync(join(daemon.here.folder, 'booking.md'), 'utf8')).not.toContain('30 minutes');

    // The same question in another run: the answer is offered, and chosen by nobody but the person.
    daemon.here.write('again.md', SPEC);
    expect((await daemon.jury('loop', 'again.md', '--command', 'spec')).status).toBe(4);
    await page.getByRole('link', { name: 'Questions' }).click();
    await card.getByText('Answered before: 15 minutes').waitFor();
    expect(await card.getByRole('radio', { checked: true }).count()).toBe(0);
    await card.getByRole('button', { name: 'Choose the same' }).click();
    expect(await card.getByRole('radio', { name: '15 minutes', exact: true }).isChecked()).toBe(true);
  });

  test('a loop is answered and gone on with in the browser alone', async ({ blank }) => {
    await using daemon = await openDaemon();
    daemon.here.write('booking.md', SPEC);
    const runId = runIn((await daemon.jury('loop', 'booking.md', '--command', 'spec')).stdout);
    const page = await blank();
    await page.goto(`${daemon.url}/runs/${runId}`);
    await page.getByText('Answer the questions above').waitFor();
    await choose(page, '15 minutes');
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('.completion[data-status="converged"]').waitFor();
    await page.locator('.run-head').getByText('Passed').waitFor();
    expect(readFileSync(join(daemon.here.folder, 'booking.md'), 'utf8')).not.toContain('30 minutes');
  });

  test('two answers at once: one wins, the other is told', async ({ blank }) => {
    await using daemon = await openDaemon();
    daemon.here.write('booking.md', SPEC);
    expect((await daemon.jury('loop', 'booking.md', '--command', 'spec')).status).toBe(4);
    const pages = [await blank(), await blank()];
    // Both have answered before either answer arrives: the first to arrive takes the question from the other's screen.
    const both = Promise.withResolvers<void>();
    let sent = 0;
    for (const [index, page] of pages.entries()) {
      await page.route('**/api/**', async (route) => {
        if (route.request().method() === 'POST') {
          sent += 1;
          if (sent === pages.length) both.resolve();
          await both.promise;
        }
        await route.continue();
      });
      await page.goto(`${daemon.url}/questions`);
      await choose(page, index === 0 ? '15 minutes' : '30 minutes');
    }
    await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Answer' }).click()));
    for (const page of pages)
      await questionCard(page)
        .getByText(/Answered: |Answered elsewhere/)
        .waitFor();
    const told = await Promise.all(pages.map((page) => page.locator('.question-status').textContent()));
    expect(told.filter((words) => words?.startsWith('Answered: '))).toHaveLength(1);
    expect(told.filter((words) => words?.startsWith('Answered elsewhere'))).toHaveLength(1);
  });

  test('a clarification of convergence is answered in the browser, and the next run of the task takes it', async ({
    blank,
  }) => {
    await using daemon = await openDaemon();
    const { here, jury, url } = daemon;
    cpSync(LATE_FEE, join(here.folder, 'task'), { recursive: true });
    const order = ['converge', '--task', 'task', '--type', 'error-analysis', '--json'];
    const first = await jury(...order);
    expect(first.status, first.stderr).toBe(0);
    const page = await blank();
    await page.goto(`${url}/runs/${runIn(first.stdout)}`);
    await page.getByRole('cell', { name: 'All agree' }).first().waitFor();
    const row = page.getByRole('row', { name: /C-001/ });
    await row.getByText('Open', { exact: true }).waitFor();
    await choose(page, 'As noted');
    await page.getByLabel('Your answer').fill('Three days.');
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.getByText('Answered: As noted').waitFor();
    await row.getByText('the next run takes it').waitFor();

    const second = await jury(...order);
    expect(JSON.parse(readFileSync(join(here.folder, 'task/clarifications.json'), 'utf8'))).toMatchObject([
      { id: 'C-001', status: 'answered', userInput: 'Three days.' },
    ]);
    await page.locator('.run-head').getByText('Passed').waitFor();
    await page.goto(`${url}/runs/${runIn(second.stdout)}`);
    await row.getByText('Three days.').waitFor();
    expect(await page.locator('.question').count()).toBe(0);
  });

  test('any moment of a loop can be gone back to, by hand, by key and by address', async ({ blank }) => {
    await using daemon = await openDaemon();
    daemon.here.write('booking.md', BOOKING);
    const { status, stdout } = await daemon.jury('loop', 'booking.md', '--command', 'spec', '--json');
    expect(status).toBe(0);
    const page = await blank();
    await page.goto(`${daemon.url}/runs/${runIn(stdout)}`);
    await page.getByText('Passed after one pass: no fixes, no questions.').waitFor();
    await page.keyboard.press('k');
    await page.getByText('Pass 1 is under way.').waitFor();
    await page.waitForURL(/\?at=3$/);
    await page.keyboard.press('k');
    await page.locator('thead th', { hasText: 'in progress' }).waitFor();
    await page.waitForURL(/\?at=2$/);
    await page.reload();
    await page.getByText('Event 2 of 4').waitFor();
    await page.getByRole('slider', { name: 'Timeline' }).focus();
    await page.keyboard.press('Home');
    await page.getByText('Nothing has happened at this moment yet.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText(/^Passed after one pass/).waitFor();
  });

  test('every page has no violation of WCAG 2.2 AA and no sideways scroll, light and dark, at three widths', async ({
    blank,
  }) => {
    await using daemon = await openDaemon();
    const { here, jury, url } = daemon;
    here.write('package.json', '{"name":"pay","scripts":{"test":"true"}}');
    here.write('plan.md', PLAN);
    here.write('export.md', FLAWED);
    const loop = runIn((await jury('loop', 'export.md', '--command', 'spec')).stdout);
    const gate = await jury('plan-check', 'plan.md', '--json');
    expect(gate.status, gate.stderr).toBe(1);
    cpSync(LATE_FEE, join(here.folder, 'task'), { recursive: true });
    const found = await jury('converge', '--task', 'task', '--type', 'error-analysis', '--json');
    expect(found.status, found.stderr).toBe(0);
    await ask(`${url}/api/projects`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Invoices' }),
    });
    const pages = {
      runs: { path: '/runs', until: '.card' },
      questions: { path: '/questions', until: '.question' },
      loop: { path: `/runs/${loop}`, until: '.wide-table .cell', click: true },
      convergence: { path: `/runs/${runIn(found.stdout)}`, until: '.wide-table .cell', click: true },
      gate: { path: `/runs/${runIn(gate.stdout)}`, until: '.wide-table tbody tr' },
      designs: { path: '/design-systems', until: '.system' },
      settings: { path: '/settings', until: '.choices' },
    };
    const page = await blank();
    for (const [name, { path, until, ...rest }] of Object.entries(pages)) {
      await page.goto(`${url}${path}`);
      await page.locator(until).first().waitFor();
      if ('click' in rest) await page.locator(until).first().click();
      await inspect(page, name, {
        folder: 'runs',
        names: [`${name}-1280-light`, `${name}-375-dark`],
        // Samples of the design systems further down are loaded when they are seen.
        fullPage: name !== 'designs',
      });
    }
  });

  test('the switch of a project keeps what else is written there, and says who decides', async ({
    blank,
  }) => {
    await using daemon = await openDaemon();
    const headers = { 'Content-Type': 'application/json' };
    const made = await ask(`${daemon.url}/api/projects`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Invoices' }),
    });
    const { id } = (await made.json()) as { id: string };
    const project = `${daemon.url}/api/projects/${id}`;
    await ask(project, { method: 'PATCH', headers, body: JSON.stringify({ metadata: { colour: 'red' } }) });
    const page = await blank();
    await page.goto(`${daemon.url}/settings`);
    await page.getByRole('radio', { name: 'Off' }).check();
    await page.getByText('Saved.').waitFor();
    await page.getByText('decided by this project').first().waitFor();
    const { metadata } = (await (await ask(project)).json()) as { metadata: unknown };
    expect(metadata).toMatchObject({ colour: 'red', critiqueTheaterEnabled: false });

    // What cannot be read is not written.
    let written = 0;
    await page.route(`**/api/projects/${id}`, (route) => {
      if (route.request().method() === 'PATCH') written += 1;
      return route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'no disk' } } });
    });
    // Not `check`: the choice is taken back, so it does not stay checked.
    await page.getByRole('radio', { name: 'On', exact: true }).click();
    await page.getByText('Not saved: no disk').waitFor();
    expect(await page.getByRole('radio', { name: 'Off' }).isChecked()).toBe(true);
    expect(written).toBe(0);
  });
});

/** Runs that proved nothing ask in a real browser; the answer plays the retry in whatever process is there then. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StartRunRequest, TheaterSnapshot } from '@design-jury/contracts/http';
import type { TheaterRun } from '@design-jury/contracts/run';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { installFakes } from '../apps/daemon/src/host/test/engine.ts';
import { violations } from './axe.ts';
import { type Daemon, openDaemon } from './daemon.ts';
import { test } from './fixtures.ts';
import { ask } from './session.ts';
import { until } from './stage.ts';

const BRIEF = 'A page about invoices';
const ASKED = 'The run of “A page about invoices” failed: try again?';
const RETRY = 'Try again with Fake flaky';

interface Troubled extends Daemon {
  /** From now on the agent works. */
  cure(): void;
}

async function openTroubled(): Promise<Troubled> {
  let cured = '';
  const daemon = await openDaemon((dataDir, here) => {
    mkdirSync(dataDir);
    cured = join(dataDir, 'cured');
    installFakes(here.folder, {
      flaky: ['flaky', cured, 'model-happy-3-rounds'],
      opening: ['plays-until', 'model-happy-3-rounds', '<NOTES>'],
    });
  });
  return Object.assign(daemon, { cure: () => writeFileSync(cured, '') });
}

async function call<Answer>(url: string, body?: unknown): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await ask(
    url,
    body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) },
  );
  expect(response.ok, await response.clone().text()).toBe(true);
  return (await response.json()) as Answer;
}

async function start(daemon: Daemon, request: Partial<StartRunRequest>): Promise<TheaterRun> {
  const { id } = await call<{ id: string }>(`${daemon.url}/api/projects`, { name: 'Invoices' });
  const asked = { brief: BRIEF, grounding: 'off', ...request };
  return (await call<TheaterSnapshot>(`${daemon.url}/api/projects/${id}/runs`, asked)).run;
}

async function runsOf(daemon: Daemon, { projectId }: TheaterRun): Promise<TheaterRun[]> {
  return (await call<{ runs: TheaterRun[] }>(`${daemon.url}/api/projects/${projectId}/runs`)).runs;
}

const stateOf = async (daemon: Daemon, run: TheaterRun): Promise<string | undefined> =>
  (await runsOf(daemon, run)).find(({ id }) => id === run.id)?.state;

async function failed(daemon: Daemon): Promise<TheaterRun> {
  const run = await start(daemon, { agent: 'flaky' });
  await until(
    () => stateOf(daemon, run),
    (state) => state === 'failed',
  );
  return run;
}

async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole('radio', { name: label, exact: true }).focus();
  await page.keyboard.press('Space');
}

describe.concurrent('retries', () => {
  test('a run of a process that is gone asks; answered in the browser, the next process plays it again, once', async ({
    blank,
  }) => {
    await using daemon = await openTroubled();
    const run = await failed(daemon);
    const page = await blank();
    await page.goto(`${daemon.url}/projects/${run.projectId}/runs/${run.id}`);
    const card = page.locator('.question');
    await card.getByText(ASKED).waitFor();
    await card.getByText('fatal: the model hung up').waitFor();

    await daemon.restart();
    daemon.cure();
    await page.goto(`${daemon.url}/questions`);
    await card.getByText(ASKED).waitFor();
    const names = await card.locator('label b').allTextContents();
    expect([names.at(0), names.at(-1)]).toEqual([RETRY, 'Skip']);
    await page.locator('.count-badge', { hasText: '1' }).waitFor();
    await card.getByRole('link', { name: 'Open the run' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await choose(page, RETRY);
    await card.getByRole('button', { name: 'Answer' }).focus();
    await page.keyboard.press('Enter');
    await card.getByText(`Answered: ${RETRY}`).waitFor();
    await card.getByRole('link', { name: 'Open the new run' }).click();
    await page.getByText('Shipped at round 3').first().waitFor();

    const [retry, first, ...more] = await runsOf(daemon, run);
    expect([first?.id, more.length]).toEqual([run.id, 0]);
    expect(retry).toMatchObject({
      retryOf: run.id,
      state: 'shipped',
      subject: { kind: 'brief', text: BRIEF },
    });
    expect(page.url()).toContain(retry?.id);
    const origin = page.getByRole('link', { name: 'Another try of an earlier run' });
    expect(await origin.getAttribute('href')).toContain(run.id);
    await page.locator('.count-badge').waitFor({ state: 'detached' });
  });

  test('two answers at once: one wins, the other is told, and one run is played', async ({ blank }) => {
    await using daemon = await openTroubled();
    const run = await failed(daemon);
    daemon.cure();
    const pages = [await blank(), await blank()];
    for (const [index, page] of pages.entries()) {
      await page.goto(
        `${daemon.url}${index === 0 ? '/questions' : `/projects/${run.projectId}/runs/${run.id}`}`,
      );
      await page.locator('.question').getByText(ASKED).waitFor();
      await choose(page, RETRY);
    }
    // Keys, not clicks: the first answer may take the other page's button away while it is aimed at.
    for (const page of pages) await page.getByRole('button', { name: 'Answer' }).focus();
    await Promise.all(pages.map((page) => page.keyboard.press('Enter')));
    for (const page of pages)
      await page
        .locator('.question')
        .getByText(/Answered: |Answered elsewhere/)
        .waitFor();
    const told = await Promise.all(pages.map((page) => page.locator('.question-status').textContent()));
    expect(told.filter((words) => words?.startsWith('Answered: '))).toHaveLength(1);
    expect(told.filter((words) => words?.startsWith('Answered elsewhere'))).toHaveLength(1);
    expect(await runsOf(daemon, run)).toHaveLength(2);
  });

  test('the button on the page of the run answers the question', async ({ blank }) => {
    await using daemon = await openTroubled();
    const run = await failed(daemon);
    daemon.cure();
    const page = await blank();
    await page.goto(`${daemon.url}/projects/${run.projectId}/runs/${run.id}`);
    await page.locator('.count-badge', { hasText: '1' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Shipped at round 3').first().waitFor();
    await page.locator('.count-badge').waitFor({ state: 'detached' });
    expect(await runsOf(daemon, run)).toMatchObject([{ retryOf: run.id }, { id: run.id }]);
  });

  test('a run that a crash cut off asks after the restart', async ({ blank }) => {
    await using daemon = await openTroubled();
    const run = await start(daemon, { agent: 'opening' });
    await until(
      () => stateOf(daemon, run),
      (state) => state === 'running',
    );
    await daemon.restart();
    const page = await blank();
    await page.goto(`${daemon.url}/projects/${run.projectId}/runs/${run.id}`);
    await page.locator('.question').getByText('was cut off: try again?').waitFor();
    await choose(page, 'Skip');
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.getByText('Answered: Skip').waitFor();
    expect(await runsOf(daemon, run)).toHaveLength(1);
  });
});

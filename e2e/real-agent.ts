/**
 * From a brief in the form to a shipped page, with a real CLI at the scripted model server, as a viewer sees it.
 * `node real-agent.ts '{"agent":"gemini","picture":null}'` prints what was on screen as JSON. Started in a network of
 * its own: model, CLI, daemon and browser have only each other.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { readPins } from '../apps/daemon/src/conformance/binaries.ts';
import { startModelServer } from '../apps/daemon/src/conformance/model-server/server.ts';
import { makeSurroundings } from '../apps/daemon/src/conformance/surroundings.ts';
import { processesOf } from '../apps/daemon/src/conformance/test/leftovers.ts';
import { openEngine } from '../apps/daemon/src/engine.ts';
import { ownToken } from '../apps/daemon/src/routes/access/token-file.ts';
import { createServer } from '../apps/daemon/src/server.ts';
import { violations } from './axe.ts';
import { enter } from './session.ts';
import { newPage, openBrowser } from './stage.ts';

const BRIEF =
  'Title: Night school in Leith\n\nWelding on six evenings. Say what is there and how to book a place.\n';

export interface RealAgentOrder {
  agent: string;
  /** Where a picture of the first round goes. */
  picture: string | null;
}

export interface RealAgentReport {
  /** Seen while the run was still playing. */
  whilePlaying: { phase: string; heading: string };
  badge: string;
  reason: string;
  /** Words of the divider of each round, in order. */
  rounds: string[];
  /** What instruments say beside each round, line by line. */
  grounding: string[][];
  /** Main heading of the page in the frame. */
  heading: string;
  violations: unknown[];
  /** The same brief without a jury and with a budget no page fits into. */
  overBudget: { stage: string; kept: string; heading: string; violations: unknown[] };
  /** Requests the model had to answer. */
  answers: number;
  left: number;
}

async function watch({ agent, picture }: RealAgentOrder): Promise<RealAgentReport> {
  const pin = (await readPins()).find(({ id }) => id === agent);
  if (pin === undefined) throw new Error(`conformance/package.json has no ${agent}`);
  const folder = await mkdtemp(join(tmpdir(), 'jury-watch-'));
  const model = await startModelServer();
  const env = await makeSurroundings(pin, model.urlFor('mends'), folder);
  const dataDir = join(folder, 'data');
  const engine = await openEngine({ dataDir, env });
  const server = createServer({ jury: engine.jury, bus: engine.bus, token: await ownToken(dataDir) });
  const browser = await openBrowser();
  try {
    const { url, entryUrl } = await server.listen();
    await enter(entryUrl);
    const page = await newPage(browser);
    await fillForm(page, url, agent);
    await page.getByRole('button', { name: 'Convene the jury' }).click();
    const stage = page.locator('.theater');
    await page.locator('.theater[data-phase="running"]').waitFor();
    const whilePlaying = {
      phase: (await stage.getAttribute('data-phase')) ?? '',
      heading: (await page.locator('.run-title').textContent()) ?? '',
    };
    await page.locator('.theater[data-phase="shipped"]').waitFor();
    await page.getByRole('button', { name: 'Show the rounds' }).click();
    const dividers = page.locator('.round-divider');
    const rounds = await dividers.allTextContents();
    const grounding: string[][] = [];
    for (let n = 1; n <= rounds.length; n++) {
      await page.getByRole('button', { name: new RegExp(`^Round ${n}\\b`, 'i') }).click();
      await page.getByText(`Page of round ${n}`, { exact: true }).waitFor();
      grounding.push(await measuredWords(page));
      if (n > 1 || picture === null) continue;
      await page.locator('.grounding').scrollIntoViewIfNeeded();
      await page.screenshot({ path: picture });
    }
    const frame = page.frameLocator('.artifact iframe');
    const seen = {
      whilePlaying,
      badge: (await page.locator('.badge-title').textContent()) ?? '',
      reason: (await page.locator('.jury-reason').textContent()) ?? '',
      rounds,
      grounding,
      heading: (await frame.getByRole('heading', { level: 1 }).textContent()) ?? '',
      violations: await violations(page),
    };
    return {
      ...seen,
      overBudget: await overBudget(page, url, agent),
      answers: model.answers().length,
      left: processesOf(join(folder, 'home')).length,
    };
  } finally {
    await browser.close();
    await server.close(200);
    await engine.close();
    await model.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function fillForm(page: Page, url: string, agent: string): Promise<void> {
  await page.goto(url);
  await page.locator(`option[value="${agent}"]:not([disabled])`).waitFor({ state: 'attached' });
  await page.getByLabel('Agent').selectOption(agent);
  await page.getByLabel('Brief').fill(BRIEF);
}

async function overBudget(page: Page, url: string, agent: string): Promise<RealAgentReport['overBudget']> {
  await fillForm(page, url, agent);
  await page.getByText('More settings').click();
  await page.getByRole('combobox', { name: 'Jury', exact: true }).selectOption('Off');
  await page.getByLabel('Tokens at most').fill('10');
  await page.getByRole('button', { name: 'Convene the jury' }).click();
  const stage = page.locator('.theater[data-phase="failed"]');
  await stage.waitFor();
  await page.locator('.kept-page').waitFor();
  return {
    stage: (await stage.textContent()) ?? '',
    kept: (await page.locator('.kept-page .remark').textContent()) ?? '',
    heading:
      (await page.frameLocator('.kept-page iframe').getByRole('heading', { level: 1 }).textContent()) ?? '',
    violations: await violations(page),
  };
}

/** As it is drawn: what is in the tree and not on screen does not count. */
async function measuredWords(page: Page): Promise<string[]> {
  const lines = await page.locator('.grounding').locator('p, li').allInnerTexts();
  return lines.map((line) => line.replace(/\s+/g, ' '));
}

console.log(JSON.stringify(await watch(JSON.parse(process.argv[2] ?? '{}'))));
process.exit(0);

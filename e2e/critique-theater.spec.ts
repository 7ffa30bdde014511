import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { violations } from './axe.ts';
import { test } from './fixtures.ts';
import { enterBy } from './session.ts';
import { until } from './stage.ts';
import { openWire } from './wire.ts';

const LANDING = readFileSync(new URL('../examples/landing.html', import.meta.url), 'utf8');

const phase = (page: Page, name: string) => page.locator(`.theater[data-phase="${name}"]`);
const lane = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describe.concurrent('the Theater', () => {
  test('a page goes from the form through the grounded panel to a shipped page', async ({ open }) => {
    const page = await open('/');
    const broken: string[] = [];
    page.on('pageerror', (error) => broken.push(error.message));
    await page.getByRole('button', { name: 'Convene the jury' }).click();
    await page.getByRole('alert').getByText('Give a brief, a page, or both.').waitFor();
    await page.getByLabel('Brief').fill('A page about boats');
    await page.getByRole('button', { name: 'Convene the jury' }).click();
    await page
      .getByRole('alert')
      .getByText('The grounded panel needs a page. Give it one, or choose a skill or an agent.')
      .waitFor();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'landing.html',
        mimeType: 'text/html',
        buffer: Buffer.from(LANDING),
      });
    await page.getByText('landing.html').waitFor();
    await page.getByText('More settings').click();
    await page.getByLabel('Rounds').fill('4');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Convene the jury' }).click();

    await phase(page, 'shipped').waitFor();
    expect(await page.locator('.badge-title').textContent()).toMatch(
      /^Shipped at round \d, composite (?:9|10)/,
    );
    expect(await page.locator('.ship-rule').textContent()).toMatch(
      /^Shipped with a score of (?:9|10)\S* \(8\.0 needed\)\. Open must-fixes: 0/,
    );
    await page.getByRole('button', { name: 'Show the rounds' }).click();
    await page.getByRole('button', { name: /^Round 1/i }).click();
    await page.getByRole('radio', { name: 'Expand all' }).check();
    expect(await page.locator('.evidence').count()).toBeGreaterThan(5);
    expect(await violations(page)).toEqual([]);

    // Those of its project; the link of the same name above leads to all runs.
    await page
      .getByRole('region', { name: 'Page', exact: true })
      .getByRole('link', { name: 'Runs', exact: true })
      .click();
    await page.waitForURL(/\/projects\/[^/]+$/);
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    await page.locator('.run-badge[data-phase="shipped"]').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(broken).toEqual([]);
  });

  test('Esc asks, the answer interrupts, and only the daemon ends it', async ({ stage, open }) => {
    const { path } = await stage.start({ agent: 'by-round' });
    const page = await open(path);
    await page.getByRole('button', { name: /^Round 1.*refine/i }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await phase(page, 'running').count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop it' }).click();
    await phase(page, 'interrupted').waitFor();
    expect(await page.locator('.badge-title').textContent()).toMatch(
      /^Interrupted at round \d, best composite 6/,
    );
    expect(await page.locator('.ship-rule').textContent()).toContain('You stopped early');
  });

  test('stopped before the first round, the stage is empty and offers the same brief again', async ({
    stage,
    open,
  }) => {
    const { path, runId } = await stage.start({ agent: 'opening' });
    const page = await open(path);
    await page.getByRole('button', { name: 'Interrupt' }).click();
    await page.getByRole('button', { name: 'Stop it' }).click();
    await phase(page, 'interrupted').waitFor();
    await page.getByText('there is no page to show').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL((url) => url.pathname.includes('/runs/') && !url.pathname.endsWith(runId));
    await lane(page, 'Designer').waitFor();
    const [projectId = '', again = ''] = new URL(page.url()).pathname
      .split('/')
      .filter((part) => part.startsWith('p-') || part.startsWith('r-'));
    await stage.engine.jury.interruptRun(projectId, again);
    await phase(page, 'interrupted').waitFor();
  });

  test('a reload in the middle continues, and ends as the daemon says', async ({ stage, open }) => {
    const { path, projectId, runId } = await stage.start({ agent: 'by-round' });
    const page = await open(path);
    await page.getByRole('button', { name: /^Round 1/i }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /^Round 1/i }).waitFor();
    await stage.allow(runId, 2);
    await page.getByRole('button', { name: /^Round 2/i }).waitFor();
    await stage.engine.jury.interruptRun(projectId, runId);
    await phase(page, 'interrupted').waitFor();
    const { run } = await stage.finished(projectId, runId);
    expect(await page.locator('.badge .composite').textContent()).toBe(String(run.composite));
  });

  test('a lost connection is said and resumed', async ({ stage, blank }) => {
    const { path, runId } = await stage.start({ agent: 'by-round' });
    const wire = await openWire(stage.url);
    enterBy(wire.url, stage.url);
    try {
      const page = await blank();
      await page.goto(`${wire.url}${path}`);
      await page.getByRole('button', { name: /^Round 1/i }).waitFor();
      wire.cut();
      await page.getByText('Connection lost').waitFor();
      // What is said meanwhile is not lost.
      await stage.allow(runId, 2);
      wire.mend();
      await page.getByText('Connection lost').waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: /^Round 2/i }).waitFor();
      await page.getByRole('button', { name: 'Interrupt' }).click();
      await page.getByRole('button', { name: 'Stop it' }).click();
      await phase(page, 'interrupted').waitFor();
    } finally {
      await wire.close();
    }
  });

  test('a replay plays, stops, moves by round, and every moment has an address', async ({ stage, open }) => {
    const { path, projectId, runId } = await stage.start({ agent: 'quick' });
    await stage.finished(projectId, runId);
    const page = await open(path);
    await page.getByRole('button', { name: 'Replay' }).click();
    const timeline = page.getByRole('slider', { name: 'Timeline' });
    await timeline.waitFor();
    // The whole transcript is here: a step goes to marks that are known.
    await page.getByText(/^Event \d+ of \d+$/).waitFor();
    for (let step = 0; step < 8; step++) await page.keyboard.press('[');
    expect(await timeline.inputValue()).toBe('1');
    await page.keyboard.press('ArrowRight');
    await until(
      () => timeline.inputValue(),
      (value) => value === '2',
    );
    await page.keyboard.press('ArrowLeft');
    await until(
      () => timeline.inputValue(),
      (value) => value === '1',
    );
    await page.keyboard.press('Space');
    await until(
      () => timeline.inputValue(),
      (value) => value !== '1',
    );
    for (let step = 0; step < 8; step++) await page.keyboard.press('[');
    await page.keyboard.press(']');
    await page.getByRole('button', { name: /^Round 1.*refine/i }).waitFor();
    // The address follows once the moment holds still.
    const moment = await timeline.inputValue();
    await page.waitForURL((url) => url.searchParams.get('at') === moment);
    const address = page.url();
    const shown = await page.locator('.theater').textContent();
    await page.reload();
    await page.getByRole('button', { name: /^Round 1.*refine/i }).waitFor();
    expect(page.url()).toBe(address);
    expect(await page.locator('.theater').textContent()).toBe(shown);
    expect(await violations(page)).toEqual([]);

    await page.keyboard.press('j');
    await page.getByRole('button', { name: /^Round 2.*refine/i }).waitFor();
    await page.keyboard.press('K');
    await page.getByRole('button', { name: /^Round 2/i }).waitFor({ state: 'hidden' });
    await page.getByLabel('Speed').selectOption('instant');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await phase(page, 'shipped').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show the rounds' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test('a must-fix points at its element in the page', async ({ stage, open }) => {
    const { path, projectId, runId } = await stage.start({
      agent: 'grounded',
      artifact: { content: LANDING, mime: 'text/html' },
    });
    await stage.finished(projectId, runId);
    const page = await open(path);
    await page.getByRole('button', { name: 'Show the rounds' }).click();
    await page.getByRole('button', { name: /^Round 1/i }).click();
    await page.getByRole('radio', { name: 'Expand all' }).check();
    const target = page.locator('.target').first();
    const frame = page.frameLocator('iframe[title="Page of round 1"]');
    await frame.locator('body > *').first().waitFor();
    await target.focus();
    await frame.locator('[data-jury-target]').waitFor();
    await target.blur();
    await frame.locator('[data-jury-target]').waitFor({ state: 'detached' });
    expect(await page.locator('.must-fix.fixed del').count()).toBe(0);
    await page.keyboard.press(']');
    await page.locator('.must-fix.fixed del').first().waitFor();
    expect(await page.locator('.must-fix.fixed').first().textContent()).toContain('Fixed in round 2');
  });

  test('rounds are compared at an address of their own: side by side, by slider, by difference, as source', async ({
    stage,
    open,
  }) => {
    const { path, projectId, runId } = await stage.start({
      agent: 'grounded',
      artifact: { content: LANDING, mime: 'text/html' },
    });
    await stage.finished(projectId, runId);
    const page = await open(path);
    await page.getByRole('link', { name: 'Compare rounds' }).click();
    await page.frameLocator('iframe[title^="Before"]').locator('h1').waitFor();
    await page.frameLocator('iframe[title^="After"]').locator('h1').waitFor();
    expect(await violations(page)).toEqual([]);
    const scrolled = (which: string) =>
      page
        .frameLocator(`iframe[title^="${which}"]`)
        .locator('html')
        .evaluate(() => scrollY);
    await page
      .frameLocator('iframe[title^="After"]')
      .locator('html')
      .evaluate(() => scrollTo(0, 400));
    await until(
      () => scrolled('Before'),
      (y) => y > 100,
    );
    // Whichever is moved, the other follows.
    await page
      .frameLocator('iframe[title^="Before"]')
      .locator('html')
      .evaluate(() => scrollTo(0, 0));
    await until(
      () => scrolled('After'),
      (y) => y === 0,
    );
    const over = page.locator('.compare-pages > .preview').nth(1);
    const drawn = (property: 'clip-path' | 'mix-blend-mode'): Promise<string> =>
      over.evaluate((pane, name) => getComputedStyle(pane).getPropertyValue(name), property);
    const boxes = async () => [
      await page.locator('iframe[title^="Before"]').boundingBox(),
      await page.locator('iframe[title^="After"]').boundingBox(),
    ];
    const slider = page.getByRole('slider', { name: 'Before on the left' });
    await page.getByRole('button', { name: 'Slider' }).click();
    for (const left of ['25', '80']) {
      await slider.fill(left);
      await until(
        () => drawn('clip-path'),
        (cut) => cut === `inset(0px 0px 0px ${left}%)`,
      );
    }
    const [under, above] = await boxes();
    expect(above).toEqual(under);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Differences' }).click();
    await page.getByText('Black means no difference.').waitFor();
    expect(await drawn('mix-blend-mode')).toBe('difference');
    expect(await drawn('clip-path')).toBe('none');
    const [first, second] = await boxes();
    expect(second).toEqual(first);
    expect(first?.width).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Source' }).click();
    await page.locator('.diff-added').first().waitFor();
    expect(await page.locator('.diff-gone').count()).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
    // What is compared, and how, is in the address.
    await page.waitForURL(/\/compare\?before=1&after=\d&view=source$/);
    await page.reload();
    await page.locator('.diff-added').first().waitFor();
    expect(await page.title()).toMatch(/^Compare rounds: .* · Design Jury$/);
    await page.getByRole('link', { name: 'Back to the run' }).click();
    await phase(page, 'shipped').waitFor();
  });

  test('the choice of detail is kept; a lane opens and closes by Enter', async ({ stage, open }) => {
    const { path, projectId, runId } = await stage.start({ agent: 'quick' });
    await stage.finished(projectId, runId);
    const page = await open(path);
    await page.getByRole('button', { name: 'Show the rounds' }).click();
    expect(await page.locator('.lane-body').count()).toBe(1);
    await page.getByRole('radio', { name: 'Active only' }).check();
    expect(await page.locator('.lane-summary').count()).toBe(0);
    await page.getByRole('radio', { name: 'Expand all' }).check();
    expect(await page.locator('.lane-body').count()).toBe(5);
    const head = lane(page, 'Brand').getByRole('button').first();
    await head.focus();
    await page.keyboard.press('Enter');
    expect(await head.getAttribute('aria-expanded')).toBe('false');
    await page.reload();
    await page.getByRole('button', { name: 'Show the rounds' }).click();
    expect(await page.locator('.lane-body').count()).toBe(5);
  });

  test('whoever chooses a round by keyboard stays on it, above the lanes and below', async ({
    stage,
    open,
  }) => {
    const { path, projectId, runId } = await stage.start({ agent: 'quick' });
    await stage.finished(projectId, runId);
    const page = await open(path);
    await page.getByRole('button', { name: 'Show the rounds' }).click();
    const here = (): Promise<string | undefined> =>
      page.evaluate(() => document.activeElement?.querySelector('span')?.textContent);
    for (const round of ['Round 1', 'Round 3', 'Round 2']) {
      await page.locator('.round-divider', { hasText: round }).focus();
      await page.keyboard.press('Enter');
      await page.locator('.round-divider[aria-expanded=true]', { hasText: round }).waitFor();
      expect(await here()).toBe(round);
    }
  });

  test('every language has its own words', async ({ open }) => {
    const page = await open('/', { locale: 'de-DE' });
    await page.getByRole('button', { name: 'Jury einberufen' }).waitFor();
    const words = new Map([
      ['ja', '審査を始める'],
      ['ko', '심사 시작'],
      ['zh-CN', '召集评审'],
      ['zh-TW', '召集評審'],
      ['en', 'Convene the jury'],
    ]);
    for (const [locale, name] of words) {
      await page.locator('.language select').selectOption(locale);
      await page.getByRole('button', { name }).waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    }
  });
});

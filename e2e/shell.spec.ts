import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { AgentInfo } from '../packages/contracts/src/http.ts';
import type { ListedProject, RunStanding } from '../packages/contracts/src/run.ts';
import { violations } from './axe.ts';
import { openDaemon } from './daemon.ts';
import { test } from './fixtures.ts';
import { ask } from './session.ts';
import { openStage } from './stage.ts';

const DESIGN = `---
name: Harbour
colors:
  primary: "#0b6e4f"
  accent: "#c1440e"
---
`;

const AGENTS: AgentInfo[] = [
  { id: 'grounded', name: 'Grounded panel', available: true, detail: null, degraded: null },
  {
    id: 'wobbly',
    name: 'Wobbly',
    available: true,
    detail: '1.2.3',
    degraded: { reason: 'malformed_block', until: '2030-01-02T03:04:00.000Z' },
  },
  {
    id: 'absent',
    name: 'Absent',
    available: false,
    detail: 'not installed',
    next: 'npm install -g absent',
    degraded: null,
  },
];

const speak = (page: Page, locale: string) => page.locator('.language select').selectOption(locale);
const ink = (page: Page, role: string): Promise<string> =>
  page
    .locator(`.lane[data-role="${role}"] .role-tag`)
    .evaluate((tag) => getComputedStyle(tag).backgroundColor);

const THEATER: RunStanding = {
  runId: 'r-1',
  hasPage: false,
  protocol: 'theater',
  state: 'below_threshold',
  outcome: null,
  exitCode: null,
  composite: 9.6,
  threshold: 8,
};
const LOOP: RunStanding = {
  runId: 'r-2',
  hasPage: false,
  protocol: 'loop',
  state: 'ended',
  outcome: 'safety-cap',
  exitCode: 1,
  composite: null,
  threshold: null,
};

describe.concurrent('the shell', () => {
  test('a newcomer tries the example, sees it ship, and finds it again', async ({
    stage: { browser },
    blank,
    onTestFinished,
  }) => {
    const fresh = await openStage(browser);
    onTestFinished(() => fresh.close());
    const page = await blank();
    await page.goto(fresh.url);
    await page.getByText('No projects yet').waitFor();
    await page.getByRole('button', { name: 'Try an example' }).click();
    await page.getByText('landing.html').waitFor();
    await page.getByRole('button', { name: 'Convene the jury' }).click();
    await page.locator('.theater[data-phase="shipped"]').waitFor();
    await page.getByRole('link', { name: 'Projects' }).click();
    await page.locator('.card .run-badge[data-phase="shipped"]').first().waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('every project of a long list says how its newest run stands, and none is asked for it', async ({
    stage,
    blank,
  }) => {
    const page = await blank();
    const projects = Array.from(
      { length: 40 },
      (_, i): ListedProject => ({
        id: `p-${i}`,
        name: `Project ${i}`,
        metadata: {},
        createdAt: '2026-01-01T00:00:00.000Z',
        newestRun: i === 0 ? null : i === 1 ? LOOP : THEATER,
      }),
    );
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.route('**/api/projects', (route) => route.fulfill({ json: { projects } }));
    await page.goto(stage.url);
    await page.locator('.card').nth(39).getByText('9.6 Not shipped').waitFor();
    // A run of another protocol has no score; a word tells how it ended, and none of its own names does.
    expect((await page.locator('.card').nth(1).locator('.run-badge').textContent())?.trim()).toBe(
      'Not passed',
    );
    expect(await page.locator('.card .run-badge').count()).toBe(39);
    expect(asked.filter((path) => path.startsWith('/api/projects/'))).toEqual([]);
  });

  test('the page of a run without a design system puts nothing into the console', async ({ blank }) => {
    await using daemon = await openDaemon();
    const example = fileURLToPath(new URL('../examples/landing.html', import.meta.url));
    expect(await daemon.jury('review', example)).toMatchObject({ status: 0 });
    const { projects } = await (await ask(`${daemon.url}/api/projects`)).json();
    const ofProject = `/projects/${projects[0].id}/runs`;
    const { runs } = await (await ask(`${daemon.url}/api${ofProject}`)).json();
    const page = await blank();
    const said: string[] = [];
    page.on('console', (message) => said.push(`${message.text()} ${message.location().url}`));
    const asked = page.waitForResponse((response) => response.url().endsWith('/design'));
    await page.goto(`${daemon.url}${ofProject}/${runs[0].id}`);
    await page.locator('.theater[data-phase="shipped"]').waitFor();
    await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
    expect((await (await asked).json()).laneInks).toBe(null);
    expect(said).toEqual([]);
  });

  test('another language changes the words and nothing else', async ({ stage, open }) => {
    const { path, projectId, runId } = await stage.start({ agent: 'quick' });
    await stage.finished(projectId, runId);
    const page = await open(path);
    await page.getByRole('button', { name: 'Show the rounds' }).click();
    await page.getByRole('button', { name: /^Round 1/i }).click();
    await page.locator('.lane[data-role="copy"] .lane-head').click();
    await page.locator('iframe').evaluate((frame) => Object.assign(frame, { sameNode: true }));
    await speak(page, 'de');
    await page.locator('.round-divider[aria-expanded="true"]', { hasText: 'Runde 1' }).waitFor();
    expect(await page.locator('.lane[data-role="copy"] .lane-body').count()).toBe(1);
    expect(await page.locator('iframe').evaluate((frame) => 'sameNode' in frame)).toBe(true);

    await page.locator('a.app-name').click();
    const brief = page.locator('.start > label textarea');
    await brief.fill('Ein Entwurf');
    await speak(page, 'ja');
    await page.getByRole('button', { name: '審査を始める' }).waitFor();
    expect(await brief.inputValue()).toBe('Ein Entwurf');
  });

  test('an agent that is set aside is told once per session, and listed with its reason', async ({
    blank,
    stage,
  }) => {
    const page = await blank();
    await page.route('**/api/agents', (route) => route.fulfill({ json: { agents: AGENTS } }));
    await page.goto(`${stage.url}/agents`);
    const banner = page.locator('.agent-banner');
    await banner
      .getByText(/^Wobbly is set aside until .*2030.*: it wrote blocks that cannot be read/)
      .waitFor();
    expect(await banner.count()).toBe(1);
    const absent = await page.locator('.card', { hasText: 'Absent' }).textContent();
    expect(absent).toContain('Not available');
    expect(absent).toContain('Next step: npm install -g absent');
    expect(await page.locator('.card', { hasText: 'Grounded' }).textContent()).not.toContain('Next step');
    expect(await page.locator('.card', { hasText: 'Wobbly' }).textContent()).toContain('Set aside');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    // It stays while the visitor looks around, and goes when it is told to.
    await page.getByRole('link', { name: 'Projects' }).click();
    await page.getByRole('button', { name: 'Convene the jury' }).waitFor();
    await banner.getByRole('button', { name: 'Dismiss' }).click();
    expect(await banner.count()).toBe(0);
    await page.reload();
    await page.locator('option[value="wobbly"]').waitFor({ state: 'attached' });
    expect(await banner.count()).toBe(0);
  });

  test('a project’s switch is saved, decides, and leaves the rest of its settings alone', async ({
    blank,
    stage,
  }) => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ name: 'Switched', metadata: { kind: 'site' } });
    const made = await ask(`${stage.url}/api/projects`, { method: 'POST', headers, body });
    const { id } = (await made.json()) as { id: string };
    const page = await blank();
    await page.goto(`${stage.url}/settings`);
    await page.locator('.setting select').selectOption(id);
    await page.getByLabel('Off', { exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await page.locator('.card', { hasText: 'weekly-update' }).getByText('decided by this project').waitFor();
    expect(await page.locator('.card', { hasText: 'saas-landing' }).textContent()).toContain('The jury sits');
    await page.getByText('Where the default comes from').click();
    await page
      .getByText(/Rollout phase M3 \(0 of 14 days in a row at or above 90 %: stay at M3\)$/)
      .waitFor();
    const project = (await (await ask(`${stage.url}/api/projects/${id}`)).json()) as { metadata: unknown };
    expect(project.metadata).toEqual({ kind: 'site', critiqueTheaterEnabled: false });
    expect(await violations(page)).toEqual([]);
  });

  test('design systems are shown with their tokens and a page', async ({ blank, stage }) => {
    const page = await blank();
    await page.goto(`${stage.url}/design-systems`);
    await page.locator('.system', { hasText: 'Folio' }).waitFor();
    expect(await page.locator('.system').count()).toBe(6);
    const sample = page.frameLocator('iframe[title="Sample page in Folio"]');
    await sample.getByRole('heading', { level: 1 }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('the lanes wear the inks of the run’s design system', async ({ stage, open }) => {
    const plain = await stage.start({ agent: 'quick' });
    const themed = await stage.start({ agent: 'quick', design: DESIGN });
    for (const run of [plain, themed]) await stage.finished(run.projectId, run.runId);
    const page = await open(themed.path);
    await page.getByRole('button', { name: 'Show the rounds' }).click();
    await page.locator('html[style*="--from-designer"]').waitFor();
    const [designer, critic] = [await ink(page, 'designer'), await ink(page, 'critic')];
    expect(await violations(page, 'colours')).toEqual([]);
    // Green and orange by hue, at the lightness of the house.
    expect(hueOf(designer)).toBeCloseTo(164, -1);
    expect(hueOf(critic)).toBeCloseTo(40, -1);

    await page.goto(`${stage.url}${plain.path}`);
    await page.getByRole('button', { name: 'Show the rounds' }).click();
    expect(hueOf(await ink(page, 'designer'))).toBeCloseTo(275, -1);
  });

  test('a run without a jury shows its page and who decided so, to who waited for it and to who comes later', async ({
    stage: { browser },
    blank,
  }) => {
    // One at a time: the page is opened while its run still waits for the one before it.
    const stage = await openStage(browser, { maxConcurrentRuns: 1 });
    try {
      const before = await stage.start({ agent: 'opening' });
      const { path } = await stage.start({ skill: 'weekly-update', critique: false });
      const [waiting, later] = [await blank(), await blank()];
      await waiting.goto(`${stage.url}${path}`);
      await waiting.getByText('Place 1 in the queue').waitFor();
      await stage.engine.jury.interruptRun(before.projectId, before.runId);
      for (const page of [waiting, later]) {
        if (page === later) await page.goto(`${stage.url}${path}`);
        const rail = page.getByRole('complementary');
        await rail.getByText('Without a jury').waitFor();
        await rail.getByText('decided by the run').waitFor();
        await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
        expect(await violations(page)).toEqual([]);
      }
    } finally {
      await stage.close();
    }
  });

  test('a skill can be chosen where the daemon has some, and is not asked for elsewhere', async ({
    blank,
    stage,
  }) => {
    for (const skills of [[], [{ id: 'poster', title: 'Poster' }]]) {
      const page = await blank();
      await page.route('**/api/skills', (route) =>
        route.fulfill({ json: { skills, problems: [], phase: 'M0' } }),
      );
      await page.goto(`${stage.url}/`);
      await page.getByText('More settings').click();
      await page.getByLabel('Rounds').waitFor();
      if (skills.length > 0) await page.getByLabel('Skill').selectOption('poster');
      else expect(await page.getByLabel('Skill').count()).toBe(0);
    }
  });

  test('a brief that says nothing is refused where it was written, and leaves no project behind', async ({
    stage,
    open,
  }) => {
    const count = async (): Promise<number> =>
      ((await (await ask(`${stage.url}/api/projects`)).json()) as { projects: unknown[] }).projects.length;
    const page = await open('/');
    const before = await count();
    await page.getByText('More settings').click();
    await page.getByLabel('Skill').selectOption('weekly-update');
    await page.getByLabel('Agent').selectOption('grounded');
    await page.getByLabel('Brief').fill('Make me a nice page. It should look modern.');
    await page.getByRole('button', { name: 'Convene the jury' }).click();
    await page.getByText('the brief asks for a page and says nothing that could stand on it').waitFor();
    expect(await page.getByLabel('Brief').inputValue()).toContain('Make me a nice page');
    await expect.poll(count).toBe(before);
  });

  test('what a run is asked with is offered where it counts, and handed on', async ({ stage, open }) => {
    const page = await open('/');
    await page.getByText('More settings').click();
    await page.getByLabel('Skill').selectOption('weekly-update');
    expect(await page.getByLabel('Measured faults').count()).toBe(0);
    await page.getByRole('button', { name: 'Start from the example brief' }).click();
    expect((await page.getByLabel('Brief').inputValue()).length).toBeGreaterThan(80);
    expect(await page.getByRole('button', { name: 'Start from the example brief' }).count()).toBe(0);
    await page.getByLabel('Agent').selectOption('quick');
    await page.getByLabel('Measured faults').selectOption('Are only advice');
    await page.getByLabel('Tokens at most').fill('90000');
    await page.getByRole('combobox', { name: 'Jury', exact: true }).selectOption('On');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Convene the jury' }).click();
    await page.waitForURL(/\/runs\//);
    const [, projectId = '', runId = ''] =
      /projects\/([^/]+)\/runs\/([^/?]+)/.exec(new URL(page.url()).pathname) ?? [];
    const { run } = await stage.finished(projectId, runId);
    expect(run).toMatchObject({
      agent: 'quick',
      skill: 'weekly-update',
      config: { grounding: 'advise', maxTokens: 90_000 },
      enablement: { on: true, by: 'run' },
    });
  });

  test('an address with nothing at it says so and leads back', async ({ stage, open }) => {
    const page = await open('/projects/p-nobody');
    await page.getByText(/there is no project/).waitFor();
    const run = await stage.start({ agent: 'quick' });
    const nobody = `r-${'0'.repeat(36)}`;
    await page.goto(`${stage.url}${run.path.replace(/r-[^/]+$/, nobody)}`);
    await page.getByText(`there is no run ${nobody}`).waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

/** Degrees, from `oklch(l c h)` as Chromium computes it. */
function hueOf(color: string): number {
  return Number(/oklch\(\S+ \S+ ([\d.]+)/.exec(color)?.[1]);
}

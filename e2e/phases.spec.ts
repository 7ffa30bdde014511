import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { DEFAULT_CRITIQUE_CONFIG } from '../packages/contracts/src/defaults.ts';
import type { TheaterSnapshot } from '../packages/contracts/src/http.ts';
import type { ListedProject } from '../packages/contracts/src/run.ts';
import { violations } from './axe.ts';
import { test } from './fixtures.ts';
import { PHASES, type PhaseCase } from './phases.ts';
import { compareOrKeep } from './pictures.ts';

const WIDTHS = [375, 768, 1280] as const;
const SCHEMES = ['light', 'dark'] as const;
const HEIGHT = 720;
const RUN = '/projects/demo/runs/run';
const PAGE = readFileSync(new URL('../examples/good.html', import.meta.url), 'utf8');

function snapshotOf({ state, queuePosition }: PhaseCase): TheaterSnapshot {
  const at = '2026-01-01T00:00:00.000Z';
  return {
    run: {
      id: 'run',
      projectId: 'demo',
      artifactId: 'a-demo',
      protocol: 'theater',
      state: state.phase === 'idle' ? 'queued' : state.phase,
      title: 'A landing page for an invoicing tool',
      subjectKey: '',
      outcome: null,
      exitCode: null,
      agent: 'claude',
      model: null,
      skill: null,
      config: DEFAULT_CRITIQUE_CONFIG,
      subject: { kind: 'brief', text: 'A landing page for an invoicing tool' },
      composite: null,
      finalRound: null,
      cause: null,
      recoveryReason: null,
      inputTokens: null,
      outputTokens: null,
      costUsd: null,
      eventBase: 0,
      eventCount: state.lastSeq,
      createdAt: at,
      startedAt: at,
      updatedAt: at,
      endedAt: null,
    },
    held: true,
    rounds: [],
    mustFixes: [],
    queuePosition: queuePosition ?? null,
    lastEventId: state.lastSeq,
    state,
  };
}

/** The built app with answers that never change, at a time that stands still. */
async function openPhase(page: Page, url: string, scene: PhaseCase): Promise<Page> {
  await page.clock.setFixedTime(Date.parse('2026-01-01T00:00:42.000Z'));
  await page.route('**/api/projects/demo', (route) =>
    route.fulfill({
      json: { id: 'demo', name: 'Invoices', metadata: {}, createdAt: '2026-01-01T00:00:00.000Z' },
    }),
  );
  await page.route('**/api/runs/run', (route) => route.fulfill({ json: snapshotOf(scene) }));
  await page.route('**/rounds/*/artifact*', (route) =>
    route.fulfill({ contentType: 'text/html', body: PAGE }),
  );
  // A stream that says nothing, and an interrupt that is still on its way.
  await page.route('**/events?*', () => {});
  await page.route('**/interrupt', () => {});
  await page.goto(`${url}${RUN}`);
  if (scene.interrupting) {
    await page.getByRole('button', { name: 'Interrupt' }).click();
    await page.getByRole('button', { name: 'Stop it' }).click();
  }
  if (scene.unfolded) await page.getByRole('button', { name: 'Show the rounds' }).click();
  const expected = scene.interrupting ? 'interrupting' : scene.queuePosition ? 'queued' : scene.state.phase;
  await page.locator(`.theater[data-phase="${expected}"]`).waitFor();
  // What is said of an end is loaded when a run is over.
  if (!scene.interrupting && !['idle', 'running'].includes(scene.state.phase))
    await page.locator('.end-notes').waitFor({ state: 'attached' });
  if ('rounds' in scene.state && scene.state.rounds.some(({ artifact }) => artifact !== null))
    await page.frameLocator('iframe').locator('h1').waitFor();
  return page;
}

/** Every width in light and dark: no violation, nothing beyond the edge, and the picture that was kept. */
async function inspect(page: Page, name: string): Promise<{ problems: string[]; notCompared: string[] }> {
  const problems: string[] = [];
  const notCompared: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const where = `${name} at ${width} px, ${colorScheme}`;
      const scope = colorScheme === 'light' ? 'everything' : 'colours';
      for (const violation of await violations(page, scope)) problems.push(`${where}: ${violation}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (wide) problems.push(`${where}: the page scrolls sideways`);
      if (colorScheme === 'dark' && width !== 1280) continue;
      const compared = await compareOrKeep(page, `${name}-${width}${colorScheme === 'dark' ? '-dark' : ''}`);
      if ('foreign' in compared) notCompared.push(`${where}: ${compared.foreign}`);
      else if (compared.differs !== null) problems.push(`${where}: ${compared.differs}`);
    }
  }
  return { problems, notCompared };
}

/** Other fonts make other pictures: what was not compared is said, and counted as skipped. */
function judge(
  { problems, notCompared }: Awaited<ReturnType<typeof inspect>>,
  skip: (why: string) => void,
): void {
  expect(problems).toEqual([]);
  if (notCompared.length > 0) skip(`${notCompared.length} pictures were not compared: ${notCompared[0]}`);
}

describe.concurrent('every phase', () => {
  for (const [name, scene] of Object.entries(PHASES)) {
    test(`${name}: no violation, and it looks as it did`, async ({ stage, blank, skip }) => {
      const page = await openPhase(await blank(), stage.url, scene);
      judge(await inspect(page, name), skip);
    });
  }

  test('home: no violation, and it looks as it did', async ({ stage, blank, skip }) => {
    const page = await blank();
    const createdAt = '2026-01-01T00:00:00.000Z';
    const ends = [
      ['Landing page', 'shipped', 9.6],
      ['Invoices', 'below_threshold', 7.26],
    ] as const;
    const projects = ends.map(([name, state, composite], i) => ({
      id: `p-${i}`,
      name,
      metadata: {},
      createdAt,
      newestRun: {
        runId: `r-${i}`,
        protocol: 'theater',
        state,
        outcome: null,
        exitCode: null,
        composite,
        threshold: 8,
        hasPage: false,
      },
    })) satisfies ListedProject[];
    await page.route('**/api/projects', (route) => route.fulfill({ json: { projects } }));
    await page.route('**/api/agents', (route) =>
      route.fulfill({
        json: { agents: [{ id: 'grounded', name: 'Grounded panel', available: true, detail: null }] },
      }),
    );
    await page.goto(stage.url);
    await page.getByText('7.26').waitFor();
    judge(await inspect(page, 'home'), skip);
  });

  test('replay: no violation, and it looks as it did', async ({ stage, blank, skip }) => {
    const page = await blank();
    const body = readFileSync(
      new URL('../__fixtures__/critique/v1/model-happy-3-rounds.ndjson', import.meta.url),
    );
    await page.route('**/transcript', (route) =>
      route.fulfill({ contentType: 'application/x-ndjson', body }),
    );
    await page.route('**/rounds/*/artifact*', (route) =>
      route.fulfill({ contentType: 'text/html', body: PAGE }),
    );
    await page.goto(`${stage.url}${RUN}?at=40`);
    await page.getByText(/^Event 40 of /).waitFor();
    await page.frameLocator('iframe').locator('h1').waitFor();
    judge(await inspect(page, 'replay'), skip);
  });

  test('the checker itself sees a violation', async ({ stage, blank }) => {
    const page = await openPhase(await blank(), stage.url, { state: { phase: 'idle', lastSeq: 0 } });
    await page.evaluate(() =>
      document.querySelector('select')?.closest('label')?.replaceWith(document.createElement('select')),
    );
    expect((await violations(page)).join()).toContain('select-name');
  });
});

/** A real daemon with real runs, and a real Chromium to look at it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunSnapshot, StartRunRequest } from '@design-jury/contracts/http';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type Engine, openEngine } from '../apps/daemon/src/engine.ts';
import { type FakeCall, installFakes } from '../apps/daemon/src/host/test/engine.ts';
import { createServer } from '../apps/daemon/src/server.ts';
import { DEFAULT_CRITIQUE_CONFIG } from '../packages/contracts/src/defaults.ts';
import { ensurePackage } from '../scripts/debian-packages.mjs';

/** The longest any test waits for something to appear. Nothing here sleeps for a fixed time. */
const PATIENCE_MS = 45_000;
/** More than tests run at once: nobody waits in a queue unless a test is about the queue. */
const ENOUGH_RUNS = 12;

/** Programs that play recorded answers: at once, at a pace, or never. */
const FAKES: Record<string, FakeCall> = {
  quick: ['plays', 'model-happy-3-rounds'],
  paced: ['plays', 'model-happy-3-rounds', '40', '12'],
  slow: ['plays', 'model-happy-3-rounds', '40', '180'],
  patient: ['plays', 'model-happy-3-rounds', '20', '400'],
  hostile: ['plays', 'variant-page-about-the-protocol'],
  garbled: ['plays', 'model-prose-only'],
  crashes: ['crashes'],
  silent: ['silent'],
};

export interface Stage {
  url: string;
  engine: Engine;
  browser: Browser;
  start(request: Partial<StartRunRequest>): Promise<{ projectId: string; runId: string; path: string }>;
  /** Waits until the daemon says that the run is over. */
  finished(projectId: string, runId: string): Promise<RunSnapshot>;
  close(): Promise<void>;
}

export async function openStage(browser: Browser, maxConcurrentRuns = ENOUGH_RUNS): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jury-e2e-'));
  await installFakes(dataDir, FAKES);
  const engine = await openEngine({
    dataDir,
    env: { PATH: process.env.PATH },
    config: { ...DEFAULT_CRITIQUE_CONFIG, enabled: true, grounding: 'off', maxConcurrentRuns },
    limits: { killGraceMs: 400, drainMs: 300 },
  });
  const server = createServer({ jury: engine.jury, bus: engine.bus });
  const { url } = await server.listen();
  return {
    url,
    engine,
    browser,
    async start(request) {
      const project = await engine.jury.createProject({ name: 'Invoices' });
      const { run } = await engine.jury.startRun(project.id, {
        brief: 'A landing page for an invoicing tool.',
        ...request,
      });
      const path = `/projects/${project.id}/runs/${run.id}`;
      return { projectId: project.id, runId: run.id, path };
    },
    async finished(projectId, runId) {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const snapshot = await engine.jury.runSnapshot(projectId, runId);
        if (snapshot.run.endedAt !== null) return snapshot;
        if (Date.now() > deadline) throw new Error(`run ${runId} is not over: ${snapshot.run.state}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async close() {
      await server.close(200);
      await engine.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: ensurePackage('chromium', 'chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--font-render-hinting=none',
      '--disable-lcd-text',
    ],
  });
}

export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context.newPage();
}

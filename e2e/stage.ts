/** A real daemon with real runs, and a real Chromium to look at it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isTheaterSnapshot, type StartRunRequest, type TheaterSnapshot } from '@design-jury/contracts/http';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type Engine, openEngine } from '../apps/daemon/src/engine.ts';
import { type FakeCall, installFakes } from '../apps/daemon/src/host/test/engine.ts';
import { contentService } from '../apps/daemon/src/protocols/content/service.ts';
import type { GivenServices } from '../apps/daemon/src/protocols/given/start.ts';
import { ownToken } from '../apps/daemon/src/routes/access/token-file.ts';
import { createServer } from '../apps/daemon/src/server.ts';
import { DEFAULT_CRITIQUE_CONFIG } from '../packages/contracts/src/defaults.ts';
import { ensurePackage } from '../scripts/debian-packages.mjs';
import { machinePace } from '../scripts/machine-pace.ts';
import { enter, letIn } from './session.ts';

/** The longest any test waits for something to appear, on a quiet machine. Nothing here sleeps for a fixed time. */
const PATIENCE_MS = 45_000;
/** A run that the test holds waits as long as the test does. */
const HELD_MS = 3_600_000;
/** More than tests run at once: nobody waits in a queue unless a test is about the queue. */
const ENOUGH_RUNS = 12;

/** Programs that play recorded answers: at once, as far as the test allows, or never. */
const fakesIn = (folder: string): Record<string, FakeCall> => ({
  quick: ['plays', 'model-happy-3-rounds'],
  /** Round by round: before the second and the third it waits for `allow`. */
  'by-round': ['plays-until', 'model-happy-3-rounds', '<ROUND n="', '2', folder],
  /** Opens the designer's lane and says nothing more. */
  opening: ['plays-until', 'model-happy-3-rounds', '<NOTES>'],
  hostile: ['plays', 'variant-page-about-the-protocol'],
  garbled: ['plays', 'model-prose-only'],
  crashes: ['crashes', 'model-happy-2-rounds', '3'],
  silent: ['silent'],
});

/** What it comes to on this machine now. */
export function patienceMs(): number {
  return PATIENCE_MS * machinePace();
}

/** The first value that passes. For tests side by side: `expect.poll` needs to know which one it is in. */
export async function until<Value>(
  look: () => Promise<Value>,
  passes: (value: Value) => boolean,
): Promise<Value> {
  const deadline = Date.now() + patienceMs();
  for (;;) {
    const value = await look();
    if (passes(value)) return value;
    if (Date.now() > deadline) throw new Error(`waited in vain; the last was ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export interface Stage {
  url: string;
  engine: Engine;
  browser: Browser;
  start(request: Partial<StartRunRequest>): Promise<{ projectId: string; runId: string; path: string }>;
  /** Lets a run of `by-round` go on to this round. */
  allow(runId: string, round: 2 | 3): Promise<void>;
  /** Waits until the daemon says that the run is over. */
  finished(projectId: string, runId: string): Promise<TheaterSnapshot>;
  close(): Promise<void>;
}

interface StageOptions {
  maxConcurrentRuns?: number;
  /** What the daemon finds in its environment beyond the fake programs. */
  env?: Readonly<Record<string, string>>;
}

/** What takes documents over HTTP. */
export function givenServices({ host, agent, questions, threads, jury }: Engine): GivenServices {
  return { host, agent, questions, threads, allRuns: jury.allRuns.bind(jury) };
}

export async function openStage(
  browser: Browser,
  { maxConcurrentRuns = ENOUGH_RUNS, env = {} }: StageOptions = {},
): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jury-e2e-'));
  const allowed = join(dataDir, 'allowed');
  await mkdir(allowed);
  const listed = installFakes(dataDir, fakesIn(allowed));
  const engine = await openEngine({
    dataDir,
    // Pages are measured without a browser unless a test is about one: that which is looked with has enough to do.
    env: { PATH: process.env.PATH, OD_BROWSER: '/nonexistent', ...env, ...listed },
    config: {
      ...DEFAULT_CRITIQUE_CONFIG,
      enabled: true,
      grounding: 'off',
      maxConcurrentRuns,
      perRoundTimeoutMs: HELD_MS,
      totalTimeoutMs: HELD_MS,
    },
    limits: { killGraceMs: 400, drainMs: 300, firstByteTimeoutMs: HELD_MS, idleTimeoutMs: HELD_MS },
  });
  const server = createServer({
    jury: engine.jury,
    bus: engine.bus,
    questions: engine.questions,
    given: givenServices(engine),
    content: { service: contentService({ dataDir, ...engine }), dataDir, env: {} },
    dataDir,
    token: await ownToken(dataDir),
  });
  const { url, entryUrl } = await server.listen();
  await enter(entryUrl);
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
    allow: (runId, round) => writeFile(join(allowed, `${runId}.${round}`), ''),
    async finished(projectId, runId) {
      return until(
        async () => {
          const snapshot = await engine.jury.runSnapshot(projectId, runId);
          if (!isTheaterSnapshot(snapshot)) throw new Error(`run ${runId} is no run of the Theater`);
          return snapshot;
        },
        ({ run }) => run.endedAt !== null,
      );
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
  context.setDefaultTimeout(patienceMs());
  await letIn(context);
  return context.newPage();
}

/** An engine in a folder of its own, with fake programs as its agents, for tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_CRITIQUE_CONFIG, type RunLimits } from '@design-jury/contracts/defaults';
import { isTheaterSnapshot, type StartRunRequest, type TheaterSnapshot } from '@design-jury/contracts/http';
import type { CritiqueConfig } from '@design-jury/contracts/theater/critique';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { ownAgents } from '../../agents/test/own-agents.ts';
import { type Engine, type EngineOptions, openEngine } from '../../engine.ts';

const FAKES = fileURLToPath(new URL('../../agents/test/', import.meta.url));

export type FakeCall = readonly [program: string, ...args: string[]];

export async function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'jury-test-'));
}

/** Lists the fakes the same way a user lists a program. Returns the environment that finds them. */
export function installFakes(home: string, fakes: Readonly<Record<string, FakeCall>>) {
  const agents = Object.entries(fakes).map(([id, [program, ...args]]) => ({
    id,
    name: `Fake ${id}`,
    command: process.execPath,
    args: [join(FAKES, `${program}.mjs`), ...args],
  }));
  return ownAgents(home, agents);
}

export interface TestEngine extends Engine {
  dataDir: string;
  projectId: string;
  events: TranscriptEvent[];
  start(request: Partial<StartRunRequest>): Promise<TheaterSnapshot>;
  /** Resolves with the run as stored, once its terminal event was heard. */
  finished(runId: string): Promise<TheaterSnapshot>;
  /** Resolves when an event passes the test. */
  heard(test: (event: TranscriptEvent) => boolean): Promise<void>;
  dispose(): Promise<void>;
}

export async function openTestEngine(
  fakes: Readonly<Record<string, FakeCall>>,
  options: {
    config?: Partial<CritiqueConfig>;
    limits?: Partial<RunLimits>;
    dataDir?: string;
    serves?: boolean;
    leaseMs?: number;
    env?: Readonly<Record<string, string>>;
    protocols?: EngineOptions['protocols'];
    report?: EngineOptions['report'];
  } = {},
): Promise<TestEngine> {
  const dataDir = options.dataDir ?? (await temporaryFolder());
  const listed = installFakes(dataDir, fakes);
  const engine = await openEngine({
    dataDir,
    // Without a browser: pages are measured in one elsewhere.
    env: { PATH: process.env.PATH, OD_BROWSER: '/nonexistent', ...options.env, ...listed },
    // The fakes play fixtures of the protocol; their pages are not meant to be measured.
    config: { ...DEFAULT_CRITIQUE_CONFIG, grounding: 'off', ...options.config },
    limits: { killGraceMs: 400, drainMs: 300, ...options.limits },
    ...(options.protocols !== undefined && { protocols: options.protocols }),
    ...(options.report !== undefined && { report: options.report }),
    ...(options.serves !== undefined && { serves: options.serves }),
    ...(options.leaseMs !== undefined && { leaseMs: options.leaseMs }),
  });
  const project = await engine.jury.createProject({ name: 'test' });
  const events: TranscriptEvent[] = [];
  const waiting = new Set<() => void>();
  engine.bus.listen(project.id, ({ event }) => {
    events.push(event as TranscriptEvent);
    for (const look of waiting) look();
  });
  const heard = (test: (event: TranscriptEvent) => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!events.some(test)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return {
    ...engine,
    dataDir,
    projectId: project.id,
    events,
    heard,
    start: (request) => engine.jury.startRun(project.id, { brief: 'A page about invoices.', ...request }),
    async finished(runId) {
      await engine.host.done(runId);
      const snapshot = await engine.jury.runSnapshot(project.id, runId);
      if (!isTheaterSnapshot(snapshot)) throw new Error(`${runId} is no run of the Theater`);
      return snapshot;
    },
    async dispose() {
      await engine.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

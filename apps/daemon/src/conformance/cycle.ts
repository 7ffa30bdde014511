/** One cycle of one agent: every brief through the real engine, judged, counted. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConformanceCycle } from '@design-jury/contracts/conformance';
import { DEFAULT_RUN_LIMITS } from '@design-jury/contracts/defaults';
import type { CritiqueConfig } from '@design-jury/contracts/theater/critique';
import { escapeText } from 'entities';
import { type AgentSettings, type LoadedAgents, loadAgents } from '../agents/registry.ts';
import { openEngine } from '../engine.ts';
import { readCritiqueConfig } from '../env.ts';
import { groundedPanel } from '../protocols/theater/offline/grounded-panel.ts';
import { type Judged, judge } from './assertions.ts';
import type { ConformanceBrief } from './briefs.ts';
import type { ScenarioName } from './model-server/scenarios.ts';
import { type ModelServer, startModelServer } from './model-server/server.ts';
import { type CaseRun, runCase } from './run-case.ts';
import type { Candidate } from './surroundings.ts';

const MAX_FAILURES = 10;
const LONGEST_FAILURE = 300;
const NOTHING_CHOSEN: AgentSettings = {
  design: null,
  brief: null,
  browser: 'never',
  head: { maxRounds: 1, threshold: 0, scale: 10 },
};

export interface CycleOptions {
  briefs: readonly ConformanceBrief[];
  /** @default 'good' */
  scenario?: ScenarioName;
  clock: () => number;
  signal: AbortSignal;
  /** Called after each case. */
  onCase?(brief: ConformanceBrief, failures: readonly string[], ms: number): void;
}

/** Null when it was stopped: half a cycle says nothing. */
export async function runScriptedCycle(
  candidate: Candidate,
  options: CycleOptions,
): Promise<ConformanceCycle | null> {
  const folder = await mkdtemp(join(tmpdir(), 'jury-conformance-'));
  const server = await startModelServer();
  try {
    const env = await candidate.surround(server.urlFor(options.scenario ?? 'good'), folder);
    return await runCycle(candidate, { ...options, env, dataDir: join(folder, 'data'), server });
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Somebody who is asked as they are: their own program, login and provider. */
export interface LiveCandidate extends Pick<Candidate, 'id' | 'version'> {
  env: Readonly<Record<string, string | undefined>>;
}

/** Costs what the provider takes for it. Null when it was stopped. */
export async function runLiveCycle(
  candidate: LiveCandidate,
  options: Omit<CycleOptions, 'scenario'>,
): Promise<ConformanceCycle | null> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jury-live-'));
  try {
    return await runCycle(candidate, { ...options, env: candidate.env, dataDir, server: null });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Surrounded extends CycleOptions {
  env: Readonly<Record<string, string | undefined>>;
  dataDir: string;
  /** Null: nobody knows what the model was asked but the model. */
  server: ModelServer | null;
}

async function runCycle(
  candidate: Pick<Candidate, 'id' | 'version'>,
  options: Surrounded,
): Promise<ConformanceCycle | null> {
  const { briefs, env, dataDir, signal, server, clock } = options;
  const agents = await loadSteadyAgents(dataDir, env);
  // An agent's protocol is tried here, not its pages.
  const config: CritiqueConfig = { ...readCritiqueConfig(env), grounding: 'off' };
  const engine = await openEngine({ dataDir, env, agents, config });
  const transport = (await agents.create(candidate.id, NOTHING_CHOSEN))?.capabilities.transport ?? 'unknown';
  let [complete, cleanParse, passed] = [0, 0, 0];
  const failures: string[] = [];
  try {
    for (const brief of briefs) {
      const ran = await runCase(engine, { agent: candidate.id, brief: brief.text }, (_event, interrupt) => {
        if (signal.aborted) interrupt();
      });
      if (signal.aborted) return null;
      const judged = judge(ran.events, ran.page);
      const problems = problemsOf(judged, ran, brief, server);
      complete += Number(judged.complete);
      cleanParse += Number(judged.cleanParse);
      passed += Number(problems.length === 0);
      failures.push(...problems.map((problem) => `${brief.id}: ${problem}`.slice(0, LONGEST_FAILURE)));
      options.onCase?.(brief, problems, ran.ms);
    }
  } finally {
    await engine.close();
  }
  return {
    agent: candidate.id,
    version: candidate.version,
    transport,
    model: server === null ? 'live' : 'scripted',
    at: new Date(clock()).toISOString(),
    cases: briefs.length,
    complete,
    cleanParse,
    passed,
    failures: failures.slice(0, MAX_FAILURES),
  };
}

/** As deterministic as each can be told to be, so that two cycles can be compared. */
async function loadSteadyAgents(dataDir: string, env: Surrounded['env']): Promise<LoadedAgents> {
  const agents = await loadAgents(dataDir, env, DEFAULT_RUN_LIMITS, [groundedPanel(env)]);
  return {
    create: (id, settings) => agents.create(id, { ...settings, temperature: 0 }),
    canDraft: (id) => agents.canDraft(id),
    ids: () => agents.ids(),
    list: (now) => agents.list(now),
    close: () => agents.close(),
  };
}

function problemsOf(
  { failed }: Judged,
  { page }: CaseRun,
  brief: ConformanceBrief,
  server: ModelServer | null,
): string[] {
  const problems = Object.entries(failed).map(([name, problem]) => `${name}: ${problem}`);
  if (server === null) return problems;
  // With a script behind it, more can be asked: that our words came through, and that its words came back.
  if (!server.answers().some(({ prompt }) => prompt.includes(brief.title)))
    problems.push('the brief did not reach the model');
  if (page !== null && !page.includes(escapeText(brief.title)))
    problems.push('the page is not the one the model wrote for this brief');
  return problems;
}

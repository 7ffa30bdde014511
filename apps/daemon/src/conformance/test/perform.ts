/**
 * Plays one run of one real CLI against the scripted model server, alone in a process that nothing else lives in:
 * `node perform.ts '<order as JSON>'` prints the report as JSON. Started in a network of its own by `stage.ts`.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_CRITIQUE_CONFIG, DEFAULT_RUN_LIMITS } from '@design-jury/contracts/defaults';
import { isTerminalEvent, type TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { COMPILE_CACHE } from '../../../../../scripts/compile-cache.ts';
import { JURY_PROGRAM } from '../../../../../scripts/jury-program.ts';
import { CLI_AGENTS } from '../../agents/cli-table.ts';
import { detect } from '../../agents/detect.ts';
import { loadAgents } from '../../agents/registry.ts';
import type { Agent } from '../../agents/session.ts';
import { createTableAgent } from '../../agents/table-agent.ts';
import { openEngine } from '../../engine.ts';
import { groundedPanel } from '../../protocols/theater/offline/grounded-panel.ts';
import { readPins } from '../binaries.ts';
import { CANONICAL_BRIEF } from '../briefs.ts';
import { type ModelServer, startModelServer } from '../model-server/server.ts';
import { runCase } from '../run-case.ts';
import { DUMMY_KEY, makeSurroundings } from '../surroundings.ts';
import { guestsSeen, plantGuests } from './guests.ts';
import { CANARY, isOutsideKept, OUTSIDE, plantProject } from './hostile-project.ts';
import { processesOf } from './leftovers.ts';
import type { PerformanceOrder, PerformanceReport } from './performance.ts';

const LONGEST_LEAVING_MS = 20_000;
/** In every prompt of ours, and in nothing else. */
const OUR_WORDS = CANONICAL_BRIEF.title;
/** A first round that is over by then is followed by another, or was the whole run. */
const SECOND_ROUND_MS = 5_000;
/** From the model's first word until somebody says stop. */
const MIDDLE_MS = 1_000;

/** On standard error, which is shown when the stage has to be ended: where it stood. */
function note(what: string): void {
  console.error(`${Math.round(performance.now())} ms: ${what}`);
}

async function perform(order: PerformanceOrder): Promise<PerformanceReport> {
  const pin = (await readPins()).find(({ id }) => id === order.agent);
  if (pin === undefined) throw new Error(`conformance/package.json has no ${order.agent}`);
  const folder = await mkdtemp(join(tmpdir(), 'jury-perform-'));
  const server = await startModelServer();
  const url = order.scenario === 'refused' ? await closedAddress() : server.urlFor(order.scenario);
  const env = await makeSurroundings(pin, url, folder);
  if (order.sandbox !== undefined) env.OD_AGENT_SANDBOX = order.sandbox;
  if (order.guests === true) await plantGuests(pin.id, folder);
  if (order.kill === true) return killed(order, folder, server, env);
  const trap = await startModelServer();
  const project = order.hostileProject === true ? await plantProject(folder, trap.url) : null;
  if (project !== null) process.chdir(project);
  const limits = { ...DEFAULT_RUN_LIMITS, ...order.limits };
  const config = {
    ...DEFAULT_CRITIQUE_CONFIG,
    grounding: order.grounding ?? 'off',
    maxConcurrentRuns: order.atOnce ?? 1,
    ...(order.perRoundTimeoutMs !== undefined && { perRoundTimeoutMs: order.perRoundTimeoutMs }),
    ...(order.totalTimeoutMs !== undefined && { totalTimeoutMs: order.totalTimeoutMs }),
  };
  const dataDir = project === null ? join(folder, 'data') : join(project, '.od');
  const agents = await loadAgents(dataDir, env, limits, [groundedPanel(env)]);
  const oneShot = async (): Promise<Agent | null> => {
    const row = CLI_AGENTS.find(({ id }) => id === order.agent);
    const installed = row === undefined ? null : await detect(row, env);
    if (row === undefined || installed === null) return null;
    return createTableAgent(row, installed, { model: null, turns: 'one-shot' }, env, limits);
  };
  note('the surroundings are made');
  const heard: Heard = { textDeltas: 0, capabilities: null };
  const engine = await openEngine({
    dataDir,
    env,
    limits,
    config,
    agents: {
      canDraft: (id) => agents.canDraft(id),
      ids: () => agents.ids(),
      list: (now) => agents.list(now),
      close: () => agents.close(),
      async create(id, settings) {
        // The instruments that measure its pages are not who is listened to.
        if (id !== order.agent) return agents.create(id, settings);
        const agent = order.way === 'stdio' ? await oneShot() : await agents.create(id, settings);
        note('the agent is made');
        return agent === null ? null : listening(agent, heard);
      },
    },
  });
  const page = order.page ?? (order.pageChars === undefined ? null : longPage(order.pageChars));
  const subject = page ?? order.brief ?? CANONICAL_BRIEF.text;
  let asked = 0;
  let ended = 0;
  let gone: Promise<number> | null = null;
  const stop = (interrupt: () => void): void => {
    if (asked > 0) return;
    asked = performance.now();
    interrupt();
    gone = untilGone(folder);
  };
  let waits = false;
  const watch = (event: TranscriptEvent, interrupt: () => void): void => {
    note(event.type);
    if (isTerminalEvent(event)) ended = performance.now();
    if (order.interrupt !== true) return;
    if (event.type === 'critique.panelist_open' && event.round === 2) stop(interrupt);
    // Of some nothing is heard before their end: the model's side tells when they are in the middle.
    else if (event.type === 'critique.run_started' && !waits && !isHeardEarly(heard.capabilities)) {
      waits = true;
      void inTheMiddle(server).then(() => stop(interrupt));
    }
  };
  const request =
    page === null
      ? { agent: order.agent, brief: subject }
      : { agent: order.agent, artifact: { content: subject, mime: 'text/html' } };
  const [played, ...others] = await Promise.all([
    runCase(engine, request, watch),
    ...Array.from({ length: (order.atOnce ?? 1) - 1 }, () => runCase(engine, request)),
  ]);
  note('the run is over');
  const goneMs = gone === null ? 0 : (await gone) - asked;
  await engine.close();
  note('the engine is closed');
  const largest = server.answers().toSorted((a, b) => b.prompt.length - a.prompt.length)[0];
  const report: PerformanceReport = {
    agent: order.agent,
    events: played.events,
    page: played.page,
    ms: played.ms,
    capabilities: {
      turns: heard.capabilities?.turns ?? 'none',
      transport: heard.capabilities?.transport ?? 'none',
      deltas: heard.capabilities?.deltas ?? 'none',
      usage: heard.capabilities?.usage ?? false,
      promptLimitBytes: heard.capabilities?.promptLimitBytes ?? null,
    },
    textDeltas: heard.textDeltas,
    usage: {
      inputTokens: sumOf([played, ...others].map(({ snapshot }) => snapshot.run.inputTokens)),
      outputTokens: sumOf([played, ...others].map(({ snapshot }) => snapshot.run.outputTokens)),
      atLeast: 'usage' in played.snapshot.state && played.snapshot.state.usage?.atLeast === true,
    },
    served: server.used(),
    others: others.map(({ snapshot }) => snapshot.run.state),
    answers: server.answers().length,
    largestPrompt: {
      chars: largest?.prompt.length ?? 0,
      holdsSubject: largest?.prompt.includes(subject) ?? false,
      carriedKey: largest?.carriedKey(DUMMY_KEY) ?? false,
    },
    guests: project === null ? await guestsSeen(folder) : [],
    stranger:
      project === null
        ? []
        : [
            ...(await guestsSeen(folder)),
            ...(trap.requests.length > 0 ? [`${trap.requests.length} requests to its address`] : []),
            ...(server.requests.some(({ prompt }) => prompt.includes(CANARY)) ? ['its instructions'] : []),
            ...(server.requests.some(({ prompt }) => prompt.includes(OUTSIDE))
              ? ['a file outside was read']
              : []),
            ...((await isOutsideKept(folder)) ? [] : ['a file outside was changed']),
            ...(server.requests.some((request) => request.carriedKey('planted')) ? ['its key'] : []),
            ...(server.requests.some((request) => request.carriedKey(DUMMY_KEY)) ? [] : ['no key of ours']),
          ],
    killedGoneMs: null,
    tools: largest?.request?.tools ?? [],
    interrupted: asked === 0 ? null : { endedMs: Math.round(ended - asked), goneMs: Math.round(goneMs) },
    left: processesOf(folder).length,
    foldersLeft: (await readdir(join(folder, 'home/.local/state/design-jury/agents')).catch(() => [])).length,
    conversations: await filesWith(join(folder, 'home'), OUR_WORDS),
    keySeen: [
      ...(JSON.stringify(played).includes(DUMMY_KEY) ? ['events'] : []),
      ...(await filesWith(dataDir, DUMMY_KEY)),
    ],
  };
  process.chdir('/');
  await trap.close();
  await server.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  return report;
}

/** The whole product as a process of its own, killed in the middle of an answer. */
async function killed(
  order: PerformanceOrder,
  folder: string,
  server: ModelServer,
  env: Record<string, string>,
): Promise<PerformanceReport> {
  const args = ['run', '--agent', order.agent, '--brief', CANONICAL_BRIEF.text, '--json'];
  // Programs inside the project are not started: the one under test lies beside it.
  const project = join(folder, 'project');
  await mkdir(project, { recursive: true });
  const jury = spawn(process.execPath, [...JURY_PROGRAM, ...args, '--data', join(folder, 'data')], {
    cwd: project,
    env: { ...env, ...COMPILE_CACHE },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // In the second round, where there is one: its model then answers for ever.
  await inTheMiddle(server);
  for (let waited = 0; waited < SECOND_ROUND_MS && server.answers().length < 2; waited += 50) await delay(50);
  const agents = processesOf(folder).filter((pid) => pid !== jury.pid);
  const asked = performance.now();
  jury.kill('SIGKILL');
  const goneMs = Math.round((await untilGone(folder)) - asked);
  // The folder goes last, shortly after the processes.
  const homeOfAgents = join(folder, 'home/.local/state/design-jury/agents');
  const left = (): Promise<string[]> => readdir(homeOfAgents).catch(() => []);
  for (let waited = 0; waited < LONGEST_LEAVING_MS && (await left()).length > 0; waited += 50)
    await delay(50);
  const registry = await loadAgents(join(folder, 'data'), env, DEFAULT_RUN_LIMITS);
  const known = (await registry.list()).find(({ id }) => id === order.agent);
  await registry.close();
  const report: PerformanceReport = {
    agent: order.agent,
    events: [],
    page: null,
    ms: goneMs,
    capabilities: known?.capabilities ?? {
      turns: 'none',
      transport: 'none',
      deltas: 'none',
      usage: false,
      promptLimitBytes: null,
    },
    textDeltas: agents.length,
    usage: { inputTokens: null, outputTokens: null, atLeast: false },
    served: server.used(),
    answers: server.answers().length,
    largestPrompt: { chars: 0, holdsSubject: false, carriedKey: false },
    guests: [],
    tools: [],
    interrupted: null,
    killedGoneMs: agents.length === 0 ? null : goneMs,
    stranger: [],
    others: [],
    left: processesOf(folder).length,
    foldersLeft: (await left()).length,
    conversations: await filesWith(join(folder, 'home'), OUR_WORDS),
    keySeen: await filesWith(join(folder, 'data'), DUMMY_KEY),
  };
  await server.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  return report;
}

/** Null where nobody told anything. */
function sumOf(counts: readonly (number | null)[]): number | null {
  const told = counts.filter((count) => count !== null);
  return told.length === 0 ? null : told.reduce((sum, count) => sum + count, 0);
}

interface Heard {
  textDeltas: number;
  capabilities: Agent['capabilities'] | null;
}

/** The same agent, with an ear at its mouth. */
function listening(agent: Agent, heard: Heard): Agent {
  heard.capabilities = agent.capabilities;
  return {
    ...agent,
    async open(request, signal) {
      const session = await agent.open(request, signal);
      note('the session is open');
      return {
        interrupt: () => session.interrupt(),
        close: () => session.close(),
        async *send(turn) {
          let texts = 0;
          for await (const delta of session.send(turn)) {
            if (delta.type === 'text') texts++;
            heard.textDeltas = Math.max(heard.textDeltas, texts);
            yield delta;
          }
        },
      };
    },
  };
}

function isHeardEarly(capabilities: Agent['capabilities'] | null): boolean {
  return capabilities?.deltas === 'token' || capabilities?.turns === 'conversational';
}

async function inTheMiddle(server: ModelServer): Promise<void> {
  while (server.answers().length === 0) await delay(50);
  await delay(MIDDLE_MS);
}

async function untilGone(folder: string): Promise<number> {
  const deadline = performance.now() + LONGEST_LEAVING_MS;
  while (processesOf(folder).length > 0 && performance.now() < deadline) await delay(20);
  return performance.now();
}

function longPage(chars: number): string {
  const sentence = '<p>A long page has many paragraphs, and each of them counts.</p>\n';
  const body = sentence.repeat(Math.ceil(chars / sentence.length));
  return `<!doctype html>\n<html lang="en"><head><title>Long</title></head><body>\n${body}</body></html>\n`;
}

/** An address nobody listens at: taken, and given back. */
async function closedAddress(): Promise<string> {
  const socket = createServer();
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve));
  const address = socket.address();
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 1}`;
}

async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    if ((await readFile(file)).includes(text)) found.push(file.slice(folder.length));
  }
  return found;
}

const report = JSON.stringify(await perform(JSON.parse(process.argv[2] ?? '{}')));
// Whole, however long it is.
process.stdout.write(report, () => process.exit(0));

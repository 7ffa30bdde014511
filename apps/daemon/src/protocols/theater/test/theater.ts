/** A theater in a folder of its own, played by an agent that says what the test wrote for it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_CRITIQUE_CONFIG, DEFAULT_RUN_LIMITS, type RunLimits } from '@design-jury/contracts/defaults';
import type { RunRound } from '@design-jury/contracts/run';
import type { CritiqueConfig, PanelistRole } from '@design-jury/contracts/theater/critique';
import {
  isTerminalEvent,
  type TerminalEvent,
  type TranscriptEvent,
} from '@design-jury/contracts/theater/sse';
import { onTestFinished } from 'vitest';
import type { Agent, AgentDelta, AgentSubject, AgentTurn } from '../../../agents/session.ts';
import { readFinal } from '../../../host/artifacts/artifacts.ts';
import { HostContext } from '../../../host/context.ts';
import { createEventLog } from '../../../host/log/event-log.ts';
import { folderPlace } from '../../../host/place/folder-place.ts';
import { RunLoop } from '../../../host/run-loop.ts';
import { RunStop } from '../../../host/stop.ts';
import { createBus } from '../../../host/stream/bus.ts';
import { run as storedRun } from '../../../store/test/records.ts';
import type { Ground } from '../grounding.ts';
import { runPanel } from '../orchestrator.ts';
import { type TheaterContext, type TheaterState, theaterProtocol } from '../protocol.ts';
import { renderPanelist, renderRoundEnd } from '../render.ts';
import type { TheaterRequest } from '../theater-request.ts';

export const PAGE =
  '<!doctype html><html lang="en"><head><title>Invoices</title></head><body><h1>Pay</h1></body></html>';

/** Another page in every round: a demand is met only by a page that changed. */
export const pageOf = (round: number): string => (round === 1 ? PAGE : PAGE.replace('Pay', `Pay ${round}`));

/** One whole round of the panel, all votes alike. */
export function roundText(
  n: number,
  score: number,
  { page = pageOf(n), mustFix = [] }: { page?: string | null; mustFix?: readonly string[] } = {},
): string {
  const demands = mustFix.map((text) => ({
    text,
    dim: null,
    target: null,
    severity: 'major' as const,
    evidence: null,
    witness: null,
  }));
  const scorers: readonly PanelistRole[] = ['critic', 'brand', 'a11y', 'copy'];
  return [
    `<ROUND n="${n}">`,
    renderPanelist({
      role: 'designer',
      notes: `round ${n}`,
      ...(page !== null && { artifact: { mime: 'text/html', content: page } }),
    }),
    ...scorers.map((role) => renderPanelist({ role, score, mustFix: role === 'critic' ? demands : [] })),
    renderRoundEnd({ round: n }),
    '</ROUND>',
  ].join('\n');
}

export const say = (text: string): AgentDelta => ({ type: 'text', text });

export interface Heard {
  turns: AgentTurn[];
  interrupts: number;
  opened: number;
  closed: number;
}

type Line = AgentDelta | Promise<AgentDelta>;
export type Script = (turn: AgentTurn, signal: AbortSignal) => Iterable<Line> | AsyncIterable<Line>;

export function scriptedAgent(
  script: Script,
  turns: 'one-shot' | 'conversational' = 'conversational',
  /** False: the script says itself when its turn is complete. */
  ends = true,
): { agent: Agent; heard: Heard } {
  const heard: Heard = { turns: [], interrupts: 0, opened: 0, closed: 0 };
  const exit = { code: 0, signal: null, stderrTail: '' };
  let speaking = 0;
  const agent: Agent = {
    id: 'scripted',
    name: 'Scripted',
    capabilities: {
      turns,
      deltas: 'block',
      usage: true,
      structured: 'text',
      promptLimitBytes: null,
      transport: 'in-process',
      readsPrompt: true,
      measures: false,
      drafts: true,
    },
    async open(_request, signal) {
      heard.opened++;
      return {
        async *send(turn) {
          heard.turns.push(turn);
          if (speaking++ > 0) throw new Error('asked for a turn while another is not over');
          try {
            for await (const delta of script(turn, signal)) {
              yield delta;
              if (delta.type === 'end' || delta.type === 'error') return;
            }
            if (ends) yield { type: 'end' };
          } finally {
            speaking--;
          }
        },
        interrupt() {
          heard.interrupts++;
        },
        async close() {
          heard.closed++;
          return exit;
        },
      };
    },
  };
  return { agent, heard };
}

export interface Performance {
  stage: HostContext;
  events: TranscriptEvent[];
  rounds: RunRound[];
  done: Promise<TheaterState>;
  /** Everything on file, the one terminal event among it. */
  end(): Promise<TerminalEvent>;
  final(): Promise<string | null>;
  /** Kinds of parser warnings, in their order. */
  warnings(): string[];
  /** Done with the test too. */
  dispose(): Promise<void>;
}

interface PerformanceOptions {
  config?: Partial<CritiqueConfig>;
  limits?: Partial<RunLimits>;
  before?: (stage: HostContext) => void;
  subject?: AgentSubject;
  /** @default `turn <n>` */
  prompt?: TheaterRequest['prompt'];
  ground?: Ground;
  material?: readonly string[];
  setAside?: string;
}

/** @param options.turns @default conversational */
export async function performScript(
  script: Script,
  { turns, ...options }: PerformanceOptions & { turns?: 'one-shot' | 'conversational' } = {},
): Promise<Performance & { heard: Heard }> {
  const { agent, heard } = scriptedAgent(script, turns);
  return { ...(await perform(agent, options)), heard };
}

export async function perform(agent: Agent, options: PerformanceOptions = {}): Promise<Performance> {
  const folder = await mkdtemp(join(tmpdir(), 'jury-theater-'));
  const bus = createBus();
  const events: TranscriptEvent[] = [];
  const rounds: RunRound[] = [];
  bus.listen('p', ({ event }) => events.push(event as TranscriptEvent));
  const config = { ...DEFAULT_CRITIQUE_CONFIG, ...options.config };
  const protocol = theaterProtocol(async (_effect, context) => {
    context.deadlines.start('total', config.totalTimeoutMs);
    await runPanel(context as TheaterContext, {
      agent,
      subject: options.subject ?? { kind: 'brief', text: 'A page.' },
      config,
      prompt: options.prompt ?? ((turn) => `turn ${turn}`),
      ...(options.ground !== undefined && { ground: options.ground }),
      ...(options.material !== undefined && { material: options.material }),
      ...(options.setAside !== undefined && { setAside: options.setAside }),
    });
  });
  const isTerminal = protocol.isTerminal ?? (() => false);
  const log = createEventLog({ file: join(folder, 'transcript.ndjson'), clock: Date.now, isTerminal });
  const run = storedRun('r', { projectId: 'p', artifactId: 'a', agent: agent.id, config, eventBase: 0 });
  const request = { request: { brief: 'A page.' }, path: null, turns: agent.capabilities.turns };
  const loop = new RunLoop(protocol, { run, request });
  const stage = new HostContext({
    setup: { run, request },
    place: folderPlace(folder),
    log,
    bus,
    limits: { ...DEFAULT_RUN_LIMITS, killGraceMs: 100, drainMs: 200, ...options.limits },
    stop: new RunStop(),
    clock: Date.now,
    attachment: {},
    isTerminal,
    async saveRound(round) {
      rounds.push(round);
    },
    ask: () => Promise.reject(new Error('the Theater asks nothing')),
    fault: () => {},
    take: (input) => loop.take(input),
    state: () => loop.state,
  });
  options.before?.(stage);
  const done = loop.run(stage, null).then(() => loop.state as TheaterState);
  const dispose = async (): Promise<void> => {
    stage.stop.request({ type: 'interrupted', recoveryReason: null });
    await done;
    stage.deadlines.clearAll();
    await log.close();
    await rm(folder, { recursive: true, force: true });
  };
  onTestFinished(dispose);
  return {
    stage,
    events,
    rounds,
    done,
    async end() {
      await done;
      stage.deadlines.clearAll();
      await stage.flush();
      stage.release();
      const terminal = events.filter(isTerminalEvent);
      if (terminal.length !== 1 || terminal[0] === undefined) throw new Error(`${terminal.length} ends`);
      return terminal[0];
    },
    async final() {
      return (await readFinal(folder))?.path ?? null;
    },
    warnings: () => events.flatMap((event) => (event.type === 'critique.parser_warning' ? [event.kind] : [])),
    dispose,
  };
}

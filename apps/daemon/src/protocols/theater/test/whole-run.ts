/** One run of the Theater by its own orchestrator, with its pages and events in memory: thousands of them in a test. */
import { createHash } from 'node:crypto';
import { DEFAULT_CRITIQUE_CONFIG, DEFAULT_RUN_LIMITS } from '@design-jury/contracts/defaults';
import type { CritiqueSseEvent } from '@design-jury/contracts/theater/sse';
import type { Agent, AgentSubject } from '../../../agents/session.ts';
import type { ArtifactWriter } from '../../../host/artifacts/artifacts.ts';
import { Deadlines, RunStop } from '../../../host/stop.ts';
import { run as storedRun } from '../../../store/test/records.ts';
import type { Ground } from '../grounding.ts';
import { runPanel } from '../orchestrator.ts';
import { type TheaterContext, type TheaterInput, type TheaterState, theaterProtocol } from '../protocol.ts';
import { cutAt } from './read.ts';
import { type Script, say, scriptedAgent } from './theater.ts';

export interface Lines {
  turns: 'one-shot' | 'conversational';
  /** `gate`: what stands on a page of FAULTS is found. */
  grounding: 'off' | 'gate';
  /** The page under review; null: one is drafted. */
  given: string | null;
  /** What the agent answers, turn by turn, with this in the place of the run's code. */
  texts: readonly string[];
  codeWritten: string;
}

export interface Played {
  /** The bytes that the run's last word points to, where it ships. */
  shipped: { content: string; sha256: string; round: number } | null;
  events: readonly CritiqueSseEvent[];
}

const SETUP = { request: { request: { brief: 'A page.' }, path: null } } as const;
const protocol = theaterProtocol(async () => {});

/** What the instruments of these runs find on a page, and what they cannot measure. */
export const FAULTS = { blocking: '<p>lorem ipsum</p>', unmeasured: '<p>unreadable</p>' } as const;

const ground: Ground = async ({ content }) => {
  if (content.includes(FAULTS.unmeasured)) return { kind: 'unmeasured', reason: 'it is unreadable' };
  const found = { text: 'Words of nobody.', dim: null, target: null, evidence: null, witness: null };
  return {
    kind: 'measured',
    demands: content.includes(FAULTS.blocking)
      ? [{ ...found, id: 'placeholder', role: 'copy', severity: 'major' }]
      : [],
    scores: {},
    facts: { counts: new Map(), sizes: new Map(), lowContrasts: [], audits: new Map() },
  };
};

/** @param places where the text of each turn is cut, as fractions of it */
export async function playWhole(
  { turns, grounding, given, texts, codeWritten }: Lines,
  places: readonly number[] = [],
): Promise<Played> {
  let code = codeWritten;
  const script: Script = (turn) => {
    const text = turn.kind === 'round' ? (texts[turns === 'one-shot' ? 0 : turn.round - 1] ?? '') : '';
    return cutAt(text.replaceAll(codeWritten, code), places).map(say);
  };
  const { agent } = scriptedAgent(script, turns);
  const { open } = agent;
  agent.open = (request, signal) => {
    code = request.code ?? codeWritten;
    return open(request, signal);
  };
  return playAgent(agent, { grounding, given });
}

/** The same with any agent. */
export async function playAgent(
  agent: Agent,
  { grounding, given }: Pick<Lines, 'grounding' | 'given'>,
): Promise<Played> {
  const subject: AgentSubject =
    given === null
      ? { kind: 'brief', text: 'A page.' }
      : { kind: 'artifact', content: given, mime: 'text/html', path: null };
  const stage = new MemoryStage(agent.capabilities.turns);
  await runPanel(stage.context, {
    agent,
    subject,
    config: { ...DEFAULT_CRITIQUE_CONFIG, grounding },
    ...(grounding === 'gate' && { ground }),
    prompt: (turn) => `turn ${turn}`,
  });
  stage.context.deadlines.clearAll();
  return stage.played();
}

class MemoryStage {
  readonly context: TheaterContext;
  readonly #events: CritiqueSseEvent[] = [];
  readonly #pages = new Map<string, string>();
  #final: string | null = null;
  #state: TheaterState;

  constructor(turns: Lines['turns']) {
    const setup = { run: storedRun('r'), request: { ...SETUP.request, turns } };
    [this.#state] = protocol.begin(setup);
    const stop = new RunStop();
    const stateNow = (): TheaterState => this.#state;
    this.context = {
      ...setup,
      get state() {
        return stateNow();
      },
      folder: '',
      limits: DEFAULT_RUN_LIMITS,
      stop,
      deadlines: new Deadlines(stop),
      signal: stop.signal,
      attachment: {},
      now: () => 0,
      feed: (input) => this.#feed(input, setup),
      emit: (event) => void this.#events.push(event),
      settle: async () => {},
      flush: async () => {},
      openArtifact: () => this.#openArtifact(),
      pointFinal: async (sha256) => {
        this.#final = sha256;
      },
      saveRound: async () => {},
      fault: (error) => (error instanceof Error ? error.message : String(error)),
      ask: () => Promise.reject(new Error('the Theater asks nothing')),
    };
  }

  played(): Played {
    const { outcome } = this.#state.board;
    const sha256 = this.#final;
    const content = sha256 === null ? undefined : this.#pages.get(sha256);
    if (outcome?.status !== 'shipped' || sha256 === null || content === undefined || outcome.round === null)
      return { shipped: null, events: this.#events };
    return { shipped: { content, sha256, round: outcome.round }, events: this.#events };
  }

  /** As the host's own loop does it: the page is pointed to before the end is told. */
  async #feed(input: TheaterInput, setup: Parameters<typeof protocol.begin>[0]): Promise<void> {
    const before = this.#state;
    const wasOver = protocol.ending(before, setup) !== null;
    const [state, effects] = protocol.transition(before, input, setup);
    this.#state = state;
    if (!wasOver && protocol.ending(state, setup) !== null) await protocol.beforeEnd?.(state, this.context);
    for (const effect of effects) if (effect.type === 'emit') this.#events.push(effect.event);
  }

  #openArtifact(): ArtifactWriter {
    const pieces: string[] = [];
    return {
      write: async (text) => void pieces.push(text),
      close: async () => {
        const content = pieces.join('');
        const sha256 = createHash('sha256').update(content).digest('hex');
        this.#pages.set(sha256, content);
        return { sha256, bytes: Buffer.byteLength(content), path: `${sha256}.html` };
      },
      abandon: async () => {},
    };
  }
}

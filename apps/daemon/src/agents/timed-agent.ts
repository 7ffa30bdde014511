/** An agent whose turns are timed while somebody watches: from the question to its last word. */
import { currentTrace, type TraceContext } from '../trace-context.ts';
import { isWatched, preciseNow, tell } from '../work.ts';
import type { Agent, AgentDelta, AgentSession, AgentTurn } from './session.ts';

export function timedAgent(agent: Agent, model: string | null): Agent {
  const { id, name, capabilities, members, versions } = agent;
  return {
    id,
    name,
    capabilities,
    ...(members !== undefined && { members }),
    ...(versions !== undefined && { versions }),
    async open(request, signal) {
      if (!isWatched('agent_turn')) return agent.open(request, signal);
      const startMs = preciseNow();
      const within = currentTrace();
      const facts = { agent: id, transport: capabilities.transport };
      let hasFailed = true;
      try {
        const session = await agent.open(request, signal);
        hasFailed = false;
        return timedSession(session, { agent, model, runId: request.runId, within });
      } finally {
        tell({
          kind: 'agent_open',
          runId: request.runId,
          facts,
          startMs,
          endMs: preciseNow(),
          hasFailed,
          within,
        });
      }
    },
  };
}

interface Whose {
  agent: Agent;
  model: string | null;
  runId: string;
  within: TraceContext | null;
}

function timedSession(session: AgentSession, whose: Whose): AgentSession {
  return {
    send: (turn) => ({ [Symbol.asyncIterator]: () => new TimedTurn(session, turn, whose) }),
    interrupt: () => session.interrupt(),
    close: () => session.close(),
  };
}

/**
 * What a session says, handed on as it is. Not a generator around it: an answer is thousands of pieces, and each would wait
 * in one more line to tell a few figures at the end.
 */
class TimedTurn implements AsyncIterator<AgentDelta> {
  readonly #session: AgentSession;
  readonly #turn: AgentTurn;
  readonly #whose: Whose;
  #deltas: AsyncIterator<AgentDelta> | null = null;
  #startMs = 0;
  #isOver = false;
  #firstByteMs: number | null = null;
  #error: string | null = null;
  #inputTokens: number | null = null;
  #outputTokens: number | null = null;
  #costUsd: number | null = null;
  #takenBack = 0;
  // Made once: who looks at a piece comes before who asked for it.
  readonly #see = (result: IteratorResult<AgentDelta>): void => {
    if (result.done === true) this.#end();
    else this.#look(result.value);
  };
  readonly #end = (): void => {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#tell();
  };

  constructor(session: AgentSession, turn: AgentTurn, whose: Whose) {
    this.#session = session;
    this.#turn = turn;
    this.#whose = whose;
  }

  next(): Promise<IteratorResult<AgentDelta>> {
    if (this.#deltas === null) {
      this.#startMs = preciseNow();
      this.#deltas = this.#session.send(this.#turn)[Symbol.asyncIterator]();
    }
    const coming = this.#deltas.next();
    coming.then(this.#see, this.#end);
    return coming;
  }

  async return(): Promise<IteratorResult<AgentDelta>> {
    // Nobody was asked anything.
    if (this.#deltas === null) this.#isOver = true;
    try {
      await this.#deltas?.return?.();
    } finally {
      this.#end();
    }
    return { done: true, value: undefined };
  }

  #look(delta: AgentDelta): void {
    switch (delta.type) {
      case 'text':
      case 'thinking':
        this.#firstByteMs ??= preciseNow() - this.#startMs;
        return;
      case 'alive':
        this.#takenBack += delta.takenBack ?? 0;
        return;
      case 'error':
        this.#error = delta.kind;
        return;
      case 'usage':
        this.#inputTokens = (this.#inputTokens ?? 0) + delta.inputTokens;
        this.#outputTokens = (this.#outputTokens ?? 0) + delta.outputTokens;
        if (delta.costUsd !== null) this.#costUsd = (this.#costUsd ?? 0) + delta.costUsd;
        return;
      default:
        return;
    }
  }

  #tell(): void {
    const { agent, model, runId, within } = this.#whose;
    tell({
      kind: 'agent_turn',
      runId,
      ...(this.#turn.kind === 'round' && { round: this.#turn.round }),
      facts: {
        agent: agent.id,
        model,
        turn: this.#turn.kind,
        transport: agent.capabilities.transport,
        firstByteMs: this.#firstByteMs,
        inputTokens: this.#inputTokens,
        outputTokens: this.#outputTokens,
        costUsd: this.#costUsd,
        takenBack: this.#takenBack,
        error: this.#error,
      },
      startMs: this.#startMs,
      endMs: preciseNow(),
      hasFailed: this.#error !== null,
      within,
    });
  }
}

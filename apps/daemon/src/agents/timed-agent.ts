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
    send: (turn) => timedTurn(session, turn, whose),
    interrupt: () => session.interrupt(),
    close: () => session.close(),
  };
}

async function* timedTurn(
  session: AgentSession,
  turn: AgentTurn,
  { agent, model, runId, within }: Whose,
): AsyncGenerator<AgentDelta> {
  const startMs = preciseNow();
  let firstByteMs: number | null = null;
  let error: string | null = null;
  let inputTokens: number | null = null;
  let outputTokens: number | null = null;
  let costUsd: number | null = null;
  let takenBack = 0;
  try {
    for await (const delta of session.send(turn)) {
      if (delta.type === 'text' || delta.type === 'thinking') firstByteMs ??= preciseNow() - startMs;
      else if (delta.type === 'alive') takenBack += delta.takenBack ?? 0;
      else if (delta.type === 'error') error = delta.kind;
      else if (delta.type === 'usage') {
        inputTokens = (inputTokens ?? 0) + delta.inputTokens;
        outputTokens = (outputTokens ?? 0) + delta.outputTokens;
        if (delta.costUsd !== null) costUsd = (costUsd ?? 0) + delta.costUsd;
      }
      yield delta;
    }
  } finally {
    const { id, capabilities } = agent;
    tell({
      kind: 'agent_turn',
      runId,
      ...(turn.kind === 'round' && { round: turn.round }),
      facts: {
        agent: id,
        model,
        turn: turn.kind,
        transport: capabilities.transport,
        firstByteMs,
        inputTokens,
        outputTokens,
        costUsd,
        takenBack,
        error,
      },
      startMs,
      endMs: preciseNow(),
      hasFailed: error !== null,
      within,
    });
  }
}

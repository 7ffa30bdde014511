/**
 * Generation without a jury: one turn, one page, nothing judged. It is stored as `legacy`, so that nobody takes
 * it for a page that passed. It has no transcript, because nothing was said. Clocks and budgets are those of a
 * run with a jury, and so are the reasons for which it stops.
 */

import type { RunLimits } from '@design-jury/contracts/defaults';
import type { StopEnding } from '@design-jury/contracts/stop';
import type { CritiqueConfig } from '@design-jury/contracts/theater/critique';
import type { TerminalEvent } from '@design-jury/contracts/theater/sse';
import type { Agent, AgentDelta, AgentSession, AgentSubject } from '../../agents/session.ts';
import { Spending, type Usage } from '../../agents/spending.ts';
import type { RunContext } from '../../host/context.ts';
import { Deadlines, type RunStop } from '../../host/stop.ts';
import { openSession } from './open-session.ts';
import { AnswerText } from './page-answer.ts';
import { listen } from './turn-listener.ts';

export interface SinglePass {
  runId: string;
  agent: Agent;
  subject: AgentSubject;
  prompt: string;
  /** The run's own folder; it exists. */
  folder: string;
  /** Where its page is kept. */
  pages: Pick<RunContext, 'openArtifact' | 'pointFinal'>;
  /** Tells a fault of ours; what the run says of it. */
  fault: RunContext['fault'];
  config: Pick<CritiqueConfig, 'totalTimeoutMs' | 'maxTokens' | 'maxCostUsd'>;
  limits: RunLimits;
  stop: RunStop;
}

/** A panel that cannot be read is no end of a run without one. */
export type SinglePassStop = Exclude<StopEnding, { type: 'unreadable' }>;

export interface SinglePassEnd {
  /** Null: the page is there. */
  stopped: SinglePassStop | null;
  /** What was used, also by a run that came to nothing; null where the agent does not say. */
  usage: Usage | null;
}

/** Characters of an agent's own words in an error. */
const LONGEST_MESSAGE = 500;

/** Why a run without a jury came to no page, as an event of the Theater. */
export function singlePassEvent(
  runId: string,
  ending: SinglePassStop,
): Extract<TerminalEvent, { type: 'critique.interrupted' | 'critique.failed' }> {
  if (ending.type === 'interrupted')
    return {
      type: 'critique.interrupted',
      runId,
      status: 'interrupted',
      bestRound: null,
      composite: null,
      recoveryReason: ending.recoveryReason,
    };
  const { type: status, ...why } = ending;
  return { type: 'critique.failed', runId, status, ...why, bestRound: null };
}

/** Never rejects. */
export async function writeSinglePass(pass: SinglePass): Promise<SinglePassEnd> {
  const deadlines = new Deadlines(pass.stop);
  const spending = new Spending(pass.config, pass.agent.capabilities.usage);
  try {
    deadlines.start('total', pass.config.totalTimeoutMs);
    const stopped = await write(pass, deadlines, spending);
    return { stopped, usage: spending.total };
  } catch (error) {
    return { stopped: failed('orchestrator_internal', pass.fault(error)), usage: spending.total };
  } finally {
    deadlines.clearAll();
  }
}

async function write(
  pass: SinglePass,
  deadlines: Deadlines,
  spending: Spending,
): Promise<SinglePassStop | null> {
  deadlines.start('first_byte', pass.limits.firstByteTimeoutMs);
  const opened = await openSession(pass);
  if (opened.kind === 'unavailable') return failed('agent_unavailable', opened.message);
  if (opened.kind === 'stopped')
    return endingOf(pass.stop) ?? failed('orchestrator_internal', 'the run was stopped for no reason');
  const { session } = opened;
  try {
    const { ending, page } = await readAnswer(session, pass, deadlines, spending);
    if (page === null) return ending ?? failed('agent_error', 'the answer of the agent holds no page');
    // One that came whole is kept, also where the bill for it is above the budget.
    const kept = await keep(page, pass);
    return ending ?? kept;
  } finally {
    session.interrupt();
    await session.close();
  }
}

async function readAnswer(
  session: AgentSession,
  { agent, prompt, limits, stop }: SinglePass,
  deadlines: Deadlines,
  spending: Spending,
): Promise<Answer> {
  const answer = new Answer(spending, limits.maxArtifactBytes);
  const clocks = { stop, deadlines, limits, settle: async () => {} };
  await listen(
    clocks,
    session,
    { kind: 'legacy', prompt },
    {
      agentName: agent.name,
      spending,
      isOver: () => false,
      isDone: () => answer.ending !== null,
      onDelta: async (delta) => answer.take(delta),
      stopNow: async () => {
        answer.ending = endingOf(stop);
      },
    },
  );
  return answer;
}

class Answer {
  ending: SinglePassStop | null = null;
  /** The agent itself said that this is all. */
  complete = false;
  readonly #spending: Spending;
  readonly #maxBytes: number;
  readonly #text: AnswerText;
  #overBudget: SinglePassStop | null = null;

  constructor(spending: Spending, maxBytes: number) {
    this.#spending = spending;
    this.#maxBytes = maxBytes;
    this.#text = new AnswerText(maxBytes);
  }

  get page(): string | null {
    return this.complete ? this.#text.page : null;
  }

  take(delta: AgentDelta): void {
    // Agents send the bill last: only what comes after it, other than the end, is more than was paid for.
    this.ending = this.#overBudget;
    switch (delta.type) {
      case 'text':
      case 'restart':
        this.#text.take(delta);
        if (this.#text.isTooLong)
          this.ending ??= failed('agent_error', `the answer is longer than ${this.#maxBytes} bytes`);
        return;
      case 'usage': {
        this.#spending.add(delta);
        const { exceeded } = this.#spending;
        if (exceeded !== null) this.#overBudget = { type: 'failed', cause: 'budget_exceeded', ...exceeded };
        return;
      }
      case 'error': {
        const message = delta.message.slice(0, LONGEST_MESSAGE);
        this.ending ??=
          delta.kind === 'exit'
            ? failed('cli_exit_nonzero', message)
            : { ...failed('agent_error', message), agentError: delta.kind };
        return;
      }
      case 'end':
        this.complete = true;
        return;
      case 'thinking':
      case 'notice':
      case 'alive':
        return;
    }
  }
}

async function keep(page: string, { pages }: SinglePass): Promise<SinglePassStop | null> {
  try {
    const writer = pages.openArtifact('text/html');
    await writer.write(page);
    const { sha256 } = await writer.close();
    await pages.pointFinal(sha256);
    return null;
  } catch (error) {
    return failed('storage_error', messageOf(error));
  }
}

function endingOf({ ending }: RunStop): SinglePassStop | null {
  return ending?.type === 'unreadable' ? failed('agent_error', ending.message) : ending;
}

type Failed = Extract<SinglePassStop, { type: 'failed' }>;

function failed(cause: Failed['cause'], message: string): Failed {
  return { type: 'failed', cause, message };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Generation without a jury: one turn, one page, nothing judged. It is stored as `legacy`, so that nobody takes
 * it for a page that passed. It has no transcript, because nothing was said.
 */
import type { FailedCause } from '@design-jury/contracts/critique';
import type { RunLimits } from '@design-jury/contracts/defaults';
import {
  type Agent,
  type AgentSession,
  type AgentSubject,
  AgentUnavailableError,
} from '../agents/session.ts';
import { extractPage } from '../critique/legacy.ts';
import { createArtifactWriter, extensionOf, pointFinal } from './artifacts.ts';

export interface SinglePass {
  runId: string;
  agent: Agent;
  subject: AgentSubject;
  prompt: string;
  /** The run's own folder; it exists. */
  folder: string;
  timeoutMs: number;
  limits: Pick<RunLimits, 'maxArtifactBytes'>;
  signal: AbortSignal;
}

export type SinglePassEnd =
  | { kind: 'page'; usage: Usage | null }
  | { kind: 'interrupted' }
  | { kind: 'failed'; cause: FailedCause; message: string };

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  costUsd: number | null;
}

/** Never rejects. */
export async function playSinglePass(pass: SinglePass): Promise<SinglePassEnd> {
  const deadline = AbortSignal.timeout(pass.timeoutMs);
  const signal = AbortSignal.any([pass.signal, deadline]);
  let session: AgentSession | null = null;
  try {
    const { runId, agent, subject, folder } = pass;
    session = await agent.open({ runId, subject, workDir: folder }, signal);
    const heard = await listen(session, pass, signal);
    if (pass.signal.aborted) return { kind: 'interrupted' };
    if (deadline.aborted)
      return failed('total_timeout', `the page was not there after ${pass.timeoutMs} milliseconds`);
    if (heard.problem !== null) return failed('agent_error', heard.problem);
    const page = extractPage(heard.text);
    if (page === null) return failed('agent_error', 'the answer of the agent holds no page');
    return { kind: 'page', usage: await keep(page, pass).then(() => heard.usage) };
  } catch (error) {
    if (pass.signal.aborted) return { kind: 'interrupted' };
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof AgentUnavailableError) return failed('agent_unavailable', message);
    return failed('storage_error', message);
  } finally {
    await session?.close();
  }
}

interface Heard {
  text: string;
  problem: string | null;
  usage: Usage | null;
}

async function listen(
  session: AgentSession,
  { agent, prompt, limits }: SinglePass,
  signal: AbortSignal,
): Promise<Heard> {
  let isComplete = false;
  const heard: Heard = { text: '', problem: null, usage: null };
  const pieces: string[] = [];
  let length = 0;
  const interrupt = (): void => session.interrupt();
  signal.addEventListener('abort', interrupt, { once: true });
  try {
    for await (const delta of session.send({ kind: 'legacy', prompt })) {
      if (signal.aborted) break;
      isComplete ||= delta.type === 'end';
      if (delta.type === 'error') heard.problem = delta.message;
      else if (delta.type === 'usage') heard.usage = sum(heard.usage, delta);
      else if (delta.type === 'restart') {
        pieces.length = 0;
        length = 0;
      } else if (delta.type === 'text') {
        length += delta.text.length;
        if (length > limits.maxArtifactBytes) {
          heard.problem = `the answer is longer than ${limits.maxArtifactBytes} bytes`;
          break;
        }
        pieces.push(delta.text);
      }
    }
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
  // Half a page looks like a whole one.
  if (!isComplete) heard.problem ??= `${agent.name} stopped without saying that its answer is complete`;
  return { ...heard, text: pieces.join('') };
}

async function keep(page: string, { folder, limits }: SinglePass): Promise<void> {
  const writer = createArtifactWriter(folder, {
    extension: extensionOf('text/html'),
    maxBytes: limits.maxArtifactBytes,
  });
  await writer.write(page);
  const { sha256 } = await writer.close();
  await pointFinal(folder, sha256);
}

/** An unknown price stays unknown. */
function sum(before: Usage | null, { inputTokens, outputTokens, costUsd }: Usage): Usage {
  if (before === null) return { inputTokens, outputTokens, costUsd };
  return {
    inputTokens: before.inputTokens + inputTokens,
    outputTokens: before.outputTokens + outputTokens,
    costUsd: before.costUsd === null || costUsd === null ? null : before.costUsd + costUsd,
  };
}

function failed(cause: FailedCause, message: string): SinglePassEnd {
  return { kind: 'failed', cause, message };
}

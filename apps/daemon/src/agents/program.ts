/** Any program that reads a prompt on stdin and writes the protocol on stdout, as an agent. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunLimits } from '@design-jury/contracts/defaults';
import { MARK_VARIABLE, ProcessGroup, startTicks } from './process-group.ts';
import {
  type Agent,
  type AgentDelta,
  type AgentExit,
  type AgentSession,
  type AgentTurn,
  AgentUnavailableError,
} from './session.ts';

export interface ProgramSpec {
  id: string;
  name: string;
  command: string;
  args: readonly string[];
  /** Names of variables the program may see beyond the common ones. */
  env?: readonly string[];
}

/** Variables every child may see. Everything else stays ours. */
const COMMON_ENV = ['PATH', 'HOME', 'TERM', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ'] as const;

/** Where a run notes the group of its child, for a daemon that comes after a crash. */
export const PROCESS_FILE = 'agent-process.json';

export function createProgramAgent(
  spec: ProgramSpec,
  surroundings: Readonly<Record<string, string | undefined>>,
  limits: Pick<RunLimits, 'killGraceMs'>,
): Agent {
  return {
    id: spec.id,
    name: spec.name,
    capabilities: {
      turns: 'one-shot',
      deltas: 'token',
      usage: false,
      resume: false,
      structured: 'text',
      promptLimitBytes: null,
      transport: 'stdio',
    },
    async open(request, signal) {
      const temporary = join(request.workDir, 'tmp');
      let group: ProcessGroup | null = null;
      try {
        await mkdir(temporary, { recursive: true });
        signal.throwIfAborted();
        group = new ProcessGroup({
          command: spec.command,
          args: spec.args,
          cwd: request.workDir,
          env: { ...childEnvironment(spec, surroundings, temporary), [MARK_VARIABLE]: request.runId },
          killGraceMs: limits.killGraceMs,
          mark: request.runId,
        });
        await started(group, spec);
        await noteProcess(request.workDir, group);
        signal.throwIfAborted();
      } catch (error) {
        // Nobody else knows of it yet.
        await group?.end();
        if (error instanceof AgentUnavailableError) throw error;
        throw new AgentUnavailableError(`${spec.name} cannot be started: ${(error as Error).message}`);
      }
      const running = group;
      signal.addEventListener('abort', () => running.terminate(), { once: true });
      return new ProgramSession(running);
    },
  };
}

function childEnvironment(
  spec: ProgramSpec,
  surroundings: Readonly<Record<string, string | undefined>>,
  temporary: string,
): Record<string, string> {
  const env: Record<string, string> = { TMPDIR: temporary };
  for (const name of [...COMMON_ENV, ...(spec.env ?? [])]) {
    const value = surroundings[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}

/** `spawn` reports a missing program by an event, one tick later. */
async function started(group: ProcessGroup, { command, name }: ProgramSpec): Promise<void> {
  if (group.pid !== null) return;
  await group.exited();
  const why = group.spawnError?.message ?? 'it did not start';
  throw new AgentUnavailableError(
    `${name} cannot be started: ${why}. Check that ${command} is installed and on PATH.`,
  );
}

async function noteProcess(workDir: string, group: ProcessGroup): Promise<void> {
  if (group.pid === null) return;
  const note = { pgid: group.pid, startTicks: startTicks(group.pid) };
  await writeFile(join(workDir, PROCESS_FILE), JSON.stringify(note));
}

class ProgramSession implements AgentSession {
  readonly #group: ProcessGroup;
  #closing = false;

  constructor(group: ProcessGroup) {
    this.#group = group;
  }

  async *send(turn: AgentTurn): AsyncGenerator<AgentDelta> {
    const { stdin, stdout } = this.#group.child;
    stdin?.end(turn.prompt);
    if (stdout === null) return;
    // The mark is the parser's to skip: it counts its bytes.
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    try {
      // Pulled, not pushed: while nobody asks, the pipe fills and the child waits.
      for await (const bytes of stdout) {
        const text = decoder.decode(bytes, { stream: true });
        if (text !== '') yield { type: 'text', text };
      }
      const tail = decoder.decode();
      if (tail !== '') yield { type: 'text', text: tail };
      yield await this.#ending();
    } catch (error) {
      if (!this.#closing)
        yield { type: 'error', kind: 'cut', message: `stdout failed: ${(error as Error).message}` };
    }
  }

  /** A program without a format of its own says by its exit that it is done. */
  async #ending(): Promise<AgentDelta> {
    const exit = await this.#group.exited();
    if (exit.code === 0) return { type: 'end' };
    const how = exit.signal ?? `code ${exit.code}`;
    const why = exit.stderrTail === '' ? '' : `: ${exit.stderrTail.split('\n').at(-1)?.slice(0, 300)}`;
    return { type: 'error', kind: 'exit', message: `the agent ended with ${how}${why}` };
  }

  interrupt(): void {
    this.#group.terminate();
  }

  async close(): Promise<AgentExit> {
    this.#closing = true;
    return this.#group.end();
  }
}

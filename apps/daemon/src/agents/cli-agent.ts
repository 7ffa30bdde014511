/**
 * A command-line program as an agent: one process for each turn, which is told everything at its start and says
 * everything in its output. It remembers nothing from one turn to the next.
 */
import type { RunLimits } from '@design-jury/contracts/defaults';
import { type CreateDecoder, CUT_BY_LENGTH } from './decoders/decoder.ts';
import type { EnvironmentRule, Surroundings } from './environment.ts';
import type { Reach } from './model-addresses.ts';
import type { OwnFolder } from './own-folder.ts';
import type { TextRedactor } from './redact.ts';
import type { SandboxMode } from './sandbox.ts';
import {
  type Agent,
  type AgentCapabilities,
  type AgentDelta,
  type AgentExit,
  type AgentRequest,
  type AgentSession,
  type AgentTurn,
  AgentUnavailableError,
} from './session.ts';
import { StepLimit } from './steps.ts';
import { type SupervisedChild, startChild } from './supervise.ts';

/**
 * How the prompt gets there. `stdin-file`: standard input is a file, for a program that takes a pipe for empty when
 * it reads faster than we write. `argument` and `file` come last on the command line.
 */
export type PromptWay = 'stdin' | 'stdin-file' | 'argument' | 'file';

export interface CliProgram extends Pick<AgentCapabilities, 'deltas' | 'usage'> {
  id: string;
  name: string;
  command: string;
  args: readonly string[];
  prompt: PromptWay;
  /** `file`: it leaves as soon as it has written, and takes what is still in a pipe with it. @default a pipe */
  output?: 'file';
  environment: EnvironmentRule;
  /** Settings of its own that lie in its private folder. */
  files?: Readonly<Record<string, string>>;
  decoder: CreateDecoder;
  /** As in `Launch`. */
  traces?: readonly string[];
  ownFolder?: OwnFolder;
  sandbox?: SandboxMode;
  reach?: Reach;
  proxied?: boolean;
}

/** Linux takes no single argument longer than 32 pages, its closing zero included. */
export const LONGEST_ARGUMENT_BYTES = 131_071;

/** In its private folder, for a program that takes the name of a file. */
const PROMPT_FILE = 'agent-prompt';

const NOT_STARTED: AgentExit = { code: null, signal: null, stderrTail: '' };

export function createCliAgent(
  program: CliProgram,
  surroundings: Surroundings,
  { killGraceMs }: Pick<RunLimits, 'killGraceMs'>,
): Agent {
  const { id, name, deltas, usage, prompt } = program;
  return {
    id,
    name,
    capabilities: {
      turns: 'one-shot',
      deltas,
      usage,
      structured: 'text',
      promptLimitBytes: prompt === 'argument' ? LONGEST_ARGUMENT_BYTES : null,
      transport: 'stdio',
      readsPrompt: true,
      measures: false,
      drafts: true,
    },
    async open(request, signal) {
      const session = new CliSession(program, surroundings, killGraceMs, request, signal);
      await session.prepare();
      return session;
    },
  };
}

class CliSession implements AgentSession {
  readonly #program: CliProgram;
  readonly #surroundings: Surroundings;
  readonly #killGraceMs: number;
  readonly #request: AgentRequest;
  readonly #signal: AbortSignal;
  /** Started and not asked yet. */
  #ready: SupervisedChild | null = null;
  #child: SupervisedChild | null = null;
  /** On its way: whoever closes the session meanwhile waits for it, and ends it. */
  #starting: Promise<SupervisedChild> | null = null;
  #interrupted = false;
  #closed = false;

  constructor(
    program: CliProgram,
    surroundings: Surroundings,
    killGraceMs: number,
    request: AgentRequest,
    signal: AbortSignal,
  ) {
    this.#program = program;
    this.#surroundings = surroundings;
    this.#killGraceMs = killGraceMs;
    this.#request = request;
    this.#signal = signal;
  }

  /** A program that waits for its prompt is started at once: it needs a while, and may not be there at all. */
  async prepare(): Promise<void> {
    if (this.#signal.aborted) throw new AgentUnavailableError('the run was stopped before it began');
    if (this.#program.prompt === 'stdin') this.#ready = await this.#start([], '');
  }

  async *send({ prompt }: AgentTurn): AsyncGenerator<AgentDelta> {
    const { name, decoder: createDecoder } = this.#program;
    this.#interrupted = false;
    const child = await this.#childFor(prompt);
    if (!('output' in child)) {
      yield child;
      return;
    }
    const decoder = createDecoder();
    const answer = new Answer(child, name);
    const exit = (): Promise<AgentExit> => within(this.#killGraceMs, child.exited());
    try {
      for await (const bytes of child.output()) {
        const deltas = answer.clean(decoder.write(bytes));
        if (deltas.length === 0) yield { type: 'alive' };
        yield* deltas;
        if (answer.over) return;
      }
      if (this.#stopped) return;
      yield* answer.clean(decoder.end(await exit()));
    } catch (error) {
      if (this.#stopped) return;
      const message = child.redactor.message(`${name}: its output failed: ${(error as Error).message}`);
      yield { type: 'error', kind: 'cut', message };
    }
  }

  get #stopped(): boolean {
    return this.#interrupted || this.#closed || this.#signal.aborted;
  }

  /** Or why there is none. */
  async #childFor(prompt: string): Promise<SupervisedChild | Extract<AgentDelta, { type: 'error' }>> {
    const { name, prompt: way } = this.#program;
    const bytes = Buffer.byteLength(prompt);
    if (way === 'argument' && bytes > LONGEST_ARGUMENT_BYTES) {
      const message = `${name} takes its prompt as an argument of at most ${LONGEST_ARGUMENT_BYTES} bytes; this one has ${bytes}. Use a smaller page, or another agent.`;
      return { type: 'error', kind: 'too_long', message };
    }
    try {
      // What an earlier turn left behind goes first.
      await this.#child?.end();
      this.#starting = this.#ready === null ? this.#begin(prompt) : Promise.resolve(this.#ready);
      this.#ready = null;
      this.#child = await this.#starting;
      if (this.#closed) throw new AgentUnavailableError(`the session with ${name} is closed`);
      this.#child.asks(prompt);
      this.#child.endInput(way === 'stdin' ? prompt : '');
      return this.#child;
    } catch (error) {
      return { type: 'error', kind: 'other', message: (error as Error).message };
    }
  }

  async #begin(prompt: string): Promise<SupervisedChild> {
    return this.#start(this.#lastArguments(prompt), prompt);
  }

  #lastArguments(prompt: string): string[] {
    switch (this.#program.prompt) {
      case 'stdin':
      case 'stdin-file':
        return [];
      case 'argument':
        return [prompt];
      case 'file':
        return [PROMPT_FILE];
    }
  }

  #start(last: readonly string[], prompt: string): Promise<SupervisedChild> {
    const { name, command, args, environment, files = {}, prompt: way, output } = this.#program;
    if (this.#closed) throw new AgentUnavailableError(`the session with ${name} is closed`);
    return startChild(
      {
        name,
        command,
        args: [...args, ...last],
        environment,
        files: way === 'file' ? { ...files, [PROMPT_FILE]: prompt } : files,
        ...(way === 'stdin-file' && { input: prompt }),
        ...(output !== undefined && { output }),
        surroundings: this.#surroundings,
        killGraceMs: this.#killGraceMs,
        ...(this.#program.traces !== undefined && { traces: this.#program.traces }),
        ...(this.#program.ownFolder !== undefined && { ownFolder: this.#program.ownFolder }),
        ...(this.#program.sandbox !== undefined && { sandbox: this.#program.sandbox }),
        ...(this.#program.reach !== undefined && { reach: this.#program.reach }),
        ...(this.#program.proxied !== undefined && { proxied: this.#program.proxied }),
      },
      this.#request,
      this.#signal,
    );
  }

  interrupt(): void {
    this.#interrupted = true;
    this.#child?.terminate();
  }

  async close(): Promise<AgentExit> {
    this.#closed = true;
    const unasked = await this.#ready?.end();
    const child = await this.#starting?.catch(() => null);
    const exit = (await child?.end()) ?? (await this.#child?.end()) ?? unasked ?? NOT_STARTED;
    return exit;
  }
}

/** What may be passed on of what was decoded: no secret, and nothing after the last word. */
class Answer {
  readonly #child: SupervisedChild;
  readonly #text: TextRedactor;
  readonly #thoughts: TextRedactor;
  readonly #steps: StepLimit;
  over = false;

  constructor(child: SupervisedChild, name: string) {
    this.#child = child;
    this.#steps = new StepLimit(name);
    this.#text = child.redactor.stream();
    this.#thoughts = child.redactor.stream();
  }

  clean(deltas: readonly AgentDelta[]): AgentDelta[] {
    return deltas.flatMap((delta) => this.#clean(delta));
  }

  #clean(delta: AgentDelta): AgentDelta[] {
    if (this.over) return [];
    const problem = this.#steps.take(delta);
    if (problem !== null) return this.#close({ type: 'error', kind: 'other', message: problem });
    switch (delta.type) {
      case 'text':
        return piece('text', this.#text.write(delta.text));
      case 'thinking':
        return piece('thinking', this.#thoughts.write(delta.text));
      case 'restart':
        this.#text.end();
        return [{ ...delta, message: this.#message(delta.message) }];
      case 'notice':
        return [{ ...delta, message: this.#message(delta.message) }];
      case 'error':
        return this.#close({
          ...delta,
          message: this.#message(delta.message),
          ...(delta === CUT_BY_LENGTH && { final: true }),
        });
      case 'end':
        return this.#close(delta);
      default:
        return [delta];
    }
  }

  #close(last: AgentDelta): AgentDelta[] {
    this.over = true;
    return [...piece('text', this.#text.end()), last];
  }

  #message(text: string): string {
    return this.#child.redactor.message(text);
  }
}

function piece(type: 'text' | 'thinking', text: string): AgentDelta[] {
  return text === '' ? [] : [{ type, text }];
}

/** It has closed its mouth but does not go: it is ended later, and that says nothing about its text. */
async function within(ms: number, exit: Promise<AgentExit>): Promise<AgentExit> {
  const late = Promise.withResolvers<AgentExit>();
  const timer = setTimeout(() => late.resolve({ code: 0, signal: null, stderrTail: '' }), ms);
  try {
    return await Promise.race([exit, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** One turn of a conversation: what was said and not yet read, and how it ended. */
import type { AgentErrorKind } from '@design-jury/contracts/theater/critique';
import type { Redactor, TextRedactor } from '../redact.ts';
import type { AgentDelta } from '../session.ts';
import { StepLimit } from '../steps.ts';
import { RestartDetector } from './restart-detector.ts';

/** Characters of one answer. A longer one is no page and no panel. */
const MAX_ANSWER_CHARS = 32 * 1_048_576;
const LONGEST_MESSAGE = 2_000;
/** For last words that come after the word that the turn is complete. */
const LONGEST_SETTLING_MS = 3_000;

export class Turn {
  /** Called at every word, for whoever waits. */
  onWord: (() => void) | null = null;
  readonly #redactor: Redactor;
  readonly #name: string;
  #text: TextRedactor;
  #thoughts: TextRedactor;
  readonly #restarts: RestartDetector;
  #said: AgentDelta[] = [];
  #chars = 0;
  readonly #steps: StepLimit;
  #over = false;
  #patience: NodeJS.Timeout | null = null;
  #quiet: { timer: NodeJS.Timeout; ms: number; then: () => void; until: number } | null = null;
  #outOfPatience = false;

  constructor(redactor: Redactor, name: string) {
    this.#redactor = redactor;
    this.#name = name;
    this.#steps = new StepLimit(name);
    this.#text = redactor.stream();
    this.#thoughts = redactor.stream();
    this.#restarts = new RestartDetector(`${name} asked its model again`);
  }

  get over(): boolean {
    return this.#over;
  }

  get isQuiet(): boolean {
    return this.#said.length === 0;
  }

  get isStopping(): boolean {
    return this.#patience !== null;
  }

  get outOfPatience(): boolean {
    return this.#outOfPatience;
  }

  take(): AgentDelta[] {
    const said = this.#said;
    this.#said = [];
    return said;
  }

  emit(...deltas: AgentDelta[]): void {
    for (const delta of deltas) if (!this.#over) this.#push(delta);
    if (deltas.length > 0) this.#stayQuiet();
    this.onWord?.();
  }

  /** Every word begins the time anew, but not for ever. */
  afterQuiet(ms: number, then: () => void): void {
    if (this.#over) return;
    const timer = setTimeout(then, ms);
    this.#quiet = { timer, ms, then, until: performance.now() + LONGEST_SETTLING_MS };
  }

  #stayQuiet(): void {
    const quiet = this.#quiet;
    if (quiet === null) return;
    clearTimeout(quiet.timer);
    const left = Math.max(0, quiet.until - performance.now());
    this.#quiet = { ...quiet, timer: setTimeout(quiet.then, Math.min(quiet.ms, left)) };
  }

  end(): void {
    if (this.#over) return;
    this.#flush();
    this.#finish({ type: 'end' });
  }

  fail(kind: AgentErrorKind, message: string, final = false): void {
    if (this.#over) return;
    this.#flush();
    this.#finish({ type: 'error', kind, message: this.#clean(message), ...(final && { final }) });
  }

  /** Neither complete nor failed. */
  cancelled(): void {
    if (this.#over) return;
    this.#flush();
    this.#finish(null);
  }

  /** It was told to stop; a second word does not give it more time. */
  stopWithin(ms: number): void {
    this.#patience ??= setTimeout(() => {
      this.#outOfPatience = true;
      this.onWord?.();
    }, ms);
  }

  /** Nobody reads it any more. */
  leave(): void {
    if (this.#patience !== null) clearTimeout(this.#patience);
    this.#patience = null;
    this.#outOfPatience = false;
    this.#said = [];
  }

  #push(delta: AgentDelta): void {
    switch (delta.type) {
      case 'text':
        this.#chars += delta.text.length;
        if (this.#chars > MAX_ANSWER_CHARS)
          this.fail(
            'malformed',
            `${this.#name} wrote more than ${MAX_ANSWER_CHARS} characters in one answer`,
          );
        else this.#pass(this.#restarts.take(delta.text));
        return;
      case 'restart':
        this.#restarts.begin();
        this.#pass([delta]);
        return;
      case 'thinking':
        this.#show('thinking', this.#thoughts.write(delta.text));
        return;
      case 'notice':
        this.#said.push({ ...delta, message: this.#clean(delta.message) });
        this.#step(delta);
        return;
      case 'usage':
        // Some report a turn that used nothing, such as one that was stopped.
        if (delta.inputTokens + delta.outputTokens === 0) return;
        this.#said.push(delta);
        this.#step(delta);
        return;
      default:
        this.#said.push(delta);
    }
  }

  /** The answer, piece by piece; and that it is told again, whoever noticed it. */
  #pass(deltas: readonly AgentDelta[]): void {
    for (const delta of deltas) {
      if (delta.type === 'text') this.#show('text', this.#text.write(delta.text));
      if (delta.type !== 'restart') continue;
      this.#text = this.#redactor.stream();
      this.#chars = 0;
      this.#said.push({ ...delta, message: this.#clean(delta.message) });
    }
  }

  #step(delta: AgentDelta): void {
    const problem = this.#steps.take(delta);
    if (problem !== null) this.fail('other', problem);
  }

  #show(type: 'text' | 'thinking', text: string): void {
    if (text !== '') this.#said.push({ type, text });
  }

  #flush(): void {
    this.#pass(this.#restarts.release());
    this.#show('text', this.#text.end());
  }

  #finish(last: AgentDelta | null): void {
    if (this.#quiet !== null) clearTimeout(this.#quiet.timer);
    this.#quiet = null;
    if (last !== null) this.#said.push(last);
    this.#over = true;
    this.onWord?.();
  }

  #clean(message: string): string {
    return this.#redactor.message(message).slice(0, LONGEST_MESSAGE);
  }
}

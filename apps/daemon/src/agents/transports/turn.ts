/** One turn of a conversation: what was said and not yet read, and how it ended. */
import type { AgentErrorKind } from '@design-jury/contracts/theater/critique';
import type { Redactor, TextRedactor } from '../redact.ts';
import type { AgentDelta } from '../session.ts';
import { ToldAgain } from './told-again.ts';

/** Characters of one answer. A longer one is no page and no panel. */
const MAX_ANSWER_CHARS = 32 * 1_048_576;
/** Requests to its model and uses of tools in one turn; an agent that never comes to its answer costs money. */
const MAX_STEPS = 50;
const LONGEST_MESSAGE = 2_000;

export class Turn {
  /** Called at every word, for whoever waits. */
  onWord: (() => void) | null = null;
  readonly #redactor: Redactor;
  readonly #name: string;
  #text: TextRedactor;
  #thoughts: TextRedactor;
  readonly #toldAgain: ToldAgain;
  #said: AgentDelta[] = [];
  #chars = 0;
  #steps = 0;
  #over = false;
  #patience: NodeJS.Timeout | null = null;
  #outOfPatience = false;

  constructor(redactor: Redactor, name: string) {
    this.#redactor = redactor;
    this.#name = name;
    this.#text = redactor.stream();
    this.#thoughts = redactor.stream();
    this.#toldAgain = new ToldAgain(`${name} asked its model again`);
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

  say(...deltas: AgentDelta[]): void {
    for (const delta of deltas) if (!this.#over) this.#push(delta);
    this.onWord?.();
  }

  end(): void {
    if (this.#over) return;
    this.#flush();
    this.#finish({ type: 'end' });
  }

  fail(kind: AgentErrorKind, message: string): void {
    if (this.#over) return;
    this.#flush();
    this.#finish({ type: 'error', kind, message: this.#clean(message) });
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
        else this.#hear(this.#toldAgain.hear(delta.text));
        return;
      case 'restart':
        this.#toldAgain.begin();
        this.#hear([delta]);
        return;
      case 'thinking':
        this.#show('thinking', this.#thoughts.write(delta.text));
        return;
      case 'notice':
        this.#said.push({ ...delta, message: this.#clean(delta.message) });
        if (delta.kind === 'progress') this.#step();
        return;
      case 'usage':
        // Some report a turn that used nothing, such as one that was stopped.
        if (delta.inputTokens + delta.outputTokens === 0) return;
        this.#said.push(delta);
        this.#step();
        return;
      default:
        this.#said.push(delta);
    }
  }

  /** The answer, piece by piece; and that it is told again, whoever noticed it. */
  #hear(deltas: readonly AgentDelta[]): void {
    for (const delta of deltas) {
      if (delta.type === 'text') this.#show('text', this.#text.write(delta.text));
      if (delta.type !== 'restart') continue;
      this.#text = this.#redactor.stream();
      this.#chars = 0;
      this.#said.push({ ...delta, message: this.#clean(delta.message) });
    }
  }

  #step(): void {
    if (++this.#steps > MAX_STEPS)
      this.fail('other', `${this.#name} took more than ${MAX_STEPS} steps without completing its answer`);
  }

  #show(type: 'text' | 'thinking', text: string): void {
    if (text !== '') this.#said.push({ type, text });
  }

  #flush(): void {
    this.#hear(this.#toldAgain.release());
    this.#show('text', this.#text.end());
  }

  #finish(last: AgentDelta | null): void {
    if (last !== null) this.#said.push(last);
    this.#over = true;
    this.onWord?.();
  }

  #clean(message: string): string {
    return this.#redactor.message(message).slice(0, LONGEST_MESSAGE);
  }
}

/**
 * A program that takes turns as lines and answers in the same lines it prints for a single run: one decoder shape
 * for each turn, and a few frames around it.
 */
import { CUT_BY_LENGTH, type LineShape } from '../decoders/decoder.ts';
import { errorKind } from '../decoders/error-kind.ts';
import type { AgentDelta, AgentTurn } from '../session.ts';
import type { Dialogue, DialogueSetting, JsonFrame } from './dialogue.ts';

export interface LineManners {
  createShape: () => LineShape;
  /** Said once, before the first turn. */
  greeting: readonly object[];
  ask(prompt: string): object;
  /** `nth` cancellation of the session. */
  cancel(nth: number): object;
  /** The answer to a question of the program's; nothing is ever allowed. Null when it asks nothing. */
  refuse?(frame: JsonFrame): object | null;
  /** Why the prompt was not taken, or null. */
  rejected?(frame: JsonFrame): string | null;
  /** True for the last line of a turn, where an error may be followed by another attempt. */
  isLast?(frame: JsonFrame): boolean;
  /** Costs are counted from the session's beginning. */
  costIsTotal: boolean;
}

export class LineDialogue implements Dialogue {
  readonly #setting: DialogueSetting;
  readonly #manners: LineManners;
  #shape: LineShape | null = null;
  #greeted = false;
  #toCancel = false;
  #cancellations = 0;
  #costUsd = 0;
  #hasText = false;

  constructor(setting: DialogueSetting, manners: LineManners) {
    this.#setting = setting;
    this.#manners = manners;
  }

  ask(turn: AgentTurn): void {
    const { speaker } = this.#setting;
    this.#shape = this.#manners.createShape();
    this.#toCancel = false;
    this.#hasText = false;
    if (!this.#greeted) for (const frame of this.#manners.greeting) speaker.write(frame);
    this.#greeted = true;
    speaker.write(this.#manners.ask(turn.prompt));
  }

  cancel(): void {
    if (this.#shape === null) return;
    this.#toCancel = true;
    this.#setting.speaker.write(this.#manners.cancel(++this.#cancellations));
  }

  close(): void {
    this.#shape = null;
  }

  take(frame: JsonFrame): void {
    const answer = this.#manners.refuse?.(frame) ?? null;
    if (answer !== null) this.#setting.speaker.write(answer);
    else if (this.#shape !== null) this.#read(this.#shape, frame);
  }

  #read(shape: LineShape, frame: JsonFrame): void {
    const { speaker, name } = this.#setting;
    const rejection = this.#manners.rejected?.(frame) ?? null;
    if (rejection !== null)
      this.#emit({ type: 'error', kind: errorKind(rejection) ?? 'other', message: rejection });
    for (const delta of shape.read(frame)) this.#emit(delta);
    if (this.#shape === null || this.#manners.isLast?.(frame) !== true) return;
    this.#shape = null;
    const error = shape.pending?.() ?? null;
    if (this.#toCancel) speaker.cancelled();
    else if (error !== null) speaker.fail(errorKind(error) ?? 'other', error);
    else speaker.fail('cut', `${name} stopped before its answer was complete`);
  }

  #emit(delta: AgentDelta): void {
    const { speaker, name } = this.#setting;
    if (this.#shape === null) return;
    switch (delta.type) {
      case 'end':
        this.#shape = null;
        if (this.#hasText) speaker.end();
        else speaker.fail('cut', `${name} said nothing and called it complete`);
        return;
      case 'error':
        this.#shape = null;
        if (this.#toCancel) speaker.cancelled();
        else speaker.fail(delta.kind, delta.message, delta === CUT_BY_LENGTH);
        return;
      case 'usage':
        speaker.emit(this.#since(delta));
        return;
      case 'restart':
        this.#hasText = false;
        speaker.emit(delta);
        return;
      default:
        this.#hasText ||= delta.type === 'text';
        speaker.emit(delta);
    }
  }

  #since(usage: Extract<AgentDelta, { type: 'usage' }>): AgentDelta {
    if (!this.#manners.costIsTotal || usage.costUsd === null) return usage;
    const grown = usage.costUsd - this.#costUsd;
    this.#costUsd = usage.costUsd;
    return { ...usage, costUsd: grown > 0 ? grown : null };
  }
}

/** `pi --mode json`: a failure shows only in the message's `stopReason`, and may still be tried again. */
import type { AgentDelta } from '../session.ts';
import { TurnText } from '../transports/turn-text.ts';
import {
  type CreateDecoder,
  CUT_BY_LENGTH,
  type JsonObject,
  type LineShape,
  lineDecoder,
  retryNotice,
  thinking,
  usageDelta,
} from './decoder.ts';
import { listAt, numberAt, objectAt, sum, textAt } from './json.ts';

const ASKED_AGAIN = 'the answer broke off; the model was asked again';

export class PiShape implements LineShape {
  readonly #text = new TurnText();
  #message = 0;
  #stopReason: string | null = null;
  #error: string | null = null;

  read(line: JsonObject): AgentDelta[] {
    switch (line.type) {
      case 'message_start':
        if (objectAt(line, 'message').role !== 'assistant') return [];
        this.#message++;
        return this.#text.withdrawUnfinished(ASKED_AGAIN);
      case 'message_update':
        return this.#piece(objectAt(line, 'assistantMessageEvent'));
      case 'message_end':
        return this.#whole(objectAt(line, 'message'));
      case 'auto_retry_start': {
        const message = textAt(line, 'errorMessage') ?? 'the request failed';
        this.#error = null;
        return [retryNotice(message, { delayMs: numberAt(line, 'delayMs') })];
      }
      case 'agent_end':
        return this.#ending();
      default:
        return [];
    }
  }

  pending(): string | null {
    return this.#error;
  }

  #piece(event: JsonObject): AgentDelta[] {
    const text = textAt(event, 'delta') ?? '';
    if (event.type === 'thinking_delta') return thinking(text);
    return event.type === 'text_delta' ? this.#text.append(`${this.#message}`, text) : [];
  }

  #whole(message: JsonObject): AgentDelta[] {
    if (message.role !== 'assistant') return [];
    this.#stopReason = textAt(message, 'stopReason');
    const usage = objectAt(message, 'usage');
    const used = usageDelta(
      sum(numberAt(usage, 'input'), numberAt(usage, 'cacheRead'), numberAt(usage, 'cacheWrite')),
      numberAt(usage, 'output'),
      numberAt(objectAt(usage, 'cost'), 'total'),
    );
    if (this.#stopReason === 'error' || this.#stopReason === 'aborted') {
      this.#error = textAt(message, 'errorMessage') ?? `the agent stopped: ${this.#stopReason}`;
      return used;
    }
    const text = listAt(message, 'content')
      .map((block) => (block.type === 'text' ? (textAt(block, 'text') ?? '') : ''))
      .join('');
    return [...this.#text.whole(`${this.#message}`, text, ASKED_AGAIN), ...used];
  }

  /** An error may be followed by another attempt, and so is only fatal when nothing comes. */
  #ending(): AgentDelta[] {
    if (this.#stopReason === 'length') return [CUT_BY_LENGTH];
    return this.#error === null && this.#stopReason === 'stop' ? [{ type: 'end' }] : [];
  }
}

export const decodePi: CreateDecoder = lineDecoder(() => new PiShape());

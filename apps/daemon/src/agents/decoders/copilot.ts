/**
 * `copilot --output-format json`: pieces carry the id of their message. After a retry another id begins, and what
 * the earlier one said does not count.
 */
import type { AgentDelta } from '../session.ts';
import { TurnText } from '../transports/turn-text.ts';
import {
  ASKS_AGAIN,
  type CreateDecoder,
  failure,
  type JsonObject,
  type LineShape,
  lineDecoder,
  retryNotice,
  thinking,
  usageDelta,
} from './decoder.ts';
import { numberAt, objectAt, sum, textAt } from './json.ts';

const ASKED_AGAIN = 'the answer broke off; the model was asked again';

class CopilotShape implements LineShape {
  readonly #text = new TurnText();
  #message: string | null = null;
  #error: string | null = null;
  #turns = 0;

  read(line: JsonObject): AgentDelta[] {
    const data = objectAt(line, 'data');
    switch (line.type) {
      case 'assistant.message_delta':
        return this.#piece(textAt(data, 'messageId') ?? '', textAt(data, 'deltaContent') ?? '');
      case 'assistant.message':
        return this.#whole(textAt(data, 'messageId') ?? '', textAt(data, 'content') ?? '');
      case 'assistant.reasoning_delta':
        return thinking(textAt(data, 'deltaContent'));
      case 'assistant.turn_start':
        // It tells neither tools nor use: that its model is asked once more is all that shows a loop.
        return ++this.#turns === 1 ? [] : [ASKS_AGAIN];
      case 'assistant.usage':
        return usageDelta(
          sum(numberAt(data, 'inputTokens'), numberAt(data, 'cacheReadTokens')),
          numberAt(data, 'outputTokens'),
          null,
        );
      case 'model.call_failure':
        return [this.#complaint(data, 'a call of the model failed')];
      case 'session.error': {
        const notice = this.#complaint(data, 'the session failed');
        this.#error = notice.message;
        return [notice];
      }
      case 'result':
        return [this.#result(line)];
      default:
        return [];
    }
  }

  pending(): string | null {
    return this.#error;
  }

  #piece(id: string, text: string): AgentDelta[] {
    const another = this.#message !== null && this.#message !== id;
    this.#message = id;
    this.#error = null;
    return [...(another ? this.#text.withdrawUnfinished(ASKED_AGAIN) : []), ...this.#text.append(id, text)];
  }

  #whole(id: string, text: string): AgentDelta[] {
    const another = this.#message !== null && this.#message !== id;
    this.#message = id;
    return [
      ...(another ? this.#text.withdrawUnfinished(ASKED_AGAIN) : []),
      ...(text === '' ? [] : this.#text.whole(id, text, ASKED_AGAIN)),
    ];
  }

  #complaint(data: JsonObject, otherwise: string): Extract<AgentDelta, { type: 'notice' }> {
    const status = numberAt(data, 'statusCode');
    const words = textAt(data, 'message') ?? textAt(data, 'errorMessage') ?? otherwise;
    const message = status === null ? words : `${words} (HTTP ${status})`;
    return { ...retryNotice(words, { status }), message };
  }

  #result(line: JsonObject): AgentDelta {
    if (this.#error !== null) return failure(this.#error);
    if (numberAt(line, 'exitCode') === 0) return { type: 'end' };
    return failure(textAt(line, 'error') ?? '', null, 'Copilot ended with an error');
  }
}

export const decodeCopilot: CreateDecoder = lineDecoder(() => new CopilotShape());

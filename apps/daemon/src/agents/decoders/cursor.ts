/**
 * Cursor's `stream-json`: an `assistant` line with `timestamp_ms` and without `model_call_id` is a piece; the
 * others repeat what the pieces said.
 */
import type { AgentDelta } from '../session.ts';
import { TurnText } from '../transports/turn-text.ts';
import {
  type CreateDecoder,
  failure,
  type JsonObject,
  type LineShape,
  lineDecoder,
  thinking,
  usageDelta,
} from './decoder.ts';
import { listAt, numberAt, objectAt, textAt } from './json.ts';

const ASKED_AGAIN = 'the message differs from its pieces';

class CursorShape implements LineShape {
  readonly #text = new TurnText();
  #message = 1;
  /** What came whole last, and everything that did: a line may repeat either. */
  #last = '';
  #all = '';
  #pieces = false;

  read(line: JsonObject): AgentDelta[] {
    switch (line.type) {
      case 'thinking':
        return thinking(textAt(line, 'text'));
      case 'assistant':
        return this.#assistant(line);
      case 'result':
        return this.#result(line);
      default:
        return [];
    }
  }

  #assistant(line: JsonObject): AgentDelta[] {
    const text = listAt(objectAt(line, 'message'), 'content')
      .map((block) => (block.type === 'text' ? (textAt(block, 'text') ?? '') : ''))
      .join('');
    if (text === '') return [];
    const isPiece = numberAt(line, 'timestamp_ms') !== null && textAt(line, 'model_call_id') === null;
    if (isPiece) {
      this.#pieces = true;
      return this.#text.append(`${this.#message}`, text);
    }
    if (!this.#pieces && (text === this.#last || text === this.#all)) return [];
    const deltas = this.#text.whole(`${this.#message}`, text, ASKED_AGAIN);
    this.#message++;
    this.#pieces = false;
    this.#last = text;
    this.#all += text;
    return deltas;
  }

  #result(line: JsonObject): AgentDelta[] {
    const usage = objectAt(line, 'usage');
    const used = usageDelta(numberAt(usage, 'inputTokens'), numberAt(usage, 'outputTokens'), null);
    const words = textAt(line, 'result') ?? '';
    if (line.is_error === true || line.subtype !== 'success')
      return [...used, failure(words || (textAt(line, 'error') ?? ''), null, textAt(line, 'subtype') ?? '')];
    const whole = this.#text.isEmpty ? this.#text.whole('result', words, ASKED_AGAIN) : [];
    return [...whole, ...used, { type: 'end' }];
  }
}

export const decodeCursor: CreateDecoder = lineDecoder(() => new CursorShape());

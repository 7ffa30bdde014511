/**
 * `stream-json` of Claude Code, and of those that print the same (Qwen Code, Amp): partial messages as
 * `stream_event`, each block again whole as `assistant`, and one `result`. The whole block is right where the two
 * differ: a stream that broke is asked again behind the scenes.
 */
import type { AgentDelta } from '../session.ts';
import { TurnText } from '../transports/turn-text.ts';
import {
  type CreateDecoder,
  CUT_BY_LENGTH,
  failure,
  type JsonObject,
  type LineShape,
  lineDecoder,
  REFUSED,
  retryNotice,
  thinking,
  usageDelta,
} from './decoder.ts';
import { listAt, numberAt, objectAt, sum, textAt } from './json.ts';

const ASKED_AGAIN = 'the answer broke off; the model was asked again';
const SYNTHETIC = '<synthetic>';

export class ClaudeShape implements LineShape {
  readonly #text = new TurnText();
  readonly #streams: boolean;
  /** A whole message came that was never begun: the stream broke, and the model was asked once more beside it. */
  #isAskedAgain = false;
  /** The message whose parts are being streamed. */
  #streaming = '';
  #messages = 0;
  /** Text blocks of a message that were begun in the stream, and that came whole. */
  #begun = 0;
  #whole = new Map<string, number>();
  #stopReason: string | null = null;
  /** A tool has answered since the message began: the message was complete. */
  #isSettled = true;

  /** `streams`: every message is begun in the stream before it comes whole. */
  constructor(streams = false) {
    this.#streams = streams;
  }

  read(line: JsonObject): AgentDelta[] {
    // Lines of tools that the agent hands part of the work to are not its answer.
    if (textAt(line, 'parent_tool_use_id') !== null) return [];
    switch (line.type) {
      case 'system':
        return this.#system(line);
      case 'stream_event':
        return this.#event(objectAt(line, 'event'), line.abandoned_blocks !== undefined);
      case 'assistant':
        return this.#assistant(line);
      case 'user':
        this.#isSettled = true;
        // A safety classifier stopped the message; the model is asked once more without it.
        return line.refused_message_id === undefined ? [] : this.#text.withdrawAll(ASKED_AGAIN);
      case 'result':
        return this.#result(line);
      default:
        return [];
    }
  }

  #system(line: JsonObject): AgentDelta[] {
    if (line.subtype === 'api_retry') return [retrying(line)];
    return line.subtype === 'retry' ? this.#retried(objectAt(line, 'data')) : [];
  }

  /**
   * Qwen's own words for a cut stream. Where it keeps the text it asks its model to go on, and whether the model
   * does so or begins anew is heard in the text itself. Else it has closed the message, and that does not count.
   */
  #retried(data: JsonObject): AgentDelta[] {
    const who = data.reason === 'model_fallback' ? 'another model' : 'the model once more';
    const message = `no whole answer; the agent asks ${who}`;
    const deltas: AgentDelta[] = [{ type: 'notice', kind: 'retry', message }];
    const isOpen = !this.#isSettled || (numberAt(data, 'discardedToolCalls') ?? 0) > 0;
    if (data.preserveText === true || this.#streaming === '' || !isOpen) return deltas;
    return [...deltas, ...this.#text.withdraw(`${this.#streaming}#`, ASKED_AGAIN)];
  }

  #event(event: JsonObject, abandoned: boolean): AgentDelta[] {
    switch (event.type) {
      case 'message_start':
        return this.#begin(objectAt(event, 'message'));
      case 'content_block_start': {
        const block = objectAt(event, 'content_block');
        if (block.type !== 'text') return [];
        this.#begun++;
        return this.#text.append(this.#partId, textAt(block, 'text') ?? '');
      }
      case 'content_block_delta': {
        const delta = objectAt(event, 'delta');
        if (delta.type === 'text_delta') return this.#text.append(this.#partId, textAt(delta, 'text') ?? '');
        return delta.type === 'thinking_delta' ? thinking(textAt(delta, 'thinking')) : [];
      }
      case 'message_delta':
        this.#stopReason = textAt(objectAt(event, 'delta'), 'stop_reason') ?? this.#stopReason;
        return [];
      case 'message_stop':
        return abandoned ? this.#text.withdrawUnfinished(ASKED_AGAIN) : [];
      default:
        return [];
    }
  }

  get #partId(): string {
    return `${this.#streaming}#${Math.max(1, this.#begun)}`;
  }

  #begin(message: JsonObject): AgentDelta[] {
    this.#streaming = textAt(message, 'id') ?? `message ${++this.#messages}`;
    this.#begun = 0;
    this.#stopReason = null;
    this.#isSettled = false;
    return this.#text.withdrawUnfinished(ASKED_AGAIN);
  }

  #assistant(line: JsonObject): AgentDelta[] {
    const message = objectAt(line, 'message');
    // Its own words about an error; the result that follows says it typed.
    if (line.error != null || message.model === SYNTHETIC) return [];
    const id = textAt(message, 'id') ?? (this.#streaming || `message ${++this.#messages}`);
    this.#isAskedAgain ||= this.#streams && id !== this.#streaming;
    const deltas: AgentDelta[] = [];
    for (const block of listAt(message, 'content')) {
      const text = block.type === 'text' ? textAt(block, 'text') : null;
      if (text === null) continue;
      if (id !== this.#streaming) deltas.push(...this.#text.withdrawUnfinished(ASKED_AGAIN));
      const nth = (this.#whole.get(id) ?? 0) + 1;
      this.#whole.set(id, nth);
      deltas.push(...this.#text.whole(`${id}#${nth}`, text, ASKED_AGAIN));
    }
    this.#stopReason = textAt(message, 'stop_reason') ?? this.#stopReason;
    return deltas;
  }

  #result(line: JsonObject): AgentDelta[] {
    const usage = objectAt(line, 'usage');
    const used = usageDelta(
      sum(
        numberAt(usage, 'input_tokens'),
        numberAt(usage, 'cache_creation_input_tokens'),
        numberAt(usage, 'cache_read_input_tokens'),
      ),
      numberAt(usage, 'output_tokens'),
      numberAt(line, 'total_cost_usd'),
    ).map((delta) => (this.#isAskedAgain ? { ...delta, atLeast: true as const } : delta));
    const words = textAt(line, 'result') ?? '';
    if (line.stop_reason === 'refusal') return [...used, REFUSED];
    // An error says `subtype: "success"` too.
    if (line.is_error === true || textAt(line, 'subtype')?.startsWith('error') === true) {
      const said = words || textAt(line, 'error') || textAt(objectAt(line, 'error'), 'message') || '';
      const reason = textAt(line, 'terminal_reason') ?? textAt(line, 'subtype') ?? '';
      return [...used, failure(said, numberAt(line, 'api_error_status'), reason)];
    }
    const whole = this.#text.isEmpty ? this.#text.whole('result', words, ASKED_AGAIN) : [];
    return [...whole, ...used, closing(textAt(line, 'stop_reason') ?? this.#stopReason)];
  }
}

function closing(stopReason: string | null): AgentDelta {
  if (stopReason === 'max_tokens') return CUT_BY_LENGTH;
  return stopReason === 'refusal' ? REFUSED : { type: 'end' };
}

function retrying(line: JsonObject): AgentDelta {
  const status = numberAt(line, 'error_status');
  const why = textAt(line, 'error') ?? (status === null ? 'the request failed' : `HTTP ${status}`);
  const tries = `attempt ${numberAt(line, 'attempt') ?? '?'} of ${numberAt(line, 'max_retries') ?? '?'}`;
  const notice = retryNotice(why, { status, delayMs: numberAt(line, 'retry_delay_ms') });
  return { ...notice, message: `${why}; ${tries}` };
}

export const decodeClaude: CreateDecoder = lineDecoder(() => new ClaudeShape(true));
/** Those that print the same, and may print whole messages only. */
export const decodeClaudeLike: CreateDecoder = lineDecoder(() => new ClaudeShape());

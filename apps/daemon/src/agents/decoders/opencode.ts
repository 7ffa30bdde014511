/** `opencode run --format json`: whole parts; the step that finishes for `stop` is the last. */
import type { AgentDelta } from '../session.ts';
import { TurnText } from '../transports/turn-text.ts';
import {
  ASKS_AGAIN,
  type CreateDecoder,
  CUT_BY_LENGTH,
  failure,
  type JsonObject,
  type LineShape,
  lineDecoder,
  REFUSED,
  thinking,
  usageDelta,
} from './decoder.ts';
import { numberAt, objectAt, sum, textAt } from './json.ts';

const REWRITTEN = 'the message was rewritten';

class OpencodeShape implements LineShape {
  readonly #text = new TurnText();
  #steps = 0;

  read(line: JsonObject): AgentDelta[] {
    const part = objectAt(line, 'part');
    switch (line.type) {
      case 'step_start':
        // An answer it cannot read ends no step in its eyes: it asks again, and this is all that shows the loop.
        return ++this.#steps === 1 ? [] : [ASKS_AGAIN];
      case 'text':
        return this.#text.whole(textAt(part, 'id') ?? 'part', textAt(part, 'text') ?? '', REWRITTEN);
      case 'reasoning':
        return thinking(textAt(part, 'text'));
      case 'step_finish':
        return [...usage(part), ...closing(textAt(part, 'reason'))];
      case 'error': {
        const error = objectAt(line, 'error');
        const data = objectAt(error, 'data');
        const words = textAt(data, 'message') ?? textAt(error, 'message') ?? textAt(error, 'name') ?? '';
        return [failure(words, numberAt(data, 'statusCode'), textAt(error, 'name') ?? '')];
      }
      default:
        return [];
    }
  }
}

function usage(part: JsonObject): AgentDelta[] {
  const tokens = objectAt(part, 'tokens');
  const cache = objectAt(tokens, 'cache');
  return usageDelta(
    sum(numberAt(tokens, 'input'), numberAt(cache, 'read'), numberAt(cache, 'write')),
    sum(numberAt(tokens, 'output'), numberAt(tokens, 'reasoning')),
    numberAt(part, 'cost'),
  );
}

/** Any other reason says that a step follows, or nothing certain. */
function closing(reason: string | null): AgentDelta[] {
  if (reason === 'stop') return [{ type: 'end' }];
  if (reason === 'length') return [CUT_BY_LENGTH];
  return reason === 'content-filter' ? [REFUSED] : [];
}

export const decodeOpencode: CreateDecoder = lineDecoder(() => new OpencodeShape());

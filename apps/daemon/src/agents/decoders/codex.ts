/** `codex exec --json`: whole messages. `turn.failed` is the end; `error` alone is not ("Reconnecting… 1/5"). */
import type { AgentDelta } from '../session.ts';
import { TurnText } from '../transports/turn-text.ts';
import {
  type CreateDecoder,
  failure,
  type JsonObject,
  type LineShape,
  lineDecoder,
  retryNotice,
  thinking,
  usageDelta,
} from './decoder.ts';
import { numberAt, objectAt, textAt } from './json.ts';

const ASKED_AGAIN = 'the message was rewritten';

class CodexShape implements LineShape {
  readonly #text = new TurnText();

  read(line: JsonObject): AgentDelta[] {
    switch (line.type) {
      case 'item.updated':
      case 'item.completed':
        return this.#item(objectAt(line, 'item'));
      case 'error':
        return [retryNotice(textAt(line, 'message') ?? 'the agent reported an error')];
      case 'turn.completed': {
        const usage = objectAt(line, 'usage');
        const used = usageDelta(numberAt(usage, 'input_tokens'), numberAt(usage, 'output_tokens'), null);
        return [...used, { type: 'end' }];
      }
      case 'turn.failed':
        return [failure(textAt(objectAt(line, 'error'), 'message') ?? '')];
      default:
        return [];
    }
  }

  #item(item: JsonObject): AgentDelta[] {
    const text = textAt(item, 'text') ?? '';
    switch (item.type) {
      case 'agent_message':
        return this.#text.whole(textAt(item, 'id') ?? 'message', text, ASKED_AGAIN);
      case 'reasoning':
        return thinking(text);
      case 'error':
        // A remark on its settings, as a rule; an error of the turn comes as a line of its own.
        return [{ type: 'notice', kind: 'progress', message: textAt(item, 'message') ?? 'a remark' }];
      default:
        return [];
    }
  }
}

export const decodeCodex: CreateDecoder = lineDecoder(() => new CodexShape());

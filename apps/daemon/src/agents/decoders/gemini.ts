/** `gemini -o stream-json`: pieces of the answer as `message`; the prompt comes back as one too. */
import type { AgentDelta } from '../session.ts';
import {
  type CreateDecoder,
  failure,
  type JsonObject,
  type LineShape,
  lineDecoder,
  retryNotice,
  usageDelta,
} from './decoder.ts';
import { numberAt, objectAt, textAt } from './json.ts';

class GeminiShape implements LineShape {
  /** A result that failed does not always say why: the line before it did. */
  #error = '';
  /** Its figures leave out some of the requests that a tool has caused. */
  #hasUsedTools = false;

  read(line: JsonObject): AgentDelta[] {
    switch (line.type) {
      case 'message': {
        const text = line.role === 'assistant' ? (textAt(line, 'content') ?? '') : '';
        return text === '' ? [] : [{ type: 'text', text }];
      }
      case 'error': {
        this.#error = textAt(line, 'message') ?? 'the agent reported an error';
        return [retryNotice(this.#error)];
      }
      case 'tool_use':
        this.#hasUsedTools = true;
        return [
          { type: 'notice', kind: 'progress', message: `uses ${textAt(line, 'tool_name') ?? 'a tool'}` },
        ];
      case 'result':
        return result(line, this.#error).map((delta) =>
          delta.type === 'usage' && this.#hasUsedTools ? { ...delta, atLeast: true } : delta,
        );
      default:
        return [];
    }
  }
}

function result(line: JsonObject, before: string): AgentDelta[] {
  const stats = objectAt(line, 'stats');
  const used = usageDelta(numberAt(stats, 'input_tokens'), numberAt(stats, 'output_tokens'), null);
  if (line.status === 'success') return [...used, { type: 'end' }];
  const error = objectAt(line, 'error');
  return [...used, failure(textAt(error, 'message') || before, null, textAt(error, 'type') ?? '')];
}

export const decodeGemini: CreateDecoder = lineDecoder(() => new GeminiShape());

/** `kimi --output-format stream-json`: whole messages by role. It has no last word but its exit. */
import type { AgentDelta } from '../session.ts';
import { type CreateDecoder, type JsonObject, type LineShape, lineDecoder } from './decoder.ts';
import { errorKind } from './error-kind.ts';
import { listAt, numberAt, textAt } from './json.ts';

class KimiShape implements LineShape {
  #spoke = false;

  read(line: JsonObject): AgentDelta[] {
    if (line.type === 'turn.step.retrying') return [retryNotice(line)];
    if (line.role !== 'assistant') return [];
    const whole = textAt(line, 'content');
    if (whole !== null) return this.#say(whole);
    return listAt(line, 'content').flatMap((block): AgentDelta[] => {
      if (block.type === 'text') return this.#say(textAt(block, 'text') ?? '');
      const thought = block.type === 'think' ? (textAt(block, 'think') ?? '') : '';
      return thought === '' ? [] : [{ type: 'thinking', text: thought }];
    });
  }

  exited(): AgentDelta[] {
    return this.#spoke ? [{ type: 'end' }] : [];
  }

  #say(text: string): AgentDelta[] {
    if (text === '') return [];
    this.#spoke = true;
    return [{ type: 'text', text }];
  }
}

function retryNotice(line: JsonObject): AgentDelta {
  const message = textAt(line, 'error_message') ?? 'the model is asked again';
  const delay = numberAt(line, 'delay_ms');
  return {
    type: 'notice',
    kind: errorKind(message, numberAt(line, 'status_code')) === 'rate_limit' ? 'rate_limit' : 'retry',
    message,
    ...(delay !== null && { retryAfterMs: Math.round(delay) }),
  };
}

export const decodeKimi: CreateDecoder = lineDecoder(() => new KimiShape());

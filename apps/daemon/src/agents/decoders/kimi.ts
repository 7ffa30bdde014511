/** `kimi --output-format stream-json`: whole messages by role. It has no last word but its exit. */
import type { AgentDelta } from '../session.ts';
import {
  type CreateDecoder,
  type JsonObject,
  type LineShape,
  lineDecoder,
  retryNotice,
  thinking,
} from './decoder.ts';
import { listAt, numberAt, textAt } from './json.ts';

class KimiShape implements LineShape {
  #spoke = false;

  read(line: JsonObject): AgentDelta[] {
    if (line.type === 'turn.step.retrying') return [retrying(line)];
    if (line.role !== 'assistant') return [];
    const whole = textAt(line, 'content');
    if (whole !== null) return this.#emit(whole);
    return listAt(line, 'content').flatMap((block): AgentDelta[] => {
      if (block.type === 'text') return this.#emit(textAt(block, 'text') ?? '');
      return block.type === 'think' ? thinking(textAt(block, 'think')) : [];
    });
  }

  exited(): AgentDelta[] {
    return this.#spoke ? [{ type: 'end' }] : [];
  }

  #emit(text: string): AgentDelta[] {
    if (text === '') return [];
    this.#spoke = true;
    return [{ type: 'text', text }];
  }
}

function retrying(line: JsonObject): AgentDelta {
  return retryNotice(textAt(line, 'error_message') ?? 'the model is asked again', {
    status: numberAt(line, 'status_code'),
    delayMs: numberAt(line, 'delay_ms'),
  });
}

export const decodeKimi: CreateDecoder = lineDecoder(() => new KimiShape());

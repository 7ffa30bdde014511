/** A program without a format: what it prints is its answer, and its exit is its last word. */
import type { AgentDelta, AgentExit } from '../session.ts';
import { type CreateDecoder, type Decoder, endedWithout, failure } from './decoder.ts';

interface PlainOptions {
  /** A line of the answer that is no answer: the program reports an error and still ends with 0. */
  errorLine?: RegExp;
}

const LONGEST_LINE = 2_000;

function plainDecoder({ errorLine }: PlainOptions = {}): CreateDecoder {
  return () => {
    // The mark is the parser's to skip: it counts its bytes.
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    let spoke = false;
    let line = '';
    let reported: string | null = null;
    const look = (text: string): void => {
      if (errorLine === undefined || reported !== null) return;
      const lines = (line + text).split('\n');
      line = lines.pop()?.slice(0, LONGEST_LINE) ?? '';
      reported = lines.find((each) => errorLine.test(each.slice(0, LONGEST_LINE)))?.trim() ?? null;
    };
    const emit = (text: string): AgentDelta[] => {
      look(text);
      spoke ||= text.trim() !== '';
      return text === '' ? [] : [{ type: 'text', text }];
    };
    return {
      write: (bytes) => emit(decoder.decode(bytes, { stream: true })),
      end(exit: AgentExit) {
        const deltas = emit(decoder.decode());
        look('\n');
        if (reported !== null) return [...deltas, failure(reported)];
        return [...deltas, exit.code === 0 && spoke ? { type: 'end' } : endedWithout(exit)];
      },
    } satisfies Decoder;
  };
}

export const decodePlainText: CreateDecoder = plainDecoder();

/** Provider errors of Aider stand in its output, and it ends with 0. */
export const decodeAider: CreateDecoder = plainDecoder({ errorLine: /^litellm\.\w+(?:Error|Exception)\b/ });

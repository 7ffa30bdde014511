/**
 * Where a document is looked at. A short one is read here at once; a long one, a stranger's pattern, and everything of a
 * process that has others to answer, in a thread that is ended when it takes too long.
 */
import { MeasuringError } from '../../measure/threads/measuring-error.ts';
import type { MeasuringThreads } from '../../measure/threads/threads.ts';
import type { Surroundings } from './checks/remark.ts';
import {
  countPattern,
  lookOffline,
  type OfflineLook,
  type OfflineOrder,
  surroundingsOf,
} from './offline-look.ts';

const MODULE = new URL('./offline-look.ts', import.meta.url);
/** Read within a second or two, whatever stands in it. */
const SHORT_CHARS = 24_000;
/** Of the processor: the longest document that is read at all takes a third of it. */
const LOOK_LIMIT_MS = 90_000;
const PATTERN_LIMIT_MS = 10_000;

export interface Looking {
  look(order: OfflineOrder, signal: AbortSignal): Promise<OfflineLook>;
  surroundings(text: string, file: string, root: string, signal: AbortSignal): Promise<Surroundings>;
  count(
    ...args: [...Parameters<typeof countPattern>, signal: AbortSignal]
  ): Promise<{ count: number; total: number }>;
}

/** Null: everything here, for whoever has no threads. */
export function lookingIn(
  threads: MeasuringThreads | null,
  patternLimitMs: number = PATTERN_LIMIT_MS,
): Looking {
  const isShort = (text: string): boolean =>
    threads === null || (!threads.serves && text.length <= SHORT_CHARS);
  const call = async (
    name: string,
    args: unknown[],
    signal: AbortSignal,
    limitMs: number,
  ): Promise<unknown> => {
    try {
      return await threads?.call(MODULE, name, args, { signal, limitMs });
    } catch (error) {
      if (!(error instanceof MeasuringError) || error.reason !== 'too_long') throw error;
      throw new Error(`it took longer than ${limitMs / 1000} s of processor time`, { cause: error });
    }
  };
  return {
    async look(order, signal) {
      if (isShort(order.text)) return lookOffline(order);
      return (await call('lookOffline', [order], signal, LOOK_LIMIT_MS)) as OfflineLook;
    },
    async surroundings(text, file, root, signal) {
      if (isShort(text)) return surroundingsOf(text, file, root);
      return (await call('surroundingsOf', [text, file, root], signal, LOOK_LIMIT_MS)) as Surroundings;
    },
    async count(text, pattern, of, how, signal) {
      if (threads === null) return countPattern(text, pattern, of, how);
      const counted = await call('countPattern', [text, pattern, of, how], signal, patternLimitMs);
      return counted as { count: number; total: number };
    },
  };
}

import { useEffect, useState } from 'preact/hooks';
import type { Answer } from '../shell/use-answer.ts';

const LOOK_MS = 3_000;

/** Asked again and again: other processes change what is listed without a word to this one. */
export function usePolled<Value>(question: () => Promise<Value>): [Answer<Value>, () => Promise<void>] {
  const [answer, setAnswer] = useState<Answer<Value>>({ state: 'waiting' });
  const read = async (): Promise<void> => {
    const next = await question().then(
      (value): Answer<Value> => ({ state: 'here', value }),
      (error: unknown): Answer<Value> => ({
        state: 'failed',
        message: error instanceof Error ? error.message : String(error),
      }),
    );
    setAnswer(next);
  };
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const look = async (): Promise<void> => {
      await read();
      if (!isGone) timer = setTimeout(() => void look(), LOOK_MS);
    };
    void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  return [answer, read];
}

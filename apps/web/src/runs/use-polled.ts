import { useEffect, useState } from 'preact/hooks';
import type { Answer } from '../shell/use-answer.ts';

const LOOK_MS = 3_000;

interface Polled<Value> {
  /** Stays what it was when a later question fails: what somebody works on must not vanish with a connection. */
  answer: Answer<Value>;
  /** Why the last question failed while an earlier answer is shown; null when it did not. */
  problem: string | null;
  /** Asks at once. */
  again: () => Promise<void>;
}

/** Asked again and again: other processes change what is listed without a word to this one. */
export function usePolled<Value>(question: () => Promise<Value>): Polled<Value> {
  const [{ answer, problem }, set] = useState<Omit<Polled<Value>, 'again'>>({
    answer: { state: 'waiting' },
    problem: null,
  });
  const again = async (): Promise<void> => {
    try {
      const value = await question();
      set({ answer: { state: 'here', value }, problem: null });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      set((before) =>
        before.answer.state === 'here'
          ? { answer: before.answer, problem: message }
          : { answer: { state: 'failed', message }, problem: null },
      );
    }
  };
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const look = async (): Promise<void> => {
      // A page nobody sees need not ask.
      if (!document.hidden) await again();
      if (!isGone) timer = setTimeout(() => void look(), LOOK_MS);
    };
    void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  return { answer, problem, again };
}

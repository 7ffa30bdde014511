import { useEffect, useState } from 'preact/hooks';
import type { Answer } from '../shell/use-answer.ts';
import { onStoreChange } from '../stream/changes.ts';

interface Listed<Value> {
  /** Stays what it was when a later question fails: what somebody works on must not vanish with a connection. */
  answer: Answer<Value>;
  /** Why the last question failed while an earlier answer is shown; null when it did not. */
  problem: string | null;
  /** Asks at once. */
  again: () => Promise<void>;
}

/** Asked again whenever the store has changed: other processes change what is listed too. */
export function useListed<Value>(question: () => Promise<Value>): Listed<Value> {
  const [{ answer, problem }, set] = useState<Omit<Listed<Value>, 'again'>>({
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
    void again();
    return onStoreChange(() => void again());
  }, []);
  return { answer, problem, again };
}

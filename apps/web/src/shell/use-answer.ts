import { useEffect, useState } from 'preact/hooks';

export type Answer<Value> =
  | { state: 'waiting' }
  | { state: 'here'; value: Value }
  | { state: 'failed'; message: string };

/** Asks once per `key`; an answer to an older question is not shown. */
export function useAnswer<Value>(key: string, question: () => Promise<Value>): Answer<Value> {
  const [answer, setAnswer] = useState<Answer<Value>>({ state: 'waiting' });
  useEffect(() => {
    let current = true;
    setAnswer({ state: 'waiting' });
    question()
      .then((value) => current && setAnswer({ state: 'here', value }))
      .catch((error: unknown) => {
        if (current)
          setAnswer({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
      });
    return () => {
      current = false;
    };
  }, [key]);
  return answer;
}

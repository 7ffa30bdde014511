/** Questions that wait for a person, asked of the daemon by one watcher however many look at them. */
import type { AskedQuestion } from '@design-jury/contracts/questions';
import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../../api.ts';
import { onStoreChange } from '../../stream/changes.ts';
import { listQuestions } from './questions-api.ts';

export interface OpenQuestions {
  open: readonly AskedQuestion[];
  /** False until the daemon has answered once. */
  known: boolean;
  problem: string | null;
}

let current: OpenQuestions = { open: [], known: false, problem: null };
const watchers = new Set<(now: OpenQuestions) => void>();
let stop = (): void => {};
/** A daemon that has no questions to ask is not asked again. */
let hasNone = false;

export function useOpenQuestions(): OpenQuestions {
  const [now, setNow] = useState(current);
  useEffect(() => {
    setNow(current);
    if (watchers.size === 0) stop = onStoreChange(() => void look());
    watchers.add(setNow);
    void look();
    return () => {
      watchers.delete(setNow);
      if (watchers.size === 0) stop();
    };
  }, []);
  return now;
}

/** Asks at once. */
export async function look(): Promise<void> {
  if (!hasNone) show(await askOpen());
}

async function askOpen(): Promise<OpenQuestions> {
  try {
    return { open: await listQuestions(), known: true, problem: null };
  } catch (error) {
    hasNone = error instanceof ApiError && error.status === 404;
    if (hasNone) return { open: [], known: true, problem: null };
    return { ...current, problem: error instanceof Error ? error.message : String(error) };
  }
}

function show(now: OpenQuestions): void {
  if (JSON.stringify(now) === JSON.stringify(current)) return;
  current = now;
  for (const watcher of watchers) watcher(now);
}

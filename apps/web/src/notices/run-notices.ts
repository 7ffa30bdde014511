/** A notification of the desktop when a long run is over and nobody looks: asked for once, by a click that means yes. */
import type { ListedRun } from '@design-jury/contracts/run';
import { getRun } from '../api.ts';
import { t } from '../i18n/i18n.ts';
import { listAllRuns } from '../runs/runs-api.ts';
import { runPath } from '../shell/run-path.ts';
import { onStoreChange } from '../stream/changes.ts';
import { keepChoice, keptChoice } from './kept-choice.ts';

const KEY = 'jury-notices';
/** A run below this is over before anybody has gone elsewhere. */
export const LONG_MS = 15_000;
/** A page nobody sees is told of no change: it asks. */
const ASK_MS = 5_000;
const MOST_WATCHED = 100;

export type NoticeChoice = 'yes' | 'no' | null;

export function noticeChoice(): NoticeChoice {
  const kept = keptChoice(KEY);
  return kept === null || kept === 'yes' ? kept : 'no';
}

export const canNotify = (): boolean => 'Notification' in globalThis && Notification.permission !== 'denied';

/** Only ever called by a click. The browser's own no is ours, too. */
export async function chooseNotices(wanted: boolean): Promise<NoticeChoice> {
  const granted = wanted && (await Notification.requestPermission()) === 'granted';
  const choice = granted ? 'yes' : 'no';
  keepChoice(KEY, choice);
  return choice;
}

/** Tells which runs are under way, and notifies of each that was and is no more. Returns how to stop. */
export function watchRuns(onOpen: (runs: readonly ListedRun[]) => void): () => void {
  let open = new Map<string, ListedRun>();
  let isAsking = false;
  const look = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    try {
      const runs = await listAllRuns({ q: '', protocol: '', outcome: 'open' }, MOST_WATCHED);
      const left = [...open.keys()].filter((id) => runs.every((run) => run.id !== id));
      open = new Map(runs.map((run) => [run.id, run]));
      onOpen(runs);
      for (const id of left) await tell(id);
    } catch {
      // The daemon is away: what ended meanwhile is found when it is back.
    } finally {
      isAsking = false;
    }
  };
  void look();
  const stop = onStoreChange(() => void look());
  const timer = setInterval(() => {
    if (document.hidden && open.size > 0 && noticeChoice() === 'yes') void look();
  }, ASK_MS);
  return () => {
    stop();
    clearInterval(timer);
  };
}

async function tell(runId: string): Promise<void> {
  // Looked at for each: somebody may have come back or changed their mind.
  if (!document.hidden || noticeChoice() !== 'yes' || Notification.permission !== 'granted') return;
  const { run } = await getRun(runId);
  if (run.endedAt === null || run.startedAt === null) return;
  if (Date.parse(run.endedAt) - Date.parse(run.startedAt) < LONG_MS) return;
  const body =
    run.exitCode === 0
      ? t('runs.outcome.passed')
      : run.exitCode === 1
        ? t('runs.outcome.notPassed')
        : t('runs.noVerdict');
  // By its id: two tabs that are both hidden tell it once.
  const notice = new Notification(run.title, { body, tag: run.id, icon: '/icon.svg' });
  notice.onclick = () => {
    focus();
    location.href = runPath(run);
  };
}

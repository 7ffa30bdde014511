/** A run that this process plays, from the command line: its events as they come, Ctrl-C, and how it ended. */
import { EXIT, type ExitCode } from '@design-jury/contracts/exit-codes';
import type { RunEvent, RunRecord } from '@design-jury/contracts/run';
import type { Engine } from '../engine.ts';
import type { Shell } from './shell.ts';

/** Ctrl-C asks the run to stop; a second one leaves at once. Resolves when it is over or put aside. */
export async function followRun(
  { host, bus }: Engine,
  shell: Shell,
  start: () => Promise<RunRecord>,
  onEvent: (event: RunEvent) => void,
): Promise<RunRecord> {
  let runId: string | null = null;
  let isStopped = false;
  const stop = (): void => {
    // What goes wrong in it is told by `done`.
    if (runId !== null) host.stop(runId, { type: 'interrupted', recoveryReason: null }).catch(() => {});
  };
  const dispose = shell.onStop(() => {
    if (isStopped) shell.exitNow(EXIT.interrupted);
    isStopped = true;
    stop();
  });
  try {
    const { id, projectId } = await start();
    runId = id;
    // Nothing was published yet: that takes a write to the disk, and the start has only just been answered.
    const unsubscribe = bus.listen(projectId, (item) => {
      if (item.runId === id) onEvent(item.event);
    });
    try {
      if (isStopped) stop();
      return await host.done(id);
    } finally {
      unsubscribe();
    }
  } finally {
    dispose();
  }
}

/** What the command ends with. */
export function exitOfRun({ state, exitCode }: RunRecord): ExitCode {
  switch (state) {
    case 'waiting':
      return EXIT.waitsForAnswer;
    case 'paused':
      return EXIT.inconclusive;
    default:
      return (Object.values(EXIT) as readonly number[]).includes(exitCode ?? -1)
        ? (exitCode as ExitCode)
        : EXIT.inconclusive;
  }
}

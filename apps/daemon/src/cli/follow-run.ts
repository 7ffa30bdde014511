/** A run of this process, from the command line: its events as they come, Ctrl-C, and how it ended. */

import { EXIT, type ExitCode } from '@design-jury/contracts/exit-codes';
import { isOpen, type RunEvent, type RunRecord } from '@design-jury/contracts/run';
import { juryCommand } from '../command-name.ts';
import type { Engine } from '../engine.ts';
import { clean } from '../report/clean.ts';
import type { Shell } from './shell.ts';
import { onScreen } from './terminal/text.ts';

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
    shell.onRun?.(id);
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

/**
 * Goes on with a run that was put aside. One that is over stays so, and is only reported again: its process may have been
 * killed after its last word and before anybody read it.
 */
export async function resumeRun(
  engine: Engine,
  shell: Shell,
  command: string,
  run: RunRecord,
  resume: () => Promise<RunRecord>,
  onEvent: (event: RunEvent) => void,
): Promise<RunRecord> {
  if (isOpen(run.state)) return followRun(engine, shell, resume, onEvent);
  shell.error(`${juryCommand()} ${command}: ${run.id} is over; this is what it came to.\n`);
  return run;
}

/** A line about what is going on, on stderr. */
export function printProgress(shell: Shell, text: string): void {
  const line = clean(text);
  const lines = shell.errorIsTty ? onScreen([line], shell.terminal.columns) : [line];
  shell.error(`${lines.join('\n')}\n`);
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

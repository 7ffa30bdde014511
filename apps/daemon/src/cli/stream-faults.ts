/**
 * What becomes of a command whose words cannot be written. It goes on, and keeps its verdict: only the result that nobody got is no
 * success. No stack trace: a full disk and a closed pipe are no bugs.
 */
import { EXIT } from '@design-jury/contracts/exit-codes';

const WHY: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space',
  EIO: 'the device reports an error',
  EFBIG: 'the file is larger than it may be',
  EDQUOT: 'the quota of the disk is used up; free some space',
};

/** Once per process, however often it is called. */
export function guardStreams(): void {
  const { stdout, stderr } = process;
  let readerLeft = false;
  let isTold = false;
  // `jury … | head` closes our stdout: the run is asked to stop, once, and everything else ends by itself with the code it has.
  const stopOnce = (): void => {
    if (readerLeft) return;
    readerLeft = true;
    process.emit('SIGTERM', 'SIGTERM');
  };
  if (stdout.listenerCount('error') === 0)
    stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return stopOnce();
      if (isTold) return;
      isTold = true;
      // A verdict that is told by the code alone stays; that all is well is not said without the result.
      process.on('exit', (code) => {
        if (code === EXIT.ships) process.exitCode = EXIT.inconclusive;
      });
      stderr.write(
        `jury: the result could not be written: ${WHY[error.code ?? ''] ?? error.code ?? error.message}.\n`,
      );
    });
  // Progress that cannot be shown stops nothing.
  if (stderr.listenerCount('error') === 0)
    stderr.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') stopOnce();
    });
}

/** Processes that belong to a folder: by their environment or their working directory. Ours is never one of them. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export function processesOf(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && isOf(pid, folder));
}

function isOf(pid: number, folder: string): boolean {
  try {
    // A zombie has ended; it only waits for its parent to look.
    if (/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) return false;
    return (
      readFileSync(`/proc/${pid}/environ`, 'latin1').includes(folder) ||
      readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
    );
  } catch {
    return false;
  }
}

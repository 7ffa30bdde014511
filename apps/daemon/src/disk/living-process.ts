/** Whether a process is there. Its number may be another's by now: where more is known of it, ask that first. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's: alive, and none of ours to ask.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

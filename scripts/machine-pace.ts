/**
 * How slow this machine is just now, against a quiet one. Limits of tests are bounds against hanging, so they are
 * multiplied by it; measured once for all processes of a run.
 */
import { spawnSync } from 'node:child_process';

const VARIABLE = 'JURY_TEST_PACE';
const PROBES = 5;
/** To start a process that does nothing takes about that long where nothing else runs. */
const QUIET_MS = 25;
/** A test that hangs still ends within an hour. */
const MAX_PACE = 8;

/** 1 on a quiet machine, up to 8 on one where everything takes its time. */
export function machinePace(): number {
  const known = Number(process.env[VARIABLE]);
  if (known >= 1) return known;
  const pace = paceOf(Array.from({ length: PROBES }, probeMs));
  process.env[VARIABLE] = String(pace);
  return pace;
}

/**
 * By the slowest: a busy machine is quick now and then. In halves, upwards, so that a limit of whole seconds is still one
 * of whole milliseconds: a process takes no other.
 */
export function paceOf(probes: readonly number[]): number {
  const slowest = Math.max(1, ...probes.map((ms) => ms / QUIET_MS));
  return Math.min(MAX_PACE, Math.ceil(slowest * 2) / 2);
}

/** Processor time of this process so far: for a bound on work, however long the machine lets it wait. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function probeMs(): number {
  const started = performance.now();
  spawnSync(process.execPath, ['-e', '0'], { env: {} });
  return performance.now() - started;
}

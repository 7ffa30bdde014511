/** What a process and all that it started take, by Linux's own figures. */
import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 40;
const TICKS_PER_MS = 0.1;
const PAGE_BYTES = 4096;

/** Samples the process and what it started: the sum of their memory, and what they have computed. */
export function watched(pid: number): { stop(): { cpuMs: number; peakBytes: number } } {
  const cpu = new Map<number, number>();
  let peakBytes = 0;
  const look = (): void => {
    let bytes = 0;
    for (const one of treeOf(pid)) {
      try {
        const fields = readFileSync(`/proc/${one}/stat`, 'latin1')
          .replace(/^.*\) /, '')
          .split(' ');
        cpu.set(one, (Number(fields[11]) + Number(fields[12])) / TICKS_PER_MS);
        bytes += Number(fields[21]) * PAGE_BYTES;
      } catch {
        // It has just ended.
      }
    }
    peakBytes = Math.max(peakBytes, bytes);
  };
  const timer = setInterval(look, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      return { cpuMs: [...cpu.values()].reduce((sum, ms) => sum + ms, 0), peakBytes };
    },
  };
}

function treeOf(pid: number): number[] {
  const found = [pid];
  for (const one of found) {
    try {
      for (const task of readdirSync(`/proc/${one}/task`))
        for (const child of readFileSync(`/proc/${one}/task/${task}/children`, 'latin1').split(' '))
          if (child !== '') found.push(Number(child));
    } catch {
      // It has just ended.
    }
  }
  return found;
}

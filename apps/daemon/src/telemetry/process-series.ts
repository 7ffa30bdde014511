/**
 * What the process is like, read when somebody asks. prom-client's own set keeps a timer of 10 ms and a listener to every
 * collection of garbage for as long as the process lives, and calls its timer's period a lag.
 */
import { readdir } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { Counter, Gauge, type Registry, type RegistryContentType } from 'prom-client';

const PREFIX = 'design_jury_';
/** Where Linux lists what a process has open. */
const DESCRIPTORS = '/proc/self/fd';

export function defineProcessSeries(registry: Registry<RegistryContentType>): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number | null | Promise<number | null>): Gauge =>
    new Gauge({
      name: PREFIX + name,
      help,
      registers,
      async collect() {
        const value = await read();
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  let told = 0;
  new Counter({
    name: `${PREFIX}process_cpu_seconds_total`,
    help: 'processor time of all threads',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      const seconds = (user + system) / 1e6;
      this.inc(seconds - told);
      told = seconds;
    },
  });
  gauge('process_start_time_seconds', 'when the process began', () => performance.timeOrigin / 1000);
  gauge('process_resident_memory_bytes', 'memory the process has', () => process.memoryUsage.rss());
  gauge('process_open_fds', 'open files and sockets', async () =>
    readdir(DESCRIPTORS).then(
      (all) => all.length,
      () => null,
    ),
  );
  gauge('nodejs_heap_size_used_bytes', 'of the heap, what is in use', () => process.memoryUsage().heapUsed);
  gauge('nodejs_heap_size_total_bytes', 'the heap', () => process.memoryUsage().heapTotal);
  gauge('nodejs_external_memory_bytes', 'held outside the heap', () => process.memoryUsage().external);
  gauge('nodejs_eventloop_lag_seconds', 'how long who asks had to wait for a turn', async () => {
    const asked = performance.now();
    await turn();
    return (performance.now() - asked) / 1000;
  });
  let before = performance.eventLoopUtilization();
  gauge('nodejs_eventloop_utilization', 'share of the time since the last look that was not idle', () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  });
}

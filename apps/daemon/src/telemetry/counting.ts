/** Metrics of an engine: what may be named in them is what there is when it starts. */
import type { Bus } from '../host/stream/bus.ts';
import { AUDITS } from '../measure/audits/index.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { Observer } from './observer.ts';

export interface Countable {
  observer: Observer;
  bus: Bus;
  host: { readonly running: number; readonly waiting: number };
  /** Not asked whether they are there: a daemon would listen only when the slowest of their programs has answered. */
  jury: { agentIds(): Promise<readonly string[]> };
  library(): Promise<{ skills: readonly { id: string }[] }>;
}

export async function countRuns({ observer, bus, host, jury, library }: Countable): Promise<Metrics> {
  const [agents, { skills }] = await Promise.all([jury.agentIds(), library()]);
  const metrics = createMetrics(
    {
      agents,
      skills: skills.map(({ id }) => id),
      audits: AUDITS.map(({ id }) => id),
    },
    { streams: () => bus.streams, queue: () => ({ waiting: host.waiting, running: host.running }) },
  );
  observer.count(metrics);
  return metrics;
}

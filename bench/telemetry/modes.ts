/** What the benchmark and its processes tell each other. */
export const MODES = ['nobody', 'off', 'log and metrics', 'traces'] as const;
export type Mode = (typeof MODES)[number];

export type Asked = { kind: 'run' } | { kind: 'sample'; runs: number };

export interface Told {
  /** Of the processor, for each event. */
  micros?: number;
  events: number;
  /** Samples of the main thread at work, and those within telemetry. */
  samples?: number;
  ours?: number;
}

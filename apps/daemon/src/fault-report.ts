/** How a fault of ours is told: its stack is for the log, and a short id for whoever saw that something went wrong. */

/** Gives the id under which the log has it; nothing where no log is written. `runId` where it is of a run. */
// biome-ignore lint/suspicious/noConfusingVoidType: who only wants to hear of faults has no log to point to
export type FaultReport = (error: unknown, runId?: string) => string | void;

export function withReport(sentence: string, id: ReturnType<FaultReport>): string {
  return typeof id === 'string' ? `${sentence} (report ${id})` : sentence;
}

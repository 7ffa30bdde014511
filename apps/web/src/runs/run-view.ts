import type { RunEvent, RunRecord } from '@design-jury/contracts/run';
import type { ShownEvents } from './use-moment.ts';

export interface RunViewProps {
  run: RunRecord;
  /** Whether some process has it; null where it is not said to be running, or nobody knows. */
  held: boolean | null;
  events: readonly RunEvent[];
  moment: ShownEvents;
}

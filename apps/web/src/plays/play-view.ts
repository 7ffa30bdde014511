import type { PlayEvent, PlayRecord } from '@design-jury/contracts/questions';
import type { Moment } from './use-moment.ts';

export interface PlayViewProps {
  play: PlayRecord;
  events: readonly PlayEvent[];
  moment: Moment;
}

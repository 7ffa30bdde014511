/** Why a measurement in a thread came to nothing. The process that asked for it goes on. */
export type MeasuringFailure =
  /** The thread ended by itself: its memory, or a fault of ours. */
  | 'crashed'
  | 'too_long'
  /** Whoever asked does not want it any more. */
  | 'stopped'
  | 'closed';

export class MeasuringError extends Error {
  override readonly name = 'MeasuringError';
  readonly reason: MeasuringFailure;

  constructor(reason: MeasuringFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}

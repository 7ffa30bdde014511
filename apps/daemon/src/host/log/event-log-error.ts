import { FILE_ADVICE, type FileErrorReason, fileErrorReason } from '../../store/file-error.ts';

export type EventLogErrorReason = FileErrorReason | 'closed' | 'terminal' | 'too_long' | 'overrun' | 'lost';

/** The log could not take or keep an event. Nothing written before is damaged. */
export class EventLogError extends Error {
  override readonly name = 'EventLogError';
  readonly reason: EventLogErrorReason;
  readonly file: string;

  constructor(reason: EventLogErrorReason, file: string, message: string, options?: ErrorOptions) {
    super(`${file}: ${message}`, options);
    this.reason = reason;
    this.file = file;
  }
}

export function toEventLogError(error: unknown, file: string): EventLogError {
  if (error instanceof EventLogError) return error;
  const reason = fileErrorReason(error);
  const detail = error instanceof Error ? error.message : String(error);
  return new EventLogError(reason, file, `${FILE_ADVICE[reason]} (${detail})`, { cause: error });
}

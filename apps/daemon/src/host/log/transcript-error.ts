export type TranscriptErrorReason =
  | 'missing'
  /** Not a transcript of ours at all. */
  | 'foreign'
  /** Ours, with a line that cannot be read. */
  | 'corrupt'
  | 'line_too_long'
  | 'too_large'
  | 'gzip_bomb'
  | 'unreadable';

export class TranscriptError extends Error {
  override readonly name = 'TranscriptError';
  readonly reason: TranscriptErrorReason;
  readonly file: string;
  /** Counted from 1; null when the file as a whole is meant. */
  readonly line: number | null;

  constructor(
    reason: TranscriptErrorReason,
    place: { file: string; line: number | null },
    message: string,
    options?: ErrorOptions,
  ) {
    super(`${place.file}${place.line === null ? '' : `:${place.line}`}: ${message}`, options);
    this.reason = reason;
    this.file = place.file;
    this.line = place.line;
  }
}

/** The run cannot go on, and going on elsewhere would not help. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

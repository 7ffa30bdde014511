/** A failure the caller can act on: how every layer says it, without knowing who asked. */

export type JuryErrorCode =
  | 'not_found'
  | 'bad_request'
  | 'conflict'
  | 'too_large'
  | 'unavailable'
  | 'internal';

export class JuryError extends Error {
  override readonly name = 'JuryError';
  readonly code: JuryErrorCode;

  /** `message` is shown to the user: what happened, with which value, and what to do. */
  constructor(code: JuryErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

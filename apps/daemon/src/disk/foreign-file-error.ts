/** Why a file that we did not make is not read, or a place is not written to: a closed reason, and a sentence. */

export type ForeignFileReason =
  | 'missing'
  | 'denied'
  | 'folder'
  | 'not_regular'
  | 'too_large'
  | 'outside'
  | 'git'
  | 'link'
  | 'not_text'
  | 'changed'
  | 'io';

export class ForeignFileError extends Error {
  override readonly name = 'ForeignFileError';
  readonly reason: ForeignFileReason;
  /** The sentence without the file's name and its full stop, for callers that name the file themselves. */
  readonly why: string;

  constructor(shown: string, reason: ForeignFileReason, why: string, options: ErrorOptions = {}) {
    super(`${JSON.stringify(shown.slice(-200))}: ${why}.`, options);
    this.reason = reason;
    this.why = why;
  }
}

const REASONS: Readonly<Record<string, [ForeignFileReason, string]>> = {
  ENOENT: ['missing', 'there is no such file; check the path'],
  ENOTDIR: ['missing', 'a part of the path is a file, not a folder'],
  ENAMETOOLONG: ['missing', 'the name is too long; check the path'],
  EACCES: ['denied', 'permission denied; check its access rights'],
  EPERM: ['denied', 'permission denied; check its access rights'],
  EISDIR: ['folder', 'it is a folder; name a file'],
  ELOOP: ['link', 'it is a symbolic link that cannot be followed here; name the file itself'],
  ENXIO: ['not_regular', 'it is a socket or a device; name a regular file'],
};

/** What the system said about a path, in our words; anything else stays what it is. */
export function foreignFileError(error: unknown, shown: string): Error {
  if (error instanceof ForeignFileError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = REASONS[code];
  if (known === undefined) return error instanceof Error ? error : new Error(String(error));
  return new ForeignFileError(shown, known[0], known[1], { cause: error });
}

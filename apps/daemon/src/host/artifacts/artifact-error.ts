import { FILE_ADVICE, type FileErrorReason, fileErrorReason } from '../../store/file-error.ts';

export type ArtifactErrorReason =
  | FileErrorReason
  | 'bad_name'
  | 'not_a_file'
  | 'too_large'
  | 'closed'
  | 'corrupt';

export class ArtifactError extends Error {
  override readonly name = 'ArtifactError';
  readonly reason: ArtifactErrorReason;

  constructor(reason: ArtifactErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export function toArtifactError(error: unknown, what: string): ArtifactError {
  if (error instanceof ArtifactError) return error;
  const reason = fileErrorReason(error);
  const detail = error instanceof Error ? error.message : String(error);
  return new ArtifactError(reason, `${what}: ${FILE_ADVICE[reason]} (${detail})`, { cause: error });
}

import type { DegradedReason } from '@design-jury/contracts/theater/critique';

/** The agent's text could not be read. `reason` is what the run degrades with; `position` is a byte offset. */
export abstract class CritiqueError extends Error {
  abstract readonly reason: DegradedReason;
  readonly position: number;

  constructor(message: string, position: number) {
    super(`${message} (byte ${position})`);
    this.name = new.target.name;
    this.position = position;
  }
}

export class MalformedBlockError extends CritiqueError {
  readonly reason = 'malformed_block';
}

export class OversizeBlockError extends CritiqueError {
  readonly reason = 'oversize_block';
}

export class MissingArtifactError extends CritiqueError {
  readonly reason = 'missing_artifact';
}

export class ProtocolVersionError extends CritiqueError {
  readonly reason = 'protocol_version_mismatch';
}

/** Protocol and a quotation of it cannot be told apart, or the answer contradicts itself. */
export class AmbiguousAnswerError extends CritiqueError {
  readonly reason = 'ambiguous_answer';
}

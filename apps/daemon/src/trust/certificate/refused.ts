import type { RefusedReason } from '@design-jury/contracts/trust/certificate';

/** Why a certificate does not hold. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly reason: RefusedReason;

  constructor(reason: RefusedReason, message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.reason = reason;
  }
}

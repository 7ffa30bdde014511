/** What can go wrong with the database, said in one closed word and one sentence that tells what to do. */
import { juryCommand } from '../command-name.ts';

export const STORE_ERROR_REASONS = [
  'locked',
  'readonly',
  'full',
  'corrupt',
  'missing',
  'conflict',
  'unavailable',
  'other',
] as const;
export type StoreErrorReason = (typeof STORE_ERROR_REASONS)[number];

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly reason: StoreErrorReason;

  constructor(reason: StoreErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Primary result codes of SQLite; the extended code carries its own detail above the low byte. */
const REASON_BY_CODE: ReadonlyMap<number, StoreErrorReason> = new Map([
  [5, 'locked'],
  [6, 'locked'],
  [8, 'readonly'],
  [11, 'corrupt'],
  [13, 'full'],
  [14, 'missing'],
  [19, 'conflict'],
  [26, 'corrupt'],
]);

const REASON_BY_ERRNO: ReadonlyMap<string, StoreErrorReason> = new Map([
  ['EACCES', 'readonly'],
  ['EPERM', 'readonly'],
  ['EROFS', 'readonly'],
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['ENOENT', 'missing'],
  ['ENOTDIR', 'missing'],
]);

const ADVICE: Record<StoreErrorReason, string> = {
  locked: 'another process holds the database; stop it or try again',
  readonly: 'the database cannot be written; check the permissions of its folder and file',
  full: 'the disk is full; free some space and try again',
  corrupt: `the database is damaged; \`${juryCommand()} doctor --rebuild\` makes it anew from the runs beside it and keeps this one`,
  missing: 'the database file cannot be opened; check that its folder exists and is a folder',
  conflict: 'a row with this identity exists already, or one it refers to does not',
  unavailable: 'the store does not answer; start it again, then go on',
  other: 'the database refused the operation',
};

/** Who wrote has lost its lease. */
export function takenOver(runId: string): StoreError {
  return new StoreError('conflict', `another process has taken run ${runId} over`);
}

export function damagedSentence(file: string, detail: string): string {
  return `${file}: ${ADVICE.corrupt} (${detail})`;
}

/** Anything a driver threw, as a StoreError. A StoreError passes unchanged. */
export function toStoreError(error: unknown, file: string): StoreError {
  if (error instanceof StoreError) return error;
  const reason = reasonOf(error);
  const detail = error instanceof Error ? error.message : String(error);
  return new StoreError(reason, `${file}: ${ADVICE[reason]} (${detail})`, { cause: error });
}

function reasonOf(error: unknown): StoreErrorReason {
  if (!(error instanceof Error)) return 'other';
  if ('errcode' in error && typeof error.errcode === 'number') {
    return REASON_BY_CODE.get(error.errcode & 0xff) ?? 'other';
  }
  if ('code' in error && typeof error.code === 'string') return REASON_BY_ERRNO.get(error.code) ?? 'other';
  return 'other';
}

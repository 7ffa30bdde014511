/** What PostgreSQL and the way to it can say, in the store's closed words. */
import { StoreError, type StoreErrorReason } from '../errors.ts';

/** By SQLSTATE, whole or its class. */
const REASONS: ReadonlyMap<string, StoreErrorReason> = new Map([
  ['23', 'conflict'],
  ['40', 'locked'],
  ['55P03', 'locked'],
  ['57014', 'locked'],
  ['53100', 'full'],
  ['53', 'unavailable'],
  ['57', 'unavailable'],
  ['08', 'unavailable'],
  ['25006', 'readonly'],
  ['42501', 'readonly'],
  ['XX001', 'corrupt'],
  ['XX002', 'corrupt'],
]);

const ADVICE: Record<StoreErrorReason, string> = {
  locked: 'another process holds the row; try again',
  readonly: 'this user of the database may not do that',
  full: 'the disk of the database is full; free some space there and try again',
  corrupt: 'the database is damaged; restore it from a backup',
  missing: 'the database has no such thing',
  conflict: 'a row with this identity exists already, or one it refers to does not',
  unavailable: 'the database does not answer; runs wait for it for a while',
  other: 'the database refused the operation',
};

const NETWORK = /^(?:ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|ENOENT)/;
const AWAY =
  /connection terminated|connection timeout|timeout exceeded when trying to connect|client has encountered a connection error|client was closed|not queryable/i;

export function postgresError(error: unknown, where: string): StoreError {
  if (error instanceof StoreError) return error;
  const reason = reasonOf(error);
  const detail = error instanceof Error ? error.message : String(error);
  return new StoreError(reason, `${where}: ${ADVICE[reason]} (${detail})`, { cause: error });
}

export function isAway(error: unknown): boolean {
  return (error instanceof StoreError ? error.reason : reasonOf(error)) === 'unavailable';
}

/** It has no room or no connection left (class 53): what could not be written may be written later. */
export function hasNoRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return /^53[0-9A-Z]{3}$/.test(code) || hasNoRoom(error.cause);
}

/** A row with this key is there already (`unique_violation`). */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

function reasonOf(error: unknown): StoreErrorReason {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return 'other';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = REASONS.get(code) ?? REASONS.get(code.slice(0, 2));
  if (code.length === 5 && known !== undefined) return known;
  return NETWORK.test(code) || AWAY.test(error.message) ? 'unavailable' : 'other';
}

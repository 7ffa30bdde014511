/** Codes that begin a session: in an address that may lie in a history, so each works once and not for long. */
import { randomBytes } from 'node:crypto';
import { equalSecrets } from './secrets.ts';

export const ENTRY_PATH = '/enter';
export const ENTRY_CODE_SECONDS = 3600;
/** The oldest gives way. */
const MAX_CODES = 16;
const CODE_BYTES = 24;

export interface EntryCodes {
  /** The path to open, with its code. */
  issue(): string;
  /** True once for each code. */
  redeem(code: string): boolean;
}

export function createEntryCodes(clock: () => number): EntryCodes {
  let open: { code: string; until: number }[] = [];
  return {
    issue() {
      const code = randomBytes(CODE_BYTES).toString('base64url');
      open = [...open.slice(1 - MAX_CODES), { code, until: clock() + ENTRY_CODE_SECONDS * 1000 }];
      return `${ENTRY_PATH}?code=${code}`;
    },
    redeem(code) {
      const now = clock();
      const found = open.find((entry) => equalSecrets(code, entry.code));
      open = open.filter((entry) => entry !== found && entry.until > now);
      return found !== undefined && found.until > now;
    },
  };
}

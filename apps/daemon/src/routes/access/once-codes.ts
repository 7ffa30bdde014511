/** Codes that work once and not for long: they stand in addresses, which lie in histories and are told to other sites. */
import { randomBytes } from 'node:crypto';
import { equalSecrets } from './secrets.ts';

const CODE_BYTES = 24;

export interface OnceCodes {
  /** `about`: what alone it is good for. */
  issue(about?: string): string;
  /** True once for each code. */
  redeem(code: string, about?: string): boolean;
}

export interface CodeLimits {
  seconds: number;
  /** At once; the oldest gives way. */
  most: number;
}

export function createOnceCodes(clock: () => number, { seconds, most }: CodeLimits): OnceCodes {
  let open: { code: string; about: string; until: number }[] = [];
  return {
    issue(about = '') {
      const code = randomBytes(CODE_BYTES).toString('base64url');
      open = [...open.slice(1 - most), { code, about, until: clock() + seconds * 1000 }];
      return code;
    },
    redeem(code, about = '') {
      const now = clock();
      const found = open.find((entry) => equalSecrets(code, entry.code));
      open = open.filter((entry) => entry !== found && entry.until > now);
      return found !== undefined && found.until > now && found.about === about;
    },
  };
}

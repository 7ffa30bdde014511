/**
 * Tokens besides the daemon's own: each with a name, some for certain projects only, some with a rate. Only hashes are kept: in a
 * file of the data folder here, in the database of a fleet there.
 */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { IdSchema } from '@design-jury/contracts/http';
import { z } from 'zod';
import { readKept } from '../disk/foreign-file.ts';
import { rightsOf } from '../home/ownership.ts';
import { replaceFile, writeFully } from './durable-file.ts';
import { StoreError } from './errors.ts';

const FILE = 'tokens.json';
const TOKEN_BYTES = 32;
const MAX_BYTES = 1024 ** 2;
const MOST_TOKENS = 1_000;
const LOAD_MS = 2_000;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const NamedTokenSchema = z.strictObject({
  name: z.string().regex(NAME),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Null: all of them. */
  projects: z.array(IdSchema).nullable(),
  /** Null: as fast as anybody. */
  requestsPerMinute: z.int().positive().nullable(),
  createdAt: z.string(),
});
export type NamedToken = z.infer<typeof NamedTokenSchema>;

export interface TokenStore {
  list(): Promise<NamedToken[]>;
  /** Rejects with `conflict` when the name is taken. */
  add(token: NamedToken): Promise<void>;
  /** False where there is none of this name. */
  revoke(name: string): Promise<boolean>;
}

export function isTokenName(name: string): boolean {
  return NAME.test(name);
}

/** The token itself is shown once and stored nowhere. */
export function newToken(): { token: string; sha256: string } {
  const token = `jt_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  return { token, sha256: tokenHash(token) };
}

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function fileTokens(dataDir: string): TokenStore {
  const path = join(dataDir, FILE);
  const list = async (): Promise<NamedToken[]> => {
    // It says who may come in: one that somebody else may have written lets nobody in.
    const fault = await rightsOf(path);
    if (fault !== null) throw new StoreError('corrupt', fault);
    const bytes = readKept(dataDir, FILE, MAX_BYTES);
    if (bytes === null) return [];
    const tokens = parsed(new TextDecoder().decode(bytes));
    if (tokens === null)
      throw new StoreError('corrupt', `${path} holds no tokens: delete it and add them anew`);
    return tokens;
  };
  const write = (tokens: readonly NamedToken[]): Promise<unknown> =>
    replaceFile(path, (handle) => writeFully(handle, Buffer.from(`${JSON.stringify(tokens, null, 2)}\n`)));
  return {
    list,
    async add(token) {
      const tokens = await list();
      if (tokens.some(({ name }) => name === token.name))
        throw new StoreError('conflict', `there is a token ${token.name} already; revoke it first`);
      if (tokens.length >= MOST_TOKENS)
        throw new StoreError('full', `there are ${MOST_TOKENS} tokens already`);
      await write([...tokens, token]);
    },
    async revoke(name) {
      const tokens = await list();
      const left = tokens.filter((token) => token.name !== name);
      if (left.length < tokens.length) await write(left);
      return left.length < tokens.length;
    },
  };
}

function parsed(text: string): NamedToken[] | null {
  try {
    return z.array(NamedTokenSchema).parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export interface LoadedTokens {
  /** As of two seconds ago at most. */
  current(): readonly NamedToken[];
  close(): void;
}

/** Kept at hand, because every request asks. While they cannot be loaded, those that were known count. */
export async function loadTokens(
  store: Pick<TokenStore, 'list'>,
  report: (error: unknown) => void,
): Promise<LoadedTokens> {
  let tokens: readonly NamedToken[] = await store.list();
  let hasFailed = false;
  const load = async (): Promise<void> => {
    try {
      tokens = await store.list();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) report(error);
      hasFailed = true;
    }
  };
  const timer = setInterval(() => void load(), LOAD_MS).unref();
  return { current: () => tokens, close: () => clearInterval(timer) };
}

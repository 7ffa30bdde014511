/** The token of a data folder: made at the first start, for its owner alone. */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, open, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const TOKEN_FILE = 'token';
const TOKEN_BYTES = 32;
const MAX_FILE_BYTES = 4096;
const OTHERS = 0o077;
const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

export const tokenFile = (dataDir: string): string => join(dataDir, TOKEN_FILE);

/** Throws, in a sentence, for a file that somebody else could have written or read. */
export async function ownToken(dataDir: string): Promise<string> {
  const path = tokenFile(dataDir);
  return (await readToken(path)) ?? makeToken(path);
}

/** Whole or not at all, and one of two processes that start together makes it for both. */
async function makeToken(path: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${token}\n`, { flag: 'wx', mode: 0o600 });
  try {
    await link(draft, path);
    return token;
  } catch (error) {
    const first = await readToken(path);
    if (first === null) throw error;
    return first;
  } finally {
    await unlink(draft);
  }
}

async function readToken(path: string): Promise<string | null> {
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new Error(`${path} cannot be read as a file: delete it, and the next start makes another token`, {
      cause: error,
    });
  });
  if (file === null) return null;
  try {
    const problem = await problemOf(file);
    if (problem !== null)
      throw new Error(`${path} ${problem}: delete it, and the next start makes another token`);
    const token = (await file.readFile('utf8')).trim();
    if (/^[A-Za-z0-9_-]{16,}$/.test(token)) return token;
    throw new Error(`${path} holds no token: delete it, and the next start makes another`);
  } finally {
    await file.close();
  }
}

async function problemOf(file: FileHandle): Promise<string | null> {
  const stats = await file.stat();
  const { mode, uid, size } = stats;
  if (!stats.isFile()) return 'is no file';
  // Windows has neither: its folders belong to their user.
  const own = process.getuid?.();
  if (own !== undefined && uid !== own) return 'belongs to another user';
  if (own !== undefined && (mode & OTHERS) !== 0) return 'can be read by other users';
  return size > MAX_FILE_BYTES ? 'is too large for a token' : null;
}

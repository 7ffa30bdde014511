/**
 * The keys that certificates are signed and checked with: Ed25519, this user's own and those of others that the user trusts.
 * What is handed on of a key is its public half with name and end, signed by itself, so that nobody can lengthen its life on
 * the way.
 */

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { juryCommand } from '../command-name.ts';
import { makeFolders } from '../make-folders.ts';
import { writeOwnFile } from './own-file.ts';
import { OwnFileError, readOwnFile } from './ownership.ts';
import { PRIVATE_FOLDER } from './rights.ts';

const FILE = 'keys.json';
const FOLDER = 'keys';
const MAX_BYTES = 1_048_576;
const MAX_KEYS = 1_000;
const MAX_PEM_BYTES = 16_384;
const MAX_NAME_CHARS = 100;

const PublicKeySchema = z.strictObject({
  kind: z.literal('design-jury-key-v1'),
  /** SHA-256 of the public key, DER. */
  id: z.string().regex(/^[0-9a-f]{64}$/),
  name: z.string().min(1).max(MAX_NAME_CHARS),
  /** DER, base64. */
  publicKey: z.string().max(200),
  createdAt: z.iso.datetime(),
  /** Null: it does not end. */
  expiresAt: z.iso.datetime().nullable(),
  /** Of the key itself, over everything above. */
  signature: z.string().max(200),
});
export type PublicKey = z.infer<typeof PublicKeySchema>;

const KnownKeySchema = PublicKeySchema.extend({ own: z.boolean() });
export type KnownKey = z.infer<typeof KnownKeySchema>;
const FileSchema = z.object({ version: z.literal(1), keys: z.array(KnownKeySchema).max(MAX_KEYS) });

export class KeyError extends Error {
  override readonly name = 'KeyError';
}

export function keyIdOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

/** What is handed to others: everything of it is signed by the key. */
function publicFile(
  privateKey: KeyObject,
  about: { name: string; createdAt: string; expiresAt: string | null },
): PublicKey {
  const publicKey = createPublicKey(privateKey);
  const body = {
    kind: 'design-jury-key-v1' as const,
    id: keyIdOf(publicKey),
    name: about.name,
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    createdAt: about.createdAt,
    expiresAt: about.expiresAt,
  };
  return { ...body, signature: sign(null, bytesOf(body), privateKey).toString('base64') };
}

function bytesOf({ kind, id, name, publicKey, createdAt, expiresAt }: Omit<PublicKey, 'signature'>): Buffer {
  return Buffer.from(JSON.stringify([kind, id, name, publicKey, createdAt, expiresAt]));
}

/** Throws a `KeyError` for what is none, or was changed since its owner made it. */
export function parsePublicKey(text: string): PublicKey {
  let given: PublicKey;
  try {
    given = PublicKeySchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new KeyError(
      `it is no public key of ours: ask its owner for the file that ${juryCommand()} key new wrote`,
      {
        cause,
      },
    );
  }
  const key = keyObject(given);
  if (keyIdOf(key) !== given.id || !verify(null, bytesOf(given), key, Buffer.from(given.signature, 'base64')))
    throw new KeyError('it was changed since its owner made it: its signature does not hold');
  return given;
}

export function keyObject({ publicKey }: Pick<PublicKey, 'publicKey'>): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below.
  }
  throw new KeyError('it holds no Ed25519 key');
}

export function isExpired({ expiresAt }: Pick<PublicKey, 'expiresAt'>, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now;
}

interface NewKey {
  name: string;
  /** Null: it does not end. */
  days: number | null;
  now: number;
}

const DAY_MS = 86_400_000;

/** A new pair: the private half stays in the user's own folder. */
export async function makeKey(state: string, { name, days, now }: NewKey): Promise<KnownKey> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const expiresAt = days === null ? null : new Date(now + days * DAY_MS).toISOString();
  const made = publicFile(privateKey, { name, createdAt: new Date(now).toISOString(), expiresAt });
  await makeFolders(join(state, FOLDER), PRIVATE_FOLDER);
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await writeOwnFile(privatePlace(state, made.id), pem);
  return addKey(state, { ...made, own: true });
}

function privatePlace(state: string, id: string): string {
  return join(state, FOLDER, `${id}.pem`);
}

/** Rejects with an `OwnFileError` for a file that others may have written, or that is damaged. */
export async function readKeys(state: string): Promise<KnownKey[]> {
  const file = join(state, FILE);
  const text = await readOwnFile(file, { maxBytes: MAX_BYTES, readableBy: 'nobody' });
  if (text === null) return [];
  try {
    return FileSchema.parse(JSON.parse(text)).keys;
  } catch {
    throw new OwnFileError(
      `${file} is damaged, so no key in it counts. Remove it, and trust keys anew with ${juryCommand()} key`,
    );
  }
}

export async function addKey(state: string, key: KnownKey): Promise<KnownKey> {
  const all = await readKeys(state);
  const known = all.find(({ id }) => id === key.id);
  const others = all.filter(({ id }) => id !== key.id);
  if (others.length >= MAX_KEYS)
    throw new KeyError(`there are ${MAX_KEYS} keys already; take some back with ${juryCommand()} key revoke`);
  const kept = { ...key, own: key.own || known?.own === true };
  await writeKeys(state, [...others, kept]);
  return kept;
}

/** Those that are gone; the private half of a key of one's own stays where it is, and signs nothing more that is believed here. */
export async function removeKeys(state: string, isMeant: (key: KnownKey) => boolean): Promise<KnownKey[]> {
  const all = await readKeys(state);
  const gone = all.filter(isMeant);
  if (gone.length > 0)
    await writeKeys(
      state,
      all.filter((key) => !isMeant(key)),
    );
  return gone;
}

async function writeKeys(state: string, keys: readonly KnownKey[]): Promise<void> {
  await makeFolders(state, PRIVATE_FOLDER);
  await writeOwnFile(join(state, FILE), `${JSON.stringify({ version: 1, keys }, null, 2)}\n`);
}

/** The private half of a key of this user. */
export async function readPrivateKey(state: string, id: string): Promise<KeyObject> {
  return readPrivateFile(privatePlace(state, id));
}

/** A private key in a file that nobody else can read: PEM, PKCS #8. */
export async function readPrivateFile(file: string): Promise<KeyObject> {
  const pem = await readOwnFile(file, { maxBytes: MAX_PEM_BYTES, readableBy: 'nobody' });
  if (pem === null) throw new KeyError(`there is no private key at ${file}`);
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below.
  }
  throw new KeyError(`${file} holds no private Ed25519 key`);
}

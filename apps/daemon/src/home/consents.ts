/** Which configuration that is code the user has allowed, by the hash of its content: what changes is asked for again. */

import { join } from 'node:path';
import { z } from 'zod';
import { juryCommand } from '../command-name.ts';
import { makeFolders } from '../make-folders.ts';
import { writeOwnFile } from './own-file.ts';
import { OwnFileError, readOwnFile } from './ownership.ts';
import { PRIVATE_FOLDER } from './rights.ts';

const FILE = 'trust.json';
const MAX_BYTES = 1_048_576;
/** The oldest go first. */
const MAX_CONSENTS = 1_000;

const ConsentSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Where it was when it was allowed; for the list alone. */
  file: z.string(),
  at: z.iso.datetime(),
});
export type Consent = z.infer<typeof ConsentSchema>;
const FileSchema = z.object({ version: z.literal(1), files: z.array(ConsentSchema) });

/** Rejects with an `OwnFileError` for a file that others may have written, or that is damaged. */
export async function readConsents(state: string): Promise<Consent[]> {
  const file = join(state, FILE);
  const text = await readOwnFile(file, { maxBytes: MAX_BYTES, readableBy: 'nobody' });
  if (text === null) return [];
  try {
    return FileSchema.parse(JSON.parse(text)).files;
  } catch {
    throw new OwnFileError(
      `${file} is damaged, so nothing in it counts. Remove it, and allow anew with ${juryCommand()} trust`,
    );
  }
}

export async function addConsent(state: string, consent: Consent): Promise<void> {
  const others = (await readConsents(state)).filter(({ sha256 }) => sha256 !== consent.sha256);
  await write(state, [...others, consent].slice(-MAX_CONSENTS));
}

/** Returns those that are gone. */
export async function removeConsents(
  state: string,
  isMeant: (consent: Consent) => boolean,
): Promise<Consent[]> {
  const all = await readConsents(state);
  const gone = all.filter(isMeant);
  if (gone.length > 0)
    await write(
      state,
      all.filter((consent) => !isMeant(consent)),
    );
  return gone;
}

async function write(state: string, files: readonly Consent[]): Promise<void> {
  await makeFolders(state, PRIVATE_FOLDER);
  await writeOwnFile(join(state, FILE), `${JSON.stringify({ version: 1, files }, null, 2)}\n`);
}

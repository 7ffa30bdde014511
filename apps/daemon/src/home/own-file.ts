/** Writes a small file of ours as a whole or not at all, for nobody else to read. */
import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { PRIVATE_FILE } from './rights.ts';

export async function writeOwnFile(file: string, text: string): Promise<void> {
  const fresh = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(fresh, text, { mode: PRIVATE_FILE, flag: 'wx' });
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** What a run was started with, as JSON beside its log. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArtifactError } from './artifacts/artifact-error.ts';

export const REQUEST_FILE = 'request.json';

/** Null for a run of 0.1, whose saved state is all it had. */
export async function readRequest(folder: string): Promise<unknown> {
  const text = await readFile(join(folder, REQUEST_FILE), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new ArtifactError('corrupt', `${REQUEST_FILE} in ${folder} is damaged: start the run anew`, {
      cause,
    });
  }
}

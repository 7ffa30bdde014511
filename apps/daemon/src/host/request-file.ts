/** What a run was started with, as JSON beside its log. */
import { readKept } from '../disk/foreign-file.ts';
import { ArtifactError } from './artifacts/artifact-error.ts';

export const REQUEST_FILE = 'request.json';
/** A page of the largest body, escaped. */
export const MAX_REQUEST_BYTES = 67_108_864;

/** Null for a run of 0.1, whose saved state is all it had. */
export async function readRequest(folder: string): Promise<unknown> {
  try {
    const bytes = readKept(folder, REQUEST_FILE, MAX_REQUEST_BYTES);
    return bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as unknown);
  } catch (cause) {
    throw new ArtifactError('corrupt', `${REQUEST_FILE} in ${folder} is damaged: start the run anew`, {
      cause,
    });
  }
}

/** What a run was asked for, kept beside its transcript so that it can be asked again. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type StartRunRequest, StartRunRequestSchema } from '@design-jury/contracts/http';

const REQUEST_FILE = 'request.json';

export async function saveRequest(folder: string, request: StartRunRequest): Promise<void> {
  await writeFile(join(folder, REQUEST_FILE), JSON.stringify(request));
}

/** Null when it is gone or no longer valid. */
export async function loadRequest(folder: string): Promise<StartRunRequest | null> {
  try {
    return StartRunRequestSchema.parse(JSON.parse(await readFile(join(folder, REQUEST_FILE), 'utf8')));
  } catch {
    return null;
  }
}

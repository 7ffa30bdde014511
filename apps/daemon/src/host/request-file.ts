/** What was asked of a run, kept beside its transcript: how to begin, so that it can begin again, and to stop. */
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRunRequestSchema } from '@design-jury/contracts/http';
import { z } from 'zod';

const REQUEST_FILE = 'request.json';
const STOP_FILE = 'stop-asked';

const AskedSchema = z.strictObject({
  request: StartRunRequestSchema,
  /** Where the page lies on this machine; null for one that came over the network. */
  path: z.string().nullable(),
  /** A key was lent for the run, and not kept. */
  lent: z.boolean().optional(),
});
type Asked = z.infer<typeof AskedSchema>;

/** Without what was lent for one run. */
export async function saveRequest(folder: string, { request, path }: Asked): Promise<void> {
  const { credentials, ...kept } = request;
  const asked: Asked = { request: kept, path, ...(credentials !== undefined && { lent: true }) };
  await writeFile(join(folder, REQUEST_FILE), JSON.stringify(asked));
}

/** Null when it is gone or no longer valid. */
export async function loadRequest(folder: string): Promise<Asked | null> {
  try {
    return AskedSchema.parse(JSON.parse(await readFile(join(folder, REQUEST_FILE), 'utf8')));
  } catch {
    return null;
  }
}

/** Somebody asked the run to stop: should its process die before the run has, nobody needs to ask why. */
export async function noteStop(folder: string): Promise<void> {
  await writeFile(join(folder, STOP_FILE), '').catch(() => {});
}

export async function wasStopped(folder: string): Promise<boolean> {
  return access(join(folder, STOP_FILE)).then(
    () => true,
    () => false,
  );
}

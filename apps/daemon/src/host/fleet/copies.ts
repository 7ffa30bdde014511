/** Copies on this machine of what is in the fleet's database, for whoever is sent a file. So many, the oldest go first. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../home/rights.ts';
import { writeFully } from '../../store/durable-file.ts';
import { type FileRow, PART_BYTES, readParts } from '../../store/postgres/file-rows.ts';
import { ArtifactError } from '../artifacts/artifact-error.ts';
import type { LoggedEvent } from '../place/place.ts';
import type { FleetServices } from './fleet-services.ts';

const FOLDER = 'copies';
const MOST_COPIES = 500;
/** Removed together, so that the folder is not listed for each. */
const REMOVED_AT_ONCE = 50;

/** Content is under its hash, so a copy that is whole is right for ever. */
export async function copiedFile(
  services: Pick<FleetServices, 'pool' | 'dataDir'>,
  row: FileRow,
  sha256: string,
): Promise<string> {
  const path = join(services.dataDir, FOLDER, row.name);
  if (row.name.startsWith(`${sha256}.`) && (await isThere(path, row.bytes))) return path;
  const hash = createHash('sha256');
  const hashed = async function* (): AsyncGenerator<Uint8Array> {
    for await (const part of readParts(services.pool, row)) {
      hash.update(part);
      yield part;
    }
  };
  return write(services, row.name, hashed(), () => {
    if (hash.digest('hex') !== sha256)
      throw new ArtifactError(
        'corrupt',
        `${row.name} is not what was stored under its hash; run the review again, or restore the database from a backup`,
      );
  });
}

/** As it is now: a run that is under way says more later. */
export async function copyOfLog(
  services: Pick<FleetServices, 'dataDir'>,
  runId: string,
  events: AsyncIterable<LoggedEvent>,
): Promise<string> {
  const lines = async function* (): AsyncGenerator<Uint8Array> {
    for await (const { line } of events) yield Buffer.from(`${line}\n`);
  };
  return write(services, `${runId}.ndjson`, lines());
}

export async function* fileParts(file: string): AsyncGenerator<Uint8Array> {
  for await (const part of createReadStream(file, { highWaterMark: PART_BYTES })) yield part as Uint8Array;
}

async function isThere(path: string, bytes: number): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found?.isFile() !== true || found.size !== bytes) return false;
  await utimes(path, new Date(), new Date()).catch(() => {});
  return true;
}

async function write(
  { dataDir }: Pick<FleetServices, 'dataDir'>,
  name: string,
  parts: AsyncIterable<Uint8Array>,
  check: () => void = () => {},
): Promise<string> {
  const folder = join(dataDir, FOLDER);
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const temporary = join(folder, `.${name}-${randomUUID()}.tmp`);
  const handle = await open(temporary, 'wx', PRIVATE_FILE);
  try {
    try {
      for await (const part of parts) await writeFully(handle, part);
      check();
    } finally {
      await handle.close();
    }
    await rename(temporary, join(folder, name));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  await removeOldest(folder);
  return join(folder, name);
}

async function removeOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length < MOST_COPIES + REMOVED_AT_ONCE) return;
  const aged = await Promise.all(
    names.map(async (name) => ({
      name,
      at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0,
    })),
  );
  const oldest = aged.toSorted((one, other) => one.at - other.at).slice(0, names.length - MOST_COPIES);
  for (const { name } of oldest) await rm(join(folder, name), { force: true }).catch(() => {});
}

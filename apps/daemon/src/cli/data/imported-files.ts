/** The files of a run that a fleet's database takes over: pages, the request, the trace. What is made anew from rows stays. */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { openArtifact, readFinal } from '../../host/artifacts/artifacts.ts';
import { PART_BYTES } from '../../store/postgres/file-rows.ts';
import type { ImportedFile } from '../../store/postgres/import-rows.ts';

/** Log, copy of the rows, pointer to the final page, notes about processes. */
const LEFT_OUT = /^(?:transcript\.ndjson(?:\.gz)?|run\.json|final\.json|agent-process\.json)$/;
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

export async function* filesToImport(folder: string): AsyncGenerator<ImportedFile> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const final = await readFinal(folder).catch(() => null);
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const { name } = entry;
    if (!entry.isFile() || LEFT_OUT.test(name) || !PLAIN_NAME.test(name)) continue;
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const part of partsOf(folder, name)) {
      hash.update(part);
      bytes += part.byteLength;
    }
    const row = { name, sha256: hash.digest('hex'), bytes };
    // A page that is not what the run ended with is kept, and is nobody's last.
    const isFinal = final?.path === name && final.sha256 === row.sha256;
    yield { ...row, isFinal, parts: () => partsOf(folder, name) };
  }
}

async function* partsOf(folder: string, name: string): AsyncGenerator<Uint8Array> {
  const { handle } = await openArtifact(folder, name);
  try {
    for await (const part of handle.createReadStream({ autoClose: false, highWaterMark: PART_BYTES }))
      yield part as Uint8Array;
  } finally {
    await handle.close();
  }
}

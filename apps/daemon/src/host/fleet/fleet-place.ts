/** Everything of a run in the fleet's database; on this machine there are only copies, and work that is under way. */
import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunRecord } from '@design-jury/contracts/run';
import type { Stamped } from '@design-jury/contracts/theater/sse';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../home/rights.ts';
import { appendEvents, hasEvents } from '../../store/postgres/event-rows.ts';
import {
  findFile,
  listFiles,
  PART_BYTES,
  putFile,
  readParts,
  setFinal,
} from '../../store/postgres/file-rows.ts';
import { patiently } from '../../store/postgres/patience.ts';
import { parseTraceparent, traceparentOf } from '../../trace-context.ts';
import { ArtifactError } from '../artifacts/artifact-error.ts';
import { artifactName, isSha256 } from '../artifacts/artifact-path.ts';
import { artifactFolder, createArtifactWriter, removeAbandoned } from '../artifacts/artifacts.ts';
import type { LogEvent } from '../log/event-log.ts';
import { TRANSCRIPT_NAME } from '../log/transcript.ts';
import type { Places, RunPlace } from '../place/place.ts';
import { MAX_REQUEST_BYTES, REQUEST_FILE } from '../request-file.ts';
import { TRACE_FILE } from '../trace-file.ts';
import { copiedFile, copyOfLog, fileParts } from './copies.ts';
import { leftLines, openFleetLog, readFleetLog } from './fleet-log.ts';
import type { FleetServices } from './fleet-services.ts';

const STOP_FILE = 'stop-asked';

export function fleetPlaces(services: FleetServices): Places {
  return (run, owner) => fleetPlace(services, run, owner ?? null);
}

function fleetPlace(
  services: FleetServices,
  { id: runId, artifactId }: Pick<RunRecord, 'id' | 'artifactId'>,
  owner: string | null,
): RunPlace {
  const { pool, notices, dataDir, patienceMs } = services;
  const folder = artifactFolder(dataDir, artifactId);
  const writer = { runId, owner };
  const wait = <Result>(work: () => Promise<Result>): Promise<Result> =>
    patiently(work, { limitMs: patienceMs });
  const put = (name: string, text: string): Promise<void> => {
    const bytes = Buffer.from(text);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const row = { name, sha256, bytes: bytes.byteLength };
    return wait(() => putFile(pool, writer, artifactId, row, () => partsOf(bytes)));
  };
  const read = async (name: string, most: number): Promise<string | null> => {
    const row = await wait(() => findFile(pool, artifactId, name));
    if (row === null) return null;
    if (row.bytes > most) throw new ArtifactError('too_large', `${name} of run ${runId} is too large`);
    const parts = await wait(() => Array.fromAsync(readParts(pool, row)));
    const bytes = Buffer.concat(parts);
    if (createHash('sha256').update(bytes).digest('hex') !== row.sha256)
      throw new ArtifactError('corrupt', `${name} of run ${runId} is damaged: start the run anew`);
    return bytes.toString();
  };
  return {
    folder,
    async writeRequest(request, trace) {
      const text = JSON.stringify(request);
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      await writeFile(join(folder, REQUEST_FILE), text, { mode: PRIVATE_FILE });
      await put(REQUEST_FILE, text);
      if (trace !== null) await put(TRACE_FILE, traceparentOf(trace));
    },
    async readRequest() {
      const text = await read(REQUEST_FILE, MAX_REQUEST_BYTES);
      // A folder for the work of whoever performs it: it asks for what it is to do.
      if (owner !== null) await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      return text === null ? null : (JSON.parse(text) as unknown);
    },
    readTrace: async () => parseTraceparent(await read(TRACE_FILE, MAX_REQUEST_BYTES).catch(() => null)),
    discard: () => rm(folder, { recursive: true, force: true }),
    noteStop: () => put(STOP_FILE, '').catch(() => {}),
    wasStopped: async () => (await wait(() => findFile(pool, artifactId, STOP_FILE))) !== null,
    leftLog: (isTerminal) => wait(() => leftLines(services, runId, isTerminal)),
    openLog: (options) => openFleetLog(services, writer, options),
    log: async () =>
      (await wait(() => hasEvents(pool, runId)))
        ? { name: `the log of run ${runId}`, read: (options) => readFleetLog(services, runId, options) }
        : null,
    async writeOnlyEvent<Event extends LogEvent>(event: Event, at: string) {
      const stamped: Stamped<Event> = { ...event, seq: 1, at };
      await wait(() =>
        appendEvents(pool, { ...writer, firstSeq: 1, lines: [JSON.stringify(stamped)] }, true),
      );
      notices.say(`event:${runId}`);
      return { path: TRANSCRIPT_NAME, stamped };
    },
    sealLog: async () => ((await wait(() => hasEvents(pool, runId))) ? TRANSCRIPT_NAME : null),
    transcriptFile: async () =>
      (await hasEvents(pool, runId))
        ? copyOfLog(services, runId, readFleetLog(services, runId, { inputs: true }))
        : null,
    openArtifact(options) {
      const local = createArtifactWriter(folder, options);
      return {
        ...local,
        write: (text) => local.write(text),
        abandon: () => local.abandon(),
        async close() {
          const { path: name, ...stored } = await local.close();
          const file = join(folder, name);
          await wait(() => putFile(pool, writer, artifactId, { name, ...stored }, () => fileParts(file)));
          return { ...stored, path: name };
        },
      };
    },
    async pointFinal(sha256) {
      if (!isSha256(sha256))
        throw new ArtifactError('bad_name', 'a content address has 64 hexadecimal digits');
      const files = await wait(() => listFiles(pool, artifactId));
      const found = files.find(({ name }) => name.startsWith(`${sha256}.`));
      if (found === undefined) throw new ArtifactError('missing', `no artifact ${sha256} is stored`);
      await wait(() => setFinal(pool, writer, artifactId, found.name));
    },
    async readFinal() {
      const final = (await wait(() => listFiles(pool, artifactId))).find(({ isFinal }) => isFinal);
      return final === undefined ? null : { sha256: final.sha256, path: final.name };
    },
    removeFinal: () => wait(() => setFinal(pool, writer, artifactId, null)),
    async pageFile(given, sha256) {
      const name = artifactName(given);
      const row = await wait(() => findFile(pool, artifactId, name));
      if (row === null) throw new ArtifactError('missing', `${name} is not stored`);
      return copiedFile(services, row, sha256);
    },
    removeAbandoned: async () => void (await removeAbandoned(folder)),
    leave: () => rm(folder, { recursive: true, force: true }),
  };
}

async function* partsOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.byteLength; from += PART_BYTES)
    yield bytes.subarray(from, from + PART_BYTES);
}

/** Everything of a run in a folder of this machine. */
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../home/rights.ts';
import {
  artifactFolder,
  createArtifactWriter,
  pointFinal,
  readFinal,
  removeAbandoned,
  removeFinal,
  verifyArtifact,
} from '../artifacts/artifacts.ts';
import { createEventLog } from '../log/event-log.ts';
import { writeOnlyEvent } from '../log/only-event.ts';
import { sealTranscript } from '../log/seal.ts';
import { findTranscript, readLog, repairTranscript, TRANSCRIPT_NAME } from '../log/transcript.ts';
import { isGzipName } from '../log/transcript-lines.ts';
import { REQUEST_FILE, readRequest } from '../request-file.ts';
import { readTrace, writeTrace } from '../trace-file.ts';
import type { Places, RunPlace } from './place.ts';

const STOP_FILE = 'stop-asked';

export function folderPlaces(dataDir: string): Places {
  return ({ artifactId }) => folderPlace(artifactFolder(dataDir, artifactId));
}

export function folderPlace(folder: string): RunPlace {
  return {
    folder,
    async writeRequest(request, trace) {
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      await writeFile(join(folder, REQUEST_FILE), JSON.stringify(request), { mode: PRIVATE_FILE });
      if (trace !== null) await writeTrace(folder, trace);
    },
    readRequest: () => readRequest(folder),
    readTrace: async () => readTrace(folder),
    discard: () => rm(folder, { recursive: true, force: true }),
    noteStop: () => writeFile(join(folder, STOP_FILE), '', { mode: PRIVATE_FILE }).catch(() => {}),
    wasStopped: () =>
      access(join(folder, STOP_FILE)).then(
        () => true,
        () => false,
      ),
    async leftLog(isTerminal) {
      const file = await findTranscript(folder);
      if (file === null) return null;
      const { lastSeq, terminal } = await repairTranscript(file, isTerminal);
      return { lastSeq, terminal, isSealed: isGzipName(file) };
    },
    openLog: (options) => createEventLog({ ...options, file: join(folder, TRANSCRIPT_NAME) }),
    async log() {
      const file = await findTranscript(folder);
      return file === null ? null : { name: basename(file), read: (options) => readLog(file, options) };
    },
    writeOnlyEvent: (event, at) => writeOnlyEvent(folder, event, at),
    async sealLog() {
      const file = await findTranscript(folder);
      if (file === null) return null;
      return isGzipName(file) ? basename(file) : (await sealTranscript(file)).path;
    },
    transcriptFile: () => findTranscript(folder),
    openArtifact: (options) => createArtifactWriter(folder, options),
    pointFinal: (sha256) => pointFinal(folder, sha256),
    readFinal: () => readFinal(folder),
    removeFinal: () => removeFinal(folder),
    async pageFile(name, sha256) {
      await verifyArtifact(folder, name, sha256);
      return join(folder, name);
    },
    removeAbandoned: async () => void (await removeAbandoned(folder)),
    leave: async () => {},
  };
}

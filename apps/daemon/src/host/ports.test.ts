/** Today's implementations of the host's ports, each under the cases that any other has to pass as well. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  createArtifactWriter,
  openArtifact,
  pointFinal,
  readFinal,
  removeFinal,
} from './artifacts/artifacts.ts';
import { createEventLog } from './log/event-log.ts';
import { readLog, TRANSCRIPT_NAME } from './log/transcript.ts';
import { createBus } from './stream/bus.ts';
import { artifactCases } from './test/artifact-cases.ts';
import { busCases } from './test/bus-cases.ts';
import { eventLogCases, isLast } from './test/event-log-cases.ts';

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'jury-ports-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

eventLogCases('a file', async () => {
  const file = join(await temporary(), TRANSCRIPT_NAME);
  return {
    open: (options = {}) => createEventLog({ file, clock: Date.now, isTerminal: isLast, ...options }),
    read: async (after = 0) => {
      const events = [];
      for await (const { event } of readLog(file, { after })) events.push(event);
      return events;
    },
  };
});

artifactCases('a folder', async () => {
  const folder = await temporary();
  return {
    write: (options) => createArtifactWriter(folder, options),
    async read(path) {
      const { handle } = await openArtifact(folder, path);
      try {
        return await readFile(handle, 'utf8');
      } finally {
        await handle.close();
      }
    },
    pointFinal: (sha256) => pointFinal(folder, sha256),
    readFinal: () => readFinal(folder),
    removeFinal: () => removeFinal(folder),
  };
});

busCases('in this process', () => createBus());

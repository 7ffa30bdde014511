/** What a client can read: what an audit asks, and of runs their report, their transcript and their pages. */

import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import { juryCommand } from '../../command-name.ts';
import { JuryError } from '../../jury-error.ts';
import { outcomeWord } from '../../outcome-words.ts';
import { explanationOf, listAudits } from './explain.ts';
import type { UseEngine } from './questions.ts';

const MOST_LISTED = 50;
/** Beyond it a client is better served by the file itself. */
const MOST_BYTES = 2 * 1024 * 1024;
const RUN_ID = /^(?:r|play)-[0-9a-f-]{36}$/;
const ROUND = /^(?:final|[1-9]\d{0,2})$/;
const MARKDOWN = 'text/markdown';
const JSON_TYPE = 'application/json';
const LINES = 'application/x-ndjson';

export function registerResources(server: McpServer, use: UseEngine): void {
  registerAudits(server);
  const read = async (uri: URL, run: unknown, work: (id: string) => Promise<Content>) => {
    const id = String(run);
    if (!RUN_ID.test(id)) throw new ResourceNotFoundError(uri.href);
    try {
      const { mimeType, text } = await work(id);
      return { contents: [{ uri: uri.href, mimeType, text }] };
    } catch (error) {
      if (error instanceof JuryError && error.code === 'not_found') throw new ResourceNotFoundError(uri.href);
      throw error;
    }
  };
  server.registerResource(
    'run',
    new ResourceTemplate('jury://runs/{run}/report', { list: () => listRuns(use) }),
    { title: 'What a run came to', mimeType: JSON_TYPE },
    (uri, { run }) => read(uri, run, (id) => reportOf(use, id)),
  );
  server.registerResource(
    'transcript',
    new ResourceTemplate('jury://runs/{run}/transcript', { list: undefined }),
    { title: 'Every event of a run', mimeType: LINES },
    (uri, { run }) => read(uri, run, (id) => transcriptOf(use, id)),
  );
  server.registerResource(
    'artifact',
    new ResourceTemplate('jury://runs/{run}/artifacts/{round}', { list: undefined }),
    { title: 'The page after a round; `final` is the last' },
    (uri, { run, round }) => {
      if (!ROUND.test(String(round))) throw new ResourceNotFoundError(uri.href);
      return read(uri, run, (id) => artifactOf(use, id, String(round)));
    },
  );
}

interface Content {
  mimeType: string;
  text: string;
}

async function listRuns(use: UseEngine) {
  const runs = await use(({ jury }) => jury.allRuns({ limit: MOST_LISTED }));
  return {
    resources: runs.map((run) => ({
      uri: `jury://runs/${run.id}/report`,
      name: run.id,
      title: `${run.title} (${run.protocol}, ${outcomeWord(run)})`,
      mimeType: JSON_TYPE,
    })),
  };
}

function reportOf(use: UseEngine, id: string): Promise<Content> {
  return use(async ({ jury }) => {
    const { run, held, rounds, mustFixes, damage = [] } = await jury.snapshotOf(id);
    return { mimeType: JSON_TYPE, text: JSON.stringify({ run, held, rounds, mustFixes, damage }, null, 1) };
  });
}

function transcriptOf(use: UseEngine, id: string): Promise<Content> {
  return use(async ({ jury }) => {
    const { run } = await jury.snapshotOf(id);
    const { path, encoding } = await jury.transcriptFile(run.projectId, id);
    const file = createReadStream(path);
    const text = await textOf(encoding === 'gzip' ? file.pipe(createGunzip()) : file);
    return { mimeType: LINES, text };
  });
}

function artifactOf(use: UseEngine, id: string, round: string): Promise<Content> {
  return use(async ({ jury }) => {
    const { run } = await jury.snapshotOf(id);
    const which = round === 'final' ? round : Number(round);
    const { path, mime } = await jury.artifactFile(run.projectId, id, which);
    return { mimeType: mime, text: await textOf(createReadStream(path)) };
  });
}

async function textOf(stream: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stream) {
    bytes += part.length;
    if (bytes > MOST_BYTES)
      throw new Error(`it has more than ${MOST_BYTES} bytes: read it with ${juryCommand()} replay`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function registerAudits(server: McpServer): void {
  server.registerResource(
    'audit',
    new ResourceTemplate('jury://audits/{rule}', {
      list: async () => ({
        resources: (await listAudits()).map(({ id, title }) => ({
          uri: `jury://audits/${id}`,
          name: id,
          title,
          mimeType: MARKDOWN,
        })),
      }),
    }),
    { title: 'What an audit asks', mimeType: MARKDOWN },
    async (uri, { rule }) => {
      const text = await explanationOf(String(rule));
      if (text === null) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text }] };
    },
  );
}

/** Logs and pages that were cut, overwritten, exchanged or removed: each is named, and everything beside it is served. */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ListedRun, RunRecord } from '@design-jury/contracts/run';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestEngine, type TestEngine } from '../host/test/engine.ts';
import { createServer, type JuryServer } from '../server.ts';

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests name the fields they look at
  body: any;
}

let engine: TestEngine;
let server: JuryServer;
let url: string;
let whole: RunRecord;
const reported: unknown[] = [];

async function get(path: string): Promise<Answer> {
  const response = await fetch(`${url}${path}`);
  const text = await response.text();
  return { status: response.status, body: /^[[{]/.test(text) ? tryJson(text) : text };
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function playedRun(): Promise<RunRecord> {
  const { run } = await engine.start({ agent: 'fake' });
  await engine.finished(run.id);
  return run;
}

beforeAll(async () => {
  engine = await openTestEngine({ fake: ['plays', 'model-happy-1-round'] }, { serves: true });
  const { jury, bus } = engine;
  server = createServer({ jury, bus, report: (error) => reported.push(error) });
  ({ url } = await server.listen());
  whole = await playedRun();
});

afterAll(async () => {
  await server.close(100);
  await engine.dispose();
});

const damagedIn = ({ runs }: { runs: ListedRun[] }): string[] =>
  runs.filter(({ damaged }) => damaged === true).map(({ id }) => id);
const folderOf = ({ artifactId }: RunRecord): string => join(engine.dataDir, 'artifacts', artifactId);
const logOf = (run: RunRecord): string => join(folderOf(run), 'transcript.ndjson');
const lines = async (file: string): Promise<string[]> => (await readFile(file, 'utf8')).trimEnd().split('\n');

const LOG_DAMAGE: Record<string, { harm(file: string): Promise<unknown>; says: RegExp }> = {
  'a line cut short in the middle': {
    harm: async (file) => {
      const all = await lines(file);
      all[4] = (all[4] ?? '').slice(0, 20);
      return writeFile(file, `${all.join('\n')}\n`);
    },
    says: /^transcript\.ndjson line 5 is not JSON/,
  },
  'zeros where text was': {
    harm: async (file) => {
      const bytes = await readFile(file);
      return writeFile(file, bytes.fill(0, 400, 700));
    },
    says: /^transcript\.ndjson line \d+ is not JSON/,
  },
  'two lines in the wrong order': {
    harm: async (file) => {
      const all = await lines(file);
      [all[3], all[6]] = [all[6] ?? '', all[3] ?? ''];
      return writeFile(file, `${all.join('\n')}\n`);
    },
    says: /^transcript\.ndjson line 4 has seq 7 after 3/,
  },
  'an end that is gone': {
    harm: async (file) => {
      const all = await lines(file);
      return writeFile(file, `${all.slice(0, 6).join('\n')}\n`);
    },
    says: /^transcript\.ndjson ends after event 6 of \d+/,
  },
  'nothing in it': {
    harm: (file) => truncate(file, 0),
    says: /^transcript\.ndjson ends after event 0 of \d+/,
  },
  'another text': {
    harm: (file) => writeFile(file, 'hello\nworld\n'),
    says: /^transcript\.ndjson line 1 is not JSON/,
  },
  'a damaged compressed file in its place': {
    harm: async (file) => {
      const packed = gzipSync(await readFile(file));
      await rm(file);
      return writeFile(`${file}.gz`, packed.fill(0x55, 60, 200));
    },
    says: /^transcript\.ndjson\.gz (is damaged after|is named \.gz)/,
  },
  'a compressed file that was cut': {
    harm: async (file) => {
      const packed = gzipSync(await readFile(file));
      await rm(file);
      return writeFile(`${file}.gz`, packed.subarray(0, packed.length - 30));
    },
    says: /^transcript\.ndjson\.gz (is damaged after|is named \.gz)/,
  },
  'no file': { harm: (file) => rm(file), says: /^its log is gone: \d+ events were written/ },
  'a folder in its place': {
    harm: async (file) => {
      await rm(file);
      return mkdir(file);
    },
    says: /^transcript\.ndjson is not a regular file/,
  },
  'a named pipe in its place': {
    harm: async (file) => {
      await rm(file);
      execFileSync('mkfifo', [file]);
    },
    says: /^transcript\.ndjson is not a regular file/,
  },
};

test.each(Object.entries(LOG_DAMAGE))(
  'a log with %s is named, and its neighbours are served',
  async (_what, { harm, says }) => {
    const run = await playedRun();
    await harm(logOf(run));
    const project = `/api/projects/${engine.projectId}`;

    const listed = await get(`${project}/runs`);
    expect(listed.status).toBe(200);
    expect(listed.body.runs.map(({ id }: RunRecord) => id)).toEqual(
      expect.arrayContaining([run.id, whole.id]),
    );
    const { status, body } = await get(`${project}/runs/${run.id}`);
    expect(status).toBe(200);
    expect(body.run).toMatchObject({ id: run.id, state: 'shipped' });
    expect(body.rounds).toHaveLength(1);
    expect(body.damage[0]).toMatch(says);
    // A list waits a moment for those that look, and no longer.
    const marked = async (): Promise<string[]> => damagedIn((await get(`${project}/runs`)).body);
    await expect.poll(marked).toContain(run.id);
    expect(await marked()).not.toContain(whole.id);
    const transcript = await get(`${project}/runs/${run.id}/transcript`);
    expect(transcript.status).toBeLessThan(500);
    if (transcript.status !== 200) expect(transcript.body.error.code).toMatch(/damaged|not_found/);

    const after = await get(`/api/runs/${whole.id}`);
    expect([after.status, after.body.damage]).toEqual([200, undefined]);
    // The events behind the damaged run are still replayed.
    const behind = await playedRun();
    const heard = new Set<string>();
    for await (const item of engine.jury.eventsSince(engine.projectId, 0)) heard.add(item.runId);
    expect([...heard]).toEqual(expect.arrayContaining([whole.id, behind.id]));
  },
);

const PAGE_DAMAGE: Record<string, { harm(file: string): Promise<unknown>; code: string; says: RegExp }> = {
  'one changed byte': {
    harm: async (file) => {
      const bytes = await readFile(file);
      bytes[10] = (bytes[10] ?? 0) ^ 1;
      return writeFile(file, bytes);
    },
    code: 'damaged',
    says: /^[0-9a-f]{64}\.html is not what was stored under its hash/,
  },
  'a cut end': {
    harm: async (file) => truncate(file, 12),
    code: 'damaged',
    says: /is not what was stored under its hash/,
  },
  'no file': { harm: (file) => rm(file), code: 'not_found', says: /^[0-9a-f]{64}\.html/ },
  'a folder in its place': {
    harm: async (file) => {
      await rm(file);
      return mkdir(file);
    },
    code: 'damaged',
    says: /is not a regular file/,
  },
  'a link to another file': {
    harm: async (file) => {
      await rm(file);
      return symlink('/etc/hostname', file);
    },
    code: 'damaged',
    says: /symbolic link/,
  },
};

test.each(Object.entries(PAGE_DAMAGE))(
  'a page with %s is not served for the one that was judged',
  async (_what, { harm, code, says }) => {
    const run = await playedRun();
    const { sha256 } = JSON.parse(await readFile(join(folderOf(run), 'final.json'), 'utf8'));
    await harm(join(folderOf(run), `${sha256}.html`));
    for (const path of ['artifact', 'rounds/1/artifact']) {
      const { status, body } = await get(`/api/projects/${engine.projectId}/runs/${run.id}/${path}`);
      expect(status).toBe(code === 'damaged' ? 409 : 404);
      expect(body.error).toMatchObject({ code, message: expect.stringMatching(says) });
    }
    const shown = await get(`/api/runs/${run.id}`);
    expect([shown.status, shown.body.damage]).toEqual([200, [expect.stringMatching(/^page of round 1: /)]]);
    await expect.poll(async () => damagedIn((await get('/api/runs')).body)).toContain(run.id);
    expect((await get(`/api/projects/${engine.projectId}/runs/${whole.id}/artifact`)).status).toBe(200);
  },
);

test('a final pointer that cannot be read is named', async () => {
  const run = await playedRun();
  await writeFile(join(folderOf(run), 'final.json'), '{"sha256":');
  const { status, body } = await get(`/api/projects/${engine.projectId}/runs/${run.id}/artifact`);
  expect([status, body.error.code]).toEqual([409, 'damaged']);
  expect(body.error.message).toContain('final.json');
});

/** Runs of documents that were sent: every kind to its end, and what is refused before anything is kept. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type StartGivenRequest, StartGivenRequestSchema } from '@design-jury/contracts/given';
import { GIVEN_LIMITS } from '@design-jury/contracts/given-limits';
import { RunSnapshotSchema } from '@design-jury/contracts/http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Engine, openEngine } from '../engine.ts';
import { temporaryFolder } from '../host/test/engine.ts';
import { createApp } from './app.ts';

const example = (path: string): Buffer =>
  readFileSync(new URL(`../../../../examples/${path}`, import.meta.url));
const sent = (path: string, content: string | Buffer) => ({
  path,
  content: Buffer.from(content).toString('base64'),
});

let dataDir: string;
let engine: Engine;
const reported: unknown[] = [];

// One for all of them: each would warm up threads of its own.
beforeAll(async () => {
  dataDir = await temporaryFolder();
  engine = await openEngine({ dataDir, env: { PATH: process.env.PATH, HOME: dataDir }, serves: true });
});

afterAll(async () => {
  await engine.close();
  await rm(dataDir, { recursive: true, force: true });
});

afterEach(() => expect(reported.splice(0)).toEqual([]));

async function send(method: string, path: string, body?: unknown, isFleet = false) {
  const { jury, bus, host, agent, questions, threads } = engine;
  const app = createApp({
    ...{ jury, bus, host: '127.0.0.1', maxBodyBytes: 12_582_912, maxStreams: 1, retryMs: 1, stallMs: 1 },
    report: (error) => reported.push(error),
    ...(!isFleet && {
      given: { host, agent, questions, threads, allRuns: (filter) => jury.allRuns(filter) },
    }),
  });
  return app.request(path, {
    method,
    headers: { Host: '127.0.0.1:4100', 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function start(body: Partial<StartGivenRequest>) {
  const response = await send('POST', '/api/runs', body);
  expect(response.status, await response.clone().text()).toBe(201);
  const { run } = RunSnapshotSchema.parse(await response.json());
  expect(response.headers.get('location')).toBe(`/api/runs/${run.id}`);
  return engine.host.done(run.id);
}

/** The sentence, and that nothing of it was kept. */
async function refused(body: unknown, status = 400): Promise<string> {
  const before = await kept();
  const response = await send('POST', '/api/runs', body);
  const answer = (await response.json()) as { error: { message: string } };
  expect(response.status, answer.error.message).toBe(status);
  expect(await kept()).toEqual(before);
  return answer.error.message;
}

/** Runs and their folders. */
async function kept() {
  const folder = join(dataDir, 'artifacts');
  return {
    runs: (await engine.jury.allRuns({ limit: 100 })).map(({ id }) => id),
    folders: existsSync(folder) ? readdirSync(folder).toSorted() : [],
  };
}

test('a loop changes the copy in its own folder, and the changed text can be taken', async () => {
  const text = example('specs/export.md');
  const run = await start({ kind: 'loop', document: sent('specs/export.md', text), command: 'spec' });
  expect(run).toMatchObject({ protocol: 'loop', title: 'specs/export.md', config: { given: true } });
  const copy = join(engine.host.folder(run), 'given', 'specs', 'export.md');
  expect(existsSync(copy)).toBe(true);
  const taken = await send('GET', `/api/runs/${run.id}/document`);
  expect(taken.status).toBe(200);
  expect(taken.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''export.md");
  expect(Buffer.from(await taken.arrayBuffer()).equals(readFileSync(copy))).toBe(true);
});

test('criteria of one’s own count, and run nothing', async () => {
  const document = sent('notes.md', example('specs/booking.md'));
  const own =
    'criteria:\n  - id: NAMED\n    question: Is every rule named?\n    figures:\n      - {how: HOW}\n';
  const counting = own.replace('HOW', 'lines, name: rules, pattern: "FR-[0-9]+"');
  const run = await start({ kind: 'loop', document, criteria: sent('mine.yaml', counting) });
  expect(run.state).not.toBe('failed');
  const running = own.replace('HOW', 'command, name: tests, command: [npm, test]');
  expect(await refused({ kind: 'loop', document, criteria: sent('mine.yaml', running) })).toMatch(
    /^mine\.yaml asks to run "npm test"\. Commands run only from the command line/,
  );
  expect(await refused({ kind: 'loop', document, criteria: sent('mine.yaml', 'criteria: []') })).toBe(
    'mine.yaml:1: criteria: must not be empty',
  );
});

test('a plan is voted on against the documents it came with', async () => {
  const plan = '# Retry\n\n## Steps\n\n1. Add a limit in `src/retry.ts`.\n2. Call it from `src/gone.ts`.\n';
  const run = await start({
    kind: 'plan-check',
    document: sent('plan.md', plan),
    documents: [sent('src/retry.ts', 'export const limit = 3;\n')],
  });
  expect(run).toMatchObject({ protocol: 'convergence', state: 'ended', exitCode: 1 });
});

test('a plan has answers in common only with runs of the same text, however it is called', async () => {
  const plan = (title: string) =>
    start({
      kind: 'plan-check',
      document: sent('plan.md', `# ${title}\n\n1. Write \`a.md\`.\n2. Read \`a.md\`.\n`),
    });
  const [first, other, again] = [await plan('Archive'), await plan('Tickets'), await plan('Archive')];
  expect(first.subjectKey).toMatch(/^given:plan\.md#[0-9a-f]{16}$/);
  expect([other.subjectKey === first.subjectKey, again.subjectKey === first.subjectKey]).toEqual([
    false,
    true,
  ]);
});

test('who no longer waits is judged nothing, and nothing is kept', async () => {
  const { host, agent, questions, threads, jury } = engine;
  const services = { host, agent, questions, threads, allRuns: jury.allRuns.bind(jury) };
  const request = { kind: 'loop' as const, command: 'spec', document };
  const { startGiven } = await import('../protocols/given/start.ts');
  const parsed = StartGivenRequestSchema.parse(request);
  const before = await kept();
  await expect(startGiven({ ...services, signal: AbortSignal.abort() }, parsed)).rejects.toThrow(
    'whoever sent it is gone',
  );
  expect(await kept()).toEqual(before);
});

test('a task with its documents is cross-checked, and a delivery is accepted or not', async () => {
  const documents = [
    sent('fees.md', 'The late fee is 5 euros.\n'),
    sent('terms.md', 'The late fee is 8 euros.\n'),
  ];
  const task = { name: 'Late fee', brief: 'Find out why customers are charged a wrong late fee.', documents };
  const found = await start({ kind: 'converge', phase: 'error-analysis', ...task });
  expect(found).toMatchObject({ protocol: 'convergence', subjectKey: 'given:Late fee' });
  const brief = '# Task\n\n- R1: There must be a file `guide.md` with a section "Refunds".\n';
  const delivered = [sent('guide.md', '# Guide\n\n## Refunds\n\nMoney comes back within 14 days.\n')];
  const accepted = await start({ kind: 'accept', name: 'Guide', brief, documents: delivered });
  expect(accepted.state).toBe('ended');
  expect(accepted.exitCode).toBe(0);
  const missing = await start({
    kind: 'accept',
    name: 'Guide',
    brief,
    documents: [sent('other.md', '# Other\n')],
  });
  expect(missing.exitCode).not.toBe(0);
  // Of the same name: one project.
  expect(missing.projectId).toBe(accepted.projectId);
});

test('a brief that names commands is refused: nothing that was sent chooses what runs here', async () => {
  const brief = '- R1: The tests must pass: `npm test`.\n';
  const documents = [sent('package.json', '{"scripts":{"test":"touch /tmp/never"}}')];
  expect(await refused({ kind: 'accept', name: 'Tests', brief, documents })).toMatch(
    /^the brief asks to run "npm test"/,
  );
});

const document = sent('spec.md', '# Spec\n\n- R1: The page must load within 2 seconds.\n');

test.each([
  '../escape.md',
  '/etc/passwd',
  'a/../../b.md',
  'a//b.md',
  './a.md',
  'a\\b.md',
  'C:/x.md',
  'a\0.md',
  'a\nb.md',
  '\u202Egnp.md',
  '.git/config',
  'sub/.GIT/hooks/post-checkout',
  'con.md',
  'name. ',
  `${'x/'.repeat(GIVEN_LIMITS.depth)}x.md`,
  `${'x'.repeat(GIVEN_LIMITS.pathBytes)}.md`,
  // Within the limit as it is sent, above it as it would be written.
  `${'\u0958'.repeat(GIVEN_LIMITS.pathBytes / 3 - 1)}.md`,
])('the name %j is refused in a sentence, and nothing is written', async (path) => {
  const request = { kind: 'loop', command: 'spec', document: { ...document, path } };
  expect(await refused(request)).toMatch(/cannot be the name of a document: /);
  expect(existsSync(join(dataDir, '..', 'escape.md'))).toBe(false);
});

test('two names that some system takes for one are refused', async () => {
  const twice = (...paths: string[]) => ({
    ...{ kind: 'accept', name: 'Twice', brief: 'There must be a guide.' },
    documents: paths.map((path) => ({ ...document, path })),
  });
  for (const paths of [
    ['a.md', 'A.md'],
    ['a', 'a/b.md'],
    ['a/b.md', 'a'],
    ['\u00e9.md', 'e\u0301.md'],
  ])
    expect(await refused(twice(...paths))).toContain('is there twice');
});

test('sizes are held: at the limit it is read, one byte more is refused with both figures', async () => {
  const { fileBytes, totalBytes, files } = GIVEN_LIMITS;
  const loop = (bytes: number) => ({
    ...{ kind: 'loop', command: 'spec' },
    document: sent('long.md', Buffer.alloc(bytes, 'x')),
  });
  expect(await refused(loop(fileBytes))).toMatch(/cannot be judged|nothing to judge/);
  expect(await refused(loop(fileBytes + 1), 413)).toMatch(/has 2000001 bytes; .* at most 2000000/);
  const many = (count: number, bytes: number) => ({
    ...{ kind: 'accept', name: 'Many', brief: 'There must be a guide `guide.md` in `npm test`.' },
    documents: Array.from({ length: count }, (_, n) => sent(`${n}.txt`, Buffer.alloc(bytes, 'x'))),
  });
  expect(await refused(many(4, totalBytes / 4))).toContain('asks to run');
  const over = many(5, totalBytes / 5 + 1);
  expect(await refused({ ...over, brief: 'There must be a guide.' }, 413)).toMatch(
    new RegExp(`together they may have ${totalBytes}`),
  );
  expect(await refused(many(files, 1))).toContain('asks to run');
  expect(await refused(many(files + 1, 1))).toContain(`at most ${files} documents`);
});

test('what is no text, no base64, empty or without a step is refused by name', async () => {
  const loop = (content: string | Buffer) => ({
    kind: 'loop',
    command: 'spec',
    document: sent('x.md', content),
  });
  expect(await refused(loop(example('../docs/images/gallery/report.png')))).toBe('"x.md" is not a text');
  expect(await refused(loop(Buffer.from('caf\xe9 \x81\x8d', 'latin1')))).toMatch(/^"x\.md" is /);
  expect(await refused(loop(''))).toMatch(/^there is nothing to judge in "x\.md"/);
  expect(await refused({ ...loop(''), document: { path: 'x.md', content: 'not base64!' } })).toContain(
    'its content is not base64',
  );
  expect(await refused({ kind: 'plan-check', document: sent('plan.md', '') })).toMatch(
    /^no step can be read/,
  );
  expect(await refused({ kind: 'loop', document, command: 'poem' })).toMatch(
    /^command: there is no "poem"; it takes spec, /,
  );
  expect(await refused({ ...loop('# A'), criteria: document })).toContain('give command or criteria');
  expect(await refused({ ...loop('# A'), path: '/etc/passwd' })).toMatch(/path/);
  const unknown = { kind: 'loop', command: 'spec', document, agent: 'nobody' };
  expect(await refused(unknown)).toMatch(/^agent: there is no "nobody"; there are /);
});

test('a file of the command line is not handed out, and a fleet takes no documents', async () => {
  const run = await start({ kind: 'plan-check', document: sent('p.md', '1. Write `a.md`.\n2. Read it.\n') });
  const none = await send('GET', `/api/runs/${run.id}/document`);
  expect(none.status).toBe(404);
  expect((await send('POST', '/api/runs', { kind: 'loop', command: 'spec', document }, true)).status).toBe(
    503,
  );
});

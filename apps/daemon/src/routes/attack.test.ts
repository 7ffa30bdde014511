/** The HTTP layer under attack: every class in every place, as bytes on a socket, against one daemon with a real engine. */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OLD_PATHS, PAGE_PATHS } from '@design-jury/contracts/pages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secondsSince } from '../../../../scripts/seconds-since.ts';
import { openModels } from '../agents/models/open.ts';
import { daemonMcp } from '../cli/mcp/daemon.ts';
import { recordingShell } from '../cli/test/recording-shell.ts';
import { type Engine, openEngine } from '../engine.ts';
import { contentService } from '../protocols/content/service.ts';
import { readContentSettings } from '../protocols/content/settings.ts';
import { createServer, type JuryServer, SERVER_DEFAULTS, type ServerOptions } from '../server.ts';
import { countRuns } from '../telemetry/counting.ts';
import { createSessions } from './access/session.ts';
import { ownToken } from './access/token-file.ts';
import { createApp } from './app.ts';
import { type Attack, brokenBy, type Target } from './test/attacks/attack.ts';
import { inward } from './test/attacks/inward.ts';
import { rawRequest, requestBytes } from './test/attacks/raw-request.ts';
import { addresses, files, ids, methods, queries, upgrades } from './test/attacks/what-is-asked.ts';
import { bodies, fields, floods, framing, noise, types } from './test/attacks/what-is-sent.ts';
import { fromAnotherSite, underAnotherName, withoutToken } from './test/attacks/who-asks.ts';

const CLASSES = {
  'without the token': withoutToken,
  'under another name': underAnotherName,
  'from another site': fromAnotherSite,
  'hostile ids': ids,
  'addresses that climb': addresses,
  'other methods': methods,
  'hostile queries': queries,
  'hostile ranges and names of files': files,
  upgrades,
  'hostile bodies': bodies,
  'other types and codings': types,
  'hostile fields': fields,
  'requests inside requests': framing,
  floods,
  noise,
  'addresses inside the machine': inward,
} satisfies Record<string, (target: Target) => Generator<Attack>>;

const AT_ONCE = 24;
const SECRET = 'the-words-of-the-owner';
const DAY_MS = 24 * 3600 * 1000;

let folder: string;
let engine: Engine;
let server: JuryServer;
let port: number;
let mcp: ReturnType<typeof daemonMcp>;
let target: Target;
let asked = 0;
const began = performance.now();
const reported: unknown[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jury-attack-'));
  const env = { PATH: process.env.PATH };
  engine = await openEngine({ dataDir: folder, env });
  const settings = readContentSettings({ env });
  const service = contentService({ dataDir: folder, ...engine, settings });
  const token = await ownToken(folder);
  const project = join(folder, 'project');
  await mkdir(project);
  const { shell } = recordingShell(project);
  mcp = daemonMcp({ shell, root: project, dataDir: folder, engine });
  const options: ServerOptions = {
    jury: engine.jury,
    bus: engine.bus,
    questions: engine.questions,
    models: openModels(env),
    content: { service, dataDir: folder, env },
    metrics: await countRuns(engine),
    given: { ...engine, allRuns: (filter) => engine.jury.allRuns(filter) },
    mcp: mcp.fetch,
    dataDir: folder,
    token,
    report: (error) => reported.push(error),
  };
  server = createServer(options);
  ({ port } = await server.listen());
  const { id: projectId } = await engine.jury.createProject({ name: SECRET });
  const artifact = {
    content: `<!doctype html><title>${SECRET}</title><h1>${SECRET}</h1>`,
    mime: 'text/html',
  };
  const { run } = await engine.jury.startRun(projectId, { artifact, maxRounds: 1, browser: 'never' });
  await engine.jury.done(run.id);
  await engine.observer.settle();
  const host = `127.0.0.1:${port}`;
  const cookieOf = (secret: string, at: number, from = host) =>
    createSessions(secret, () => at)
      .begin(from)
      .split(';', 1)[0] ?? '';
  const good = cookieOf(token, Date.now());
  target = {
    host,
    token,
    falseCookies: [
      `design_jury_${port}=${token}`,
      cookieOf(token, Date.now() - 31 * DAY_MS),
      cookieOf(`${token}x`, Date.now()),
      cookieOf(token, Date.now(), '127.0.0.1:1'),
      good.replace('=', '=z'),
      good.slice(0, -3),
      `x${good}`,
    ],
    trueCookie: good,
    projectId,
    runId: run.id,
    secret: SECRET,
    routes: routesOf(options),
  };
});

afterAll(async () => {
  console.log(`HTTP attacks: ${asked} in ${secondsSince(began)}`);
  await mcp.close();
  await server.close(100);
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

/** The app's own files, and what is told before anybody is known: all else that answers is attacked. */
const OPEN = new Set<string>([
  ...['/enter', '/api/health', '/assets/:name', '/icon.svg', '/preview.html'],
  ...[...Object.values(PAGE_PATHS), ...Object.keys(OLD_PATHS)],
]);

/** As the app itself has them: an address that is added is attacked from then on. */
function routesOf(options: ServerOptions): Target['routes'] {
  const { routes } = createApp({ ...SERVER_DEFAULTS, ...options });
  const named = routes.filter(({ path }) => !path.includes('*') && !OPEN.has(path));
  const one = named.filter(({ method }) => method !== 'ALL');
  const known = new Set(one.map(({ path }) => path));
  // What answers to every method itself; the others are answered that way only to refuse them.
  const every = named.filter(({ path }) => !known.has(path)).map(({ path }) => path);
  const asked = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  return [...one, ...[...new Set(every)].flatMap((path) => asked.map((method) => ({ method, path })))];
}

test.each(Object.entries(CLASSES))('[N7] %s: the daemon holds', async (_, attacks) => {
  const projects = await engine.jury.listProjects(500);
  const before = (await readdir(folder)).sort();
  const waiting = [...attacks(target)];
  const names = new Set(waiting.map(({ name }) => name));
  asked += names.size;
  const broken: string[] = [];
  const attack = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const problem = brokenBy(next, await rawRequest(port, next.bytes), target);
      if (problem !== null) broken.push(`${next.name} ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, attack));
  expect(broken).toEqual([]);
  expect(reported.splice(0)).toEqual([]);
  expect(await engine.jury.listProjects(500)).toEqual(projects);
  expect(await engine.jury.listRuns(target.projectId, 500)).toHaveLength(1);
  expect((await readdir(folder)).sort()).toEqual(before);
});

test('all of them were asked, and the owner is still answered', async () => {
  expect(asked).toBeGreaterThan(1_500);
  const headers = [`Host: ${target.host}`, `Authorization: Bearer ${target.token}`];
  const answer = await rawRequest(port, requestBytes('GET', '/api/projects', headers));
  expect([answer.status, answer.body.includes(SECRET)]).toEqual([200, true]);
});

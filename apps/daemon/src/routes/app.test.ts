import { ProjectListSchema, type RunSnapshot } from '@design-jury/contracts/http';
import { expect, test } from 'vitest';
import { createBus } from '../host/stream/bus.ts';
import { JuryError } from '../jury-error.ts';
import { createApp } from './app.ts';
import { createScriptedJury, runStarted } from './test/scripted-jury.ts';

const BODY_LIMIT = 1_000;

function setUp({ log, ...options }: { recovery?: Promise<unknown>; log?: string } = {}) {
  const bus = createBus();
  const jury = createScriptedJury(bus);
  jury.addProject('p1');
  const reported: unknown[] = [];
  const app = createApp({
    jury,
    bus,
    host: '127.0.0.1',
    maxBodyBytes: BODY_LIMIT,
    maxStreams: 10,
    retryMs: 2_000,
    stallMs: 1_000,
    report(error) {
      reported.push(error);
      return log;
    },
    ...options,
  });
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await app.request(path, {
      method,
      headers: {
        Host: '127.0.0.1:4100',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  };
  return { app, bus, jury, send, reported };
}

test('projects are created, listed, read and patched', async () => {
  const { send } = setUp();
  const created = await send('POST', '/api/projects', { name: '  Landing  ', metadata: { theme: 'dark' } });
  expect([created.status, created.headers.get('location'), created.body.name]).toEqual([
    201,
    '/api/projects/p2',
    'Landing',
  ]);
  const patched = await send('PATCH', '/api/projects/p2', { metadata: { critiqueTheaterEnabled: true } });
  expect(patched.body.metadata).toEqual({ theme: 'dark', critiqueTheaterEnabled: true });
  expect((await send('GET', '/api/projects/p2')).body).toEqual(patched.body);
  expect((await send('GET', '/api/projects')).body.projects.map(({ id }: { id: string }) => id)).toEqual([
    'p2',
    'p1',
  ]);
  expect((await send('GET', '/api/projects?limit=1')).body.projects).toHaveLength(1);
});

test('projects and runs are renamed, gone on with and deleted', async () => {
  const { jury, send } = setUp();
  jury.addRun('p1', 'r1', { title: 'page.html' });
  expect((await send('PATCH', '/api/projects/p1', { name: 'Shop' })).body.name).toBe('Shop');
  const run = '/api/projects/p1/runs/r1';
  expect((await send('PATCH', run, { title: ' Start page ' })).body.title).toBe('Start page');
  for (const body of [{ title: '' }, { title: 'x'.repeat(201) }, { state: 'shipped' }])
    expect((await send('PATCH', run, body)).status).toBe(400);
  expect((await send('POST', `${run}/resume`, {})).status).toBe(409);
  jury.addRun('p1', 'r2', { state: 'waiting' });
  const resumed = await send('POST', '/api/projects/p1/runs/r2/resume', {});
  expect([resumed.status, resumed.body.run.state]).toEqual([202, 'running']);
  expect((await send('DELETE', '/api/projects/p2/runs/r1')).status).toBe(404);
  expect((await send('DELETE', run)).status).toBe(204);
  expect((await send('GET', run)).status).toBe(404);
  expect((await send('DELETE', '/api/projects/p1')).status).toBe(204);
  expect((await send('GET', '/api/projects/p1')).status).toBe(404);
});

test('a list of projects says how the newest run of each stands', async () => {
  const { jury, send } = setUp();
  jury.addProject('p2');
  jury.addRun('p1', 'old', { state: 'shipped', composite: 9 });
  const { config } = jury.addRun('p1', 'new', { state: 'below_threshold', composite: 8.5 });
  const { projects } = ProjectListSchema.parse((await send('GET', '/api/projects')).body);
  expect(projects.map(({ id, newestRun }) => [id, newestRun])).toEqual([
    ['p2', null],
    [
      'p1',
      {
        runId: 'new',
        protocol: 'theater',
        state: 'below_threshold',
        outcome: null,
        exitCode: null,
        composite: 8.5,
        threshold: config.scoreThreshold,
        hasPage: false,
      },
    ],
  ]);
});

test('runs of all projects are listed and read by their own address, newest first', async () => {
  const { jury, send } = setUp();
  const [old, recent] = ['r-00000000-0000-4000-8000-000000000001', 'r-00000000-0000-4000-8000-000000000002'];
  jury.addProject('p2');
  jury.addRun('p1', old);
  jury.addRun('p2', recent);
  const ids = async (query: string) =>
    (await send('GET', `/api/runs${query}`)).body.runs.map(({ id }: { id: string }) => id);
  expect(await ids('')).toEqual([recent, old]);
  expect(await ids('?limit=1')).toEqual([recent]);
  expect(await ids('?protocol=theater')).toEqual([recent, old]);
  expect(await ids('?protocol=loop')).toEqual([]);
  expect((await send('GET', '/api/runs?protocol=critic-loop')).status).toBe(400);
  expect((await send('GET', `/api/runs/${old}`)).body).toMatchObject({
    run: { id: old, projectId: 'p1', protocol: 'theater' },
    held: true,
  });
  expect((await send('GET', `/api/runs/${old.replace(/1$/, '9')}`)).status).toBe(404);
  expect((await send('GET', '/api/runs/..%2F..')).status).toBe(400);
});

test('addresses of 0.1 for plays answer with the new one', async () => {
  const { jury, send } = setUp();
  const id = 'play-00000000-0000-4000-8000-000000000001';
  jury.addRun('p1', id);
  const moved = async (path: string) => {
    const { status, headers } = await send('GET', path);
    return [status, headers.get('location')];
  };
  expect(await moved('/api/plays')).toEqual([308, '/api/runs']);
  expect(await moved('/api/plays?protocol=critic-loop')).toEqual([308, '/api/runs?protocol=loop']);
  expect(await moved('/api/plays?protocol=content&limit=5')).toEqual([
    308,
    '/api/runs?protocol=content&limit=5',
  ]);
  expect(await moved(`/api/plays/${id}`)).toEqual([308, `/api/runs/${id}`]);
  expect(await moved(`/api/plays/${id}/events`)).toEqual([308, `/api/projects/p1/events?run=${id}&since=0`]);
  expect((await send('GET', '/api/plays/https:%2F%2Felsewhere')).status).toBe(400);
});

test('a run is started, read, listed, interrupted once, and run again', async () => {
  const { jury, send } = setUp();
  const started = await send('POST', '/api/projects/p1/runs', {
    artifact: { content: '<h1>Hi</h1>' },
    agent: 'grounded',
    threshold: 7.5,
    maxRounds: 2,
  });
  expect([started.status, started.headers.get('location')]).toEqual([201, '/api/projects/p1/runs/r1']);
  expect(jury.started).toEqual([
    {
      artifact: { content: '<h1>Hi</h1>', mime: 'text/html' },
      agent: 'grounded',
      threshold: 7.5,
      maxRounds: 2,
    },
  ]);
  jury.say('r1', runStarted('r1'));
  const snapshot: RunSnapshot = (await send('GET', '/api/projects/p1/runs/r1')).body;
  expect(snapshot).toMatchObject({ lastEventId: 1, state: { phase: 'running' } });
  expect((await send('GET', '/api/projects/p1/runs')).body.runs).toHaveLength(1);

  expect((await send('POST', '/api/projects/p1/runs/r1/rerun')).status).toBe(409);
  const interrupt = () => send('POST', '/api/projects/p1/critique/r1/interrupt');
  const [first, second] = [await interrupt(), await interrupt()];
  expect([first.status, second.status]).toEqual([202, 200]);
  expect(second.body.state.phase).toBe('interrupted');
  expect((await send('POST', '/api/projects/p1/critique/nope/interrupt')).status).toBe(404);
  expect((await send('POST', '/api/projects/p1/runs/r1/rerun')).status).toBe(201);
});

test('agents, health and readiness', async () => {
  const { jury, send } = setUp();
  expect((await send('GET', '/api/agents')).body.agents[0].id).toBe('grounded');
  expect((await send('GET', '/api/health')).body.status).toBe('ok');
  expect((await send('GET', '/api/ready')).status).toBe(200);
  jury.notReady = true;
  expect((await send('GET', '/api/ready')).status).toBe(503);
});

test.each([
  ['GET', '/api/nowhere', undefined, 404, 'not_found', 'there is nothing at this address'],
  ['GET', '/api/projects/unknown', undefined, 404, 'not_found', 'there is no project unknown'],
  ['GET', '/api/projects/p1/runs/unknown', undefined, 404, 'not_found', 'project p1 has no run unknown'],
  ['PUT', '/api/projects/p1', undefined, 405, 'method_not_allowed', 'use GET or PATCH or DELETE'],
  ['POST', '/api/projects', '{"name":', 400, 'bad_request', 'the body is not JSON'],
  ['POST', '/api/projects', {}, 400, 'bad_request', 'name: is missing'],
  ['POST', '/api/projects', { name: ' ' }, 400, 'bad_request', 'name: must not be empty'],
  ['POST', '/api/projects', { name: 'x', color: 1 }, 400, 'bad_request', 'there is no field "color"'],
  ['PATCH', '/api/projects/p1', {}, 400, 'bad_request', 'give name, metadata or both'],
  ['POST', '/api/projects/p1/runs', {}, 400, 'bad_request', 'brief: give a brief, an artifact or both'],
  [
    'POST',
    '/api/projects/p1/runs',
    { brief: 'x', maxRounds: 0 },
    400,
    'bad_request',
    'maxRounds: must be at least 1',
  ],
  [
    'POST',
    '/api/projects/p1/runs',
    { brief: 'x', maxRounds: 21 },
    400,
    'bad_request',
    'maxRounds: must be at most 20',
  ],
  [
    'POST',
    '/api/projects/p1/runs',
    { brief: 'x', agent: '../sh' },
    400,
    'bad_request',
    'agent: not a valid id',
  ],
  [
    'POST',
    '/api/projects/p1/runs',
    { artifact: { content: 'x', mime: 'text/html\nX: y' } },
    400,
    'bad_request',
    'artifact.mime: not a mime type',
  ],
  [
    'GET',
    '/api/projects?limit=0',
    undefined,
    400,
    'bad_request',
    'limit: "0" is not a whole number from 1 to 500',
  ],
  [
    'GET',
    '/api/projects?limit=501',
    undefined,
    400,
    'bad_request',
    'limit: "501" is not a whole number from 1 to 500',
  ],
])('%s %s %j is refused with %i', async (method, path, body, status, code, message) => {
  const { send } = setUp();
  const answer = await send(method, path, body);
  expect([answer.status, answer.body]).toEqual([status, { error: { code, message } }]);
});

test('a metadata key that would reach the prototype is refused or inert', async () => {
  const { send } = setUp();
  await send('PATCH', '/api/projects/p1', '{"metadata":{"__proto__":{"polluted":true}}}');
  expect({}).not.toHaveProperty('polluted');
});

test.each([
  '..',
  '%2e%2e',
  '..%2f..%2fetc%2fpasswd',
  '%2fetc%2fpasswd',
  'a%00b',
  'a%0ab',
  'a.b',
  '-rf',
  '%E0%A4%A',
  'x'.repeat(65),
  '%F0%9F%92%A9',
])('the id %s reaches nothing', async (id) => {
  const { send } = setUp();
  for (const path of [
    `/api/projects/${id}`,
    `/api/projects/p1/runs/${id}/transcript`,
    `/api/projects/p1/critique/${id}/interrupt`,
  ]) {
    const { status } = await send(path.endsWith('interrupt') ? 'POST' : 'GET', path);
    // An address that dots have shortened is another address, and unknown.
    expect([400, 404, 405]).toContain(status);
    if (!/^(\.|%2e){2}$/.test(id)) expect(status).toBe(400);
  }
});

test.each([
  ['text/plain', 415],
  ['application/x-www-form-urlencoded', 415],
  ['application/json; charset=utf-8', 201],
  ['APPLICATION/JSON', 201],
])('a body sent as %s is answered with %i', async (type, status) => {
  const { send } = setUp();
  expect((await send('POST', '/api/projects', { name: 'x' }, { 'Content-Type': type })).status).toBe(status);
});

test('a packed body is refused before it is unpacked', async () => {
  const { send } = setUp();
  expect((await send('POST', '/api/projects', { name: 'x' }, { 'Content-Encoding': 'gzip' })).status).toBe(
    415,
  );
});

test('failures inside the daemon tell the log everything and the client nothing', async () => {
  const { jury, send, reported } = setUp({ log: '1a2b3c4d' });
  jury.failWith = new Error('secret path /etc/jury');
  const answer = await send('GET', '/api/projects/p1');
  expect(answer.status).toBe(500);
  expect(answer.body.error).toEqual({
    code: 'internal',
    message: 'something went wrong inside the daemon; its log says what (report 1a2b3c4d)',
  });
  expect(reported).toEqual([jury.failWith]);
  jury.failWith = new JuryError('internal', 'a page is gone');
  expect((await send('GET', '/api/projects/p1')).body.error.message).toBe('a page is gone (report 1a2b3c4d)');
});

test('where no log is written, a failure inside the daemon points to none', async () => {
  const { jury, send } = setUp();
  jury.failWith = new Error('a stack overflow');
  expect((await send('GET', '/api/projects/p1')).body.error.message).toBe(
    'something went wrong inside the daemon',
  );
});

test.each([
  ['not_found', 404],
  ['bad_request', 400],
  ['conflict', 409],
  ['too_large', 413],
  ['unavailable', 503],
  ['internal', 500],
] as const)('the engine saying %s becomes %i', async (code, status) => {
  const { jury, send } = setUp();
  jury.failWith = new JuryError(code, 'because');
  const answer = await send('GET', '/api/projects/p1');
  expect([answer.status, answer.body]).toEqual([status, { error: { code, message: 'because' } }]);
  expect(answer.headers.get('retry-after')).toBe(code === 'unavailable' ? '5' : null);
});

test('every answer forbids sniffing, caching and use by other sites', async () => {
  const { send } = setUp();
  for (const path of ['/api/projects', '/api/nowhere']) {
    const { headers } = await send('GET', path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('a foreign Host or Origin is refused before anything is looked up', async () => {
  const { jury, send } = setUp();
  jury.failWith = new Error('was looked up');
  expect((await send('GET', '/api/projects/p1', undefined, { Host: 'evil.example' })).status).toBe(403);
  expect(
    (await send('POST', '/api/projects/p1/runs', { brief: 'x' }, { Origin: 'https://evil.example' })).status,
  ).toBe(403);
});

test('while runs of an earlier process are being ended, health answers, and others wait or are told to come back', async () => {
  const recovery = Promise.withResolvers<void>();
  const { send } = setUp({ recovery: recovery.promise });
  expect((await send('GET', '/api/health')).status).toBe(200);
  expect((await send('GET', '/api/ready')).status).toBe(200);
  const early = await send('GET', '/api/projects');
  expect([early.status, early.headers.get('retry-after'), early.body.error.code]).toEqual([
    503,
    '5',
    'unavailable',
  ]);
  const waits = send('GET', '/api/projects');
  recovery.resolve();
  expect((await waits).status).toBe(200);
});

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProxyEvent } from '@design-jury/contracts/proxy';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openModels } from '../agents/models/open.ts';
import { EVERY_PROVIDER, MARKED_KEY } from '../agents/models/test/providers-at.ts';
import type { Agent, AgentSession } from '../agents/session.ts';
import { type ModelServer, startModelServer } from '../conformance/model-server/server.ts';
import { createBus } from '../host/stream/bus.ts';
import { createServer as createJuryServer } from '../server.ts';
import { createErrorHandler } from './errors.ts';
import { mountProxy, type ProxyLimits } from './proxy.ts';
import { createBodies } from './request.ts';
import { createScriptedJury } from './test/scripted-jury.ts';

let far: ModelServer;
beforeAll(async () => {
  far = await startModelServer({
    scenarios: {
      echo: ({ messages }) => {
        const said = messages.filter(({ text }) => text !== '');
        return [{ type: 'text', text: said.map(({ role, text }) => `${role}:${text}`).join('|') }];
      },
      leak: () => [{ type: 'text', text: `your key is ${MARKED_KEY}.` }],
      'leaky-401': () => [
        { type: 'status', status: 401, message: `Incorrect API key provided: ${MARKED_KEY}` },
      ],
      endless: function* () {
        for (;;) {
          yield { type: 'text', text: 'a ' };
          yield { type: 'pause', ms: 20 };
        }
      },
      long: () => [{ type: 'text', text: 'x'.repeat(1_001) }],
      fitting: () => [{ type: 'text', text: 'x'.repeat(1_000) }],
    },
  });
});
afterAll(() => far.close());

const hostOf = (url: string): string => new URL(url).host;

/** The route alone, with the far end on the operator's list. */
function appWith(
  { env = {}, limits = {} }: { env?: Record<string, string>; limits?: Partial<ProxyLimits> } = {},
  reports: unknown[] = [],
): Hono {
  const app = new Hono();
  app.onError(createErrorHandler((error) => void reports.push(error)));
  const models = openModels({ OD_PROXY_ALLOWED_HOSTS: hostOf(far.url), HOME: '/nonexistent', ...env });
  mountProxy(app, models, createBodies({ maxBodyBytes: 1_048_576 }).read, limits);
  return app;
}

function baseFor(provider: string, scenario: string): string {
  const base = far.urlFor(scenario);
  return provider === 'openai' || provider === 'openai-compatible' ? `${base}/v1` : base;
}

function ask(app: Hono, body: Record<string, unknown>): Promise<Response> {
  return Promise.resolve(
    app.request('/api/proxy/stream', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...body }),
    }),
  );
}

function eventsIn(text: string): ProxyEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [event = '', data = ''] = block.split('\n');
      const parsed = JSON.parse(data.slice('data: '.length)) as ProxyEvent;
      expect(event).toBe(`event: ${parsed.type}`);
      return parsed;
    });
}

const textOf = (events: ProxyEvent[]): string =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('');

describe.each(EVERY_PROVIDER)('[N4] the proxy streams an answer of %s', (provider) => {
  test('with the key of the request, and ends with one word', async () => {
    const response = await ask(appWith(), {
      provider,
      apiKey: MARKED_KEY,
      baseUrl: baseFor(provider, 'echo'),
      system: 'be brief',
      messages: [
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'two' },
        { role: 'user', content: 'three' },
      ],
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = eventsIn(await response.text());
    expect(textOf(events)).toBe('system:be brief|user:one|assistant:two|user:three');
    expect(events.filter(({ type }) => type === 'usage')).toHaveLength(1);
    expect(events.at(-1)).toEqual({ type: 'end' });
    expect(far.answers().at(-1)?.carriedKey(MARKED_KEY)).toBe(true);
  });

  test.each([
    ['401', 'auth'],
    ['cut', 'cut'],
    ['refusal', 'refused'],
  ])('%s is an event of kind %s, and the last', async (scenario, kind) => {
    const response = await ask(appWith(), { provider, apiKey: 'k', baseUrl: baseFor(provider, scenario) });
    const events = eventsIn(await response.text());
    expect(events.at(-1)).toMatchObject({ type: 'error', kind });
    expect(events.filter(({ type }) => type === 'end' || type === 'error')).toHaveLength(1);
  });

  test('the key is in nothing that comes back, nor in what is reported', async () => {
    const reports: unknown[] = [];
    const app = appWith({}, reports);
    for (const scenario of ['leak', 'leaky-401']) {
      const response = await ask(app, { provider, apiKey: MARKED_KEY, baseUrl: baseFor(provider, scenario) });
      expect(await response.text()).not.toContain(MARKED_KEY);
    }
    expect(JSON.stringify(reports)).not.toContain(MARKED_KEY);
  });
});

describe('[N4] the proxy refuses', () => {
  test.each([
    ['loopback', 'http://127.0.0.1:9000/v1', 403, 'add 127.0.0.1:9000 to OD_PROXY_ALLOWED_HOSTS'],
    ['a private address', 'https://10.0.0.8/v1', 403, 'private address'],
    ['cloud metadata', 'http://169.254.169.254/latest', 403, 'link-local'],
    ['an address in disguise', 'http://0x7f000001:9000/v1', 403, 'loopback'],
    ['a mapped address', 'http://[::ffff:10.0.0.1]/v1', 403, 'IPv4-mapped'],
    ['another port of an approved host', 'http://127.0.0.1:8080/v1', 403, 'loopback'],
    ['another scheme', 'file:///etc/passwd', 400, 'use https:// or http://'],
    ['a name that does not resolve', 'https://nowhere.invalid/v1', 400, 'could not be resolved'],
    ['a user in the address', 'https://a:b@models.example/v1', 400, 'user or password'],
    ['no address', 'models', 400, 'cannot be read'],
  ])('%s: %s', async (_name, baseUrl, status, words) => {
    const before = far.requests.length;
    const response = await ask(appWith(), { provider: 'openai-compatible', apiKey: MARKED_KEY, baseUrl });
    expect(response.status).toBe(status);
    const body = await response.text();
    expect(body).toContain(words);
    expect(body).not.toContain(MARKED_KEY);
    expect(far.requests.length).toBe(before);
  });

  test('a redirect of the provider, and does not follow it', async () => {
    const port = await listen((_request, response) =>
      response.writeHead(302, { Location: `${far.url}/v1` }).end(),
    );
    const app = appWith({ env: { OD_PROXY_ALLOWED_HOSTS: `127.0.0.1:${port}` } });
    const before = far.requests.length;
    const response = await ask(app, {
      provider: 'openai-compatible',
      apiKey: MARKED_KEY,
      baseUrl: `http://127.0.0.1:${port}/v1`,
    });
    expect(eventsIn(await response.text())).toMatchObject([{ type: 'error', kind: 'connection' }]);
    expect(far.requests.length).toBe(before);
  });

  test('to send the operator’s key to an address of the request', async () => {
    const app = appWith({ env: { OPENAI_API_KEY: MARKED_KEY } });
    const before = far.requests.length;
    const response = await ask(app, { provider: 'openai', baseUrl: baseFor('openai', 'good') });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('brings its own apiKey');
    expect(far.requests.length).toBe(before);
  });

  test.each([
    ['an unknown provider', { provider: 'evil' }, 'provider'],
    ['no messages', { provider: 'openai', messages: [] }, 'messages'],
    [
      'a last word that is not the user’s',
      { provider: 'openai', messages: [{ role: 'assistant', content: 'x' }] },
      'last message',
    ],
    [
      'a key that would be a header of its own',
      { provider: 'openai', apiKey: `${MARKED_KEY}\r\nX: y` },
      'apiKey',
    ],
    ['an unknown field', { provider: 'openai', url: 'x' }, 'url'],
    ['no key at all', { provider: 'openai' }, 'OPENAI_API_KEY'],
  ])('%s', async (_name, body, words) => {
    const response = await ask(appWith(), body);
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(text).toContain(words);
    expect(text).not.toContain(MARKED_KEY);
  });

  test('more answers at once than it streams, and takes the next when one is over', async () => {
    const app = appWith({ limits: { maxStreams: 1 } });
    const body = { provider: 'ollama', baseUrl: far.urlFor('endless') };
    const first = await ask(app, body);
    expect((await ask(app, body)).status).toBe(503);
    await first.body?.cancel();
    expect((await ask(app, { provider: 'ollama', baseUrl: far.urlFor('good') })).status).toBe(200);
  });
});

describe('[N4] a stream of the proxy has an end', () => {
  const ollama = (scenario: string) => ({ provider: 'ollama', baseUrl: far.urlFor(scenario) });

  test('when nothing comes', async () => {
    const response = await ask(appWith({ limits: { idleMs: 150 } }), ollama('silent'));
    expect(eventsIn(await response.text())).toMatchObject([{ type: 'error', kind: 'timeout' }]);
  });

  test('when it takes too long', async () => {
    const response = await ask(appWith({ limits: { totalMs: 300 } }), ollama('endless'));
    expect(eventsIn(await response.text()).at(-1)).toMatchObject({ type: 'error', kind: 'timeout' });
  });

  test('when the answer is longer than its limit', async () => {
    const app = appWith({ limits: { maxAnswerChars: 1_000 } });
    expect(eventsIn(await (await ask(app, ollama('fitting'))).text()).at(-1)).toEqual({ type: 'end' });
    expect(eventsIn(await (await ask(app, ollama('long'))).text()).at(-1)).toMatchObject({
      kind: 'malformed',
    });
  });

  test('when the client leaves: the provider is left too, on a real socket', async () => {
    const left = Promise.withResolvers<void>();
    const port = await listen((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"id":"a","choices":[{"index":0,"delta":{"content":"one"}}]}\n\n');
      response.once('close', () => left.resolve());
    });
    const bus = createBus();
    const server = createJuryServer({
      jury: createScriptedJury(bus),
      bus,
      models: openModels({ OD_PROXY_ALLOWED_HOSTS: `127.0.0.1:${port}`, HOME: '/nonexistent' }),
    });
    const { url } = await server.listen();
    onTestFinished(() => server.close(0));
    const leave = new AbortController();
    const response = await fetch(`${url}/api/proxy/stream`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        provider: 'openai-compatible',
        model: 'm',
        baseUrl: `http://127.0.0.1:${port}/v1`,
        messages: [{ role: 'user', content: 'hi' }],
      }),
      signal: leave.signal,
    });
    const reader = response.body?.getReader();
    await reader?.read();
    leave.abort();
    await left.promise;
  });
});

describe('[N4] a session that breaks its contract', () => {
  const words = `cannot read ${MARKED_KEY}`;
  const sends: readonly (readonly [string, AgentSession['send'], number])[] = [
    [
      'by throwing at once',
      () => {
        throw new Error(words);
      },
      500,
    ],
    [
      'by throwing in the middle',
      async function* () {
        yield { type: 'text', text: 'one' };
        throw new Error(words);
      },
      200,
    ],
  ];

  test.each(sends)('%s loses no place, and is closed', async (_how, send, status) => {
    let [closed, opened] = [0, 0];
    const models = openModels({ HOME: '/nonexistent' });
    const session: AgentSession = {
      send,
      interrupt() {},
      async close() {
        closed++;
        return { code: 0, signal: null, stderrTail: '' };
      },
    };
    const capabilities = models.agents.create('ollama', { model: 'm' })?.capabilities;
    if (capabilities === undefined) throw new Error('no ollama');
    const agent: Agent = {
      id: 'broken',
      name: 'Broken',
      capabilities,
      async open() {
        opened++;
        return session;
      },
    };
    const app = new Hono();
    app.onError(createErrorHandler(() => {}));
    const gate = { ...models, agents: { ...models.agents, create: () => agent } };
    mountProxy(app, gate, createBodies({ maxBodyBytes: 1_048_576 }).read, { maxStreams: 1 });
    for (let time = 1; time <= 3; time++) {
      const response = await ask(app, { provider: 'ollama' });
      expect(response.status).toBe(status);
      const body = await response.text();
      expect(body).not.toContain(MARKED_KEY);
      if (status === 200)
        expect(eventsIn(body)).toEqual([
          { type: 'text', text: 'one' },
          { type: 'error', kind: 'other', message: expect.stringContaining('an error in Design Jury') },
        ]);
      expect([opened, closed]).toEqual([time, time]);
    }
  });
});

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

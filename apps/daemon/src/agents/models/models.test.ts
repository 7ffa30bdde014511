import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { type ModelServer, startModelServer } from '../../conformance/model-server/server.ts';
import type { AgentTurn } from '../session.ts';
import { agentAt, EVERY_PROVIDER, hear, hearTurn, MARKED_KEY, REQUEST } from './test/providers-at.ts';

const ROUND: AgentTurn = {
  kind: 'round',
  round: 1,
  prompt: 'A <CRITIQUE_RUN>. Title: Bread\nNow answer with round 1 only.',
};

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({
    scenarios: {
      echo: ({ messages }) => {
        const said = messages.filter(({ role }) => role !== 'system');
        return [{ type: 'text', text: said.map(({ role, text }) => `${role}:${text}`).join('|') }];
      },
      leak: () => [
        { type: 'thinking', text: `the key is ${MARKED_KEY}` },
        { type: 'text', text: `before ${MARKED_KEY} after` },
      ],
      'bad-request': () => [{ type: 'status', status: 400, message: `no such field; key ${MARKED_KEY}` }],
      'too-long': () => [
        { type: 'status', status: 400, message: 'prompt is too long: 300000 tokens > 200000 maximum' },
      ],
      page: () => [{ type: 'page' }],
      overloaded: () => [{ type: 'status', status: 529, message: 'Overloaded' }],
      'wait-long': () => [{ type: 'status', status: 429, message: 'slow down', retryAfterS: 3600 }],
      dribble: function* () {
        for (let i = 0; i < 1_000; i++) {
          yield { type: 'text', text: 'a ' };
          yield { type: 'pause', ms: 20 };
        }
      },
    },
  });
});
afterAll(() => server.close());

const asked = (scenario: string): number =>
  server.answers().filter((request) => request.scenario === scenario).length;

describe.each(EVERY_PROVIDER)('[M4] %s', (id) => {
  const at = (scenario: string) => agentAt(id, server.urlFor(scenario));

  test('streams text, reports what was used, and ends with a word of its own', async () => {
    const heard = await hearTurn(at('good'), ROUND);
    expect(heard.errors).toEqual([]);
    expect(heard.text).toContain('<ROUND n="1">');
    expect(heard.deltas.filter(({ type }) => type === 'text').length).toBeGreaterThan(3);
    expect(heard.usage).toHaveLength(1);
    expect(heard.usage[0]?.inputTokens).toBeGreaterThan(0);
    expect(heard.usage[0]?.outputTokens).toBeGreaterThan(0);
    expect(heard.deltas.at(-1)).toEqual({ type: 'end' });
  });

  test('thinking is told apart from the answer', async () => {
    const heard = await hearTurn(at('thoughtful'), ROUND);
    expect(heard.thinking).toBe('The headline comes first. Then the action.');
    expect(heard.text).not.toContain('headline comes first');
    expect(heard.ended).toBe(true);
  });

  test('a conversation remembers what was said', async () => {
    const session = await at('echo').open(REQUEST, new AbortController().signal);
    expect((await hear(session.send({ kind: 'ask', prompt: 'one' }))).text).toBe('user:one');
    expect((await hear(session.send({ kind: 'ask', prompt: 'two' }))).text).toBe(
      'user:one|assistant:user:one|user:two',
    );
    await session.close();
  });

  test.each([
    ['401', 'auth', 1],
    ['bad-request', 'other', 1],
    ['too-long', 'too_long', 1],
    ['500', 'server', 3],
    ['overloaded', 'server', 3],
    ['cut', 'cut', 2],
    ['page', 'malformed', 1],
    ['refusal', 'refused', 1],
  ])('%s is an error of kind %s after %i requests, never an end', async (scenario, kind, requests) => {
    const before = asked(scenario);
    const heard = await hearTurn(at(scenario), ROUND);
    expect(heard.errors.map((error) => error.kind)).toEqual([kind]);
    expect(heard.ended).toBe(false);
    expect(heard.deltas.at(-1)?.type).toBe('error');
    expect(asked(scenario) - before).toBe(requests);
    expect(JSON.stringify(heard)).not.toContain(MARKED_KEY);
  });

  test('a key that is not accepted is named by where it came from', async () => {
    const [error] = (await hearTurn(at('401'), ROUND)).errors;
    expect(error?.message).toMatch(/the key came from [A-Z_]+_API_KEY$/);
  });

  test('asks again after a passing failure, and says so', async () => {
    const own = await startModelServer();
    onTestFinished(() => own.close());
    const heard = await hearTurn(agentAt(id, own.urlFor('500-once')), ROUND);
    expect(heard.ended).toBe(true);
    expect(heard.notices).toMatchObject([{ kind: 'retry', retryAfterMs: 5 }]);
    expect(heard.notices[0]?.message).toContain('asking again in 1 s (2 of 3)');
  });

  test('waits as long as a rate limit asks for', async () => {
    const own = await startModelServer();
    onTestFinished(() => own.close());
    const started = performance.now();
    const heard = await hearTurn(agentAt(id, own.urlFor('429-once')), ROUND);
    expect(heard.ended).toBe(true);
    expect(heard.notices).toMatchObject([{ kind: 'rate_limit', retryAfterMs: 1_000 }]);
    expect(performance.now() - started).toBeGreaterThan(990);
  });

  test('does not wait for an hour: it says that it was asked to', async () => {
    const before = asked('wait-long');
    const heard = await hearTurn(at('wait-long'), ROUND);
    expect(heard.errors).toMatchObject([{ kind: 'rate_limit' }]);
    expect(heard.errors[0]?.message).toContain('it asks to wait 3600 s');
    expect(asked('wait-long') - before).toBe(1);
  });

  test('its own key is taken out of what it says', async () => {
    const heard = await hearTurn(at('leak'), ROUND);
    expect(heard.text).toBe('before [redacted] after');
    expect(heard.thinking).not.toContain(MARKED_KEY);
    expect(server.answers().at(-1)?.carriedKey(MARKED_KEY)).toBe(true);
  });

  test('an interrupt ends the turn at once, also before the first word, and another turn may follow', async () => {
    for (const scenario of ['dribble', 'silent']) {
      const session = await at(scenario).open(REQUEST, new AbortController().signal);
      const deltas = session.send(ROUND);
      const started = performance.now();
      setTimeout(() => session.interrupt(), 200);
      const heard = await hear(deltas);
      expect(performance.now() - started).toBeLessThan(3_000 * machinePace());
      expect(heard.ended).toBe(false);
      expect(heard.errors).toEqual([]);
      setTimeout(() => session.interrupt(), 50);
      await hear(session.send(ROUND));
      await session.close();
    }
  });

  test('an interrupt ends the waiting for another attempt', async () => {
    const agent = agentAt(id, server.urlFor('500'), {
      retry: { maxAttempts: 3, firstWaitMs: 30_000, longestWaitMs: 60_000, maxExtra: 8 },
    });
    const session = await agent.open(REQUEST, new AbortController().signal);
    const started = performance.now();
    const heard = [];
    for await (const delta of session.send(ROUND)) {
      heard.push(delta.type);
      if (delta.type === 'notice') session.interrupt();
    }
    expect(performance.now() - started).toBeLessThan(5_000 * machinePace());
    expect(heard.filter((type) => type !== 'alive')).toEqual(['notice']);
  });

  test('the end of the run ends the turn', async () => {
    const run = new AbortController();
    const session = await at('dribble').open(REQUEST, run.signal);
    setTimeout(() => run.abort(), 200);
    expect((await hear(session.send(ROUND))).ended).toBe(false);
    expect(await hear(session.send(ROUND))).toMatchObject({ deltas: [] });
  });

  test('nobody listening is a connection error', async () => {
    const heard = await hearTurn(agentAt(id, 'http://127.0.0.1:1'), ROUND);
    expect(heard.errors).toMatchObject([{ kind: 'connection' }]);
  });

  test('a redirect is not followed, so no key travels', async () => {
    const far = await raw((_request, response) => {
      response.writeHead(307, { Location: `${server.url}/v1/messages` }).end();
    });
    const before = server.requests.length;
    const heard = await hearTurn(agentAt(id, far), ROUND);
    expect(heard.errors).toMatchObject([{ kind: 'connection' }]);
    expect(server.requests.length).toBe(before);
  });
});

async function raw(listener: RequestListener): Promise<string> {
  const far = createServer(listener);
  far.listen(0, '127.0.0.1');
  await once(far, 'listening');
  onTestFinished(() => {
    far.closeAllConnections();
    far.close();
  });
  return `http://127.0.0.1:${(far.address() as AddressInfo).port}`;
}

/** The beginning of an answer as each API writes it, up to the word "half". */
const BEGINNINGS = {
  anthropic: [
    '{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[],"model":"x","stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}',
    '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}',
    '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"half"}}',
  ],
  openai: [
    '{"type":"response.created","response":{"id":"r","created_at":1,"model":"x"}}',
    '{"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":"i"}}',
    '{"type":"response.output_text.delta","item_id":"i","delta":"half"}',
  ],
  google: ['{"candidates":[{"content":{"parts":[{"text":"half"}],"role":"model"}}]}'],
  'openai-compatible': ['{"id":"a","choices":[{"index":0,"delta":{"role":"assistant","content":"half"}}]}'],
  ollama: ['{"id":"a","choices":[{"index":0,"delta":{"role":"assistant","content":"half"}}]}'],
} as const;

const ENDINGS = {
  anthropic: [
    '{"type":"message_delta","delta":{"stop_reason":"max_tokens","stop_sequence":null},"usage":{"output_tokens":3}}',
    '{"type":"message_stop"}',
  ],
  openai: [
    '{"type":"response.incomplete","response":{"id":"r","incomplete_details":{"reason":"max_output_tokens"},"usage":{"input_tokens":1,"output_tokens":3}}}',
  ],
  google: ['{"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"MAX_TOKENS"}]}'],
  'openai-compatible': ['{"id":"a","choices":[{"index":0,"delta":{},"finish_reason":"length"}]}'],
  ollama: ['{"id":"a","choices":[{"index":0,"delta":{},"finish_reason":"length"}]}'],
} as const;

const OVERLOADED = {
  anthropic: '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
  openai:
    '{"type":"error","sequence_number":1,"error":{"type":"server_error","code":"server_error","message":"boom","param":null}}',
  google: '{"error":{"code":503,"message":"boom","status":"UNAVAILABLE"}}',
  'openai-compatible': '{"error":{"code":503,"message":"boom"}}',
  ollama: '{"error":{"code":503,"message":"boom"}}',
} as const;

describe.each(EVERY_PROVIDER)('[M5] an answer of %s that is not complete is no answer:', (id) => {
  const play = async (lines: readonly string[]) => {
    let requests = 0;
    const far = await raw((_request, response) => {
      requests++;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const line of lines) response.write(`data: ${line}\n\n`);
      response.end();
    });
    const heard = await hearTurn(agentAt(id, far), ROUND);
    return { heard, requests };
  };

  test.each([
    ['a stream that just ends', [], 'cut', 2],
    ['the limit on output', ENDINGS[id], 'cut', 1],
    ['a failure in the middle', [OVERLOADED[id]], 'server', 2],
    ['garbage in the middle', ['{not json'], 'malformed', 1],
  ])('%s', async (_name, rest, kind, times) => {
    const { heard, requests } = await play([...BEGINNINGS[id], ...rest]);
    expect(heard.text).toBe('half');
    expect(heard.ended).toBe(false);
    expect(heard.errors).toMatchObject([{ kind }]);
    // Words were shown: what may pass is asked for once more, and they are withdrawn before.
    expect(requests).toBe(times);
    expect(heard.deltas.filter(({ type }) => type === 'restart')).toHaveLength(times - 1);
  });

  test.each([
    ['by its type', 'text/html; charset=utf-8', '<p>Sign in</p>'],
    ['by its first words', 'text/event-stream', '\n<!DOCTYPE html><html><body>Sign in</body></html>'],
    ['by its first words, called JSON', 'application/json', '<html><head></head></html>'],
  ])('a web page with status 200 is named, %s', async (_name, type, body) => {
    let requests = 0;
    const far = await raw((_request, response) => {
      requests++;
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    const [error] = (await hearTurn(agentAt(id, far), ROUND)).errors;
    expect(error?.kind).toBe('malformed');
    expect(error?.message).toContain(`${far} answers 200 with a web page (HTML)`);
    expect(error?.message).toMatch(/Check [A-Z_]+/);
    expect(requests).toBe(1);
  });

  test('a drop in a later round is asked for again, and the conversation is whole', async () => {
    let nth = 0;
    const own = await startModelServer({
      scenarios: {
        drops: ({ messages }) => {
          const text = `answer ${messages.length}`;
          return ++nth === 2 ? [{ type: 'text', text: 'half' }, { type: 'cut' }] : [{ type: 'text', text }];
        },
      },
    });
    onTestFinished(() => own.close());
    const session = await agentAt(id, own.urlFor('drops')).open(REQUEST, new AbortController().signal);
    const first = await hear(session.send({ ...ROUND, prompt: 'one' }));
    const second = await hear(session.send({ ...ROUND, prompt: 'two' }));
    expect([first.ended, second.ended]).toEqual([true, true]);
    expect(second.text).not.toContain('half');
    expect(second.notices).toMatchObject([{ kind: 'retry' }]);
    // What the dropped one used is not known.
    expect(second.usage).toMatchObject([{ atLeast: true }, { inputTokens: expect.any(Number) }]);
    await session.close();
    expect(own.answers()).toHaveLength(3);
  });

  test('an empty body, HTML, and a body of zeros', async () => {
    for (const body of ['', '<html>Bad gateway</html>', '\0'.repeat(1_000)]) {
      const far = await raw((_request, response) => response.writeHead(200).end(body));
      const heard = await hearTurn(agentAt(id, far), ROUND);
      expect(heard.ended).toBe(false);
      expect(heard.errors).toHaveLength(1);
    }
  });
});

describe('the temperature', () => {
  const asked = async (id: (typeof EVERY_PROVIDER)[number], temperature?: number) => {
    const agent = agentAt(id, server.urlFor('echo'), temperature === undefined ? {} : { temperature });
    expect((await hearTurn(agent, ROUND)).ended).toBe(true);
    return server.answers().at(-1)?.temperature;
  };

  test.each(EVERY_PROVIDER)('of %s is the provider’s own', async (id) => {
    expect(await asked(id)).toBeNull();
  });

  test.each(['openai-compatible', 'ollama', 'google'] as const)('of %s can be told', async (id) => {
    expect(await asked(id, 0)).toBe(0);
  });
});

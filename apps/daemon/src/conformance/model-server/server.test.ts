import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { generateText, type LanguageModel, streamText } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeText } from '../../protocols/theater/judge-text.ts';
import { type ModelServer, startModelServer } from './server.ts';

const KEY = 'sk-planted-key-8d1f';
const PROMPT = '<CRITIQUE_RUN> Go on until nothing must be fixed.\nTitle: Tide tables for ferry crews';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({
    scenarios: {
      echo: function* ({ messages }) {
        yield { type: 'text', text: String(messages.at(-1)?.text.length) };
      },
    },
  });
});
afterAll(() => server.close());

/** The real clients of four dialects; each has its own idea of a base address. */
const CLIENTS: Readonly<Record<string, (base: string) => LanguageModel>> = {
  anthropic: (base) => createAnthropic({ baseURL: `${base}/v1`, apiKey: KEY })('claude-x'),
  chat: (base) => createOpenAI({ baseURL: `${base}/v1`, apiKey: KEY }).chat('gpt-x'),
  responses: (base) => createOpenAI({ baseURL: `${base}/v1`, apiKey: KEY }).responses('gpt-x'),
  gemini: (base) => createGoogle({ baseURL: `${base}/v1beta`, apiKey: KEY })('gemini-x'),
  compatible: (base) =>
    createOpenAICompatible({ name: 'local', baseURL: `${base}/v1`, apiKey: KEY, includeUsage: true })('any'),
};

const IDENTITY = { runId: 'r', adapter: 'scripted', artifactRef: { projectId: 'p', artifactId: 'a' } };
const judged = (text: string): string | undefined =>
  judgeText([text], IDENTITY, DEFAULT_CRITIQUE_CONFIG).outcome?.status;

describe.each(Object.entries(CLIENTS))('%s', (_name, client) => {
  it('a streamed answer is a jury of three rounds that ships, in many deltas, with its usage', async () => {
    const result = streamText({ model: client(server.urlFor('good')), prompt: PROMPT, maxRetries: 0 });
    let text = '';
    let deltas = 0;
    for await (const delta of result.textStream) {
      text += delta;
      deltas++;
    }
    expect(deltas).toBeGreaterThan(50);
    expect(text).toContain('<title>Tide tables for ferry crews</title>');
    expect(judged(text)).toBe('shipped');
    const usage = await result.totalUsage;
    expect(usage.inputTokens).toBe(Math.ceil((server.answers().at(-1)?.prompt.length ?? 0) / 4));
    expect(usage.outputTokens).toBe(Math.ceil(text.length / 4));
    expect(await result.finishReason).toBe('stop');
  });

  it('an answer that is not streamed says the same', async () => {
    const { text, usage } = await generateText({ model: client(server.urlFor('good')), prompt: PROMPT });
    expect(judged(text)).toBe('shipped');
    expect(usage.outputTokens).toBe(Math.ceil(text.length / 4));
  });

  it('300 KB arrive whole', async () => {
    const prompt = `${PROMPT}\n${'x'.repeat(300_000)}`;
    const { text } = await generateText({ model: client(server.urlFor('echo')), prompt });
    expect(text).toBe(String(prompt.length));
    expect(server.answers().at(-1)?.prompt).toContain(prompt);
  });

  it.each([401, 429, 500])('status %i reaches the client as that status', async (status) => {
    const failure = await generateText({
      model: client(server.urlFor(String(status))),
      prompt: PROMPT,
      maxRetries: 0,
    }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ statusCode: status });
    if (status === 429) expect(failure).toMatchObject({ responseHeaders: { 'retry-after': '30' } });
  });

  it('a cut stream fails, and is no whole jury', async () => {
    const errors: unknown[] = [];
    const result = streamText({
      model: client(server.urlFor('cut')),
      prompt: PROMPT,
      maxRetries: 0,
      onError: ({ error }) => void errors.push(error),
    });
    let text = '';
    try {
      for await (const delta of result.textStream) text += delta;
    } catch (error) {
      errors.push(error);
    }
    expect(errors).not.toEqual([]);
    expect(text.length).toBeGreaterThan(1_000);
    expect(text).not.toContain('</CRITIQUE_RUN>');
  });

  it('the key is known by equality and written nowhere', async () => {
    await generateText({ model: client(server.urlFor('empty')), prompt: PROMPT }).catch(() => null);
    const last = server.answers().at(-1);
    expect(last?.carriedKey(KEY)).toBe(true);
    expect(last?.carriedKey(`${KEY}x`)).toBe(false);
    expect(JSON.stringify(server.requests)).not.toContain(KEY);
  });
});

describe('ollama', () => {
  const ask = (scenario: string, stream: boolean): Promise<Response> =>
    fetch(`${server.urlFor(scenario)}/api/chat`, {
      method: 'POST',
      body: JSON.stringify({ model: 'any', stream, messages: [{ role: 'user', content: PROMPT }] }),
    });

  it('streams lines, the last of them with the counts', async () => {
    const lines = (await (await ask('good', true)).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const text = lines.map(({ message }) => message.content).join('');
    expect(judged(text)).toBe('shipped');
    expect(lines.at(-1)).toMatchObject({ done: true, eval_count: Math.ceil(text.length / 4) });
  });

  it('answers whole, and says what is wrong in its own form', async () => {
    expect(judged((await (await ask('good', false)).json()).message.content)).toBe('shipped');
    const refused = await ask('401', true);
    expect([refused.status, await refused.json()]).toEqual([401, { error: 'Invalid API key.' }]);
  });
});

describe('scripts', () => {
  async function said(scenario: string, prompt = PROMPT, base = server.urlFor(scenario)): Promise<string> {
    const response = await fetch(`${base}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer sk-scenario-${scenario}` },
      body: JSON.stringify({ model: 'any', messages: [{ role: 'user', content: prompt }] }),
    });
    const { choices } = await response.json();
    return choices[0].message.content ?? choices[0].message.refusal ?? '';
  }

  it('one turn is one round where the prompt asks for it, and two plays are alike', async () => {
    const turn = `${PROMPT}\nAnswer with round 2 only.`;
    const text = await said('good', turn);
    expect(text).toMatch(/^<ROUND n="2">.*<\/ROUND>\n$/s);
    expect(await said('good', turn)).toBe(text);
  });

  it('a bare page where the panel could not speak', async () => {
    expect(await said('malformed', 'Answer with the finished page only.')).toMatch(/^<!doctype html>/);
  });

  it('a question that is not ours gets no jury', async () => {
    expect(await said('good', 'Write a short title for this conversation.')).toBe('Understood.');
  });

  it.each([
    ['sloppy', 'shipped'],
    ['malformed', 'degraded'],
    ['oversize', 'degraded'],
    ['empty', 'degraded'],
  ])('%s ends a whole run as %s', async (scenario, phase) => {
    expect(judged(await said(scenario))).toBe(phase);
  });

  it('the key chooses a script where the address does not', async () => {
    expect(await said('refusal', PROMPT, server.url)).toBe('I cannot help with that.');
  });

  it('429-once is 429 once, and says when to come back', async () => {
    const ask = (): Promise<Response> =>
      fetch(`${server.urlFor('429-once')}/v1/messages`, {
        method: 'POST',
        body: JSON.stringify({ model: 'any', messages: [{ role: 'user', content: PROMPT }] }),
      });
    const first = await ask();
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await ask()).status).toBe(200);
  });

  it('silence ends with the server, not before', async () => {
    const own = await startModelServer();
    const waiting = fetch(`${own.urlFor('silent')}/v1/messages`, {
      method: 'POST',
      body: JSON.stringify({ model: 'any', stream: true, messages: [{ role: 'user', content: PROMPT }] }),
    }).then(
      () => 'answered',
      () => 'cut',
    );
    const early = await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 200, 'silent'))]);
    expect(early).toBe('silent');
    await own.close();
    expect(await waiting).toBe('cut');
  });

  it('an unknown script is a 404 that names it', async () => {
    const response = await fetch(`${server.urlFor('nonesuch')}/v1/messages`, {
      method: 'POST',
      body: JSON.stringify({ model: 'any', messages: [] }),
    });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('nonesuch');
  });
});

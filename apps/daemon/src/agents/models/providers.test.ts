import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serveOn } from '../../net/test/far-end.ts';
import { openModels } from './open.ts';
import { createOperatorFetch } from './operator-fetch.ts';
import { PROVIDERS } from './providers.ts';
import { environmentAt, MARKED_KEY } from './test/providers-at.ts';

test.each([
  ['anthropic', 'https://api.anthropic.com', 'https://api.anthropic.com/v1'],
  ['anthropic', 'https://gateway.example/anthropic/v1/', 'https://gateway.example/anthropic/v1'],
  ['openai', 'https://api.openai.com/v1/', 'https://api.openai.com/v1'],
  ['openai', 'https://gateway.example/openai', 'https://gateway.example/openai'],
  ['google', 'https://generativelanguage.googleapis.com', 'https://generativelanguage.googleapis.com/v1beta'],
  ['google', 'https://gateway.example/v1alpha', 'https://gateway.example/v1alpha'],
  ['openai-compatible', ' http://127.0.0.1:8000/v1 ', 'http://127.0.0.1:8000/v1'],
  ['ollama', '127.0.0.1', 'http://127.0.0.1:11434/v1'],
  ['ollama', '127.0.0.1:8080', 'http://127.0.0.1:8080/v1'],
  ['ollama', ':8080', 'http://127.0.0.1:8080/v1'],
  ['ollama', '0.0.0.0:11434', 'http://127.0.0.1:11434/v1'],
  ['ollama', 'https://ollama.example', 'https://ollama.example/v1'],
  ['ollama', 'http://localhost:11434/v1', 'http://localhost:11434/v1'],
] as const)('[M4] the address of %s may be written %j', (id, written, meant) => {
  expect(PROVIDERS[id].normaliseBaseUrl(written)).toBe(meant);
});

test('[M8] what is there is told without a key or a part of one', async () => {
  const { agents } = openModels({ ...environmentAt('http://127.0.0.1:9000'), HOME: '/nonexistent' });
  const told = await agents.list();
  expect(told.map(({ id, ready, detail }) => [id, ready, detail])).toEqual([
    ['anthropic', true, 'claude-sonnet-5'],
    ['openai', true, 'gpt-5.4'],
    ['google', true, 'gemini-2.5-pro'],
    ['openai-compatible', true, 'some-model'],
    ['ollama', true, 'llama'],
  ]);
  expect(JSON.stringify(told)).not.toContain(MARKED_KEY.slice(0, 12));
});

test('[M8] what is missing is told with the next step', async () => {
  const told = await openModels({ HOME: '/nonexistent' }).agents.list();
  expect(told.map(({ ready }) => ready)).toEqual([false, false, false, false, false]);
  const details = Object.fromEntries(told.map(({ id, detail }) => [id, detail]));
  expect(details.anthropic).toContain('Set ANTHROPIC_API_KEY');
  expect(details['openai-compatible']).toContain('OD_OPENAI_COMPATIBLE_MODEL');
  expect(details.ollama).toContain('OD_OLLAMA_MODEL');
});

test('[M8] a keys file that is open to others is told, and its keys are not used', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keys-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'keys.json');
  await writeFile(file, JSON.stringify({ openai: MARKED_KEY }));
  await chmod(file, 0o644);
  const { agents } = openModels({ OD_KEYS_FILE: file });
  const openai = (await agents.list()).find(({ id }) => id === 'openai');
  expect(openai).toMatchObject({ ready: false, detail: expect.stringContaining(`chmod 600 ${file}`) });
});

test.each([
  ['ANTHROPIC_BASE_URL', 'ftp://x'],
  ['ANTHROPIC_BASE_URL', 'not an address'],
])('[M4] an address that is none is named: %s=%s', async (name, value) => {
  const { agents } = openModels({ ...environmentAt('http://127.0.0.1:9000'), [name]: value });
  const anthropic = (await agents.list()).find(({ id }) => id === 'anthropic');
  expect(anthropic).toMatchObject({ ready: false, detail: expect.stringContaining(name) });
});

test('[M4] the operator’s own answers have an end too', async () => {
  const far = await serveOn('127.0.0.1', (request, response) =>
    response.end('x'.repeat(Number(request.url?.slice(1)))),
  );
  const bounded = createOperatorFetch(1_000);
  const ask = async (bytes: number) => (await bounded(`http://127.0.0.1:${far.port}/${bytes}`)).text();
  expect((await ask(999)).length).toBe(999);
  expect((await ask(1_000)).length).toBe(1_000);
  await expect(ask(1_001)).rejects.toThrow('larger than 1000 bytes');
});

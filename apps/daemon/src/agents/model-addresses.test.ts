import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CLI_AGENTS } from './cli-table.ts';
import { addressesOf } from './model-addresses.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'jury-addresses-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function put(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(home, name)), { recursive: true });
  await writeFile(join(home, name), text);
}

/** `host:port` of each, or why they are not known. */
async function reached(id: string, env: Record<string, string> = {}): Promise<string[] | string> {
  const row = CLI_AGENTS.find((agent) => agent.id === id);
  const reach = await addressesOf(row?.network, { HOME: home, ...env });
  return reach.known ? reach.addresses.map(({ host, port }) => `${host}:${port}`) : reach.why;
}

test('an address that a variable names takes the place of the usual ones', async () => {
  expect(await reached('claude')).toContain('api.anthropic.com:443');
  expect(await reached('claude', { ANTHROPIC_BASE_URL: 'http://127.0.0.1:8080/v1' })).toEqual([
    '127.0.0.1:8080',
  ]);
  expect(await reached('gemini', { GOOGLE_GEMINI_BASE_URL: 'https://gate.example/x' })).toEqual([
    'gate.example:443',
  ]);
});

test('addresses in the settings in the home count, those that name a schema do not', async () => {
  await put('.codex/config.toml', 'base_url = "http://localhost:11434/v1"\n');
  expect(await reached('codex')).toContain('localhost:11434');
  await put(
    '.config/opencode/opencode.json',
    '{"$schema": "https://opencode.ai/config.json", "provider": {"x": {"options": {"baseURL": "https://models.example:8443/v1"}}}}',
  );
  expect(await reached('opencode')).toEqual(['models.example:8443']);
  expect(await reached('opencode', { GROQ_API_KEY: 'k' })).toEqual([
    'models.example:8443',
    'api.groq.com:443',
  ]);
});

test.each([
  [
    'a login in a file of its own',
    'opencode',
    { '.local/share/opencode/auth.json': '{"anthropic": {}}' },
    {},
  ],
  [
    'a provider without an address',
    'continue',
    { '.continue/config.yaml': 'models:\n  - provider: openai\n' },
    {},
  ],
  ['a cloud that has its own addresses', 'claude', {}, { CLAUDE_CODE_USE_BEDROCK: '1' }],
  ['nobody having tried it', 'amp', {}, {}],
  ['a number instead of a name', 'claude', {}, { ANTHROPIC_BASE_URL: 'http://10.0.0.5:8080' }],
])('%s is not guessed at', async (_, id, files, env) => {
  for (const [name, words] of Object.entries(files)) await put(name, words);
  expect(await reached(id, env as Record<string, string>)).toEqual(expect.stringMatching(/\w/));
});

test('the operator may name others; behind a proxy that is the only one', async () => {
  expect(await reached('amp', { OD_AGENT_HOSTS: 'ampcode.com, other.example:8080' })).toEqual([
    'ampcode.com:443',
    'other.example:8080',
  ]);
  expect(await reached('claude', { HTTPS_PROXY: 'http://user:word@proxy.example:3128' })).toEqual([
    'proxy.example:3128',
  ]);
  await expect(reached('claude', { OD_AGENT_HOSTS: 'http://x/' })).rejects.toThrow(/OD_AGENT_HOSTS/);
});

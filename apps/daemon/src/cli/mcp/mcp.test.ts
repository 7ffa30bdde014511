/** `jury mcp` as a client meets it: a process of its own, asked over its standard input. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { TOOLS } from './tools.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const folder = mkdtempSync(join(tmpdir(), 'jury-mcp-'));
const project = join(folder, 'project');

const Message = z.looseObject({ id: z.number().optional(), method: z.string().optional() });
const Answer = z.looseObject({
  isError: z.boolean().optional(),
  structuredContent: z.looseObject({ exit: z.number(), result: z.unknown(), remarks: z.array(z.string()) }),
});

class Client {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (message: unknown) => void>();
  readonly notices: unknown[] = [];
  #asked = 0;

  constructor() {
    this.#child = spawn(join(ROOT, 'jury'), ['mcp'], {
      cwd: project,
      env: { PATH: process.env.PATH ?? '', HOME: join(folder, 'home'), OD_BROWSER: '/nonexistent' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (this.#child.stdout === null) throw new Error('no pipe');
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const message = Message.parse(JSON.parse(line));
      if (message.id === undefined || message.method !== undefined) this.notices.push(message);
      else this.#waiting.get(message.id)?.(message);
    });
  }

  get nextId(): number {
    return this.#asked + 1;
  }

  send(message: Record<string, unknown>): void {
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  ask(method: string, params: unknown): Promise<{ result: Record<string, unknown>; error?: unknown }> {
    const id = ++this.#asked;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, resolve);
    this.send({ id, method, params });
    return promise as Promise<{ result: Record<string, unknown> }>;
  }

  async call(name: string, args: unknown, meta: Record<string, unknown> = {}) {
    const { result } = await this.ask('tools/call', { name, arguments: args, _meta: meta });
    return Answer.parse(result);
  }

  async close(): Promise<number | null> {
    const gone = new Promise<number | null>((resolve) => this.#child.once('exit', resolve));
    this.#child.stdin?.end();
    return gone;
  }
}

let client: Client;

beforeAll(async () => {
  mkdirSync(join(folder, 'home'));
  mkdirSync(project);
  cpSync(join(ROOT, 'examples/landing.html'), join(project, 'landing.html'));
  cpSync(join(ROOT, 'examples/good.html'), join(project, 'good.html'));
  writeFileSync(join(project, '.env'), 'KEY=secret\n');
  writeFileSync(join(folder, 'outside.html'), '<h1>Outside</h1>');
  symlinkSync(join(folder, 'outside.html'), join(project, 'link.html'));
  client = new Client();
  const opened = await client.ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });
  expect(opened.result).toMatchObject({ protocolVersion: '2025-11-25', serverInfo: { name: 'design-jury' } });
  client.send({ method: 'notifications/initialized' });
});

afterAll(async () => {
  expect(await client.close()).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});

describe('jury mcp', () => {
  test('lists every tool with schemas of what it takes and gives', async () => {
    const { result } = await client.ask('tools/list', {});
    const { tools } = z
      .object({
        tools: z.array(
          z.looseObject({
            name: z.string(),
            inputSchema: z.looseObject({}),
            outputSchema: z.looseObject({}),
          }),
        ),
      })
      .parse(result);
    expect(tools.map(({ name }) => name).sort()).toEqual(
      [...TOOLS.map(({ name }) => name), 'explain_finding', 'questions', 'answer_question'].sort(),
    );
  });

  test('check says what the command says, and a page with faults is an answer, not an error', async () => {
    const answer = await client.call('check', { files: ['landing.html'] });
    expect(answer).toMatchObject({
      isError: false,
      structuredContent: { exit: 1, result: { verdict: 'fails', files: [{ mustFix: 16 }] } },
    });
    expect((await client.call('check', { files: ['good.html'] })).structuredContent.exit).toBe(0);
  });

  test('tells how far it is to whoever gave a token for it', async () => {
    await client.call('check', { files: ['landing.html', 'good.html'] }, { progressToken: 'p1' });
    await client.call('review', { file: 'good.html' }, { progressToken: 'p2' });
    for (const notice of client.notices) expect(notice).toMatchObject({ method: 'notifications/progress' });
  });

  test('apply_fix takes the corrections of one must-fix into the page', async () => {
    const before = readFileSync(join(project, 'landing.html'), 'utf8');
    expect((await client.call('review', { file: 'landing.html' })).structuredContent.exit).toBe(0);
    const { structuredContent } = await client.call('apply_fix', { file: 'landing.html' });
    expect(structuredContent).toMatchObject({ exit: 0 });
    expect(readFileSync(join(project, 'landing.html'), 'utf8')).not.toBe(before);
  });

  test.each(['../outside.html', 'link.html', '/etc/passwd', '.env', 'sub/.ssh/id_rsa', '.git/config'])(
    'a client cannot name %s',
    async (file) => {
      const answer = await client.call('check', { files: [file] });
      expect(answer).toMatchObject({ isError: true, structuredContent: { exit: 2, result: null } });
      expect(answer.structuredContent.remarks.join(' ')).toMatch(/outside|leads|kept out/);
    },
  );

  test.each([
    '{..,x}/*.html',
    '[.][.]/outside.html',
    '.{.,}/outside.html',
    '{good,../outside}.html',
    '*.env',
  ])('nor reach what lies elsewhere by the pattern %s', async (pattern) => {
    const { structuredContent } = await client.call('check', { files: [pattern] });
    expect(JSON.stringify(structuredContent)).not.toContain(join(folder, 'outside.html'));
    // Of what it matches, what lies below the folder is judged.
    expect(structuredContent.exit).toBe(pattern.startsWith('{good') ? 0 : 2);
    const { structuredContent: one } = await client.call('review', { file: pattern });
    expect([one.exit, one.remarks.length]).toEqual([2, 1]);
  });

  test('a pattern that nobody waits for is refused', async () => {
    const { structuredContent } = await client.call('check', { files: ['{a,b}'.repeat(30)] });
    expect(structuredContent.remarks.join(' ')).toContain('its braces stand for more than 64 names');
  });

  test('a brief is words: what would name a file on the command line reads none, and a design system is an id', async () => {
    const wrong = async (name: string, args: object): Promise<string> =>
      JSON.stringify(await client.ask('tools/call', { name, arguments: args }));
    const at = { brief: `@${join(folder, 'outside.html')}` };
    for (const [name, args] of [
      ['check', { files: ['good.html'], ...at }],
      ['review', { file: 'good.html', ...at }],
      ['draft', { skill: 'saas-landing', ...at }],
    ] as const)
      expect(await wrong(name, args)).toContain('it takes words, not the name of a file');
    const design = '../outside.html';
    expect(await wrong('draft', { skill: 'saas-landing', brief: 'A page', design })).toContain(
      'not a valid id',
    );
  });

  test('explains an audit, and says when there is none', async () => {
    const { result } = await client.ask('tools/call', {
      name: 'explain_finding',
      arguments: { rule: 'contrast-text' },
    });
    expect(result).toMatchObject({ structuredContent: { rule: 'contrast-text' } });
    const unknown = await client.ask('tools/call', { name: 'explain_finding', arguments: { rule: 'nope' } });
    expect(unknown.result).toMatchObject({ isError: true });
  });

  test('a request that is cancelled is never answered, and the server goes on', async () => {
    for (let page = 0; page < 12; page += 1)
      cpSync(join(project, 'good.html'), join(project, `many/${page}.html`));
    let answered = false;
    const id = client.nextId;
    void client.call('check', { files: ['many'] }).then(() => {
      answered = true;
    });
    client.send({ method: 'notifications/cancelled', params: { requestId: id, reason: 'changed my mind' } });
    expect((await client.call('check', { files: ['good.html'] })).structuredContent.exit).toBe(0);
    expect(answered).toBe(false);
  });
});

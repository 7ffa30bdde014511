/** Servers that users gave their programs, listed by the program itself: scripted here, real in conformance. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { CLI_AGENTS, type CliAgent } from './cli-table.ts';
import { type Omissions, omissionsFor } from './disabled-tool-servers.ts';

const scratch = mkdtempSync(join(tmpdir(), 'jury-uninvited-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let made = 0;
/** A program that runs some JavaScript, whatever it is asked. */
function program(script: string): string {
  const file = join(scratch, `program-${++made}`);
  writeFileSync(file, `#!${process.execPath}\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

const prints = (value: unknown): string => program(`console.log(${JSON.stringify(JSON.stringify(value))})`);

function row(id: string): CliAgent {
  const found = CLI_AGENTS.find((agent) => agent.id === id);
  if (found === undefined) throw new Error(`no row ${id}`);
  return found;
}

const HOME = join(scratch, 'home');
const ENV = { PATH: process.env.PATH, HOME, UNNAMED: 'must stay ours' };

function omitted(agent: CliAgent, command: string, env: typeof ENV): Promise<Omissions> {
  return omissionsFor(agent, command, env, new AbortController().signal);
}

describe('servers of the user’s own are left out by name', () => {
  test.each([
    [
      'codex',
      [{ name: 'files', enabled: true }, { name: 'a "quoted" one' }],
      { args: ['-c', 'mcp_servers={"files"={enabled=false},"a \\"quoted\\" one"={enabled=false}}'] },
    ],
    [
      'copilot',
      { mcpServers: { files: {}, 'two words': {} } },
      { args: ['--disable-mcp-server=files', '--disable-mcp-server=two words'] },
    ],
    [
      'opencode',
      { model: 'a/b', mcp: { files: { type: 'local' } } },
      { files: { 'opencode.json': '{"tools":{"*":false},"mcp":{"files":{"enabled":false}}}\n' } },
    ],
  ])('%s', async (id, printed, omissions) => {
    expect(await omitted(row(id), prints(printed), ENV)).toEqual(omissions);
  });

  test.each([
    ['codex', []],
    ['copilot', { mcpServers: {} }],
    ['opencode', { model: 'a/b' }],
  ])('%s without any is started as it is', async (id, printed) => {
    expect(await omitted(row(id), prints(printed), ENV)).toEqual({});
  });

  test.each([
    ['prints something else', program('console.log("no servers configured")')],
    ['does not know the question', program('process.exit(2)')],
    ['is not there', join(scratch, 'nowhere')],
  ])('a program that %s is started as it is', async (_what, command) => {
    expect(await omitted(row('codex'), command, ENV)).toEqual({});
  });

  test('a program that does not come to its answer is not started: nobody could leave its servers out', async () => {
    const silent = program('setTimeout(() => {}, 60_000)');
    const answer = omissionsFor(row('copilot'), silent, ENV, new AbortController().signal, 300);
    await expect(answer).rejects.toThrow(
      'GitHub Copilot CLI did not say within 0.3 s which servers for tools it would start, so it is not started.',
    );
  });

  const long = 'x'.repeat(200);
  const listed = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `s${n}` }));
  test.each([
    ['another shape', 'codex', prints({ servers: 3 })],
    ['another shape', 'copilot', prints({ mcpServers: [{ name: 'files' }] })],
    ['a name that is too long', 'codex', prints([{ name: `${long}x` }])],
    ['a name that is too long', 'copilot', prints({ mcpServers: { [`${long}x`]: {} } })],
    ['more servers than can be left out', 'codex', prints(listed(201))],
    ['more than is read', 'codex', program('process.stdout.write("[" + " ".repeat(4 * 1_048_576) + "]")')],
    ['nothing before it is killed', 'codex', program('process.kill(process.pid, "SIGKILL")')],
  ])('a program that says %s is not started (%s)', async (_what, id, command) => {
    await expect(omitted(row(id), command, ENV)).rejects.toThrow(/so it is not started/);
  });

  test('names and their number are left out up to the limit', async () => {
    expect((await omitted(row('codex'), prints([{ name: long }]), ENV)).args).toHaveLength(2);
    const { args } = await omitted(
      row('copilot'),
      prints({ mcpServers: Object.fromEntries(listed(200).map(({ name }) => [name, {}])) }),
      ENV,
    );
    expect(args).toHaveLength(200);
  });

  test('who is called off meanwhile is not told of it', async () => {
    const stop = new AbortController();
    const answer = omissionsFor(row('copilot'), program('setTimeout(() => {}, 60_000)'), ENV, stop.signal);
    stop.abort();
    expect(await answer).toEqual({});
  });

  test('a name that would be another flag is only ever a value', async () => {
    const { args } = await omitted(row('copilot'), prints({ mcpServers: { '--yolo': {} } }), ENV);
    expect(args).toEqual(['--disable-mcp-server=--yolo']);
  });

  test('the program is asked with the user’s home and nothing else of ours', async () => {
    const asked = program(
      'console.log(JSON.stringify({ mcpServers: { [JSON.stringify([process.env.HOME, process.env.UNNAMED ?? null])]: {} } }))',
    );
    const { args } = await omitted(row('copilot'), asked, ENV);
    expect(args).toEqual([`--disable-mcp-server=${JSON.stringify([HOME, null])}`]);
  });

  test('a row without the question starts nothing for it', async () => {
    expect(await omitted(row('claude'), join(scratch, 'nowhere'), ENV)).toEqual({});
  });
});

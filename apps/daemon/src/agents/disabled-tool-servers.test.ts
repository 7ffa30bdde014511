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
    ['prints another shape', prints({ servers: 3 })],
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

/** Nodes of a fleet as real processes, on one database, with scripted agents. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunSnapshot } from '@design-jury/contracts/http';
import { COMPILE_CACHE } from '../../../../../scripts/compile-cache.ts';
import { JURY_PROGRAM } from '../../../../../scripts/jury-program.ts';
import { type FakeCall, installFakes } from '../../host/test/engine.ts';

const TOKEN = 'fleet-test-token-0123456789abcdef';

export interface NodeProcess {
  child: ChildProcess;
  /** What it said when it was ready. */
  said: { url?: string; nodeId?: string };
  /** On stderr so far. */
  errors(): string;
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export interface FleetNodes {
  folder: string;
  /** Ends with its exit code. */
  jury(...args: string[]): Promise<{ status: number | null; stdout: string; stderr: string }>;
  serve(...args: string[]): Promise<NodeProcess>;
  /** It performs nothing, and has none of the scripted agents. */
  serveWithoutAgents(): Promise<NodeProcess>;
  worker(...args: string[]): Promise<NodeProcess>;
  /** Asks a daemon; parsed where it answered with JSON. */
  ask<Answer = unknown>(node: NodeProcess, path: string, body?: unknown, method?: string): Promise<Answer>;
  remove(): Promise<void>;
}

export interface FleetSetup {
  url: string;
  fakes: Readonly<Record<string, FakeCall>>;
  env?: Readonly<Record<string, string>>;
}

export function fleetNodes({ url, fakes, env = {} }: FleetSetup): FleetNodes {
  const folder = mkdtempSync(join(tmpdir(), 'jury-nodes-'));
  const listed = installFakes(folder, fakes);
  const surroundings = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    ...COMPILE_CACHE,
    OD_DATABASE_URL: url,
    OD_TOKEN: TOKEN,
    OD_BROWSER: '/nonexistent',
    OD_CRITIQUE_GROUNDING: 'off',
    ...listed,
    ...env,
  };
  const nodes: NodeProcess[] = [];
  let count = 0;
  const spawnJury = (args: readonly string[], more: Readonly<Record<string, string>> = {}): ChildProcess =>
    spawn(process.execPath, [...JURY_PROGRAM, ...args], {
      cwd: folder,
      env: { ...surroundings, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const start = async (args: readonly string[], more = {}): Promise<NodeProcess> => {
    const dataDir = join(folder, `node-${++count}`);
    mkdirSync(dataDir, { mode: 0o700 });
    const child = spawnJury([...args, '--json', '--data', dataDir], more);
    let errors = '';
    child.stderr?.on('data', (text) => {
      errors = `${errors}${text}`.slice(-20_000);
    });
    const node: NodeProcess = {
      child,
      said: {},
      errors: () => errors,
      async end(signal) {
        if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
        const over = once(child, 'exit');
        child.kill(signal);
        await over;
        return child.exitCode;
      },
    };
    nodes.push(node);
    let said = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on('data', (text) => {
        said += text;
        if (said.includes('\n')) resolve();
      });
      child.once('exit', () => reject(new Error(`jury ${args.join(' ')} ended: ${errors}`)));
    });
    node.said = JSON.parse(said.split('\n', 1)[0] ?? '{}');
    return node;
  };
  return {
    folder,
    async jury(...args) {
      const child = spawnJury(args);
      const said = { stdout: '', stderr: '' };
      child.stdout?.on('data', (text) => (said.stdout += text));
      child.stderr?.on('data', (text) => (said.stderr += text));
      const [status] = (await once(child, 'close')) as [number | null];
      return { status, ...said };
    },
    serve: (...args) => start(['serve', '--port', '0', ...args]),
    serveWithoutAgents: () =>
      start(['serve', '--port', '0', '--no-worker'], { OD_AGENTS_FILE: join(folder, 'none.json') }),
    worker: (...args) => start(['worker', ...args]),
    async ask(node, path, body, method = body === undefined ? 'GET' : 'POST') {
      const response = await fetch(`${node.said.url}${path}`, {
        method,
        headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      return (isJson ? JSON.parse(text) : text) as never;
    },
    async remove() {
      await Promise.all(nodes.map((node) => node.end('SIGKILL')));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const authorization = { Authorization: `Bearer ${TOKEN}` };

export interface Started {
  projectId: string;
  runId: string;
}

export async function startRun(
  fleet: FleetNodes,
  node: NodeProcess,
  agent: string,
  projectId?: string,
): Promise<Started> {
  const project =
    projectId ?? (await fleet.ask<{ id: string }>(node, '/api/projects', { name: 'of a fleet' })).id;
  const { run } = await fleet.ask<RunSnapshot>(node, `/api/projects/${project}/runs`, {
    brief: 'A page about invoices.',
    agent,
  });
  return { projectId: project, runId: run.id };
}

/**
 * `jury conformance --live` with one real CLI whose own provider is our scripted server: `node live-alone.ts
 * '{"agent":"codex"}'` prints how it ended as JSON. Started in a network of its own by `stage.ts`.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPILE_CACHE } from '../../../../../scripts/compile-cache.ts';
import { JURY_PROGRAM } from '../../../../../scripts/jury-program.ts';
import { readPins } from '../binaries.ts';
import { startModelServer } from '../model-server/server.ts';
import { makeSurroundings } from '../surroundings.ts';
import { processesOf } from './leftovers.ts';

export interface LiveOrder {
  agent: string;
}

export interface LiveReport {
  status: number | null;
  stdout: string;
  stderr: string;
  left: number;
}

async function playLive({ agent }: LiveOrder): Promise<LiveReport> {
  const pin = (await readPins()).find(({ id }) => id === agent);
  if (pin === undefined) throw new Error(`conformance/package.json has no ${agent}`);
  const folder = await mkdtemp(join(tmpdir(), 'jury-live-alone-'));
  const server = await startModelServer();
  try {
    const env = await makeSurroundings(pin, server.urlFor('good'), folder);
    const args = ['conformance', '--live', '--agent', agent, '--json', '--data', join(folder, 'data')];
    // Programs of the folder it is called in are not found: the CLI lies beside it.
    const cwd = await mkdtemp(join(folder, 'project-'));
    const child = spawn(process.execPath, [...JURY_PROGRAM, ...args], {
      cwd,
      env: { ...env, ...COMPILE_CACHE },
    });
    const said = { stdout: '', stderr: '' };
    for (const channel of ['stdout', 'stderr'] as const)
      child[channel].setEncoding('utf8').on('data', (text: string) => {
        said[channel] += text;
      });
    const status = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { status, ...said, left: processesOf(folder).length };
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const report = JSON.stringify(await playLive(JSON.parse(process.argv[2] ?? '{}')));
// Whole, however long it is.
process.stdout.write(report, () => process.exit(0));

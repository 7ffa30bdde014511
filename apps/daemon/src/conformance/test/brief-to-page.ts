/**
 * One brief, one real CLI, one model: `jury run` with the jury and without it, then `jury review` of both pages.
 * `node brief-to-page.ts '{"agent":"gemini"}'` prints the report as JSON. Started in a network of its own by `stage.ts`.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { COMPILE_CACHE } from '../../../../../scripts/compile-cache.ts';
import { JURY_PROGRAM } from '../../../../../scripts/jury-program.ts';
import { readTranscript } from '../../host/log/transcript.ts';
import { readPins } from '../binaries.ts';
import { startModelServer } from '../model-server/server.ts';
import { makeSurroundings } from '../surroundings.ts';
import { processesOf } from './leftovers.ts';

const BRIEF =
  'Title: Night school in Leith\n\nWelding on six evenings. Say what is there and how to book a place.\n';

export interface BriefToPageOrder {
  agent: string;
}

interface Written {
  exit: number | null;
  result: { status: string; composite: number | null; enablement: { on: boolean; by: string } };
  page: string;
  events: TranscriptEvent[];
}

export interface BriefToPageReport {
  judged: Written;
  singlePass: Written;
  /** What the grounded panel says of each page, with no agent at all. */
  reviews: Record<'judged' | 'singlePass', { exit: number | null; composite: number; mustFix: number }>;
  /** What the model was told, turn by turn, under the jury. */
  prompts: string[];
  left: number;
}

async function briefToPage({ agent }: BriefToPageOrder): Promise<BriefToPageReport> {
  const pin = (await readPins()).find(({ id }) => id === agent);
  if (pin === undefined) throw new Error(`conformance/package.json has no ${agent}`);
  const folder = await mkdtemp(join(tmpdir(), 'jury-brief-'));
  // Programs inside the project are not started: the one under test lies beside it.
  const project = join(folder, 'project');
  await mkdir(project);
  const server = await startModelServer();
  const env = await makeSurroundings(pin, server.urlFor('mends'), folder);
  const jury = (...args: string[]): Promise<{ exit: number | null; stdout: string }> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [...JURY_PROGRAM, ...args, '--json', '--quiet'], {
        cwd: project,
        env: { ...env, ...COMPILE_CACHE },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let stdout = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
      });
      child.once('error', reject);
      child.once('close', (exit) => resolve({ exit, stdout }));
    });
  const write = async (out: string, ...args: string[]): Promise<Written> => {
    const { exit, stdout } = await jury('run', '--brief', BRIEF, '--agent', agent, '--out', out, ...args);
    const result = JSON.parse(stdout);
    const events: TranscriptEvent[] = [];
    if (result.transcript !== null)
      for await (const event of readTranscript(result.transcript)) events.push(event);
    return { exit, result, page: await readFile(join(project, out, 'page.html'), 'utf8'), events };
  };
  const review = async (page: string): Promise<BriefToPageReport['reviews']['judged']> => {
    const { exit, stdout } = await jury(
      'review',
      page,
      '--browser',
      'never',
      '--max-rounds',
      '1',
      '--out',
      'reviews',
    );
    const { composite, rounds } = JSON.parse(stdout);
    return { exit, composite, mustFix: rounds.at(-1).mustFix };
  };
  try {
    const judged = await write('judged', '--jury', 'on');
    const prompts = server.answers().map(({ prompt }) => prompt);
    const singlePass = await write('single', '--jury', 'off');
    const reviews = {
      judged: await review('judged/page.html'),
      singlePass: await review('single/page.html'),
    };
    return { judged, singlePass, reviews, prompts, left: processesOf(folder).length };
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const report = JSON.stringify(await briefToPage(JSON.parse(process.argv[2] ?? '{}')));
  // Whole, however long it is.
  process.stdout.write(report, () => process.exit(0));
}

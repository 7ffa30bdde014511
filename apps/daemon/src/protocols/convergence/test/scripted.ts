/** Workers that are real processes with a script, over a real repository. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { createCliAgent } from '../../../agents/cli-agent.ts';
import { decodeClaude } from '../../../agents/decoders/claude-like.ts';
import { decodePlainText } from '../../../agents/decoders/plain.ts';
import { agentWorker } from '../worker.ts';
import { write } from './repository.ts';
import type { Script } from './script-answer.ts';

export const WORKER = fileURLToPath(new URL('./worker.mjs', import.meta.url));

export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'jury-converge-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** `speaks: 'frames'` for an agent whose stream has an error of its own. */
export function scripted(
  id: string,
  script: Script,
  { timeoutMs = 20_000, speaks = 'text' as 'text' | 'frames' } = {},
) {
  const workDir = folder();
  write(workDir, { 'script.json': JSON.stringify(script) });
  const agent = createCliAgent(
    {
      id,
      name: id,
      command: process.execPath,
      args: [WORKER, join(workDir, 'script.json')],
      prompt: 'stdin',
      environment: { allow: [] },
      decoder: speaks === 'text' ? decodePlainText : decodeClaude,
      deltas: 'block',
      usage: false,
    },
    process.env,
    { killGraceMs: 200 },
  );
  return agentWorker({ agent, runId: `run-${id}`, workDir, timeoutMs });
}

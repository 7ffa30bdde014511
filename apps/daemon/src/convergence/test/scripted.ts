/** Workers that are real processes with a script, over a real repository. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EvidenceRef } from '@design-jury/contracts/convergence';
import { onTestFinished } from 'vitest';
import { createCliAgent } from '../../agents/cli-agent.ts';
import { decodeClaude } from '../../agents/decoders/claude-like.ts';
import { decodePlainText } from '../../agents/decoders/plain.ts';
import { agentWorker } from '../worker.ts';

export const WORKER = fileURLToPath(new URL('./worker.mjs', import.meta.url));

type Misbehaviour = 'hangs' | 'garbage' | 'error-frame';
interface Raised {
  claim: string;
  evidence: EvidenceRef[];
}
export interface Script {
  analysis?: { findings?: Raised[]; questions?: object[]; coverage?: object[] };
  votes?: { says: string; verdict: string; basis?: string; evidence?: EvidenceRef[]; supplement?: string }[];
  plan?: { says: string; verdict: string; kind?: string }[];
  gaps?: Raised[];
  candidates?: { statement: string; severity: string; evidence: EvidenceRef[] }[];
  candidateVotes?: { says: string; evidence: EvidenceRef[] }[];
  misbehaves?: Partial<
    Record<'all' | 'analysis' | 'votes' | 'plan' | 'gaps' | 'candidates' | 'candidateVotes', Misbehaviour>
  >;
}

export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'jury-converge-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

export const FEE = `const DAY_MS = 86_400_000;

export function lateFee(due, returned) {
  const days = Math.ceil((returned - due) / DAY_MS);
  return days >= 0 ? (days + 1) * 25 : 0;
}
`;

/** A small repository with a commit. */
export function repository(root: string): string {
  write(root, {
    'src/fee.mjs': FEE,
    'src/clock.mjs': 'export const now = () => new Date();\n',
    'README.md': '# Late fees\n',
  });
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      stdio: 'ignore',
    });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'fees');
  return root;
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

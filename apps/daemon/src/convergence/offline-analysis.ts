/** What can be found in a task without a model: cited things that are not there, commands that fail, requirements without anything delivered. */
import { execFile } from 'node:child_process';
import type { EvidenceRef } from '@design-jury/contracts/convergence';
import { readDocument } from '../critic-loop/document.ts';
import type { RawFinding } from './grouping.ts';
import type { PlanLook } from './offline-plan.ts';
import type { TaskMaterial } from './worker.ts';

type Found = Omit<RawFinding, 'worker'>;

export interface AnalysisTools {
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
}

const CITED = /`((?:\.{1,2}\/)?(?:[\w.@-]+\/)+[\w.@-]+\.[a-z][a-z0-9]{0,5})(?::(\d+))?`/gi;
/** Commands that prove something and change nothing, when a brief names them. */
const PROVING =
  /`((?:npm (?:test|run (?:test|lint|check|typecheck|types|build)[\w:.-]*)|node --test[^`|;&><]{0,100}|npx? (?:tsc|eslint|biome|vitest)[^`|;&><]{0,100}|cargo (?:test|check|clippy)|go (?:test|vet) [\w./]+|pytest[^`|;&><]{0,100}|make (?:test|check|lint)))`/gi;
const COMMAND_TIMEOUT_MS = 300_000;
const MAX_OUTPUT = 1_048_576;
const ENV = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'NODE_EXTRA_CA_CERTS'] as const;

export async function analyseOffline(
  task: TaskMaterial,
  look: PlanLook,
  tools: AnalysisTools,
): Promise<Found[]> {
  const cited = await missingPaths(task, look);
  if (task.phase !== 'final-verification' && task.phase !== 'implementation')
    return [...cited, ...openWords(task)];
  return [...cited, ...(await failingCommands(task, tools)), ...(await uncovered(task, look))];
}

async function missingPaths({ brief }: TaskMaterial, look: PlanLook): Promise<Found[]> {
  const found: Found[] = [];
  for (const [index, text] of brief.split('\n').entries()) {
    for (const [, path = ''] of text.matchAll(CITED)) {
      if ((await look.hasPath(path)) !== false) continue;
      found.push({
        claim: `The brief cites ${path}, which does not exist in the project.`,
        evidence: [briefLine(index + 1, text), { kind: 'file', ref: path }],
        tickets: [],
      });
    }
  }
  return found;
}

function openWords({ brief }: TaskMaterial): Found[] {
  return readDocument(brief).statements.flatMap(({ text, line }) =>
    /\b(?:TODO|TBD|FIXME)\b|\?\?\?|\bto be (?:defined|decided|determined)\b/i.test(text)
      ? [
          {
            claim: `The brief leaves something open on line ${line}: ${text.slice(0, 200)}`,
            evidence: [briefLine(line, text)],
            tickets: [],
          },
        ]
      : [],
  );
}

/** Named in the brief, so they may be run; run without a shell, in the project, with little of our environment. */
async function failingCommands(
  { brief, project }: TaskMaterial,
  { env, signal }: AnalysisTools,
): Promise<Found[]> {
  const commands = [...new Set([...brief.matchAll(PROVING)].map(([, command = '']) => command.trim()))].slice(
    0,
    10,
  );
  const found: Found[] = [];
  for (const command of commands) {
    const { code, tail } = await runCommand(command, project, env, signal);
    if (code === 0) continue;
    found.push({
      claim: `${command} ends with ${code ?? 'a signal'}.`,
      evidence: [{ kind: 'command', ref: command, quote: tail.slice(-1_000) }],
      tickets: [],
    });
  }
  return found;
}

function runCommand(
  command: string,
  cwd: string,
  env: AnalysisTools['env'],
  signal: AbortSignal,
): Promise<{ code: number | null; tail: string }> {
  const [program = '', ...args] = command.split(/\s+/);
  const childEnv = Object.fromEntries(
    ENV.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
  return new Promise((resolve) => {
    execFile(
      program,
      args,
      { cwd, env: childEnv, timeout: COMMAND_TIMEOUT_MS, maxBuffer: MAX_OUTPUT, signal },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
        resolve({ code, tail: `${stdout}\n${stderr}`.trim() });
      },
    );
  });
}

/** A requirement that names a file is covered when the file is there. One that names none is not ours to judge. */
async function uncovered({ brief }: TaskMaterial, look: PlanLook): Promise<Found[]> {
  const found: Found[] = [];
  for (const { id, text, line, start, end } of readDocument(brief).requirements) {
    const paths = [...brief.slice(start, end).matchAll(CITED)].map(([, path = '']) => path);
    const missing: string[] = [];
    for (const path of paths) if ((await look.hasPath(path)) === false) missing.push(path);
    if (missing.length === 0) continue;
    found.push({
      claim: `The requirement ${id ?? `on line ${line}`} is not delivered: ${missing.join(', ')} does not exist.`,
      evidence: [briefLine(line, text)],
      tickets: [],
    });
  }
  return found;
}

function briefLine(line: number, text: string): EvidenceRef {
  return { kind: 'requirement', ref: 'brief', line, quote: text.trim().slice(0, 300) };
}

/** A child process with everything it starts: one group, ended together, and checked to be gone. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type AgentExit, ENDED_BY_US } from './session.ts';

export interface ProcessOptions {
  command: string;
  args: readonly string[];
  cwd: string;
  /** The whole environment of the child; nothing of ours is added. */
  env: Readonly<Record<string, string>>;
  killGraceMs: number;
  /** An open file to read from. @default a pipe */
  stdin?: number;
  /** An open file to write to. @default a pipe */
  stdout?: number;
  /** A value of the child's environment that only this run has: finds what left the group. */
  mark: string;
}

/** Carries the run's mark to the child and everything it starts. */
export const MARK_VARIABLE = 'DESIGN_JURY_RUN';

/** Some tell of a loop of tools on their error channel alone: each line of it was a request to the model. */
const MAX_COMPLAINTS = 20;
const ABOUT_TOOLS = /\berror\b[^\n]{0,80}\btools?\b/gi;

const STDERR_TAIL = 4_096;
const POLL_MS = 20;
/** After SIGKILL only the kernel is left to wait for. */
const KILLED_WAIT_MS = 2_000;
/** Last words are read after the exit, unless something else holds the pipe open. */
const LAST_WORDS_MS = 200;

export class ProcessGroup {
  readonly child: ChildProcess;
  readonly #killGraceMs: number;
  readonly #mark: string;
  readonly #exited: Promise<AgentExit>;
  #stderr = '';
  #complaints = 0;
  /** Why we ended it. */
  #reason: string | null = null;
  #ending: Promise<AgentExit> | null = null;
  spawnError: Error | null = null;

  constructor({ command, args, cwd, env, killGraceMs, stdin, stdout, mark }: ProcessOptions) {
    this.#killGraceMs = killGraceMs;
    this.#mark = mark;
    const stdio: StdioOptions = [stdin ?? 'pipe', stdout ?? 'pipe', 'pipe'];
    this.child = spawn(command, args, { cwd, env, detached: true, stdio });
    // A child that does not read its prompt must not end the daemon with EPIPE.
    this.child.stdin?.on('error', () => {});
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_TAIL);
      this.#complaints += text.match(ABOUT_TOOLS)?.length ?? 0;
      if (this.#complaints > MAX_COMPLAINTS)
        this.endFor(`it failed to use tools more than ${MAX_COMPLAINTS} times and gave no answer`);
    });
    this.#exited = new Promise((resolve) => {
      this.child.once('error', (error) => {
        this.spawnError = error;
        resolve(this.#exit(null, null));
      });
      this.child.once('exit', (code, signal) => {
        const done = (): void => {
          clearTimeout(patience);
          resolve(this.#exit(code, signal));
        };
        const patience = setTimeout(done, LAST_WORDS_MS);
        if (this.child.stderr?.readableEnded !== false) done();
        else this.child.stderr.once('close', done);
      });
    });
  }

  get pid(): number | null {
    return this.child.pid ?? null;
  }

  /** Does nothing once the group is being ended: its number may then belong to a stranger. */
  terminate(): void {
    if (this.pid !== null && this.#ending === null) signalGroup(this.pid, 'SIGTERM');
  }

  /** Waits for the child's own end. */
  exited(): Promise<AgentExit> {
    return this.#exited;
  }

  /** Ended for what it does: its exit says so. */
  endFor(reason: string): void {
    if (this.#ending !== null) return;
    this.#reason = reason;
    void this.end();
  }

  /** SIGTERM, then SIGKILL after the grace; resolves when no process of the group is left. */
  end(): Promise<AgentExit> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<AgentExit> {
    const { pid } = this;
    if (pid === null) return this.#exited;
    // A closed pipe lets a child that blocks on writing notice that nobody reads.
    this.child.stdin?.destroy();
    this.child.stdout?.destroy();
    await endGroup(pid, this.#killGraceMs);
    await endAllMarked(this.#mark);
    return this.#exited;
  }

  #exit(code: number | null, signal: string | null): AgentExit {
    const why = this.#reason === null ? '' : `\n${ENDED_BY_US}: ${this.#reason}`;
    return { code, signal, stderrTail: `${this.#stderr.trim()}${why}` };
  }
}

/** Ends a process group by escalation. True when nothing of it is left. */
export async function endGroup(pgid: number, graceMs: number): Promise<boolean> {
  if (!groupLives(pgid)) return true;
  signalGroup(pgid, 'SIGTERM');
  if (await goneWithin(pgid, graceMs)) return true;
  signalGroup(pgid, 'SIGKILL');
  return goneWithin(pgid, KILLED_WAIT_MS);
}

async function goneWithin(pgid: number, ms: number): Promise<boolean> {
  for (let waited = 0; waited < ms; waited += POLL_MS) {
    if (!groupLives(pgid)) return true;
    await delay(POLL_MS);
  }
  return !groupLives(pgid);
}

function signalGroup(pgid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pgid, signal);
  } catch {
    // ESRCH: already gone, which is what was wanted.
  }
}

export function groupLives(pgid: number): boolean {
  try {
    process.kill(-pgid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a group is one that we started for this run: a process of it carries the run's mark since it was started, which
 * nobody can put there later. Where the system does not tell, nothing is proved, and nothing may be ended.
 */
export function isGroupOfRun(pgid: number, mark: string): boolean {
  return processIds().some((pid) => groupOf(pid) === pgid && isMarked(pid, mark));
}

function isMarked(pid: number, mark: string): boolean {
  // With a point behind it stands one of several sessions of the same run: whoever ends the run ends them all.
  const needles = ['\0', '.'].map((end) => Buffer.from(`\0${MARK_VARIABLE}=${mark}${end}`));
  try {
    const environment = Buffer.concat([Buffer.from('\0'), readFileSync(`/proc/${pid}/environ`)]);
    return needles.some((needle) => environment.includes(needle));
  } catch {
    // Gone meanwhile, or not ours to look at.
    return false;
  }
}

/** Ends processes that left the group, found by the mark in their environment. Returns how many there were. */
export function endMarked(mark: string): number {
  let ended = 0;
  for (const entry of processIds()) {
    if (!isMarked(entry, mark)) continue;
    try {
      process.kill(entry, 'SIGKILL');
      ended++;
    } catch {
      // Gone meanwhile.
    }
  }
  return ended;
}

/** Until none is found: a process may start another while it is being ended, and goes only when the kernel comes to it. */
export async function endAllMarked(mark: string): Promise<void> {
  const until = performance.now() + KILLED_WAIT_MS;
  while (endMarked(mark) > 0 && performance.now() < until) await delay(POLL_MS);
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => Number.isInteger(pid) && pid !== process.pid);
  } catch {
    // No /proc on this system: the group is all that can be known.
    return [];
  }
}

/** When the process was started, in clock ticks since boot: tells a reused pid from the one that was meant. */
export function startTicks(pid: number): string | null {
  return statOf(pid)?.[19] ?? null;
}

function groupOf(pid: number): number | null {
  const group = statOf(pid)?.[2];
  return group === undefined ? null : Number(group);
}

/** From the third field on: state, parent, group. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything; what follows it is counted from the last one.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** A command as somebody at a terminal sees it: typed into a real pseudo-terminal, and the screen it leaves. */
import { type ChildProcess, spawn } from 'node:child_process';

const COLUMNS = 96;
const ROWS = 60;

export interface Typed {
  /** What stands on the screen, without colours. */
  screen: string;
  exitCode: number;
  ms: number;
}

interface Shell {
  folder: string;
  env: Readonly<Record<string, string>>;
}

/** `script` of util-linux owns the terminal; it ends with the command's exit code. */
function atTerminal(command: string, { folder, env }: Shell): ChildProcess {
  const sized = `stty cols ${COLUMNS} rows ${ROWS}; exec ${command}`;
  return spawn('script', ['--quiet', '--return', '--command', sized, '/dev/null'], {
    cwd: folder,
    env: { ...env, TERM: 'xterm-256color', SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

export async function type(command: string, shell: Shell): Promise<Typed> {
  const started = performance.now();
  const child = atTerminal(command, shell);
  let bytes = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    bytes += text;
  });
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? -1));
  });
  return { screen: screenOf(bytes), exitCode, ms: performance.now() - started };
}

/** A command that stays: resolves once its screen holds `sign`. */
export async function typeAndLeave(
  command: string,
  sign: RegExp,
  shell: Shell,
): Promise<Typed & { stop(): Promise<void> }> {
  const started = performance.now();
  const child = atTerminal(command, shell);
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  let bytes = '';
  const ready = Promise.withResolvers<void>();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    bytes += text;
    if (sign.test(screenOf(bytes))) ready.resolve();
  });
  ended.then(() => ready.reject(new Error(`${command} ended early: ${screenOf(bytes)}`)));
  await ready.promise;
  return {
    screen: screenOf(bytes),
    exitCode: 0,
    ms: performance.now() - started,
    async stop() {
      // As a person does it: Ctrl-C into the terminal.
      child.stdin?.write('\u0003');
      await ended;
    },
  };
}

/** The lines that stay when a terminal has followed the moves of the cursor. Longer output than a screen is kept whole. */
export function screenOf(bytes: string): string {
  const lines: string[] = [''];
  let [row, column] = [0, 0];
  const write = (char: string): void => {
    const line = (lines[row] ?? '').padEnd(column);
    lines[row] = line.slice(0, column) + char + line.slice(column + char.length);
    column += char.length;
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal is told with
  for (const [token] of bytes.matchAll(/\u001b\[[\d;?]*[A-Za-z]|\u001b\][^\u0007]*\u0007|[\s\S]/gu)) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
    const [, count = '', order] = /^\u001b\[(\d*)([A-Z])$/.exec(token) ?? [];
    if (token === '\r') column = 0;
    else if (token === '\n') lines[++row] ??= '';
    else if (order === 'A') row = Math.max(0, row - Number(count || 1));
    else if (order === 'K') lines[row] = (lines[row] ?? '').slice(0, column);
    else if (order === 'J') lines.splice(row, lines.length, (lines[row] ?? '').slice(0, column));
    else if (!token.startsWith('\u001b') && token >= ' ') write(token);
  }
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

/** A shell whose output stays here: for commands that are called by a program instead of a person. */
import { shownText } from '../../shown-text.ts';
import type { Shell } from '../shell.ts';
import { paintFor } from '../terminal/paint-for.ts';

export interface Captured {
  shell: Shell;
  output(): string;
  /** What a person would have read beside the result, the newest last. */
  remarks(): string[];
}

export interface CaptureOptions {
  /** Whose environment, platform and Node are used. */
  from: Shell;
  cwd: string;
  signal: AbortSignal;
  onRemark?: (line: string) => void;
  onRun?: (id: string) => void;
}

const MAX_REMARKS = 200;
const MAX_OUTPUT = 16 * 1024 * 1024;

export function captureShell({ from, cwd, signal, onRemark, onRun }: CaptureOptions): Captured {
  const plain = paintFor({ ...from.env, NO_COLOR: '1' }, { isTty: false, platform: from.platform });
  const parts: string[] = [];
  let length = 0;
  const remarks: string[] = [];
  const listeners = new Set<(signal: NodeJS.Signals) => void>();
  signal.addEventListener('abort', () => {
    for (const listener of listeners) listener('SIGTERM');
  });
  const shell: Shell = {
    ...from,
    cwd,
    out(text) {
      length += text.length;
      if (length > MAX_OUTPUT) throw new Error('the result is larger than can be handed over');
      parts.push(shownText(text, plain));
    },
    error(text) {
      for (const line of shownText(text, plain).split('\n')) {
        if (line.trim() === '') continue;
        remarks.push(line);
        if (remarks.length > MAX_REMARKS) remarks.shift();
        onRemark?.(line);
      }
    },
    takeBack() {},
    ...(onRun !== undefined && { onRun }),
    outIsTty: false,
    errorIsTty: false,
    inIsTty: false,
    readLine: () => Promise.reject(new Error('nobody types here')),
    pipes() {
      throw new Error('nobody talks to it');
    },
    outPaint: plain,
    errorPaint: plain,
    onStop(listener) {
      listeners.add(listener);
      if (signal.aborted) queueMicrotask(() => listener('SIGTERM'));
      return () => void listeners.delete(listener);
    },
    exitNow() {
      throw new Error('the command was stopped');
    },
  };
  return { shell, output: () => parts.join(''), remarks: () => [...remarks] };
}

/** A shell that keeps what a command prints: for tests that call commands in their own process. `answers` are typed at it. */

import { PassThrough, Readable } from 'node:stream';
import { shownText } from '../../shown-text.ts';
import type { Shell } from '../shell.ts';
import { paintFor } from '../terminal/paint-for.ts';

export function recordingShell(
  cwd: string,
  more: Readonly<Record<string, string>> = {},
  answers: readonly string[] | null = null,
): { shell: Shell; output(): string; errors(): string } {
  const printed = { out: '', error: '' };
  const env = {
    ...{ PATH: '/usr/bin:/bin', HOME: cwd, NO_COLOR: '1', LANG: 'C.UTF-8' },
    // A verdict must not depend on the browser of whoever runs the tests; nor is one started for every page.
    OD_BROWSER: '/nonexistent',
    ...more,
  };
  const typed = [...(answers ?? [])];
  const paint = paintFor(env, { isTty: false, platform: process.platform });
  const shell: Shell = {
    cwd,
    env,
    platform: process.platform,
    nodeVersion: process.versions.node,
    nodePath: process.execPath,
    out(text) {
      printed.out += shownText(text, paint);
    },
    error(text) {
      printed.error += shownText(text, paint);
    },
    takeBack() {},
    outIsTty: false,
    errorIsTty: answers !== null,
    inIsTty: answers !== null,
    readLine: async (prompt) => {
      printed.error += `${prompt}\n`;
      const line = typed.shift();
      if (line === undefined) throw new Error('nobody types here');
      return line;
    },
    pipes: () => ({ input: Readable.from([]), output: new PassThrough() }),
    terminal: { fd: 2, columns: 80, rows: 24 },
    outPaint: paint,
    errorPaint: paint,
    onStop: () => () => {},
    exitNow() {
      throw new Error('a command left at once');
    },
  };
  return { shell, output: () => printed.out, errors: () => printed.error };
}

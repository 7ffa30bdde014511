/** A shell that keeps what a command prints: for tests that call commands in their own process. */

import type { Shell } from '../shell.ts';
import { paintFor } from '../terminal/paint-for.ts';
import { shownText } from '../terminal/shown-text.ts';

export function recordingShell(cwd: string): { shell: Shell; output(): string; errors(): string } {
  const printed = { out: '', error: '' };
  const env = { PATH: '/usr/bin:/bin', NO_COLOR: '1', LANG: 'C.UTF-8' };
  const paint = paintFor(env, { isTty: false, platform: process.platform });
  const shell: Shell = {
    cwd,
    env,
    platform: process.platform,
    nodeVersion: process.version,
    nodePath: process.execPath,
    out(text) {
      printed.out += shownText(text, paint);
    },
    error(text) {
      printed.error += shownText(text, paint);
    },
    takeBack() {},
    outIsTty: false,
    errorIsTty: false,
    inIsTty: false,
    readLine: () => Promise.reject(new Error('nobody types here')),
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

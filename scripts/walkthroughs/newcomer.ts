/** The machine of somebody new: a home with nothing in it, a fresh clone, a browser that was never here. */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../e2e/stage.ts';
import { ROOT } from '../files.ts';
import { type Typed, typeAndLeave, type as typeAt } from './terminal.ts';

/** Nobody waits longer for a step; a bound against hanging, not a measure. */
const PATIENCE_MS = 180_000;

export interface Newcomer extends AsyncDisposable {
  /** The clone: the launcher, the examples, and what they make in it. */
  folder: string;
  type(command: string): Promise<Typed>;
  serve(command: string): Promise<{ screen: string; entryUrl: string; url: string }>;
  browser(width?: number): Promise<Page>;
  /** Text as anybody may read it: no path, port or code of this machine. */
  scrub(text: string): string;
}

export async function newcomer(): Promise<Newcomer> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'jury-walk-')));
  const folder = join(home, 'design-jury');
  mkdirSync(folder);
  // The launcher follows the link to its installed packages; what it is called and where it works is the clone.
  symlinkSync(join(ROOT, 'jury'), join(folder, 'jury'));
  cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true });
  const env = { PATH: process.env.PATH ?? '', HOME: home, LANG: 'C.UTF-8' };
  const shell = { folder, env };
  const stops: (() => Promise<void>)[] = [];
  let browser: Browser | null = null;
  return {
    folder,
    type: (command) => typeAt(command, shell),
    async serve(command) {
      const served = await typeAndLeave(command, /\/enter\?code=[\w-]+/, shell);
      stops.push(served.stop);
      const entryUrl = /http:\/\/\S+\/enter\?code=[\w-]+/.exec(served.screen)?.[0] ?? '';
      return { screen: served.screen, entryUrl, url: new URL(entryUrl).origin };
    },
    async browser(width = 1200) {
      browser ??= await openBrowser();
      const context = await browser.newContext({
        viewport: { width, height: 760 },
        locale: 'en-US',
        timezoneId: 'UTC',
        colorScheme: 'light',
        reducedMotion: 'reduce',
        acceptDownloads: true,
      });
      context.setDefaultTimeout(PATIENCE_MS);
      return context.newPage();
    },
    scrub: (text) =>
      text
        .replaceAll(folder, '~/design-jury')
        .replaceAll(home, '~')
        .replaceAll(ROOT, '~/design-jury')
        .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:4747')
        .replace(/code=[\w-]+/g, 'code=…')
        .replaceAll(`${userInfo().username}@${hostname()}`, 'you@machine'),
    async [Symbol.asyncDispose]() {
      await browser?.close();
      for (const stop of stops) await stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

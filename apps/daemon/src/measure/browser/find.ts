/** Finds a Chromium to measure with: one that is named, one on the path, or the one that comes from npm. */

import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { z } from 'zod';
import { juryCommand } from '../../command-name.ts';
import { type Env, readVariable } from '../../env.ts';
import type { VariableName } from '../../env-table.ts';

export interface FoundBrowser {
  executablePath: string;
  args: string[];
  from: string;
  /** The whole environment of its process. */
  env: Record<string, string>;
}

/** What a browser needs of our environment; keys and tokens are not for it. */
const PASSED_ON = /^(PATH|HOME|LANG|LC_.*|TMPDIR|TZ|XDG_.*|FONTCONFIG_.*|LD_LIBRARY_PATH)$/;

/** Names one browser and rules out all others. */
export const BROWSER_VARIABLE = 'OD_BROWSER' satisfies VariableName;

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];

/** Optional, so its types are not installed, and its name is no literal in an import: the checker would miss it. */
const NPM_PACKAGE = '@sparticuz/chromium';

interface NpmChromium {
  executablePath(): Promise<string>;
}

/** It exports a class with static members, which is a function; its methods need it as `this`. */
const NpmModule = z.object({
  default: z.custom<NpmChromium>(
    (value) =>
      (typeof value === 'function' || (typeof value === 'object' && value !== null)) &&
      'executablePath' in value &&
      typeof value.executablePath === 'function',
  ),
});

export interface BrowserSearch {
  env: Env;
  /** @default whether this process runs as root */
  asRoot?: boolean;
  /** @default the package from npm, where it is installed */
  fromNpm?: () => Promise<unknown>;
}

export async function findBrowser(search: BrowserSearch): Promise<FoundBrowser | null> {
  const { env, asRoot = process.getuid?.() === 0, fromNpm = () => import(NPM_PACKAGE) } = search;
  // Chromium refuses its own sandbox to root, as in most containers. Everyone else keeps it: where it cannot
  // start with its sandbox, it does not start, and the page is measured without a browser.
  const start = { args: asRoot ? ['--no-sandbox'] : [], env: passedOn(env) };
  const named = readVariable(env, BROWSER_VARIABLE) ?? '';
  if (named !== '')
    return isExecutable(named) ? { executablePath: named, from: BROWSER_VARIABLE, ...start } : null;
  for (const folder of (readVariable(env, 'PATH') ?? '').split(delimiter).filter((part) => part !== '')) {
    for (const name of NAMES) {
      const executablePath = join(folder, name);
      if (isExecutable(executablePath)) return { executablePath, from: name, ...start };
    }
  }
  return unpacked(fromNpm, start);
}

function passedOn(env: Env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      PASSED_ON.test(name) && value !== undefined ? [[name, value]] : [],
    ),
  );
}

/** Why there is none, and what to do: for those who must have one. */
export function noBrowser(env: BrowserSearch['env']): string {
  const named = readVariable(env, BROWSER_VARIABLE) ?? '';
  if (named !== '') return `${BROWSER_VARIABLE} names ${named}, which is not a program that can be started`;
  return `no browser was found on PATH; run ${juryCommand()} doctor --fix, or name one with ${BROWSER_VARIABLE}`;
}

/** Null where it is not installed, or holds nothing for this machine. */
async function unpacked(
  load: () => Promise<unknown>,
  start: Pick<FoundBrowser, 'args' | 'env'>,
): Promise<FoundBrowser | null> {
  try {
    const { default: chromium } = NpmModule.parse(await load());
    const executablePath = await chromium.executablePath();
    return isExecutable(executablePath) ? { executablePath, from: NPM_PACKAGE, ...start } : null;
  } catch {
    return null;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

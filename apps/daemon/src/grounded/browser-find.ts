/** Finds a Chromium to measure with: one that is named, one on the path, or the one that comes from npm. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { z } from 'zod';

export interface FoundBrowser {
  executablePath: string;
  args: string[];
  from: string;
}

/** Names one browser and rules out all others. */
export const BROWSER_VARIABLE = 'OD_BROWSER';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];

/** What `@sparticuz/chromium` exports, as far as we use it. It is optional, so its types are not installed. */
const NpmChromium = z.object({
  default: z.object({
    executablePath: z.custom<() => Promise<string>>((value) => typeof value === 'function'),
  }),
});

export interface BrowserSearch {
  env: Readonly<Record<string, string | undefined>>;
  /** @default whether this process runs as root */
  asRoot?: boolean;
}

export async function findBrowser(search: BrowserSearch): Promise<FoundBrowser | null> {
  const { env, asRoot = process.getuid?.() === 0 } = search;
  // Chromium refuses its own sandbox to root, as in most containers. Everyone else keeps it: where it cannot
  // start with its sandbox, it does not start, and the page is measured without a browser.
  const args = asRoot ? ['--no-sandbox'] : [];
  const named = env[BROWSER_VARIABLE] ?? '';
  if (named !== '')
    return isExecutable(named) ? { executablePath: named, args, from: BROWSER_VARIABLE } : null;
  for (const folder of (env.PATH ?? '').split(delimiter).filter((part) => part !== '')) {
    for (const name of NAMES) {
      const executablePath = join(folder, name);
      if (isExecutable(executablePath)) return { executablePath, args, from: name };
    }
  }
  return fromNpm(args);
}

/** Why there is none, and what to do: for those who must have one. */
export function noBrowser(env: BrowserSearch['env']): string {
  const named = env[BROWSER_VARIABLE] ?? '';
  if (named !== '') return `${BROWSER_VARIABLE} names ${named}, which is not a program that can be started`;
  return `no browser was found on PATH; run jury doctor --fix, or name one with ${BROWSER_VARIABLE}`;
}

async function fromNpm(args: string[]): Promise<FoundBrowser | null> {
  // Through a variable: the package is optional, and a literal would be a missing module to the checker.
  const name = '@sparticuz/chromium';
  try {
    const found = NpmChromium.parse(await import(name));
    return { executablePath: await found.default.executablePath(), args, from: name };
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

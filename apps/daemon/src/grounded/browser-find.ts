/** Finds a Chromium to measure with: one that is named, one on the path, or the one that comes from npm. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { z } from 'zod';

export interface FoundBrowser {
  executablePath: string;
  args: string[];
  from: string;
}

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
  /** A browser the caller names; tried first, and alone. */
  executablePath?: string;
  /** Folders to look in, as `PATH` has them. */
  path?: string;
}

export async function findBrowser(search: BrowserSearch): Promise<FoundBrowser | null> {
  // Chromium refuses its sandbox to root, as in most containers; everyone else keeps it.
  const args =
    process.getuid?.() === 0 ? ['--no-sandbox', '--disable-dev-shm-usage'] : ['--disable-dev-shm-usage'];
  if (search.executablePath !== undefined) {
    return isExecutable(search.executablePath)
      ? { executablePath: search.executablePath, args, from: 'named' }
      : null;
  }
  for (const folder of (search.path ?? '').split(delimiter).filter((part) => part !== '')) {
    for (const name of NAMES) {
      const executablePath = join(folder, name);
      if (isExecutable(executablePath)) return { executablePath, args, from: name };
    }
  }
  return fromNpm(args);
}

async function fromNpm(args: string[]): Promise<FoundBrowser | null> {
  // Through a variable: the package is optional, and a literal would be a missing module to the checker.
  const name = '@sparticuz/chromium';
  try {
    const found = NpmChromium.parse(await import(name));
    return {
      executablePath: await found.default.executablePath(),
      args: [...args, '--headless=shell'],
      from: name,
    };
  } catch {
    return null;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

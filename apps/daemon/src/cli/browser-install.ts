/** Brings a browser to a machine without one: the Chromium that comes from npm, beside our other packages. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Shell } from './shell.ts';

/** Outside the lock file on purpose: 60 MB that most people do not need. */
const BROWSER_PACKAGE = '@sparticuz/chromium@153.0.0';
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const TIMEOUT_MS = 300_000;
/** What npm needs to reach its registry; nothing else of the user's environment. */
const PASSED_ON = /^(PATH|HOME|https?_proxy|no_proxy|npm_config_.*|NODE_EXTRA_CA_CERTS)$/i;

export type Installed = { path: string } | { problem: string };

export async function installBrowser({ env, platform, nodePath }: Shell): Promise<Installed> {
  if (platform !== 'linux') {
    return { problem: 'The browser from npm runs on Linux only; install Chromium or Chrome yourself.' };
  }
  const passed = Object.fromEntries(Object.entries(env).filter(([name]) => PASSED_ON.test(name)));
  const start = (program: string, args: string[]) =>
    promisify(execFile)(program, args, { cwd: ROOT, env: passed, timeout: TIMEOUT_MS });
  try {
    // Not saved: the lock file stays what the launcher compares.
    await start('npm', [
      'install',
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      BROWSER_PACKAGE,
    ]);
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    const [reason = ''] = output.split('\n').filter((line) => /\bnpm err(or)?!? (?!code)/i.test(line));
    const why = reason.replace(/^npm err(or)?!?\s*/i, '') || 'npm was not found or was stopped';
    return { problem: `${BROWSER_PACKAGE} could not be installed: ${why}` };
  }
  try {
    // A new process: this one has looked for the package already, and remembers that it was not there.
    const { stdout } = await start(nodePath, ['--input-type=module', '--eval', LOOK]);
    return { path: stdout };
  } catch {
    return {
      problem: `${BROWSER_PACKAGE} was installed and cannot be used; install Chromium or Chrome yourself.`,
    };
  }
}

const LOOK = `
const { findBrowser } = await import(${JSON.stringify(new URL('../grounded/browser-find.ts', import.meta.url).href)});
const found = await findBrowser({ env: {} });
if (found === null) process.exit(1);
process.stdout.write(found.executablePath);
`;

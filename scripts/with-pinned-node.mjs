/** Runs a script on the pinned Node, installing first if needed: `node scripts/with-pinned-node.mjs <script> […]`. */
import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installOrExit, PINNED_NODE, ROOT } from './install.mjs';

/** Resolves with the exit code of the script. */
export async function runPinned(script, args) {
  await installOrExit();
  const env = { ...process.env, PATH: `${dirname(PINNED_NODE)}${delimiter}${process.env.PATH ?? ''}` };
  const child = spawn(PINNED_NODE, [script, ...args], { cwd: ROOT, env, stdio: 'inherit' });
  // The terminal sends its signals to the child as well; this process only has to outlive it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [script, ...args] = process.argv.slice(2);
  if (script === undefined) {
    console.error('usage: node scripts/with-pinned-node.mjs <script> [argument …]');
    process.exit(2);
  }
  process.exitCode = await runPinned(script, args);
}

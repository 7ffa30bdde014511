// A process that has started an agent with `startChild` and is then killed: dies-with-us.mjs <work folder> <run id> <home>
// prints where the agent works, and waits. The agent keeps something in its home by the name of that folder.
import { startChild } from '../supervise.ts';

const [workDir, runId, home] = process.argv.slice(2);
const grandchildren = `
  import { spawn } from 'node:child_process';
  import { mkdirSync, writeFileSync } from 'node:fs';
  import { basename, join } from 'node:path';
  process.on('SIGTERM', () => {});
  const stay = 'process.on("SIGTERM", () => {}); setTimeout(() => {}, 1e8)';
  const near = spawn(process.execPath, ['-e', stay], { stdio: 'ignore' });
  const far = spawn(process.execPath, ['-e', stay], { stdio: 'ignore', detached: true });
  writeFileSync('error-report.txt', 'the key is ' + process.env.THE_KEY);
  const name = basename(process.cwd());
  for (const kept of [name, '.' + name, '-agents-' + name.toLowerCase() + '-1', 'site'])
    mkdirSync(join(process.env.HOME, '.kept/tmp', kept, 'chats'), { recursive: true });
  console.log(JSON.stringify([process.pid, near.pid, far.pid]));
  setTimeout(() => {}, 1e8);
`;
const child = await startChild(
  {
    name: 'Fake',
    command: process.execPath,
    args: ['--input-type=module', '-e', grandchildren],
    environment: { allow: ['THE_KEY'] },
    surroundings: { PATH: process.env.PATH, HOME: home, THE_KEY: 'planted-key-for-the-watch' },
    killGraceMs: 500,
    traces: ['.kept/tmp', '.kept/nothing'],
  },
  { runId, workDir },
  new AbortController().signal,
);
const { value } = await child.output().next();
console.log(JSON.stringify({ folder: child.folder, pids: JSON.parse(String(value)) }));
setInterval(() => {}, 1_000);

// Starts a grandchild, in its own session when told so, prints its pid, stalls; the grandchild would outlive it.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const detached = process.argv[2] === 'detached';
const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM",()=>{});setTimeout(()=>{},1e8)'], {
  stdio: 'ignore',
  detached,
});
writeFileSync('grandchild.pid', String(child.pid));
process.stdout.write('<CRITIQUE_RUN version="1"><ROUND n="1">');
setTimeout(() => {}, 1e8);

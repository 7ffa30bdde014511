// Starts a grandchild, in its own session when told so, writes its pid to a file, stalls; it would outlive its parent.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const detached = process.argv[2] === 'detached';
const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM",()=>{});setTimeout(()=>{},1e8)'], {
  stdio: 'ignore',
  detached,
});
writeFileSync(process.argv[3] ?? 'grandchild.pid', String(child.pid));
process.stdout.write('<CRITIQUE_RUN version="1"><ROUND n="1">');
setTimeout(() => {}, 1e8);

// Leaves its whole environment in the file it is told, then says nothing useful.
import { writeFileSync } from 'node:fs';

writeFileSync(
  process.argv[2] ?? 'environment.json',
  JSON.stringify({ env: process.env, cwd: process.cwd(), argv: process.argv.slice(3) }),
);
process.stdout.write('Done.\n');

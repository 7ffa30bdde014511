// Leaves its whole environment in its working directory, then says nothing useful.
import { writeFileSync } from 'node:fs';

writeFileSync(
  'environment.json',
  JSON.stringify({ env: process.env, cwd: process.cwd(), argv: process.argv.slice(2) }),
);
process.stdout.write('Done.\n');

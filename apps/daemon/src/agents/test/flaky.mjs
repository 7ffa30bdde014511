// Dies until a file is there, then plays a fixture: flaky.mjs <file> <fixture>
import { existsSync } from 'node:fs';

const [file, ...rest] = process.argv.slice(2);
if (!existsSync(file)) {
  process.stderr.write('fatal: the model hung up\n', () => process.exit(7));
} else {
  process.argv.splice(2, process.argv.length, ...rest);
  await import('./plays.mjs');
}

/** `npm test`: everything that proves the project, from a fresh clone, with no step before it. */
import { runPinned } from './with-pinned-node.mjs';

process.exitCode = await runPinned('scripts/prove.ts', process.argv.slice(2));

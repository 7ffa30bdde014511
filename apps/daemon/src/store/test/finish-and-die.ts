/** Ends a run and is killed by itself the moment the store says it is done: no exit handler, no checkpoint. */
import { openStore } from '../database.ts';
import { finished, project, run } from './records.ts';

const [file = ''] = process.argv.slice(2);
const store = await openStore(file);
await store.createProject(project());
await store.insertRun(run());
await store.finishRun(finished());
process.kill(process.pid, 'SIGKILL');

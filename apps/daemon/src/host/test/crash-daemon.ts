/** A daemon to be killed: plays one run in a data folder and prints the id of every event it published. */
import { flushCompileCache } from 'node:module';
import { openEngine } from '../../engine.ts';

// Who is killed never gets to write it at its end.
flushCompileCache();
const [dataDir = '', agent = ''] = process.argv.slice(2);
const { jury, bus } = await openEngine({
  dataDir,
  env: {
    PATH: process.env.PATH,
    OD_AGENTS_FILE: process.env.OD_AGENTS_FILE,
    OD_CRITIQUE_GROUNDING: 'off',
  },
});
const project = await jury.createProject({ name: 'crash' });
bus.listen(project.id, ({ id, event }) => process.stdout.write(`${id} ${event.type}\n`));
const { run } = await jury.startRun(project.id, { brief: 'A page.', agent });
process.stdout.write(`run ${project.id} ${run.id}\n`);
setTimeout(() => {}, 60_000);

/** A process that plays one counting run in a data folder, beside others. Prints the run's id, then how it ended. */
import { openEngine } from '../../engine.ts';
import { toyProtocol } from './toy-protocol.ts';

const [dataDir = '', project = '', steps = '1', stepMs = '0', leaseMs = '30000'] = process.argv.slice(2);
const engine = await openEngine({
  dataDir,
  env: { PATH: process.env.PATH },
  leaseMs: Number(leaseMs),
  protocols: { toy: async () => toyProtocol },
});
const { id } = await engine.host.start({
  protocol: 'toy',
  project,
  title: 'counting',
  subjectKey: 'counting',
  agent: 'none',
  model: null,
  config: {},
  request: { steps: Number(steps), askAt: null, stepMs: Number(stepMs) },
});
process.stdout.write(`${id}\n`);
const { state } = await engine.host.done(id);
process.stdout.write(`${state}\n`);
await engine.close();

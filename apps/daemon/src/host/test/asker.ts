/** A process of its own that resumes a play, asks one question and says how it was answered. */
import { join } from 'node:path';
import { openStore } from '../../store/database.ts';
import { askOperator, questionKey } from '../questions/ask.ts';
import { openDocket } from '../run-store.ts';

const [dataDir = '', playId = '', waits = 'wait'] = process.argv.slice(2);
const store = await openStore(join(dataDir, 'jury.db'));
const docket = openDocket({ dataDir, store, clock: Date.now, leaseMs: 500 });
const play = await docket.resume(playId);
const options = [
  { label: 'In', description: '', pro: '', con: '' },
  { label: 'Out', description: '', pro: '', con: '' },
];
const result = await askOperator(
  docket,
  play,
  [
    {
      id: 'q1',
      key: questionKey('critic-loop', 'SCOPE', 'In or out?'),
      question: 'In or out?',
      issue: '',
      why: '',
      options,
    },
  ],
  {
    terminal: null,
    waits: waits === 'wait',
    onUnattended: 'pause',
    signal: AbortSignal.timeout(20_000),
    pollMs: 50,
  },
);
const choice = result.status === 'answered' ? [...result.answers.values()][0]?.answer.choice : null;
if (result.status === 'answered') await play.end({ outcome: 'CONVERGED', exitCode: 0 });
else await play.release();
process.stdout.write(JSON.stringify({ status: result.status, choice }));
await store.close();

/** `jury worker`: performs runs of a fleet, until a signal ends it in order. */

import { EXIT } from '@design-jury/contracts/exit-codes';
import { count } from '../report/words.ts';
import { configCode } from './config-code.ts';
import { withLibraryFolders } from './config-file.ts';
import { checkedDataDir, makeDataDir } from './data-dir.ts';
import { noArguments, numberFlag, readFlags } from './flags.ts';
import { databaseUrl, fleetOf } from './fleet.ts';
import { sandboxEnv } from './panel-flags.ts';
import { command } from './refusal.ts';
import { untilEnded } from './until-ended.ts';

const MOST_RUNS = 1_000;

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('worker', argv);
  noArguments('worker', positionals);
  databaseUrl(shell.env);
  const concurrency = numberFlag('concurrency', values.concurrency, { min: 1, max: MOST_RUNS, whole: true });
  const agents = values.agents
    ?.split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  const fleet = fleetOf(shell.env, 'worker', {
    ...(concurrency !== undefined && { concurrency }),
    ...(agents !== undefined && { agents }),
  });
  const { stopped, dispose } = untilEnded(shell);
  try {
    const dataDir = await checkedDataDir(shell, values.data);
    const code = configCode(shell, values['trust-config']);
    const env = await withLibraryFolders(sandboxEnv(shell.env, values.sandbox), shell.cwd, code);
    await makeDataDir(shell, dataDir);
    const { openEngine } = await import('../engine.ts');
    const engine = await openEngine({ dataDir, env, serves: true, ...(fleet !== null && { fleet }) });
    try {
      const nodeId = engine.fleet?.nodeId ?? '';
      if (values.json) shell.out(`${JSON.stringify({ nodeId, concurrency: fleet?.concurrency, dataDir })}\n`);
      else
        shell.out(
          `Worker ${nodeId} performs up to ${count(fleet?.concurrency ?? 1, 'run')} at once. Ctrl-C ends it.\n`,
        );
      await stopped.promise;
      if (!values.json) shell.error('Stopping: runs may end first. Ctrl-C again ends at once.\n');
    } finally {
      await engine.close();
    }
    return EXIT.ships;
  } finally {
    dispose();
  }
});

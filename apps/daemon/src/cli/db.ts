/** `jury db`: the database of a fleet. */

import { EXIT } from '@design-jury/contracts/exit-codes';
import { juryCommand } from '../command-name.ts';
import { loadPart } from '../optional-parts.ts';
import { count } from '../report/words.ts';
import { StoreError } from '../store/errors.ts';
import type { Connection } from '../store/postgres/connect.ts';
import { readFlags } from './flags.ts';
import { databaseUrl } from './fleet.ts';
import { command, quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('db', argv);
  const [action, folder, extra] = positionals;
  const url = databaseUrl(shell.env);
  const { connect } = await loadPart(() => import('../store/postgres/connect.ts'));
  const connection = connect(url, { max: 4, name: 'jury db' });
  try {
    switch (action) {
      case 'status':
        return await status(connection, shell, values.json === true);
      case 'migrate':
        return await migrate(connection, shell, values.json === true);
      case 'import': {
        if (extra !== undefined)
          throw new Refusal(`db import takes one data folder, not ${quoted(extra)} too.`);
        const { importFolder } = await import('./db-import.ts');
        return await importFolder(connection, shell, {
          folder: folder ?? values.data,
          json: values.json === true,
        });
      }
      default:
        throw new Refusal(
          action === undefined
            ? `db takes status, migrate or import; see ${juryCommand()} db --help.`
            : `db takes status, migrate or import, not ${quoted(action)}; see ${juryCommand()} db --help.`,
        );
    }
  } catch (error) {
    const failure = connection.toError(error);
    if (error instanceof StoreError || failure.reason !== 'other')
      throw new Refusal(failure.message, { cause: error });
    throw error;
  } finally {
    await connection.close();
  }
});

async function status({ pool, shownUrl }: Connection, shell: Shell, json: boolean): Promise<number> {
  const { schemaStatus } = await import('../store/postgres/migrate.ts');
  const schema = await schemaStatus(pool);
  const isReady = schema.pending.length === 0 && schema.unknown.length === 0;
  const counts = isReady ? await counted(pool) : null;
  if (json) shell.out(`${JSON.stringify({ database: shownUrl, ready: isReady, schema, counts })}\n`);
  else {
    shell.out(`${shownUrl}\n`);
    if (schema.unknown.length > 0) shell.out(`written by a newer version: ${schema.unknown.join(', ')}\n`);
    if (schema.pending.length > 0)
      shell.out(`to apply with ${juryCommand()} db migrate: ${schema.pending.join(', ')}\n`);
    if (counts !== null)
      shell.out(
        `${[count(counts.projects, 'project'), count(counts.runs, 'run'), count(counts.events, 'event'), count(counts.files, 'file'), count(counts.nodes, 'node')].join(', ')}\n`,
      );
  }
  return isReady ? EXIT.ships : EXIT.usage;
}

type Counts = Record<'projects' | 'runs' | 'events' | 'files' | 'nodes', number>;

async function counted(pool: Connection['pool']): Promise<Counts | null> {
  const { rows } = await pool.query<Counts>(`select (select count(*) from projects) as projects,
    (select count(*) from runs) as runs, (select count(*) from events) as events, (select count(*) from files) as files,
    (select count(*) from nodes where state <> 'gone' and seen_at > now() - interval '30 seconds') as nodes`);
  return rows[0] ?? null;
}

async function migrate({ pool, shownUrl }: Connection, shell: Shell, json: boolean): Promise<number> {
  const { migrateSchema } = await import('../store/postgres/migrate.ts');
  const { makeQueue } = await import('../host/fleet/boss.ts');
  const schema = await migrateSchema(pool);
  await makeQueue(pool);
  if (json) shell.out(`${JSON.stringify({ database: shownUrl, schema })}\n`);
  else shell.out(`${shownUrl} is ready: ${schema.applied.join(', ')}\n`);
  return EXIT.ships;
}

/** `jury token`: tokens with a name, for programs and people who may not have the daemon's own. */

import { EXIT } from '@design-jury/contracts/exit-codes';
import { ID_PATTERN } from '@design-jury/contracts/http';
import { juryCommand } from '../command-name.ts';
import { readVariable } from '../env.ts';
import { loadPart } from '../optional-parts.ts';
import { count } from '../report/words.ts';
import { StoreError } from '../store/errors.ts';
import { fileTokens, isTokenName, newToken, type TokenStore } from '../store/named-tokens.ts';
import { checkedDataDir, makeDataDir } from './data-dir.ts';
import { type FlagsOf, numberFlag, readFlags } from './flags.ts';
import { command, quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';

const MOST_PER_MINUTE = 1_000_000;

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('token', argv);
  const [action, name, extra] = positionals;
  if (extra !== undefined) throw new Refusal(`token ${action} takes one name, not ${quoted(extra)} too.`);
  return withTokens(shell, values.data, async (tokens) => {
    switch (action) {
      case 'add':
        return add(tokens, shell, named(name, action), values);
      case 'list':
        return list(tokens, shell, values.json === true);
      case 'revoke': {
        const wanted = named(name, action);
        if (!(await tokens.revoke(wanted))) throw new Refusal(`There is no token ${quoted(wanted)}.`);
        shell.out(`${wanted} is revoked; daemons that run know it within two seconds.\n`);
        return EXIT.ships;
      }
      default:
        throw new Refusal(`token takes add NAME, list or revoke NAME; see ${juryCommand()} token --help.`);
    }
  });
});

async function add(
  tokens: TokenStore,
  shell: Shell,
  name: string,
  { project, rate, json }: FlagsOf<'token'>,
): Promise<number> {
  const requestsPerMinute = numberFlag('rate', rate, { min: 1, max: MOST_PER_MINUTE, whole: true }) ?? null;
  const projects = project ?? null;
  for (const id of projects ?? [])
    if (!ID_PATTERN.test(id)) throw new Refusal(`--project ${quoted(id)} is no id of a project.`);
  const { token, sha256 } = newToken();
  const createdAt = new Date().toISOString();
  try {
    await tokens.add({ name, sha256, projects, requestsPerMinute, createdAt });
  } catch (error) {
    if (error instanceof StoreError && error.reason === 'conflict')
      throw new Refusal(`There is a token ${quoted(name)} already; revoke it first.`, { cause: error });
    throw error;
  }
  if (json) shell.out(`${JSON.stringify({ name, token, projects, requestsPerMinute })}\n`);
  else {
    shell.out(`${token}\n`);
    shell.error('Keep it: it is shown once, and only its hash is stored.\n');
  }
  return EXIT.ships;
}

async function list(tokens: TokenStore, shell: Shell, json: boolean): Promise<number> {
  const known = (await tokens.list()).map(({ sha256: _hash, ...token }) => token);
  if (json) shell.out(`${JSON.stringify({ tokens: known })}\n`);
  else
    for (const { name, projects, requestsPerMinute, createdAt } of known)
      shell.out(
        `${name}  ${projects === null ? 'all projects' : projects.join(', ')}  ${requestsPerMinute === null ? 'no rate of its own' : `${count(requestsPerMinute, 'request')} a minute`}  since ${createdAt}\n`,
      );
  return EXIT.ships;
}

function named(name: string | undefined, action: string): string {
  if (name === undefined)
    throw new Refusal(`token ${action} takes a name; see ${juryCommand()} token --help.`);
  if (!isTokenName(name))
    throw new Refusal(`${quoted(name)} is no name of a token: letters, digits, . _ and -, 64 at most.`);
  return name;
}

/** Those of the fleet where a database is named, else those of the data folder. */
async function withTokens(
  shell: Shell,
  data: string | undefined,
  work: (tokens: TokenStore) => Promise<number>,
): Promise<number> {
  const url = readVariable(shell.env, 'OD_DATABASE_URL');
  if (url === undefined) {
    const dataDir = await checkedDataDir(shell, data);
    await makeDataDir(shell, dataDir);
    return work(fileTokens(dataDir));
  }
  const { connect } = await loadPart(() => import('../store/postgres/connect.ts'));
  const { addToken, listTokens, revokeToken } = await import('../store/postgres/token-rows.ts');
  const { requireSchema } = await import('../store/postgres/migrate.ts');
  const { pool, toError, close } = connect(url, { max: 2, name: 'jury token' });
  try {
    await requireSchema(pool);
    return await work({
      list: () => listTokens(pool),
      add: (token) => addToken(pool, token),
      revoke: (name) => revokeToken(pool, name),
    });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw toError(error);
  } finally {
    await close();
  }
}

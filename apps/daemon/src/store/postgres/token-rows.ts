/** Named tokens of a fleet, for every node that answers. Only their hashes are stored. */
import type pg from 'pg';
import { StoreError } from '../errors.ts';
import type { NamedToken } from '../named-tokens.ts';

interface TokenRow {
  name: string;
  sha256: string;
  projectsJson: string | null;
  requestsPerMinute: number | null;
  createdAt: string;
}

export async function listTokens(pool: Pick<pg.Pool, 'query'>): Promise<NamedToken[]> {
  const { rows } = await pool.query<TokenRow>(
    `select name, sha256, projects_json as "projectsJson", requests_per_minute as "requestsPerMinute",
       to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
     from access_tokens order by name`,
  );
  return rows.map(({ projectsJson, ...row }) => ({
    ...row,
    projects: projectsJson === null ? null : (JSON.parse(projectsJson) as string[]),
  }));
}

/** Rejects with `conflict` when the name is taken. */
export async function addToken(pool: Pick<pg.Pool, 'query'>, token: NamedToken): Promise<void> {
  const { name, sha256, projects, requestsPerMinute, createdAt } = token;
  const { rowCount } = await pool.query(
    `insert into access_tokens (name, sha256, projects_json, requests_per_minute, created_at)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [name, sha256, projects === null ? null : JSON.stringify(projects), requestsPerMinute, createdAt],
  );
  if (rowCount === 0) throw new StoreError('conflict', `there is a token ${name} already; revoke it first`);
}

export async function revokeToken(pool: Pick<pg.Pool, 'query'>, name: string): Promise<boolean> {
  const { rowCount } = await pool.query('delete from access_tokens where name = $1', [name]);
  return (rowCount ?? 0) > 0;
}

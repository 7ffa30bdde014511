/** Which nodes there are, and how they are. A node says so every few seconds; what it says lasts a while. */
import { type AgentInfo, AgentInfoSchema } from '@design-jury/contracts/http';
import type { FleetNode } from '@design-jury/contracts/ops';
import type pg from 'pg';

const SAY_MS = 5_000;
/** Seen so lately, or taken for gone. */
const FRESH_SECONDS = 30;
/** Those that are gone are shown for so long. */
const KEEP_HOURS = 24;

export interface NodeFacts {
  id: string;
  machine: string;
  kind: 'serve' | 'worker';
  agents: readonly AgentInfo[];
  concurrency: number;
  version: string;
}

export interface OwnNode {
  /** It takes no more runs. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export async function sayNode(
  pool: Pick<pg.Pool, 'query'>,
  { id, machine, kind, agents, concurrency, version }: NodeFacts,
  running: () => number,
): Promise<OwnNode> {
  let state: FleetNode['state'] = 'up';
  const say = async (): Promise<void> => {
    await pool.query(
      `insert into nodes (id, machine, kind, agents_json, concurrency, running, version, state)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (id) do update set machine = $2, kind = $3, agents_json = $4, concurrency = $5, running = $6, version = $7,
         state = $8, seen_at = now()`,
      [id, machine, kind, JSON.stringify(agents), concurrency, running(), version, state],
    );
  };
  await say();
  const timer = setInterval(() => void say().catch(() => {}), SAY_MS).unref();
  return {
    async drain() {
      state = 'draining';
      await say().catch(() => {});
    },
    async close() {
      clearInterval(timer);
      state = 'gone';
      await say().catch(() => {});
    },
  };
}

export async function listNodes(pool: Pick<pg.Pool, 'query'>): Promise<FleetNode[]> {
  const { rows } = await pool.query<Omit<FleetNode, 'agents'> & { agentsJson: string }>(
    `select id, machine, kind, agents_json as "agentsJson", concurrency, running, version,
       case when seen_at < now() - make_interval(secs => $1) then 'gone' else state end as state,
       to_char(started_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startedAt",
       to_char(seen_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "seenAt"
     from nodes where seen_at > now() - make_interval(hours => $2) order by kind, id limit 500`,
    [FRESH_SECONDS, KEEP_HOURS],
  );
  return rows.map(({ agentsJson, ...row }) => ({ ...row, agents: agentsIn(agentsJson).map(({ id }) => id) }));
}

/** Whoever can be used on a node that performs runs. */
export async function listRemoteAgents(pool: Pick<pg.Pool, 'query'>): Promise<AgentInfo[]> {
  const { rows } = await pool.query<{ agents_json: string }>(
    `select agents_json from nodes where state = 'up' and concurrency > 0 and seen_at > now() - make_interval(secs => $1)
     order by id limit 500`,
    [FRESH_SECONDS],
  );
  const known = new Map(rows.flatMap((row) => agentsIn(row.agents_json)).map((agent) => [agent.id, agent]));
  return [...known.values()];
}

/** Of the nodes that runs wait for: those that are gone. One that is started again has another name. */
export async function goneNodes(pool: Pick<pg.Pool, 'query'>, prefix: string): Promise<Set<string>> {
  const { rows } = await pool.query<{ need: string }>(
    `select need from needs join nodes on need = $1 || nodes.id
     where nodes.state = 'gone' or nodes.seen_at < now() - make_interval(secs => $2)`,
    [prefix, 2 * FRESH_SECONDS],
  );
  return new Set(rows.map(({ need }) => need));
}

/** A node of another version may say more, or less. */
function agentsIn(json: string): AgentInfo[] {
  return AgentInfoSchema.array().safeParse(JSON.parse(json)).data ?? [];
}

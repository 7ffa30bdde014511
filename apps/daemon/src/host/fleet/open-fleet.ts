/** What makes a process a node of a fleet: the database behind the store, the queue, the log, the bus and the leases. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { AgentInfo } from '@design-jury/contracts/http';
import type { StopEnding } from '@design-jury/contracts/stop';
import type { Bus } from '../../host/stream/bus.ts';
import type { NamedToken } from '../../store/named-tokens.ts';
import { connect } from '../../store/postgres/connect.ts';
import { databaseClock } from '../../store/postgres/database-clock.ts';
import { fleetStore } from '../../store/postgres/fleet-store.ts';
import { requireSchema } from '../../store/postgres/migrate.ts';
import { goneNodes, listNodes, listRemoteAgents, sayNode } from '../../store/postgres/node-rows.ts';
import { openNotices } from '../../store/postgres/notices.ts';
import { askedStops, askStop } from '../../store/postgres/stop-rows.ts';
import { listTokens } from '../../store/postgres/token-rows.ts';
import type { Store } from '../../store/store.ts';
import { version } from '../../version.ts';
import type { Host } from '../host.ts';
import type { Places } from '../place/place.ts';
import type { HostFleet } from '../shared-runs.ts';
import type { Tail } from '../stream/tail.ts';
import { openBoss, RUNS_QUEUE } from './boss.ts';
import { fleetPlaces } from './fleet-place.ts';
import { FleetQueue } from './fleet-queue.ts';
import { type FleetTailOptions, tailFleet } from './fleet-tail.ts';
import { giveBackLeft, resendLost } from './lost-jobs.ts';
import { sharingBus } from './notes.ts';

export interface FleetOptions {
  url: string;
  kind: 'serve' | 'worker';
  /** Runs at once; 0 performs none. */
  concurrency: number;
  /** Connections to the database for queries. @default 10 */
  connections?: number;
  /** How long what is under way may still take when this node goes. @default 30 s */
  drainMs?: number;
  /** How long a run waits for a database that is away. @default 20 s */
  patienceMs?: number;
}

export interface FleetOpening extends FleetOptions {
  dataDir: string;
  report: (error: unknown) => void;
}

/** What this node can do for a run. */
export interface NodeAbilities {
  needsOf: HostFleet['needsOf'];
  /** Whether it has all of these agents. */
  hasAgents(ids: readonly string[]): boolean;
  agents: readonly AgentInfo[];
}

const NODE_PREFIX = 'node:';
const LOOK_FOR_STOPS_MS = 1_000;
const LOOK_FOR_LOST_MS = 5_000;

export interface Fleet {
  nodeId: string;
  store: Store;
  places: Places;
  clock: () => number;
  share(bus: Bus): Bus;
  hostPart(abilities: NodeAbilities): HostFleet;
  /** From here on the node is seen, hears who is to stop, and publishes what other nodes say. */
  join(host: Host, abilities: NodeAbilities, tail: Pick<FleetTailOptions, 'bus' | 'isOurs'>): Promise<Tail>;
  /** Those of other nodes, for runs that are only asked for here. */
  remoteAgents(): Promise<AgentInfo[]>;
  tokens: { list(): Promise<NamedToken[]> };
  nodes(): ReturnType<typeof listNodes>;
  queue(): Promise<{ waiting: number; active: number; blocked: string[] }>;
  drain(): Promise<void>;
  close(): Promise<void>;
}

export async function openFleet(options: FleetOpening): Promise<Fleet> {
  const { url, kind, concurrency, connections = 10, drainMs = 30_000, patienceMs = 20_000 } = options;
  const { dataDir, report } = options;
  const nodeId = `${hostname()
    .replaceAll(/[^A-Za-z0-9-]/g, '-')
    .slice(0, 40)}-${randomBytes(4).toString('hex')}`;
  const connection = connect(url, { max: connections, name: `jury ${kind} ${nodeId}` });
  const { pool } = connection;
  try {
    await requireSchema(pool);
  } catch (error) {
    await connection.close();
    throw connection.toError(error);
  }
  const clock = await databaseClock(pool);
  const notices = await openNotices({ url, pool, name: `jury ${kind} ${nodeId}`, report });
  const boss = await openBoss({ pool, report });
  const store = fleetStore(connection, {
    clock: clock.now,
    patienceMs,
    onChange: () => notices.say('store'),
  });
  const closing: (() => unknown)[] = [];
  let own: Awaited<ReturnType<typeof sayNode>> | null = null;
  const here = `${NODE_PREFIX}${nodeId}`;
  let gone: ReadonlySet<string> = new Set();
  return {
    nodeId,
    store,
    clock: clock.now,
    places: fleetPlaces({ pool, notices, dataDir, patienceMs }),
    share: (bus) => sharingBus(bus, notices, nodeId),
    hostPart: ({ needsOf, hasAgents }) => ({
      drainMs,
      queue: (given) =>
        new FleetQueue({
          ...given,
          boss,
          pool,
          notices,
          report,
          has: (need) =>
            need.startsWith(NODE_PREFIX) ? need === here || gone.has(need) : hasAgents(need.split('+')),
        }),
      needsOf: (run, request) => {
        const need = needsOf(run, request);
        return need === 'here' ? here : need;
      },
      isHere: (need) => need === here,
      isOfAnother: (need) => need.startsWith(NODE_PREFIX) && need !== here,
      async askStop(runId, ending) {
        const recoveryReason = ending.type === 'interrupted' ? ending.recoveryReason : null;
        await askStop(pool, runId, { recoveryReason });
        notices.say(`stop:${runId}`);
      },
      async askedStop(runId): Promise<StopEnding | null> {
        const asked = (await askedStops(pool, [runId])).get(runId);
        return asked === undefined ? null : { type: 'interrupted', ...asked };
      },
    }),
    async join(host, { agents }, tail) {
      own = await sayNode(
        pool,
        { id: nodeId, machine: hostname(), kind, agents, concurrency, version: version() },
        () => host.running,
      );
      const heed = (runIds: readonly string[]): void => void host.heedStops(runIds).catch(() => {});
      closing.push(
        notices.hear((topics) => {
          const named = [...topics].filter((topic) => topic.startsWith('stop:'));
          if (named.length > 0) heed(named.map((topic) => topic.slice('stop:'.length)));
        }),
      );
      const stops = setInterval(() => heed(host.activeRuns), LOOK_FOR_STOPS_MS).unref();
      const look = async (): Promise<void> => {
        gone = await goneNodes(pool, NODE_PREFIX);
        await giveBackLeft(pool, boss);
        await resendLost(pool, host);
      };
      // What goes wrong is looked for again; a database that is away says so elsewhere.
      const lookAgain = (): void => void look().catch(() => {});
      lookAgain();
      const lost = setInterval(lookAgain, LOOK_FOR_LOST_MS).unref();
      closing.push(
        () => clearInterval(stops),
        () => clearInterval(lost),
      );
      const protocol = (id: string) => host.protocol(id);
      return tailFleet({ ...tail, pool, notices, nodeId, clock: clock.now, protocol, report });
    },
    remoteAgents: () => listRemoteAgents(pool),
    tokens: { list: () => listTokens(pool) },
    nodes: () => listNodes(pool),
    async queue() {
      const { rows } = await pool.query<{ waiting: number; active: number }>(
        `select count(*) filter (where state < 'active') as waiting, count(*) filter (where state = 'active') as active
         from jury_queue.job where name = $1 and state <= 'active'`,
        [RUNS_QUEUE],
      );
      const [told = { waiting: 0, active: 0 }] = rows;
      return { ...told, blocked: await boss.getBlockedKeys(RUNS_QUEUE) };
    },
    drain: async () => own?.drain(),
    async close() {
      for (const close of closing) close();
      await own?.close();
      await boss.stop({ graceful: false });
      await notices.close();
      clock.close();
    },
  };
}

/** A store whose runs ask, as they end, whether to try again: once each, wherever and however they end. */
import type { AgentInfo } from '@design-jury/contracts/http';
import type { OperatorQuestion } from '@design-jury/contracts/questions';
import { isTheaterRun, type TheaterRun } from '@design-jury/contracts/run';
import type { AgentRegistry } from '../../agents/registry.ts';
import type { Places } from '../../host/place/place.ts';
import type { FinishedRun, Store } from '../../store/store.ts';
import { loadRequest } from './request-file.ts';
import { provedNothing, retryQuestion, TRIES_THAT_ASK } from './retry-question.ts';

export interface AskingOptions {
  places: Places;
  agents: Pick<AgentRegistry, 'list'>;
  clock: () => number;
}

/** Programs are asked for their versions: a run's end does not wait longer for them. */
const LIST_PATIENCE_MS = 5_000;

/** Of a queue that is stopped every run asks at once who else there is: it is looked for once. */
const LIST_FRESH_MS = 5_000;

export function askingStore(store: Store, given: AskingOptions): Store {
  const options = { ...given, agents: listedOnce(given.agents) };
  return {
    ...store,
    async finishRun(finished) {
      // An end that is written down without its question is better than none.
      const question = await questionOf(store, finished, options).catch(() => null);
      return store.finishRun({ ...finished, question });
    },
  };
}

async function questionOf(
  store: Store,
  finished: FinishedRun,
  { places, agents, clock }: AskingOptions,
): Promise<OperatorQuestion | null> {
  if (!provedNothing(finished)) return null;
  const record = await store.getRun(finished.runId);
  if (record === null || !isTheaterRun(record) || (await triesBefore(store, record)) >= TRIES_THAT_ASK)
    return null;
  const place = places(record);
  const asked = await loadRequest(place);
  if (asked === null || (finished.state === 'interrupted' && (await place.wasStopped()))) return null;
  const now = clock();
  await store.questions.expire(new Date(now).toISOString());
  const known = await inTime(agents.list(now), LIST_PATIENCE_MS);
  return retryQuestion({
    record,
    finished,
    request: asked.request,
    lent: asked.lent === true,
    others: known.filter((agent) => isUsable(agent) && agent.id !== record.agent).toSorted(byLogin),
    agentName: known.find(({ id }) => id === record.agent)?.name ?? record.agent,
    now,
  });
}

function listedOnce(agents: AskingOptions['agents']): AskingOptions['agents'] {
  let last: { at: number; listing: ReturnType<typeof agents.list> } | null = null;
  return {
    list(now) {
      const at = performance.now();
      if (last === null || at - last.at > LIST_FRESH_MS) last = { at, listing: agents.list(now) };
      return last.listing;
    },
  };
}

/** Counted no further than it matters. */
async function triesBefore(store: Store, record: TheaterRun): Promise<number> {
  let tries = 0;
  for (let { retryOf } = record; retryOf !== undefined && tries < TRIES_THAT_ASK; tries++)
    retryOf = (await store.getRun(retryOf))?.retryOf;
  return tries;
}

/** One that measures is offered by itself, where there is a page to measure. */
function isUsable({ available, capabilities, degraded, loggedIn }: AgentInfo): boolean {
  return capabilities?.measures !== true && available && degraded == null && loggedIn !== false;
}

/** Those that are known to be logged in come first. */
function byLogin(one: AgentInfo, other: AgentInfo): number {
  return Number(other.loggedIn === true) - Number(one.loggedIn === true);
}

async function inTime(listing: Promise<AgentInfo[]>, ms: number): Promise<AgentInfo[]> {
  const { promise, resolve } = Promise.withResolvers<AgentInfo[]>();
  const timer = setTimeout(() => resolve([]), ms);
  try {
    return await Promise.race([listing, promise]);
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
    listing.catch(() => {});
  }
}

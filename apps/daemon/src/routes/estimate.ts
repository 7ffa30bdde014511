/** `GET /api/estimate`: what a run may use, before it is started. */
import type { RunEstimate, TokenFigures } from '@design-jury/contracts/estimate';
import type { RunFigures } from '@design-jury/contracts/ops';
import { PROTOCOL_IDS } from '@design-jury/contracts/run';
import type { Context, Hono } from 'hono';
import { expectedTokens } from '../agents/estimate.ts';
import type { ModelGate } from '../agents/models/open.ts';
import { costOf } from '../agents/prices.ts';
import type { Jury } from '../jury.ts';
import { HttpError } from './errors.ts';
import { wholeNumber } from './request.ts';

/** Asks no model. */
const GROUNDED = 'grounded';
const MAX_CHARS = 64 * 1024 * 1024;
const MAX_ROUNDS = 50;
const MOST_AGENTS = 8;
const MAX_MODEL_CHARS = 200;
const EARLIER_DAYS = 30;
const MOST_EARLIER = 500;
const DAY_MS = 86_400_000;

export function mountEstimate(app: Hono, jury: Jury, models: ModelGate | null, now: () => number): void {
  app.get('/api/estimate', async (c) => {
    const protocol = PROTOCOL_IDS.find((id) => id === c.req.query('protocol'));
    if (protocol === undefined)
      throw new HttpError('bad_request', `protocol: it takes ${PROTOCOL_IDS.join(', ')}`);
    const named = agentsIn(c);
    const asked = named.filter((id) => id !== GROUNDED);
    if (asked.length === 0)
      return c.json({ free: true, expected: null, earlier: null } satisfies RunEstimate);
    const model = c.req.query('model')?.slice(0, MAX_MODEL_CHARS) || null;
    const since = new Date(now() - EARLIER_DAYS * DAY_MS).toISOString();
    const runs = await jury.runFigures(since, MOST_EARLIER);
    const order = {
      chars: numberIn(c, 'chars', { min: 0, max: MAX_CHARS }, 0),
      rounds: numberIn(c, 'rounds', { min: 1, max: MAX_ROUNDS }, 1),
      independent: c.req.query('independent') === '1',
    };
    const expected =
      protocol === 'content'
        ? null
        : summed(
            asked.map((id) => {
              const { inputTokens, outputTokens } = expectedTokens({ protocol, ...order });
              const known = models?.agents.modelFor(id, model) ?? null;
              const tokens = { input: inputTokens, output: outputTokens, cacheRead: 0, cacheWrite: 0 };
              const costUsd = known === null ? null : costOf(known.provider, known.model, tokens);
              return { inputTokens, outputTokens, costUsd };
            }),
          );
    const earlier = middleOf(runs.filter((run) => run.protocol === protocol && isOf(run, named)));
    return c.json({ free: false, expected, earlier } satisfies RunEstimate);
  });
}

function agentsIn(c: Context): string[] {
  const named = (c.req.query('agents') ?? GROUNDED).split(',').slice(0, MOST_AGENTS);
  const bad = named.find((id) => !/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(id));
  if (bad === undefined) return named;
  throw new HttpError('bad_request', `agents: ${JSON.stringify(bad.slice(0, 40))} is no id of an agent`);
}

function numberIn(c: Context, name: string, range: { min: number; max: number }, none: number): number {
  const value = c.req.query(name);
  return value === undefined ? none : wholeNumber(name, value, range);
}

/** One price that is not known makes the whole unknown. */
function summed(parts: readonly TokenFigures[]): TokenFigures {
  return parts.reduce((sum, one) => ({
    inputTokens: sum.inputTokens + one.inputTokens,
    outputTokens: sum.outputTokens + one.outputTokens,
    costUsd: sum.costUsd === null || one.costUsd === null ? null : sum.costUsd + one.costUsd,
  }));
}

/** A cross-check names its workers in one word; those that need no model cost nothing, whichever they are. */
function isOf({ agent }: RunFigures, named: readonly string[]): boolean {
  const paid = (ids: readonly string[]): string =>
    ids
      .filter((id) => !id.startsWith(GROUNDED))
      .toSorted()
      .join(',');
  return paid(agent.split(',')) === paid(named);
}

type Counted = RunFigures & { inputTokens: number; outputTokens: number };

/** The run in the middle by what it used: a run that was, not a mean of runs that were not. */
function middleOf(runs: readonly RunFigures[]): RunEstimate['earlier'] {
  const counted = runs
    .filter((run): run is Counted => run.inputTokens !== null && run.outputTokens !== null)
    .toSorted((a, b) => a.inputTokens + a.outputTokens - b.inputTokens - b.outputTokens);
  const middle = counted[Math.floor(counted.length / 2)];
  if (middle === undefined) return null;
  const { inputTokens, outputTokens, costUsd } = middle;
  return { runs: counted.length, inputTokens, outputTokens, costUsd };
}

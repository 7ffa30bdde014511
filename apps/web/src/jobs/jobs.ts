/** What can be started here besides a page: each by the command that does the same at a terminal. */
import { GIVEN_KINDS, type GivenKind } from '@design-jury/contracts/given-limits';
import type { MessageKey } from '../i18n/i18n.ts';
import { pathOf } from '../router.ts';

/** As `CRITERIA_SETS` of the daemon. */
export const CRITERIA = ['spec', 'plan', 'tasks', 'review', 'debug', 'test', 'architect'] as const;
export type Criteria = (typeof CRITERIA)[number];

/** Part of the address of the first page: it needs no row among the pages, which every first load would bring. */
const JOB_PARAM = 'job';

export function jobIn(query: URLSearchParams): GivenKind | null {
  const wanted = query.get(JOB_PARAM);
  return GIVEN_KINDS.find((kind) => kind === wanted) ?? null;
}

export const jobPath = (kind: GivenKind): string => `${pathOf('home', {})}?${JOB_PARAM}=${kind}`;

export const JOB_WORDS: Record<GivenKind, { short: MessageKey; title: MessageKey; lead: MessageKey }> = {
  loop: { short: 'jobs.loop', title: 'jobs.loop.title', lead: 'jobs.loop.lead' },
  'plan-check': { short: 'jobs.plan', title: 'jobs.plan.title', lead: 'jobs.plan.lead' },
  converge: { short: 'jobs.converge', title: 'jobs.converge.title', lead: 'jobs.converge.lead' },
  accept: { short: 'jobs.accept', title: 'jobs.accept.title', lead: 'jobs.accept.lead' },
};

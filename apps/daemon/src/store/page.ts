import type { Page } from './store.ts';

export const DEFAULT_PAGE_LIMIT = 50;
export const MAX_PAGE_LIMIT = 200;

export function pageLimit({ limit = DEFAULT_PAGE_LIMIT }: Page): number {
  return Math.min(Math.max(Math.trunc(limit), 1), MAX_PAGE_LIMIT);
}

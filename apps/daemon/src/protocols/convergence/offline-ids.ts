/** The workers that need no model, by name: what is known of them without loading them. */

export const OFFLINE_IDS = ['grounded-reader', 'grounded-indexer'] as const;

export type OfflineId = (typeof OFFLINE_IDS)[number];

export const OFFLINE_NAMES: ReadonlyMap<string, string> = new Map([
  ['grounded-reader', 'Grounded reader'],
  ['grounded-indexer', 'Grounded indexer'],
]);

/** Who can be asked in words: the workers without a model argue nothing. */
export function agentIds(workers: readonly string[]): string[] {
  return workers.filter((id) => !OFFLINE_NAMES.has(id));
}

/** Calls back parcels that nobody fetched. Runs every hour. */
export const EVERY_MINUTES = 60;
const RECALL_AFTER_HOURS = 72;

export function due(parcels: { id: string; since: number }[], now: number): string[] {
  return parcels.filter((p) => now - p.since >= RECALL_AFTER_HOURS * 3600_000).map((p) => p.id);
}

import { type MessageKey, t } from '../../i18n/i18n.ts';

/** Criteria of ours by their ids; one of the user's own is told by its id. */
const NAMES = [
  ...['COMPLETENESS', 'MEASURABILITY', 'INDEPENDENCE', 'EDGE_CASES', 'FEASIBILITY', 'ARCHITECTURE'],
  ...['RISK', 'PRINCIPLES', 'COVERAGE', 'DEPENDENCIES', 'PRECISION', 'SAFETY', 'CORRECTNESS', 'QUALITY'],
  ...['INCREMENTALITY', 'COMPATIBILITY'],
] as const;

export function criterionName(id: string): string {
  const known = NAMES.find((name) => name === id);
  return known === undefined ? id : t(`loop.name.${known}` as MessageKey);
}

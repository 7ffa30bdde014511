import { listOf, said } from '../i18n/i18n.ts';

/** Those that need no model, by the name they have where they are chosen. */
const GROUNDED: Readonly<Record<string, string>> = {
  grounded: 'Grounded panel',
  'grounded-reader': 'Grounded reader',
  'grounded-indexer': 'Grounded indexer',
};

/** Who judged, as a reader knows it: one agent, or several with commas between their ids. */
export function agentWord(agents: string): string {
  return listOf(agents.split(',').map((id) => said(GROUNDED[id] ?? id)));
}

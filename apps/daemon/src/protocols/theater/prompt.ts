/** Which words a turn gets: `contracts/theater/panel-prompt.ts` filled with the state of the board. */
import type { CritiqueConfig } from '@design-jury/contracts/theater/critique';
import {
  nextRoundPrompt,
  openingPrompt,
  type PanelMaterial,
  pagePrompt,
  type RoundNews,
} from '@design-jury/contracts/theater/panel-prompt';
import type { AgentSubject } from '../../agents/session.ts';
import { openEntries } from './ledger.ts';
import type { Scoreboard } from './scoreboard-state.ts';

export interface PromptContext {
  config: CritiqueConfig;
  material: PanelMaterial;
  /** What the tags of the answer have to carry. @default null: the run speaks version 1 */
  code?: string | null;
}

export function turnPrompt(
  turn: 'legacy' | 'page' | number,
  board: Scoreboard,
  { config, material, code = null }: PromptContext,
  measured: readonly string[] = [],
): string {
  // A conversation that has come this far knows its material.
  if (turn === 'legacy') return pagePrompt(null);
  if (turn === 'page') return pagePrompt(material);
  if (turn === 1 || board.turns === 'one-shot')
    return openingPrompt({ rules: config, turns: board.turns, material, code });
  return nextRoundPrompt({ ...roundNews(turn, board, measured), code });
}

/** What a later round begins with. */
export function roundNews(round: number, { ledger }: Scoreboard, measured: readonly string[]): RoundNews {
  return {
    round,
    open: openEntries(ledger).map(({ id, role, text, target, evidence }) => ({
      id,
      role,
      text,
      target,
      evidence,
    })),
    fixed: ledger.filter(({ resolvedRound }) => resolvedRound !== null).map(({ text }) => text),
    measured,
  };
}

/** Every text of a prompt that comes from outside, the name of the file included. */
export function writtenByOthers(
  { subject, brief, brand, skill }: PanelMaterial,
  { kind, ...rest }: AgentSubject,
): string[] {
  const own = subject.kind === 'artifact' ? subject.content : subject.text;
  const path = kind === 'artifact' && 'path' in rest ? rest.path : null;
  return [own, brief, brand, skill ?? null, path].filter((text) => text != null);
}

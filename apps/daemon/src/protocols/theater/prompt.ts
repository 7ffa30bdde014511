/** Which words a turn gets: `contracts/theater/panel-prompt.ts` filled with the state of the board. */
import type { CritiqueConfig } from '@design-jury/contracts/theater/critique';
import {
  nextRoundPrompt,
  openingPrompt,
  type PanelMaterial,
  pagePrompt,
  type RoundNews,
} from '@design-jury/contracts/theater/panel-prompt';
import { openEntries } from './ledger.ts';
import type { Scoreboard } from './scoreboard-state.ts';

export interface PromptContext {
  config: CritiqueConfig;
  material: PanelMaterial;
}

export function turnPrompt(
  turn: 'legacy' | number,
  board: Scoreboard,
  { config, material }: PromptContext,
  measured: readonly string[] = [],
): string {
  // A conversation that has come this far knows its material.
  if (turn === 'legacy') return pagePrompt(board.turns === 'conversational' ? null : material);
  if (turn === 1 || board.turns === 'one-shot')
    return openingPrompt({ rules: config, turns: board.turns, material });
  return nextRoundPrompt(roundNews(turn, board, measured));
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

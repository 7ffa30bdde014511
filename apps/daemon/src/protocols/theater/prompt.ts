/**
 * Which words a turn gets: `contracts/panel-prompt.ts` filled with the state of the board. The only way from a run
 * to a prompt, with the one decision whether a jury sits handed in.
 */
import type { CritiqueConfig } from '@design-jury/contracts/theater/critique';
import {
  nextRoundPrompt,
  openingPrompt,
  type PanelMaterial,
  pagePrompt,
} from '@design-jury/contracts/theater/panel-prompt';
import { openEntries } from './ledger.ts';
import type { Scoreboard } from './scoreboard-state.ts';

export interface PromptContext {
  config: CritiqueConfig;
  material: PanelMaterial;
  /** Decided once for the run, with its reason; here only obeyed. @default on */
  jury?: { on: boolean };
}

export function turnPrompt(
  turn: 'legacy' | number,
  board: Scoreboard,
  { config, material, jury = { on: true } }: PromptContext,
  measured: readonly string[] = [],
): string {
  if (!jury.on) return pagePrompt(material);
  // A conversation that has come this far knows its material.
  if (turn === 'legacy') return pagePrompt(board.turns === 'conversational' ? null : material);
  if (turn === 1 || board.turns === 'one-shot')
    return openingPrompt({ rules: config, turns: board.turns, material });
  return nextRoundPrompt({
    round: turn,
    open: openEntries(board.ledger),
    fixed: board.ledger.filter(({ resolvedRound }) => resolvedRound !== null).map(({ text }) => text),
    measured,
  });
}

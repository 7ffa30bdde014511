/** Grammar of protocol version 1: tags that carry nothing. Version 2 has the same blocks. */
import type { PanelEvent } from '@design-jury/contracts/theater/critique';
import type { Grammar, GrammarLimits } from './grammar.ts';
import { PanelGrammar } from './panel-grammar.ts';
import type { Tokenizer } from './tokenizer.ts';

export function createGrammarV1(
  tokenizer: Tokenizer,
  limits: GrammarLimits,
  emit: (event: PanelEvent) => void,
): Grammar {
  return new PanelGrammar(tokenizer, limits, emit, 1);
}

/**
 * Grammar of protocol version 2: the blocks of version 1, under tags that carry the run's code. The tokenizer takes
 * nothing else for a tag, so whatever is quoted, pasted or smuggled in is text. The code itself is said nowhere.
 */
import type { Demand, PanelEvent } from '@design-jury/contracts/theater/critique';
import type { Grammar, GrammarLimits } from './grammar.ts';
import { PanelGrammar } from './panel-grammar.ts';
import type { Tokenizer } from './tokenizer.ts';

export function createGrammarV2(
  tokenizer: Tokenizer,
  limits: GrammarLimits,
  emit: (event: PanelEvent) => void,
  code: string,
): Grammar {
  const tell = (event: PanelEvent): void => emit(withoutCode(event, code));
  // Pages are left as they are: one that holds the code is refused by whoever has all of it.
  return new PanelGrammar(tokenizer, { ...limits, live: true }, tell, 2, emit);
}

/** What stands for the code where an agent wrote it into its text. */
const HIDDEN = '\u2026';

function withoutCode(event: PanelEvent, code: string): PanelEvent {
  return says(event, code) ? JSON.parse(JSON.stringify(event).replaceAll(code, HIDDEN)) : event;
}

/** The commonest events are asked by name: walking every field of every dim costs a tenth of the reading. */
function says(event: PanelEvent, code: string): boolean {
  switch (event.type) {
    case 'panelist_dim':
      return writes(event.dimName, code) || writes(event.dimNote, code);
    case 'panelist_notes':
      return writes(event.text, code);
    case 'panelist_must_fix':
      return holds(event.id, code) || holds(event.voice, code) || demands(event.demand, code);
    case 'panelist_close':
      return holds(event.voice, code);
    // Words and numbers of ours alone.
    case 'run_open':
    case 'round_open':
    case 'panelist_open':
      return false;
    case 'round_close':
      return holds(event.reason, code);
    default:
      return holds(event, code);
  }
}

function demands({ text, dim, target, evidence, witness }: Demand, code: string): boolean {
  return (
    holds(text, code) ||
    holds(dim, code) ||
    holds(target, code) ||
    holds(evidence, code) ||
    holds(witness, code)
  );
}

function writes(text: string, code: string): boolean {
  return text.length >= code.length && text.includes(code);
}

function holds(value: unknown, code: string): boolean {
  if (typeof value === 'string') return writes(value, code);
  if (typeof value !== 'object' || value === null) return false;
  for (const key in value) if (holds(value[key as keyof typeof value], code)) return true;
  return false;
}

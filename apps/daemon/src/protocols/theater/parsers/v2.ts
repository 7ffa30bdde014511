/**
 * Grammar of protocol version 2: the blocks of version 1, under tags that carry the run's code. The tokenizer takes
 * nothing else for a tag, so whatever is quoted, pasted or smuggled in is text. The code itself is said nowhere.
 */
import type { PanelEvent } from '@design-jury/contracts/theater/critique';
import type { Tokenizer } from './tokenizer.ts';
import { type Grammar, type GrammarLimits, PanelGrammar } from './v1.ts';

export function createGrammarV2(
  tokenizer: Tokenizer,
  limits: GrammarLimits,
  emit: (event: PanelEvent) => void,
  code: string,
): Grammar {
  const tell = (event: PanelEvent): void => emit(withoutCode(event, code));
  return new PanelGrammar(tokenizer, { ...limits, live: true }, tell, 2);
}

/** What stands for the code where an agent wrote it into its text. */
const HIDDEN = '\u2026';

/** Pages are left as they are: one that holds the code is refused by whoever has all of it. */
function withoutCode(event: PanelEvent, code: string): PanelEvent {
  return says(event, code) ? JSON.parse(JSON.stringify(event).replaceAll(code, HIDDEN)) : event;
}

/** The commonest events are asked by name: walking every field of every dim costs a tenth of the reading. */
function says(event: PanelEvent, code: string): boolean {
  switch (event.type) {
    case 'artifact_chunk':
      return false;
    case 'panelist_dim':
      return event.dimName.includes(code) || event.dimNote.includes(code);
    case 'panelist_notes':
      return event.text.includes(code);
    default:
      return holds(event, code);
  }
}

function holds(value: unknown, code: string): boolean {
  if (typeof value === 'string') return value.length >= code.length && value.includes(code);
  if (typeof value !== 'object' || value === null) return false;
  for (const key in value) if (holds(value[key as keyof typeof value], code)) return true;
  return false;
}

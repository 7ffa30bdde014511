/** What an agent wrote and did not say: thoughts, comments, and what tools told it. */
import { LOOSE, markupIn } from './tags.ts';

/** Of one answer; nobody has more. */
const MAX_THOUGHTS = 100;

/** The text without those in front of its first document of JSON, or without any where it has none. */
export function withoutThoughts(text: string): string {
  let said = text;
  for (let i = 0; i < MAX_THOUGHTS; i++) {
    const thought = firstThought(said);
    if (thought === null) return said;
    said = said.slice(0, thought.start) + said.slice(thought.end);
  }
  return said;
}

function firstThought(text: string): { start: number; end: number } | null {
  const brace = text.search(/[{[]/);
  const limit = brace === -1 ? text.length : brace;
  for (let start = text.indexOf('<'); start !== -1 && start < limit; start = text.indexOf('<', start + 1)) {
    const markup = markupIn(LOOSE, text, start, false);
    const closer = markup.kind === 'thinking' ? markup.closer : markup.kind === 'comment' ? '-->' : null;
    if (closer === null) continue;
    const close = text.indexOf(closer, start);
    // One that is never closed holds all that follows.
    return { start, end: close === -1 ? text.length : close + closer.length };
  }
  return null;
}

/**
 * Somebody else's words inside a prompt: a page, a brief, a brand's DESIGN.md. They stand in a frame the prompt
 * declares to be data, and nothing inside can end the frame, whatever it writes.
 */

export const FRAME_NAMES = [
  'SKILL_SOURCE',
  'BRAND_SOURCE',
  'BRIEF_SOURCE',
  'PAGE_SOURCE',
  'DEMANDS',
  'MEASURED',
] as const;
export type FrameName = (typeof FRAME_NAMES)[number];

/** Between the letters a reader may not see anything and still read the name. */
const INVISIBLE = String.raw`[\p{Cf}\p{Mn}]*`;
const NAMES = FRAME_NAMES.map((name) => [...name].join(INVISIBLE)).join('|');
/** One character class before the name: two in a row would be tried in every combination. */
const FRAME_TAG = new RegExp(String.raw`[<＜‹〈]([\s\p{Cf}\p{Mn}/\\]*(?:${NAMES}))`, 'giu');

/** The text between two tags of its own; what looks like a tag of any frame is disarmed. */
export function framed(name: FrameName, text: string): string {
  return `<${name}>\n${text.replace(FRAME_TAG, '&lt;$1')}\n</${name}>`;
}

/** One line of somebody's words in a list: no tag, no line break, bounded. */
export function quotedLine(text: string, maxChars: number): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  const cut = line.length > maxChars ? `${line.slice(0, maxChars)}…` : line;
  return cut.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

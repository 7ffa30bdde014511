/** What an agent wrote around a document: a fence, a sentence, a thought. A page ships without them, or not at all. */
import { withoutThoughts } from './parsers/thoughts.ts';

const DOCUMENT = /<!doctype\s+html|<html[\s>]/i;
const BEFORE = /^(?:\s|\ufeff|<!--[\s\S]*?-->|<\?[\s\S]*?\?>)*$/;
const FENCE_OPEN = /^\s*(?:```|~~~)[^\n<]*\n/;
const FENCE_CLOSE = /\n?(?:```|~~~)\s*$/;

/** The document alone; the same text where nothing stands around it, or where that is markup itself. */
export function unwrapped(content: string): string {
  const start = content.search(DOCUMENT);
  if (start === -1) return withoutFence(content);
  const last = content.toLowerCase().lastIndexOf('</html');
  const close = last === -1 ? -1 : content.indexOf('>', last);
  const before = content.slice(0, start);
  const after = close === -1 ? '' : content.slice(close + 1);
  const isOurs = !before.includes('<') || withoutThoughts(before).trim() === '';
  const from = BEFORE.test(before) || !isOurs ? 0 : start;
  const to = after.trim() === '' || after.includes('<') || close === -1 ? content.length : close + 1;
  const inner = content.slice(from, to);
  return close === -1 && from > 0 ? inner.replace(FENCE_CLOSE, '') : inner;
}

function withoutFence(content: string): string {
  return FENCE_OPEN.test(content) && FENCE_CLOSE.test(content)
    ? content.replace(FENCE_OPEN, '').replace(FENCE_CLOSE, '')
    : content;
}

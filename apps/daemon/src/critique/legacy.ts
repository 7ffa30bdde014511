/** Single-pass generation: the page inside whatever the agent answered, or null when there is none. */

const FENCE = /```(?:html|HTML)?\s*\n([\s\S]*?)\n```/;
const PAGE_START = /<(?:!doctype\s+html|html|body|main|div|section|article|header|h1)\b/i;

export function extractPage(answer: string): string | null {
  const body = FENCE.exec(answer)?.[1] ?? answer;
  const start = body.search(PAGE_START);
  if (start === -1) return null;
  const end = body.lastIndexOf('>');
  const page = body.slice(start, end + 1);
  // Protocol tags are never a page: an agent that repeats its broken answer gives nothing to keep.
  return /<\/?(?:PANELIST|ROUND|CRITIQUE_RUN|SHIP)\b/.test(page) ? null : page;
}

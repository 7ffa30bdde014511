/** Single-pass generation: the page inside whatever the agent answered, or null when there is none. */
import type { AgentDelta } from '../../agents/session.ts';
import { TAG_NAMES } from './parsers/tags.ts';

const DOCUMENT_START = /<(?:!doctype\s+html|html)\b/i;
const DOCUMENT_END = /<\/html\s*>/gi;
const PAGE_START = /<(?:!doctype\s+html|html|body|main|div|section|article|header|h1)\b/i;
const FENCE = '```';
const PROTOCOL = new RegExp(`</?(?:${TAG_NAMES.join('|')})[\\s/>]`);

/** The text of an answer as it comes. Begun anew, only the new one counts; one that was too long stays so. */
export class AnswerText {
  readonly #maxChars: number;
  #pieces: string[] = [];
  #length = 0;
  isTooLong = false;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  take(delta: Extract<AgentDelta, { type: 'text' | 'restart' }>): void {
    if (delta.type === 'restart') {
      this.#pieces = [];
      this.#length = 0;
      return;
    }
    this.#length += delta.text.length;
    this.isTooLong ||= this.#length > this.#maxChars;
    if (!this.isTooLong) this.#pieces.push(delta.text);
  }

  get page(): string | null {
    return this.isTooLong ? null : extractPage(this.#pieces.join(''));
  }
}

export function extractPage(answer: string): string | null {
  const page = wholeDocument(answer) ?? fragmentOf([...fencedBlocks(answer), answer]);
  // Protocol tags are never a page: an agent that repeats its broken answer gives nothing to keep.
  return page === null || PROTOCOL.test(page) ? null : page;
}

/** From its first tag to its last, whatever stands around it. */
function wholeDocument(answer: string): string | null {
  const start = answer.search(DOCUMENT_START);
  const last = [...answer.matchAll(DOCUMENT_END)].at(-1);
  return start === -1 || last === undefined || last.index < start
    ? null
    : answer.slice(start, last.index + last[0].length);
}

function fragmentOf(candidates: readonly string[]): string | null {
  for (const text of candidates) {
    const start = text.search(PAGE_START);
    const end = text.lastIndexOf('>');
    if (start !== -1 && end > start) return text.slice(start, end + 1);
  }
  return null;
}

/** What stands between fences, the last one closed or not. */
function fencedBlocks(answer: string): string[] {
  const blocks: string[] = [];
  let open: string[] | null = null;
  for (const line of answer.split(/\r?\n/)) {
    if (!line.startsWith(FENCE)) open?.push(line);
    else if (open === null) open = [];
    else {
      blocks.push(open.join('\n'));
      open = null;
    }
  }
  if (open !== null) blocks.push(open.join('\n'));
  return blocks;
}

/** What an agent wrote around a document: a fence, a sentence, a thought. A page ships without them, or not at all. */

const DOCUMENT = /<!doctype\s+html|<html[\s>]/i;
const FENCE_LINE = /^[ \t]*(?:```|~~~)[^\n<]*$/gm;
/** What a page shows or runs is not its own markup; what an agent thought is none of the page. */
const SHOWN = ['code', 'iframe', 'pre', 'samp', 'textarea', 'title', 'xmp'];
const THOUGHT = ['analysis', 'reasoning', 'think', 'thinking', 'thought'];
const DATA = ['script', 'style', 'template'];

/** [P30] The document alone; the same text where nothing stands around it, or where nothing tells what is around what. */
export function unwrapped(content: string): string {
  const plain = without([...SHOWN, ...THOUGHT, ...DATA], content);
  const start = startOf(plain);
  if (start === -1) return withoutFences(content, plain);
  const from = isPreamble(content.slice(0, start)) ? 0 : start;
  const last = plain.toLowerCase().lastIndexOf('</html');
  const close = last === -1 ? -1 : plain.indexOf('>', last);
  if (close === -1) return content.slice(from, firstFence(plain, start)?.index ?? content.length).trimEnd();
  // A comment or a script that a tool put behind the page is the page's; words are not, marked up or not.
  const isQuiet = without(DATA, content.slice(close + 1)).trim() === '';
  return content.slice(from, isQuiet ? content.length : close + 1);
}

/** [P30] Which of two pages would the judges have looked at? */
export function holdsTwoDocuments(content: string): boolean {
  const plain = without([...SHOWN, ...THOUGHT, ...DATA], content);
  return [/<!doctype\s+html/gi, /<html[\s>]/gi].some((begins) => (plain.match(begins)?.length ?? 0) > 1);
}

/** A part of a page may speak of documents; it begins with markup, and no document ends in it. */
function startOf(plain: string): number {
  const found = DOCUMENT.exec(plain);
  if (found === null) return -1;
  const isPart = plain.slice(0, found.index).trimStart().startsWith('<') && found[0].startsWith('<h');
  return isPart && !/<\/html/i.test(plain) ? -1 : found.index;
}

/** Nothing but comments and declarations. */
function isPreamble(text: string): boolean {
  let rest = text.replace(/^\ufeff/, '').trimStart();
  while (rest !== '') {
    const end = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '?>' : null;
    const at = end === null ? -1 : rest.indexOf(end);
    if (end === null || at === -1) return false;
    rest = rest.slice(at + end.length).trimStart();
  }
  return true;
}

/** A part of a page between fences, or one that ends at a fence, whatever is said behind it. */
function withoutFences(content: string, plain: string): string {
  const first = plain.search(/<[a-z!]/i);
  if (first === -1) return content;
  const opening = [...plain.slice(0, first).matchAll(FENCE_LINE)].at(-1);
  const closing = firstFence(plain, first);
  if (opening === undefined && closing === undefined) return content;
  const from = opening === undefined ? 0 : opening.index + opening[0].length + 1;
  return content.slice(from, closing?.index ?? content.length).replace(/\n$/, '');
}

function firstFence(plain: string, from: number): RegExpExecArray | undefined {
  for (const found of plain.matchAll(FENCE_LINE)) if (found.index > from) return found;
  return undefined;
}

/** The text with spaces for comments, for these elements where they are closed, and for documents in an attribute. */
function without(names: readonly string[], content: string): string {
  const small = content.toLowerCase();
  const opener = new RegExp(`<!--|<(${names.join('|')})(?=[\\s>])|\\ssrcdoc\\s*=\\s*(["'])`, 'gi');
  const pieces: string[] = [];
  const unclosed = new Set<string>();
  let done = 0;
  for (let found = opener.exec(content); found !== null; found = opener.exec(content)) {
    const end = found[2] ?? (found[1] === undefined ? '-->' : `</${found[1].toLowerCase()}`);
    const at = unclosed.has(end) ? -1 : small.indexOf(end, opener.lastIndex);
    // Looked for once: what is not closed behind here is not closed further on.
    if (at === -1) unclosed.add(end);
    if (at === -1) continue;
    const close = end.startsWith('</') ? small.indexOf('>', at) + 1 : at + end.length;
    const to = close === 0 ? content.length : close;
    pieces.push(content.slice(done, found.index), content.slice(found.index, to).replace(/[^\n]/g, ' '));
    done = to;
    opener.lastIndex = to;
  }
  pieces.push(content.slice(done));
  return pieces.join('');
}

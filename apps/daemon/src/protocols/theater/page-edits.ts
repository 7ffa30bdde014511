/**
 * [P29] Edits of a page that the host has, instead of the whole page again. They are bound to the host's bytes: what is
 * looked for stands there exactly once, or none of them is applied and the reason names the edit.
 */
import { tagName } from '@design-jury/contracts/theater/panel-example';

export type Edited = { ok: true; content: string } | { ok: false; problem: string };

interface Edit {
  search: string;
  replace: string;
}

/** More are a new page. */
export const MAX_EDITS = 200;
const LONGEST_QUOTE = 80;

/** `base` is null where the host has no page yet. */
export function editedPage(base: string | null, text: string, code: string): Edited {
  if (base === null) return refused('there is no page yet that could be edited');
  const edits = readEdits(text, code);
  if (typeof edits === 'string') return refused(edits);
  const lines = base.includes('\r\n') ? withCarriageReturns : (part: string) => part;
  const places: { at: number; end: number; replace: string; n: number }[] = [];
  for (const [i, { search, replace }] of edits.entries()) {
    const words = lines(search);
    const at = base.indexOf(words);
    const name = `edit ${i + 1} of ${edits.length}, SEARCH ${quoted(search)}`;
    if (words.trim() === '') return refused(`edit ${i + 1} of ${edits.length} looks for nothing`);
    if (at === -1) return refused(`${name} does not stand on the page`);
    if (base.indexOf(words, at + 1) !== -1) return refused(`${name} stands on the page more than once`);
    places.push({ at, end: at + words.length, replace: lines(replace), n: i + 1 });
  }
  places.sort((a, b) => a.at - b.at);
  const pieces: string[] = [];
  let done = 0;
  for (const [i, { at, end, replace, n }] of places.entries()) {
    if (at < done) return refused(`edit ${n} of ${edits.length} overlaps edit ${places[i - 1]?.n}`);
    pieces.push(base.slice(done, at), replace);
    done = end;
  }
  return { ok: true, content: pieces.join('') + base.slice(done) };
}

function refused(problem: string): Edited {
  return { ok: false, problem };
}

/** Or what is wrong with them. */
function readEdits(text: string, code: string): Edit[] | string {
  const edits: Edit[] = [];
  let at = 0;
  const part = (name: string): string | null => {
    const [open, close] = [`<${tagName(name, code)}>`, `</${tagName(name, code)}>`];
    while (isSpace(text.charAt(at))) at++;
    const end = text.startsWith(open, at) ? text.indexOf(close, at + open.length) : -1;
    if (end === -1) return null;
    const inner = text.slice(at + open.length, end);
    at = end + close.length;
    return withoutOuterBreaks(inner);
  };
  while (text.slice(at).trim() !== '') {
    const n = edits.length + 1;
    if (n > MAX_EDITS) return `there are more than ${MAX_EDITS} edits`;
    const search = part('SEARCH');
    if (search === null) return `edit ${n} does not begin with SEARCH under the code of the run`;
    const replace = part('REPLACE');
    if (replace === null)
      return `edit ${n}, SEARCH ${quoted(search)}, has no REPLACE under the code of the run`;
    edits.push({ search, replace });
  }
  return edits.length === 0 ? 'there is no edit' : edits;
}

function isSpace(character: string): boolean {
  return character !== '' && character.trim() === '';
}

/** The line break behind an opening tag and the one before a closing tag belong to the tags. */
function withoutOuterBreaks(text: string): string {
  return text.replace(/^\r?\n/, '').replace(/\r?\n$/, '');
}

function withCarriageReturns(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}

function quoted(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return `"${flat.length > LONGEST_QUOTE ? `${flat.slice(0, LONGEST_QUOTE)}…` : flat}"`;
}

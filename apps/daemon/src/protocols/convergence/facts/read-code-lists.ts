/** Values that code lists (sets, unions, enumerations) and values that it uses. */
import { identifierWords } from '../words.ts';
import { parted } from './code-line.ts';
import { termsOf } from './concepts.ts';
import type { ListFact, UseFact } from './fact.ts';
import type { Passage } from './passages.ts';
import { spotOf } from './read-figures.ts';
import { bare } from './read-prose.ts';

/** `ALLOWED = ['image/png', 'image/jpeg']` */
export function listFacts(passage: Passage): ListFact[] {
  return [
    ...passage.text.matchAll(
      /([\p{L}_$][\p{L}\p{N}_$]*)["']?\s*[:=]\s*(?:new Set\()?[[({]([^\])}]*)[\])}]/gu,
    ),
  ].flatMap(([, key = '', inside = '']) => {
    const members = inside
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
    const isList = members.length > 1 && members.every((one) => /^["'`][^"'`]+["'`]$/.test(one));
    return isList
      ? [{ ...spotOf(passage), label: termsOf(identifierWords(key)), members: members.map(bare) }]
      : [];
  });
}

const UNION = /(?:type|alias)\s+(\w+)\s*=\s*((?:\|?\s*["'][^"']+["']\s*)+);?/u;
const CHECKED = /(\w+)\s+in\s*\(\s*((?:'[^']+'\s*,?\s*)+)\)/iu;
const ENUM = /(?:enum(?:\s+class)?\s+(\w+)|class\s+(\w+)\s*\(\s*(?:str\s*,\s*)?(?:Str)?Enum\s*\))/u;
const ENUM_MEMBER =
  /^\s*(?:case\s+)?([A-Za-z_]\w*)\s*(?:=\s*["']?([\w -]+?)["']?)?\s*(?:\([^)]*\))?\s*[,;]?\s*(?:\/\/.*|#.*)?$/u;
const MOST_MEMBERS = 40;

/** `type State = 'a' | 'b'`, `state IN ('a', 'b')`, `enum State { A, B }` on one line or on several. */
export function enumFacts(passages: readonly Passage[]): ListFact[] {
  const lists: ListFact[] = [];
  let open: { passage: Passage; name: string; members: string[] } | null = null;
  const close = (): void => {
    if (open !== null && open.members.length > 1)
      lists.push({
        ...spotOf(open.passage),
        label: termsOf(identifierWords(open.name)),
        members: open.members,
      });
    open = null;
  };
  for (const passage of passages) {
    const { code } = parted(passage.text);
    const said = UNION.exec(code) ?? CHECKED.exec(code);
    if (said !== null) {
      const members = [...(said[2] ?? '').matchAll(/["']([^"']+)["']/g)].map(([, one = '']) => one);
      if (members.length > 1)
        lists.push({ ...spotOf(passage), label: termsOf(identifierWords(said[1] ?? '')), members });
      continue;
    }
    const begun = ENUM.exec(code);
    if (begun !== null) {
      close();
      open = { passage, name: begun[1] ?? begun[2] ?? '', members: [] };
      const inline = /\{([^}]*)\}/.exec(code)?.[1];
      if (inline !== undefined) {
        open.members = inline.split(',').flatMap((one) => /^\s*(\w+)/.exec(one)?.[1] ?? []);
        close();
      }
      continue;
    }
    if (open === null) continue;
    const member = ENUM_MEMBER.exec(code);
    if (member === null || open.members.length >= MOST_MEMBERS || /^\s*\}/.test(code)) close();
    else open.members.push(member[2] ?? member[1] ?? '');
  }
  close();
  return lists;
}

/** `order.state = "paid"`, `state == 'paid'`, and what a function gives back. */
export function usesOf(passages: readonly Passage[]): UseFact[] {
  const uses: UseFact[] = [];
  let inside = '';
  for (const passage of passages) {
    inside = /(?:def|function|func|fn)\s+(\w+)/.exec(passage.text)?.[1] ?? inside;
    const spot = spotOf(passage);
    for (const [, key = '', value = ''] of passage.text.matchAll(
      /(?:[\w$]+\.)*([\p{L}_$][\p{L}\p{N}_$]*)["']?\s*(?:[!=]==?|=|:)\s*["'`](\p{L}[\p{L}\p{N}_./+-]{1,40})["'`]/gu,
    ))
      uses.push({ ...spot, key, value });
    if (/^\s*return\b/.test(passage.text))
      for (const [, value = ''] of passage.text.matchAll(/["'`](\p{L}[\p{L}\p{N}_-]{1,40})["'`]/gu))
        uses.push({ ...spot, key: inside, value });
  }
  return uses;
}

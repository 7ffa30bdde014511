/** What there is to judge on a page, and whether it is enough for a role to vote. Pure on the page model. */
import { type ArtifactKind, ENOUGH, type Needed, WORDS_OF_A_FIELD } from './enough-table.ts';
import type { AuditResult, ScoringRole, Weight } from './finding.ts';
import { isNoProse } from './model/no-prose.ts';
import type { Page, PageElement } from './model/page.ts';
import { isStandIn } from './model/stand-in.ts';
import type { TextBlock } from './model/text.ts';

/** Counted only as far as the table asks. */
export interface Material {
  words: number;
  pieces: number;
  /** What was to be judged is not here, however much is: why. */
  instead?: string;
}

type Seen = Pick<AuditResult, 'audit' | 'checked' | 'state' | 'undecided'>;

export interface Abstention {
  reason: string;
  /** There is no verdict without this role. */
  decisive: boolean;
}

function kindOf({ format, path }: Pick<Page, 'format' | 'path'>): ArtifactKind {
  if (format === 'html') return 'page';
  return path === null || /\.(?:md|markdown|mdx)$/i.test(path) ? 'markdown' : 'text';
}

const rows = Object.values(ENOUGH).flatMap((roles): Needed[] => Object.values(roles));
const MOST_WORDS = Math.max(...rows.map(({ words }) => words));
const MOST_PIECES = Math.max(...rows.map(({ pieces }) => pieces));

/** Encoded data: nobody reads forty of these in a row. */
const ENCODED = /[A-Za-z0-9+/=_-]{40,}/g;
/** A word has letters alone; `h2`, `6c6c` and `2026` say nothing by themselves. */
const WORD = /^\p{L}[\p{L}\p{M}'’.-]*$/u;
const LONGEST_WORD = 40;
/** The start of a block, however long it is: enough for any bound of the table. */
const MOST_CHARACTERS = 4_000;

const FIELDS = new Set(['input', 'select', 'textarea']);
const NO_FIELDS = new Set(['hidden', 'submit', 'button', 'reset', 'image']);

export function materialOf(page: Page): Material {
  const words = new Set<string>();
  const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
  let pieces = 0;
  let fields = 0;
  const isEnough = (): boolean =>
    pieces >= MOST_PIECES && words.size + fields * WORDS_OF_A_FIELD >= MOST_WORDS;
  for (const element of page.byTag(...FIELDS)) {
    if (isEnough()) break;
    if (NO_FIELDS.has((element.attributes.get('type') ?? '').toLowerCase()) || !isShown(page, element))
      continue;
    fields += 1;
    pieces += 1;
  }
  for (const block of page.blocks) {
    if (isEnough()) break;
    if (!isShown(page, block.element)) continue;
    const before = words.size;
    const isRead = block.kind !== 'code' && !isNavigation(block);
    if (isRead) addWords(block.said, words, segmenter);
    if (!isRead || words.size > before) pieces += 1;
  }
  const instead = otherThing(page);
  return {
    words: words.size + fields * WORDS_OF_A_FIELD,
    pieces,
    ...(instead !== null && { instead }),
  };
}

function addWords(text: string, words: Set<string>, segmenter: Intl.Segmenter): void {
  const readable = text.slice(0, MOST_CHARACTERS).replace(ENCODED, ' ');
  for (const { segment, isWordLike } of segmenter.segment(readable)) {
    if (isWordLike !== true || segment.length > LONGEST_WORD || !WORD.test(segment)) continue;
    words.add(segment.toLowerCase());
    if (words.size >= MOST_WORDS) return;
  }
}

/** Markdown has no styles of its own. */
function isShown(page: Page, element: PageElement): boolean {
  return page.format === 'markdown' || page.isVisible(element);
}

/** Where a link goes is said elsewhere: a block that is nothing but links, or that stands in a navigation. */
function isNavigation({ element, text }: TextBlock): boolean {
  for (let at: PageElement | null = element; at !== null; at = at.parent)
    if (at.tag === 'nav' || at.attributes.get('role') === 'navigation' || at.tag === 'a') return true;
  return text !== '' && isOnlyLinks(element);
}

function isOnlyLinks({ children }: PageElement): boolean {
  return (
    children.some((child) => child.kind === 'element' && child.tag === 'a') &&
    children.every((child) =>
      child.kind === 'text' ? !/\p{L}/u.test(child.value) : child.tag === 'a' || child.tag === 'br',
    )
  );
}

/** Null when the role may vote. */
export function abstentionOf(
  role: ScoringRole,
  page: Page,
  { words, pieces, instead }: Material,
  results: readonly Seen[],
): Abstention | null {
  const needed = ENOUGH[kindOf(page)][role];
  const { decisive } = needed;
  const lack = instead ?? lackOf({ words, pieces }, needed);
  if (lack !== null) return { reason: lack, decisive };
  if (role === 'brand' && page.design === null)
    return { reason: 'no DESIGN.md was given, so nothing says what the brand is', decisive };
  if (role === 'brand' && !results.some(isHeldAgainstDesign))
    return { reason: 'DESIGN.md says nothing that can be measured on this page', decisive };
  const open = page.bar.strict ? unproved(results) : null;
  if (open !== null) return { reason: open, decisive };
  const seen = results.some(({ checked, state }) => checked > 0 || state === 'unmeasured');
  return seen ? null : { reason: 'there is nothing in it that this role could look at', decisive };
}

/** A rule of DESIGN.md was asked of something on this page; checks that need no DESIGN.md say nothing of a brand. */
function isHeldAgainstDesign({ audit, checked }: Seen): boolean {
  return audit.againstDesign === true && checked > 0;
}

/** A wrong place in such an audit holds a page up, so one that nobody could look at does. */
const BLOCKING: Weight = 10;

function unproved(results: readonly Seen[]): string | null {
  const open = results.flatMap(({ audit, state, undecided = 0, checked }) => {
    if (audit.weight !== BLOCKING) return [];
    if (state === 'unmeasured') return [`${audit.id} was not measured`];
    return undecided === 0 ? [] : [`${audit.id} left ${undecided} of ${checked + undecided} places open`];
  });
  return open.length === 0 ? null : `--strict: ${open.join(', ')}`;
}

function otherThing(page: Page): string | null {
  if (isStandIn(page))
    return 'what is shown stands in the place of a page: an error, a redirect, a wall or a page that is still loading';
  return page.format === 'markdown' && isNoProse(page.html) ? 'it is data or source code, and no text' : null;
}

/** Whether anybody could judge the page at all, in words; null where they could. */
export function tooLittle(page: Page): string | null {
  const material = materialOf(page);
  if (material.instead !== undefined) return material.instead;
  const decisive = Object.values(ENOUGH[kindOf(page)]).filter((needed) => needed.decisive);
  return decisive.map((needed) => lackOf(material, needed)).find((lack) => lack !== null) ?? null;
}

function lackOf({ words, pieces }: Material, needed: Needed): string | null {
  const lacks = [
    ...(words < needed.words ? [`${count(words, 'different word')} where ${needed.words} are needed`] : []),
    ...(pieces < needed.pieces
      ? [`${count(pieces, 'piece of text', 'pieces of text')} where ${needed.pieces} are needed`]
      : []),
  ];
  return lacks.length === 0 ? null : `too little to judge: ${lacks.join(', ')}`;
}

function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

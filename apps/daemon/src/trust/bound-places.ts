/** Where a must-fix is on the page that a run ended with: fixes put wrappers around elements and give them other tags. */
import { type PageElement, parseTree, type Tree } from '../measure/model/dom.ts';
import { textOf } from '../measure/model/reading.ts';
import { createPlaces, createSelectors } from '../measure/model/selector.ts';

export interface RunPages {
  /** As it was when the run began; null where nobody knows. */
  before: string | null;
  after: string;
  mime: string;
}

interface Resolved {
  id: string;
  witness: { audit: string; selector: string };
}

/** A name as `createPlaces` gives them, on the page as it is now; null where what was demanded is not there any more. */
export type BoundPlace = (mustFix: Resolved) => string | null;

const WHOLE = new Set(['html', 'document']);

export async function boundPlaces({ before, after, mime }: RunPages): Promise<BoundPlace> {
  const now = indexOf(await treeOf(after, mime));
  const then = before === null || before === after ? now : indexOf(await treeOf(before, mime));
  return ({ id, witness: { audit, selector } }) => {
    if (WHOLE.has(selector)) return selector;
    const place = id.startsWith(`${audit}@`) ? id.slice(audit.length + 1) : null;
    const was = then.byPlace.get(place ?? '') ?? then.bySelector.get(selector);
    // Opened in a later round: the page it was seen on is nearer to the last one than to the first.
    if (was === undefined) return nameOn(now, now.byPlace.get(place ?? '') ?? now.bySelector.get(selector));
    return nameOn(now, counterpart(was, then, now));
  };
}

async function treeOf(text: string, mime: string): Promise<Tree> {
  if (/html/i.test(mime)) return parseTree(text);
  const { parseMarkdown } = await import('../measure/markdown/markdown.ts');
  return parseMarkdown(text);
}

interface Index {
  placeOf(element: PageElement): string;
  byPlace: ReadonlyMap<string, PageElement>;
  bySelector: ReadonlyMap<string, PageElement>;
  /** Innermost elements with this text, in document order. */
  byText(): ReadonlyMap<string, PageElement[]>;
}

function indexOf({ elements }: Tree): Index {
  const [placeOf, selectorOf] = [createPlaces(elements), createSelectors(elements)];
  let texts: Map<string, PageElement[]> | null = null;
  return {
    placeOf,
    byPlace: new Map(elements.map((element) => [placeOf(element), element])),
    bySelector: new Map(elements.map((element) => [selectorOf(element), element])),
    byText() {
      texts ??= Map.groupBy(elements.filter(isInnermost), textOf);
      return texts;
    },
  };
}

/** Elements around a text, one within the other, have the same: what holds the words themselves is meant. */
function isInnermost({ children }: PageElement): boolean {
  return children.some((child) => child.kind === 'text' && child.value.trim() !== '');
}

/**
 * By its place, where the same is there. A fix may have given it an id or made a `button` of a `div`, so that its place is now another's:
 * then by its words, or without any by its attributes, where nobody else has them.
 */
function counterpart(was: PageElement, then: Index, now: Index): PageElement | undefined {
  const words = textOf(was);
  const there = now.byPlace.get(then.placeOf(was));
  const isSame = (other: PageElement): boolean =>
    textOf(other) === words && (words !== '' || hasKept(was.attributes, other.attributes));
  if (there !== undefined && isSame(there)) return there;
  const same =
    words === ''
      ? [...now.byPlace.values()].filter((other) => other.tag === was.tag && isSame(other))
      : (now.byText().get(words) ?? []);
  return same.length === 1 ? same[0] : there;
}

/** How it looks may change. */
const LOOKS = new Set(['class', 'style']);

function hasKept(before: PageElement['attributes'], after: PageElement['attributes']): boolean {
  return [...before].every(([name, value]) => LOOKS.has(name) || after.get(name) === value);
}

function nameOn({ placeOf }: Index, element: PageElement | undefined): string | null {
  return element === undefined ? null : placeOf(element);
}

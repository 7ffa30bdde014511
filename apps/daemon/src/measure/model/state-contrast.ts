/**
 * Texts that look otherwise in a state, with what they then stand on. Only those are measured: a page has hundreds of texts
 * and a state touches a few, so the page is not judged anew for each of them.
 */
import type { Looks } from './alfa.ts';
import type { Pointed } from './alfa-context.ts';
import { bestPairing, contrastRange } from './backdrop.ts';
import { toHex } from './color.ts';
import { splitAt } from './computed/parts.ts';
import type { Page, PageElement } from './page.ts';
import { oncePerPage } from './reading.ts';
import { lastNames, namesOf, presentIn } from './selector-filter.ts';
import { type PageState, touchedIn, turnedIn } from './states.ts';
import type { ElementStyle, Rgb } from './style.ts';

export interface StateText {
  element: PageElement;
  foreground: Rgb;
  background: Rgb;
  ratio: number;
  threshold: number;
}

const LARGE_PX = 24;
const LARGE_BOLD_PX = 56 / 3;

/** Large text may be fainter. */
export function isLarge({ fontSize, fontWeight }: ElementStyle): boolean {
  return fontSize >= LARGE_PX || (fontSize >= LARGE_BOLD_PX && fontWeight >= 700);
}

const known = new WeakMap<Looks, StateText[]>();

/** Where what lies behind is a picture, the best case counts: what is too faint then is too faint. */
export function textsIn(page: Page, state: PageState): StateText[] {
  const looks = page.looksIn(state);
  if (looks === null) return [];
  const before = known.get(looks);
  if (before !== undefined) return before;
  const mayChange = reachOf(page, state);
  const isChanged = inherited((at) => mayChange(at) && isOther(page, looks, at));
  const view = viewIn(page, looks, isPointed(state) ? mayChange : () => true);
  const texts = page.elements.flatMap((element): StateText[] => {
    if (!mayChange(element) || !hasOwnWords(element) || !isChanged(element) || isDisabled(element)) return [];
    const range = contrastRange(view, element);
    const pair = bestPairing(view, element);
    if (range === null || pair === null || isDrawnOtherwise(view, element)) return [];
    const threshold = isLarge(view.styleOf(element)) ? 3 : 4.5;
    // To ask whether it is seen at all costs most, and matters only of what is too faint.
    if (range.most < threshold && !isShown(page, view, element)) return [];
    return [{ element, foreground: pair.ink, background: pair.ground, ratio: range.most, threshold }];
  });
  known.set(looks, texts);
  return texts;
}

function isPointed(state: PageState): state is Pointed {
  return state === 'hover' || state === 'focus' || state === 'visited' || state === 'active';
}

/** What a rule of the state names, and everything in it. */
function reachOf(page: Page, state: PageState): (element: PageElement) => boolean {
  const named = new Set<PageElement>();
  const { present, named: byName } = namesOn(page);
  const touched = isPointed(state)
    ? touchedIn(state, page.sheets, present)
    : state === 'dark' || state === 'phone'
      ? turnedIn(state, page.sheets, present)
      : null;
  if (touched === null) return () => true;
  for (const list of touched)
    for (const selector of splitAt(list, ','))
      for (const element of page.engine.select(selector, byName(selector))) named.add(element);
  return inherited((at) => named.has(at));
}

/** Elements by what their selectors can name, so that a rule is asked of a few. */
const namesOn = oncePerPage((page: Page) => {
  const lists = new Map<string, PageElement[]>();
  for (const element of page.elements)
    for (const name of namesOf(element)) {
      const list = lists.get(name) ?? [];
      list.push(element);
      lists.set(name, list);
    }
  const named = (selector: string): readonly PageElement[] =>
    lastNames(selector)
      .map((name) => lists.get(name) ?? [])
      .reduce<readonly PageElement[]>(
        (least, list) => (list.length < least.length ? list : least),
        page.elements,
      );
  return { present: presentIn(page.elements), named };
});

/** True of an element where it is true of it or of one around it. From the root inwards, so that depth costs no stack. */
function inherited(own: (element: PageElement) => boolean): (element: PageElement) => boolean {
  const answers = new Map<PageElement, boolean>();
  return (element) => {
    const way: PageElement[] = [];
    for (let at: PageElement | null = element; at !== null && !answers.has(at); at = at.parent) way.push(at);
    for (const at of way.reverse())
      answers.set(at, (at.parent !== null && answers.get(at.parent) === true) || own(at));
    return answers.get(element) === true;
  };
}

const LOOKS = ['color', 'background-color', 'background-image', 'opacity'];

function isOther(page: Page, looks: Looks, at: PageElement): boolean {
  const [rest, now] = [page.styleOf(at), looks.style(at)];
  return LOOKS.some((property) => rest.value(property) !== now.value(property));
}

/** The page as it looks in a state, for whoever asks about styles. */
function viewIn(page: Page, looks: Looks, mayChange: (element: PageElement) => boolean): Page {
  return Object.create(page, {
    styleOf: { value: (at: PageElement) => (mayChange(at) ? looks.style(at) : page.styleOf(at)) },
    isVisible: { value: (at: PageElement) => (mayChange(at) ? looks.isVisible(at) : page.isVisible(at)) },
  });
}

/** Words in the very colour of what is behind them count as hidden; those that are there at rest vanish in the state. */
function isShown(page: Page, view: Page, element: PageElement): boolean {
  if (view.isVisible(element)) return true;
  const style = view.styleOf(element);
  const [ink, ground] = [style.color('color'), style.color('background-color')];
  return ink !== null && ground !== null && toHex(ink) === toHex(ground) && page.isVisible(element);
}

/** Words of a drawing have its fill, not the colour of text. */
function hasOwnWords({ children, tag, html }: PageElement): boolean {
  if (!html || /^(?:script|style|template|noscript|title)$/.test(tag)) return false;
  return children.some((child) => child.kind === 'text' && /[\p{L}\p{N}]/u.test(child.value));
}

/** What cannot be used may be faint. */
function isDisabled(element: PageElement): boolean {
  for (let at: PageElement | null = element; at !== null; at = at.parent)
    if (at.attributes.has('disabled') || at.attributes.get('aria-disabled') === 'true') return true;
  return false;
}

/** Shadows around the letters, or a picture in them: then their colour is not what is seen. */
function isDrawnOtherwise(view: Page, element: PageElement): boolean {
  for (let at: PageElement | null = element; at !== null; at = at.parent) {
    const style = view.styleOf(at);
    if (/text/.test(style.declared('background-clip', '-webkit-background-clip')?.value ?? '')) return true;
    const shadow = style.declared('text-shadow')?.value;
    if (shadow !== undefined && !/^\s*(?:none|initial|unset|revert|inherit)/i.test(shadow)) return true;
  }
  return false;
}

/** Text that is drawn where nobody looks: off the screen, below a box of its own, or only under a pointer. */
import type { PageElement } from './dom.ts';
import type { Page } from './page.ts';
import { childElements, oncePerPage, textOf } from './reading.ts';
import type { ElementStyle } from './style.ts';

export interface OutOfSight {
  at: PageElement;
  text: string;
  /** The declaration that does it. */
  by: string;
  isCertain: boolean;
}

export const outOfSight = oncePerPage((page: Page): OutOfSight[] => [
  ...offScreen(page),
  ...covered(page),
  ...underPointer(page),
]);

const seenWords = oncePerPage((page: Page): string =>
  page.blocks
    .filter(({ element }) => page.isVisible(element) && !isMoved(page, element))
    .map(({ text }) => text)
    .join('\n'),
);

function isMoved(page: Page, element: PageElement): boolean {
  for (let at: PageElement | null = element; at !== null; at = at.parent)
    if (movedAway(page.styleOf(at)) !== null) return true;
  return false;
}

/** Texts that are looked for in the rest of the page. */
const MOST_ASKED = 20;
const FAR_PX = -500;
/** Names that say it is meant for those who listen, or for the keyboard. */
const FOR_LISTENERS =
  /sr-?only|visually|hidden|screen-?reader|offscreen|off-screen|assistive|a11y|skip|accessib|invisible|unseen|clip|trap|honey/i;
const LEAST_WORDS = 8;

/** Moved so far that nobody meant it to be seen, though it says a day, a price or a whole sentence. */
function offScreen(page: Page): OutOfSight[] {
  let asked = 0;
  return page.blocks.flatMap(({ element, text, words }): OutOfSight[] => {
    for (let at: PageElement | null = element; at !== null; at = at.parent) {
      if (/^(a|button|label|legend|caption|h[1-6]|th|input|form|fieldset|header|nav)$/.test(at.tag))
        return [];
      if (
        FOR_LISTENERS.test(`${at.attributes.get('class') ?? ''} ${at.attributes.get('id') ?? ''}`) ||
        at.attributes.has('aria-live') ||
        at.attributes.get('aria-hidden') === 'true'
      )
        return [];
      const style = page.styleOf(at);
      const edge = movedAway(style);
      if (edge === null) continue;
      if (style.declared('clip', 'clip-path') !== null || (style.px('width') ?? 99) <= 2) return [];
      const isFact = /\d/.test(text);
      if (!isFact && words < LEAST_WORDS) return [];
      // Beside its label a figure is missing there, wherever else it stands.
      const isRepeated = at.tag === 'span' && asked++ < MOST_ASKED && seenWords(page).includes(text);
      return isRepeated ? [] : [{ at, text, by: edge, isCertain: true }];
    }
    return [];
  });
}

function movedAway(style: ElementStyle): string | null {
  if (/absolute|fixed|relative/.test(style.value('position') ?? ''))
    for (const side of ['left', 'top', 'right', 'bottom', 'inset-inline-start']) {
      const value = style.declared(side)?.value;
      if ((style.length(value) ?? 0) <= FAR_PX) return `${side}: ${value}`;
    }
  for (const side of ['text-indent', 'margin-left', 'margin-top']) {
    const value = style.declared(side)?.value;
    if ((style.length(value) ?? 0) <= FAR_PX) return `${side}: ${value}`;
  }
  const transform = style.declared('transform', 'translate')?.value ?? '';
  const far = /(?:translate(?:[XY]|3d)?\(\s*)?(-\d+(?:\.\d+)?)(px|vw|vh)/i.exec(transform);
  return far !== null &&
    Number(far[1]) * (far[2] === 'px' ? 1 : 10) <= FAR_PX &&
    style.declared('transition', 'animation') === null
    ? `transform: ${transform}`
    : null;
}

/** A box before or behind the text that fills its element, has a ground, and lies on top. */
function covered(page: Page): OutOfSight[] {
  return (['before', 'after'] as const).flatMap((state): OutOfSight[] => {
    const engine = page.looksIn(state);
    if (engine === null) return [];
    return page.elements.flatMap((at): OutOfSight[] => {
      if (!at.html || /^(html|body|head|style|script|title)$/.test(at.tag)) return [];
      const rest = page.styleOf(at);
      const holds =
        rest.value('position') === 'relative' || rest.declared('transform', 'isolation', 'contain') !== null;
      if (!holds || /^absolute|^fixed/.test(rest.value('position') ?? '')) return [];
      const box = engine.style(at);
      const isPlaced = /^absolute|^fixed/.test(box.value('position') ?? '');
      if (!isPlaced || !fills(box) || !isSolid(rest, box) || !page.isVisible(at)) return [];
      const isAbove = childElements(at).some(
        (child) => (page.styleOf(child).value('position') ?? 'static') !== 'static',
      );
      const text = textOf(at);
      return isAbove || text.length < 3 ? [] : [{ at, text, by: `::${state} lies over it`, isCertain: true }];
    });
  });
}

function fills(box: ElementStyle): boolean {
  const isZero = (...names: string[]): boolean =>
    /^0(?:px|%)?(?:\s|$)/.test(box.declared(...names)?.value.trim() ?? '');
  const isAll = (name: string): boolean => /^100%$/.test(box.declared(name)?.value.trim() ?? '');
  if (/^0(?:px|%)?(?:\s+0(?:px|%)?)*$/.test(box.declared('inset')?.value.trim() ?? '')) return true;
  const isWide = (isZero('left') && isZero('right')) || isAll('width');
  const isHigh = (isZero('top') && isZero('bottom')) || isAll('height');
  return isWide && isHigh;
}

function isSolid(rest: ElementStyle, box: ElementStyle): boolean {
  const ground = box.color('background-color');
  const own = box.declared('background-color', 'background');
  if (
    ground === null ||
    ground.alpha < 0.9 ||
    own === null ||
    (own.source?.line === rest.declared('background-color', 'background')?.source?.line &&
      own.source?.column === rest.declared('background-color', 'background')?.source?.column)
  )
    return false;
  if (Number(box.value('opacity') ?? 1) < 0.9 || Number(box.declared('z-index')?.value ?? 0) < 0)
    return false;
  return (
    box.declared(
      'transform',
      'scale',
      'clip-path',
      'mix-blend-mode',
      'mask',
      'animation',
      'visibility',
      'translate',
    )?.source == null
  );
}

/** Hidden at rest, shown while something is pointed at, and by no key. */
function underPointer(page: Page): OutOfSight[] {
  const told = new Set<PageElement>();
  return page.blocks.flatMap(({ element, text }): OutOfSight[] => {
    const at = hiddenAt(page, element);
    if (at === null || told.has(at.element) || !/\p{L}{3}/u.test(text)) return [];
    const isShown = (state: 'shown by pointer' | 'shown by focus'): boolean => {
      const style = page.looksIn(state)?.style(at.element);
      return style !== undefined && !isHidden(style);
    };
    if (!isShown('shown by pointer') || isShown('shown by focus')) return [];
    if (
      at.element.attributes.get('role') === 'tooltip' ||
      at.element.attributes.get('aria-hidden') === 'true'
    )
      return [];
    told.add(at.element);
    return [{ at: at.element, text, by: at.by, isCertain: false }];
  });
}

function isHidden(style: ElementStyle): boolean {
  return (
    style.value('display') === 'none' ||
    /hidden|collapse/.test(style.value('visibility') ?? '') ||
    Number(style.value('opacity') ?? 1) < 0.05
  );
}

function hiddenAt(page: Page, element: PageElement): { element: PageElement; by: string } | null {
  for (let at: PageElement | null = element; at !== null; at = at.parent) {
    const style = page.styleOf(at);
    for (const [property, hidden] of [
      ['display', /^none/],
      ['visibility', /^(?:hidden|collapse)/],
      ['opacity', /^0?(?:\.0\d*)?$/],
    ] as const) {
      const value = style.declared(property)?.value.trim();
      if (value !== undefined && value !== '' && hidden.test(value))
        return { element: at, by: `${property}: ${value}` };
    }
  }
  return null;
}

import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { visibleBlocks } from '../model/reading.ts';
import type { ElementStyle } from '../model/style.ts';
import type { TextBlock } from '../model/text.ts';

/** Less is taste: letters have room above and below them that they seldom fill. */
const LEAST_PX = 2;

export const overlappingText: Audit = {
  id: 'overlapping-text',
  role: 'critic',
  dim: 'space',
  weight: 7,
  title: 'Text does not lie on text, or below a box',
  why: 'Two texts in one place are two texts nobody can read.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/reflow.html',
  severity: 'major',
  tier: 'report',
  unit: 'lines that something lies upon',
  properties: ['margin-top', 'top', 'transform', 'translate'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const blocks = new Map(visibleBlocks(page).map((block) => [block.element, block]));
    const found: Observation[] = [];
    for (const [at] of blocks) {
      const lift = liftOf(page, at);
      if (lift === null) continue;
      const above = textAbove(page, at, blocks);
      const px = above === null ? 0 : lift.px - roomBetween(page, above.element, at, lift.isMargin);
      if (above === null || px < LEAST_PX) continue;
      found.push({
        at,
        measured: `${lift.how}, ${Math.round(px)}px into the line above`,
        required: 'a place of its own for each text',
        message: `The text is moved up by ${Math.round(lift.px)}px, onto "${above.text.slice(0, 40)}".`,
        suggestion: 'Take the shift away; the distance above is a margin.',
      });
    }
    return { checked: found.length, found };
  },
};

interface Lift {
  px: number;
  how: string;
  isMargin: boolean;
}

/** How far an element in the flow of the page is moved up from where it would stand. */
function liftOf(page: Page, at: PageElement): Lift | null {
  const style = page.styleOf(at);
  if (!isInFlow(style)) return null;
  const margin = style.margin().top ?? 0;
  if (margin < 0) return { px: -margin, how: `margin-top: ${margin}px`, isMargin: true };
  const top = style.value('position') === 'relative' ? style.length(style.declared('top')?.value) : null;
  if (top !== null && top < 0) return { px: -top, how: `top: ${top}px`, isMargin: false };
  const moved = movedBy(style);
  return moved !== null && moved < 0 ? { px: -moved, how: `moved by ${moved}px`, isMargin: false } : null;
}

function movedBy(style: ElementStyle): number | null {
  const transform = style.declared('transform')?.value ?? '';
  const [, axis = '', given = ''] = /^\s*translate(y|3d)?\(([^()]*)\)\s*$/i.exec(transform) ?? [];
  const parts = given.split(',').map((part) => part.trim());
  const down = axis.toLowerCase() === 'y' ? parts[0] : parts[1];
  return style.length(down ?? style.declared('translate')?.value.trim().split(/\s+/)[1]);
}

function isInFlow(style: ElementStyle): boolean {
  return (
    /^(block|list-item|flow-root|flex|grid)$/.test(
      (style.value('display') ?? '').replace(/^block flow$/, 'block'),
    ) &&
    !/absolute|fixed|sticky/.test(style.value('position') ?? '') &&
    !/left|right/.test(style.declared('float')?.value ?? '')
  );
}

/** The text right above in the same column; null where something else, or nothing, stands there. */
function textAbove(
  page: Page,
  at: PageElement,
  blocks: ReadonlyMap<PageElement, TextBlock>,
): TextBlock | null {
  const around = at.parent === null ? null : page.styleOf(at.parent);
  if (around === null || /inline|grid|table/.test(around.value('display') ?? '')) return null;
  if (
    /flex/.test(around.value('display') ?? '') &&
    !/column$/.test(around.declared('flex-direction', 'flex-flow')?.value ?? '')
  )
    return null;
  let before: PageElement | null = null;
  for (const sibling of at.parent?.children ?? []) {
    if (sibling === at) break;
    if (sibling.kind === 'element' && page.engine.isRendered(sibling)) before = sibling;
  }
  const block = before === null ? undefined : blocks.get(before);
  return block !== undefined && isInFlow(page.styleOf(block.element)) ? block : null;
}

/** From the letters above to the letters below, where neither is moved; a negative margin takes from the margin above it. */
function roomBetween(page: Page, above: PageElement, at: PageElement, isMargin: boolean): number {
  const [upper, lower] = [page.styleOf(above), page.styleOf(at)];
  const gap = Math.max(upper.margin().bottom ?? 0, isMargin ? 0 : (lower.margin().top ?? 0));
  const frame = (upper.px('border-bottom-width') ?? 0) + (lower.px('border-top-width') ?? 0);
  return (
    gap + frame + (upper.padding().bottom ?? 0) + (lower.padding().top ?? 0) + slack(upper) + slack(lower)
  );
}

const NORMAL_LINE = 1.2;

/** The room in a line above or below its letters. */
function slack(style: ElementStyle): number {
  return Math.max(0, (((style.lineHeight ?? NORMAL_LINE) - 1) * style.fontSize) / 2);
}

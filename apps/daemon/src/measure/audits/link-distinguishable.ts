import type { Audit, Observation } from '../finding.ts';
import { contrast } from '../model/color.ts';
import type { Page, PageElement } from '../model/page.ts';
import { textOf } from '../model/reading.ts';
import type { Rgb } from '../model/style.ts';

/** WCAG technique G183: without an underline, colour alone must differ by 3:1. */
const LEAST_CONTRAST = 3;

export const linkDistinguishable: Audit = {
  id: 'link-distinguishable',
  role: 'a11y',
  dim: 'wcag',
  weight: 7,
  title: 'Links in running text can be told from the text',
  why: 'A link marked by a faint change of colour is invisible to many readers.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/use-of-color.html',
  severity: 'major',
  tier: 'automatic',
  unit: 'links that look like text',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const links = page
      .byTag('a')
      .filter((link) => link.attributes.has('href') && isInText(link) && page.isVisible(link));
    const found: Observation[] = [];
    for (const at of links) {
      if (standsOut(page, at)) continue;
      found.push({
        at,
        measured: 'no underline, and less than 3:1 against the text around it',
        required: 'an underline, or 3:1 against the text around it',
        message: `The link "${textOf(at).slice(0, 40)}" looks like the text around it.`,
        suggestion: 'Underline it.',
      });
    }
    return { checked: links.length, found };
  },
};

/** Letters and digits: bars and dots between links are no text, and the # beside a heading is a sign. */
const LEAST_AROUND = 6;
const LEAST_OWN = 2;
/** A `div` is a card or a footer as often as a paragraph: there the links must be a part of the text. */
const LEAST_SHARE_IN_DIV = 2;
const LARGER = 1.2;

/** Text stands beside it in the same block. */
function isInText(link: PageElement): boolean {
  const parent = link.parent;
  if (
    parent === null ||
    !/^(p|li|dd|dt|td|th|div|h[1-6]|span|em|strong|small|blockquote|figcaption|label)$/.test(parent.tag)
  )
    return false;
  return lettersOf(textOf(link)) >= LEAST_OWN && isRunning(parent);
}

const running = new WeakMap<PageElement, boolean>();

/** Asked for every link in it, counted once. */
function isRunning(parent: PageElement): boolean {
  const known = running.get(parent);
  if (known !== undefined) return known;
  let around = '';
  let links = 0;
  for (const child of parent.children) {
    if (child.kind === 'text') around += ` ${child.value}`;
    else if (child.kind === 'element' && child.tag === 'a') links += lettersOf(textOf(child));
  }
  const letters = lettersOf(around);
  const isText =
    letters >= LEAST_AROUND &&
    (parent.tag !== 'div' || (letters >= links * LEAST_SHARE_IN_DIV && !around.includes('©')));
  running.set(parent, isText);
  return isText;
}

function lettersOf(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/** Whether a link would look like the text around it, were one of the two in this colour. */
export function isLostInText(page: Page, link: PageElement, colors: { own?: Rgb; around?: Rgb }): boolean {
  return link.tag === 'a' && link.attributes.has('href') && isInText(link) && !standsOut(page, link, colors);
}

function standsOut(page: Page, link: PageElement, colors: { own?: Rgb; around?: Rgb } = {}): boolean {
  const style = page.styleOf(link);
  const parent = link.parent;
  if (parent === null || (style.value('text-decoration-line') ?? 'none') !== 'none') return true;
  const around = page.styleOf(parent);
  if (!/^(inline|contents)/.test(style.value('display') ?? 'inline')) return true;
  if (style.fontSize >= around.fontSize * LARGER) return true;
  if (style.fontWeight - around.fontWeight >= 200 || style.value('font-style') !== around.value('font-style'))
    return true;
  if ((style.px('border-bottom-width') ?? 0) > 0 && style.value('border-bottom-style') !== 'none')
    return true;
  const background = style.color('background-color');
  if (background !== null && background.alpha > 0.1) return true;
  const own = colors.own ?? style.color('color');
  const other = colors.around ?? around.color('color');
  return own !== null && other !== null && contrast(own, other) >= LEAST_CONTRAST;
}

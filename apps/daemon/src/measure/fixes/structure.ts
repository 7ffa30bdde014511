/** Headings, landmarks, roles and the tab order. The look of the page is not touched. */
import { headingLevel } from '../model/outline.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, descendants, hasAncestor, headings, textOf } from '../model/reading.ts';
import { changeLevel, levelSummary } from './heading-tags.ts';
import type { AttributeChange, Edit, Fixer, Proposal } from './proposal.ts';
import { placesOf } from './values.ts';

function setLevels(page: Page, auditId: string, levels: ReadonlyMap<PageElement, number>): Proposal[] {
  return [...levels]
    .filter(([heading, level]) => headingLevel(heading) !== level)
    .map(([heading, level]) => ({
      auditId,
      tier: 'automatic' as const,
      selector: page.selectorOf(heading),
      summary: levelSummary(heading, level),
      places: [heading],
      ...changeLevel(page, heading, level),
    }));
}

/**
 * A stack of open levels: each heading goes one below its parent, and siblings stay siblings. `given` are
 * levels already decided (the one h1), which the others follow.
 */
export function renumber(page: Page, given: ReadonlyMap<PageElement, number>): Map<PageElement, number> {
  const levels = new Map<PageElement, number>();
  const open: { was: number; now: number }[] = [];
  for (const heading of headings(page)) {
    const was = given.get(heading) ?? headingLevel(heading);
    while (open.length > 0 && (open.at(-1)?.was ?? 0) >= was) open.pop();
    const parent = open.at(-1);
    const now = parent === undefined ? (levels.size === 0 ? was : Math.min(was, 2)) : parent.now + 1;
    levels.set(heading, given.get(heading) ?? now);
    open.push({ was, now: given.get(heading) ?? now });
  }
  return levels;
}

export const fixHeadingOrder: Fixer = (page, result) =>
  whole(setLevels(page, result.audit.id, renumber(page, new Map())));

/** One proposal for all levels: half of a renumbering is worse than none. */
function whole(proposals: Proposal[]): Proposal[] {
  const [first] = proposals;
  if (first === undefined) return [];
  return [
    {
      ...first,
      summary: `${proposals.length} heading levels renumbered`,
      places: proposals.flatMap((proposal) => proposal.places ?? []),
      attributes: proposals.flatMap((proposal) => proposal.attributes ?? []),
      edits: proposals.flatMap((proposal) => proposal.edits ?? []),
      css: [...new Set(proposals.flatMap((proposal) => proposal.css ?? []))],
    },
  ];
}

export const fixSingleH1: Fixer = (page, result) => {
  const list = headings(page).filter((heading) => textOf(heading) !== '');
  const mains = list.filter((heading) => headingLevel(heading) === 1);
  const levels = new Map<PageElement, number>();
  if (mains.length === 0) {
    const main = largest(page, list.slice(0, 5));
    if (main !== undefined) levels.set(main, 1);
  } else {
    for (const extra of mains.slice(1)) levels.set(extra, 2);
  }
  return levels.size === 0 ? [] : whole(setLevels(page, result.audit.id, renumber(page, levels)));
};

function largest(page: Page, list: PageElement[]): PageElement | undefined {
  return list.reduce<PageElement | undefined>(
    (best, heading) =>
      best === undefined || page.styleOf(heading).fontSize > page.styleOf(best).fontSize + 0.5
        ? heading
        : best,
    undefined,
  );
}

const OUTSIDE_MAIN = new Set([
  'header',
  'nav',
  'footer',
  'script',
  'style',
  'link',
  'noscript',
  'template',
  'aside',
]);

/** Wraps what lies between header and footer. Child selectors on body would break, so there it is not done. */
export const fixMainLandmark: Fixer = (page, result) => {
  const body = page.byTag('body')[0];
  if (body === undefined || page.byTag('main').length > 0) return [];
  const report = { auditId: result.audit.id, tier: 'automatic' as const, selector: 'body' };
  const children = childElements(body);
  const content = children.filter((child) => isContent(page, child));
  const [only] = content;
  // One wrapper around everything needs no new element, unless it holds the header and the footer too.
  if (only?.tag === 'div' && content.length === 1 && only.startTag !== null && !only.attributes.has('role')) {
    const inner = descendants(only).some(
      (child) => child.tag === 'header' || child.tag === 'footer' || child.tag === 'nav',
    );
    if (!inner && !isMostlyLinks(only)) {
      return [
        {
          ...report,
          summary: 'role="main" on the content',
          attributes: [{ element: only, name: 'role', value: 'main' }, ...menus(children)],
        },
      ];
    }
    return wrap(
      page,
      childElements(only).filter((child) => isContent(page, child)),
      report,
    );
  }
  return wrap(page, content, report).map((proposal) => ({ ...proposal, attributes: menus(children) }));
};

/** What is left outside and is a menu says so: else it would be the only part in no landmark. */
function menus(children: readonly PageElement[]): AttributeChange[] {
  return children
    .filter((child) => child.tag === 'div' && !child.attributes.has('role') && isMostlyLinks(child))
    .map((element) => ({ element, name: 'role', value: 'navigation' }));
}

/** Neither a part that stands outside `<main>` by its tag or role, nor a menu by what is in it. */
function isContent(page: Page, child: PageElement): boolean {
  const role = (child.attributes.get('role') ?? '').toLowerCase();
  if (
    OUTSIDE_MAIN.has(child.tag) ||
    isSkipLink(child) ||
    /^(navigation|banner|contentinfo|complementary|search|dialog)$/.test(role)
  )
    return false;
  return page.engine.isRendered(child) && !isMostlyLinks(child);
}

const MENU_SHARE = 0.5;
const MENU_LINKS = 3;

/** A menu: several links, and hardly a word beside them. What has the page's heading is its content, however much of it is linked. */
function isMostlyLinks(element: PageElement): boolean {
  if (hasOwnHeading([element])) return false;
  const links = descendants(element).filter(({ tag }) => tag === 'a');
  if (links.length < MENU_LINKS) return false;
  const linked = links.reduce((sum, link) => sum + textOf(link).length, 0);
  return linked > textOf(element).length * MENU_SHARE;
}

function isSkipLink(element: PageElement): boolean {
  return element.tag === 'a' && (element.attributes.get('href') ?? '').startsWith('#');
}

function wrap(
  page: Page,
  content: PageElement[],
  report: Pick<Proposal, 'auditId' | 'tier' | 'selector'>,
): Proposal[] {
  const [first] = content;
  const parent = first?.parent;
  if (first === undefined || parent == null || first.startTag === null) return [];
  const display = page.styleOf(parent).value('display') ?? '';
  const direct = page.sheets.some(({ root }) => /(^|[\s,}])body\s*>/.test(root.toString()));
  // From the first part of the content to the last before anything that must stay outside.
  let last = first;
  for (const child of childElements(parent).slice(childElements(parent).indexOf(first))) {
    if (child.tag === 'footer' || child.tag === 'header' || child.tag === 'nav' || child.tag === 'aside')
      break;
    if (content.includes(child)) last = child;
  }
  const end = endOf(last, parent);
  if (end === null || direct || !holdsContent(childElements(parent), first, last)) return [];
  const look = /flex|grid/.test(display) ? ' style="display: contents"' : '';
  const edits: Edit[] = [
    { start: first.startTag.start, end: first.startTag.start, text: `<main${look}>` },
    { start: end, end, text: '</main>' },
  ];
  return [{ ...report, summary: 'content wrapped in <main>', edits }];
}

/** Behind its end tag, or where what has none ends: at what comes next. */
function endOf(last: PageElement, parent: PageElement): number | null {
  if (last.endTag !== null) return last.endTag.end;
  const siblings = childElements(parent);
  const next = siblings[siblings.indexOf(last) + 1];
  return next?.startTag?.start ?? parent.endTag?.start ?? null;
}

/** An h1 that says what the page is about; one that is a link is the site's name, and stands over a menu. */
function hasOwnHeading(parts: readonly PageElement[]): boolean {
  return parts
    .flatMap((part) => [part, ...descendants(part)])
    .some(
      (one) =>
        one.tag === 'h1' &&
        textOf(one) !== '' &&
        !hasAncestor(one, 'a', 'nav') &&
        descendants(one).every(({ tag }) => tag !== 'a'),
    );
}

/** What would be wrapped is no menu as a whole, and has something to say. */
function holdsContent(children: PageElement[], first: PageElement, last: PageElement): boolean {
  const wrapped = children.slice(children.indexOf(first), children.indexOf(last) + 1);
  const words = wrapped.reduce((sum, child) => sum + textOf(child).length, 0);
  const links = wrapped.flatMap((child) => [child, ...descendants(child)]).filter(({ tag }) => tag === 'a');
  const linked = links.reduce((sum, link) => sum + textOf(link).length, 0);
  return words > 0 && (links.length < MENU_LINKS || linked <= words * MENU_SHARE || hasOwnHeading(wrapped));
}

/** An attribute set to a fixed value, or taken out with null. */
export function setAttribute(name: string, value: string | null): Fixer {
  return (page, result) =>
    placesOf(result).map((element) => ({
      auditId: result.audit.id,
      tier: result.audit.tier,
      selector: page.selectorOf(element),
      summary: value === null ? `${name} removed` : `${name}="${value}"`,
      attributes: [{ element, name, value }],
    }));
}

/** The attribute a rule named is taken out: wrong ARIA is worse than none. */
export function removeNamedAttribute(rules: readonly string[]): Fixer {
  return (page, result) =>
    rules.flatMap((rule) =>
      page.engine.outcomes(rule).flatMap(({ outcome, element, attribute }): Proposal[] => {
        if (outcome !== 'failed' || element === null || attribute === null) return [];
        return [
          {
            auditId: result.audit.id,
            tier: 'automatic',
            selector: page.selectorOf(element),
            summary: `${attribute}="${element.attributes.get(attribute) ?? ''}" removed`,
            attributes: [{ element, name: attribute, value: null }],
          },
        ];
      }),
    );
}

export const fixHiddenFocusable: Fixer = (page, result) =>
  placesOf(result).map((hidden) => ({
    auditId: result.audit.id,
    tier: 'automatic',
    selector: page.selectorOf(hidden),
    summary: 'tabindex="-1" inside what is hidden',
    attributes: [hidden, ...descendants(hidden)]
      .filter((element) => page.engine.isTabbable(element))
      .map((element) => ({ element, name: 'tabindex', value: '-1' })),
  }));

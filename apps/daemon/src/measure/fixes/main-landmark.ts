/** Marks what a page is about with one `<main>`, and says which parts beside it are menus. */
import type { Page, PageElement } from '../model/page.ts';
import { childElements, descendants, hasAncestor, oncePerPage, textOf } from '../model/reading.ts';
import type { AttributeChange, Edit, Fixer, Proposal } from './proposal.ts';

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

/** Boxes around boxes that are gone into to find what lies between header and footer. */
const MOST_BOXES = 6;

/** Wraps what lies between header and footer. Where selectors name it as a child, they would lose it: there it is not done. */
export const fixMainLandmark: Fixer = (page, result) => {
  const body = page.byTag('body')[0];
  if (body === undefined || page.byTag('main').length > 0) return [];
  const report = { auditId: result.audit.id, tier: 'automatic' as const, selector: 'body' };
  return mainIn(page, body, report, MOST_BOXES);
};

type Report = Pick<Proposal, 'auditId' | 'tier' | 'selector'>;

function mainIn(page: Page, around: PageElement, report: Report, boxes: number): Proposal[] {
  const children = childElements(around);
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
    return boxes === 0 ? [] : mainIn(page, only, report, boxes - 1);
  }
  return wrap(page, content, report).map((proposal) => ({ ...proposal, attributes: menus(children) }));
}

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
export function isMostlyLinks(element: PageElement): boolean {
  if (hasOwnHeading([element])) return false;
  const links = descendants(element).filter(({ tag }) => tag === 'a');
  if (links.length < MENU_LINKS) return false;
  const linked = links.reduce((sum, link) => sum + textOf(link).length, 0);
  return linked > textOf(element).length * MENU_SHARE;
}

function isSkipLink(element: PageElement): boolean {
  return element.tag === 'a' && (element.attributes.get('href') ?? '').startsWith('#');
}

function wrap(page: Page, content: PageElement[], report: Report): Proposal[] {
  const [first] = content;
  const parent = first?.parent;
  if (first === undefined || parent == null || first.startTag === null) return [];
  const display = page.styleOf(parent).value('display') ?? '';
  // From the first part of the content to the last before anything that must stay outside.
  let last = first;
  for (const child of childElements(parent).slice(childElements(parent).indexOf(first))) {
    if (child.tag === 'footer' || child.tag === 'header' || child.tag === 'nav' || child.tag === 'aside')
      break;
    if (content.includes(child)) last = child;
  }
  const end = endOf(last, parent);
  const direct = parent.tag === 'body' && isNamedAsChild(page, childElements(parent), first, last);
  const scripted = parent.tag === 'body' && isBuiltInto(childElements(parent), first, last);
  if (end === null || direct || scripted || !holdsContent(childElements(parent), first, last)) return [];
  const look = /flex|grid/.test(display) ? ' style="display: contents"' : '';
  const edits: Edit[] = [
    { start: first.startTag.start, end: first.startTag.start, text: `<main${look}>` },
    { start: end, end, text: '</main>' },
  ];
  return [{ ...report, summary: 'content wrapped in <main>', edits }];
}

/** A script among them that adds to the body as it stands: with a box around it, what it adds comes behind the box. */
function isBuiltInto(children: PageElement[], first: PageElement, last: PageElement): boolean {
  return children
    .slice(children.indexOf(first), children.indexOf(last) + 1)
    .flatMap((part) => [part, ...descendants(part)])
    .some(
      ({ tag, children: inside }) =>
        tag === 'script' &&
        inside.some(
          (node) => node.kind === 'text' && /document\.body\b|\$\(\s*['"]body['"]\s*\)/.test(node.value),
        ),
    );
}

/** Whether a rule names one of these as a child of the body. A rule that cannot be read may. */
function isNamedAsChild(page: Page, children: PageElement[], first: PageElement, last: PageElement): boolean {
  const wrapped = children.slice(children.indexOf(first), children.indexOf(last) + 1);
  const inside = wrapped.flatMap((part) => [part, ...descendants(part)]);
  return bodyChildSelectors(page).some((selector) => {
    const plain = selector.replaceAll(STATE, '');
    return plain.includes('::') || page.engine.select(plain, inside).length > 0;
  });
}

const STATE = /(?<!:):(hover|focus|active|visited|focus-within|focus-visible|target)\b/g;

const bodyChildSelectors = oncePerPage(({ sheets }: Page): string[] => {
  const found = new Set<string>();
  for (const { root } of sheets) {
    if (!/body\s*>/.test(root.toString())) continue;
    root.walkRules((rule) => {
      for (const selector of rule.selectors)
        if (/(^|[\s)])body\b[^\s>]*\s*>/.test(selector)) found.add(selector);
    });
  }
  return [...found];
});

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

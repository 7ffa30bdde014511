import type { Audit } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { headings, headingText, proseBlocks } from '../model/reading.ts';

export const contentHeading: Audit = {
  id: 'content-heading',
  role: 'a11y',
  dim: 'structure',
  weight: 3,
  title: 'The content behind a menu has a heading',
  why: 'Screen reader users jump over menus from heading to heading; without one there is nothing to jump to.',
  link: 'https://www.w3.org/WAI/WCAG22/Techniques/html/H69',
  severity: 'minor',
  tier: 'report',
  unit: 'pages whose content has no heading',
  run(page) {
    const menus = page.elements.filter((element) => isMenu(element) && page.isVisible(element));
    const content = proseBlocks(page).find(({ element }) => !isAround(element));
    if (menus.length === 0 || content === undefined) return { checked: 0, found: [] };
    if (headings(page).some((heading) => !isAround(heading) && isHeard(page, heading)))
      return { checked: 1, found: [] };
    return {
      checked: 1,
      found: [
        {
          at: content.element,
          measured: 'no heading outside the menu',
          required: 'a heading that begins the content',
          message: 'The content behind the menu has no heading that is both seen and read aloud.',
          suggestion: 'Begin it with a heading.',
        },
      ],
    };
  },
};

function isMenu({ tag, attributes }: PageElement): boolean {
  return tag === 'nav' || attributes.get('role') === 'navigation';
}

/** Parts that stand around the content on every page. */
function isAround(element: PageElement): boolean {
  for (let at: PageElement | null = element; at !== null; at = at.parent)
    if (isMenu(at) || /^(aside|footer)$/.test(at.tag)) return true;
  return false;
}

function isHeard(page: Page, heading: PageElement): boolean {
  return page.isVisible(heading) && !page.engine.isIgnored(heading) && headingText(page, heading) !== '';
}

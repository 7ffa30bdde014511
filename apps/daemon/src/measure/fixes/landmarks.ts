/** Says what parts outside of every landmark are: the head and the foot of the page, a menu, or a part with a heading. */
import type { Page, PageElement } from '../model/page.ts';
import { childElements, descendants, hasAncestor, textOf } from '../model/reading.ts';
import { isHeading } from '../model/text.ts';
import { isMostlyLinks } from './main-landmark.ts';
import type { AttributeChange, Fixer, Proposal } from './proposal.ts';
import { placesOf } from './values.ts';

const LANDMARK_TAGS = /^(main|nav|aside|header|footer|search|dialog)$/;
const LANDMARK_ROLES = /^(main|navigation|complementary|banner|contentinfo|search|region|form|dialog)$/;
/** What lies in one of these is not the page's own head or foot. */
const SECTIONS = ['article', 'section', 'aside', 'nav', 'main', 'td', 'dialog'] as const;

export const fixInLandmarks: Fixer = (page, result) => {
  const main = page.elements.find(isMain);
  // Before the content is marked, nobody can tell what lies beside it.
  if (main === undefined) return [];
  const stray = placesOf(result);
  const parts = Map.groupBy(stray, (at) => partOf(at));
  const taken = new Set(page.elements.flatMap((element) => kindOf(element) ?? []));
  return [...parts].flatMap(([part, places]): Proposal[] => {
    const named = part.tag === 'div' && !part.attributes.has('role') ? roleOf(page, part, main, taken) : null;
    if (named === null) return [];
    taken.add(named.role);
    const attributes: AttributeChange[] = [{ element: part, name: 'role', value: named.role }];
    if (named.name !== null && !part.attributes.has('aria-label'))
      attributes.push({ element: part, name: 'aria-label', value: named.name });
    return [
      {
        auditId: result.audit.id,
        tier: 'automatic',
        selector: page.selectorOf(part),
        summary: attributes.map(({ name, value }) => `${name}="${value ?? ''}"`).join(' '),
        places,
        attributes,
      },
    ];
  });
};

function isMain({ tag, attributes }: PageElement): boolean {
  return tag === 'main' || attributes.get('role') === 'main';
}

function isLandmark({ tag, attributes }: PageElement): boolean {
  const role = attributes.get('role');
  return role === undefined ? LANDMARK_TAGS.test(tag) : LANDMARK_ROLES.test(role);
}

const ROLE_OF_TAG: Readonly<Record<string, string>> = {
  header: 'banner',
  footer: 'contentinfo',
  nav: 'navigation',
};

function kindOf(element: PageElement): string | null {
  const { tag, attributes } = element;
  const role = attributes.get('role') ?? ROLE_OF_TAG[tag] ?? null;
  return role !== null && /^(header|footer)$/.test(tag) && hasAncestor(element, ...SECTIONS) ? null : role;
}

/** The largest box around it that holds no landmark. */
function partOf(at: PageElement): PageElement {
  let part = at;
  while (part.parent !== null && part.parent.tag !== 'body' && !descendants(part.parent).some(isLandmark))
    part = part.parent;
  return part;
}

interface Named {
  role: string;
  name: string | null;
}

/** What the place of a part and its own words say it is; null where they do not. */
function roleOf(page: Page, part: PageElement, main: PageElement, taken: ReadonlySet<string>): Named | null {
  const heading = descendants(part).find((one) => isHeading(one) && textOf(one) !== '');
  const name = heading === undefined ? null : textOf(heading).slice(0, 60);
  if (isMostlyLinks(part))
    return taken.has('navigation') && name === null ? null : { role: 'navigation', name };
  const isOwn = !hasAncestor(part, ...SECTIONS);
  const isBefore = page.elements.indexOf(part) < page.elements.indexOf(main);
  if (isOwn && isBefore && !taken.has('banner')) return { role: 'banner', name: null };
  if (isOwn && !isBefore && !taken.has('contentinfo') && isFoot(part))
    return { role: 'contentinfo', name: null };
  return name === null ? null : { role: 'region', name };
}

const FOOT_WORDS = /©|\(c\)|copyright|all rights reserved|licen[sc]e/i;

/** The last part of the page that says anything, and says whose it is. */
function isFoot(part: PageElement): boolean {
  const siblings = part.parent === null ? [] : childElements(part.parent);
  const later = siblings.slice(siblings.indexOf(part) + 1);
  return later.every((one) => textOf(one) === '') && FOOT_WORDS.test(textOf(part));
}

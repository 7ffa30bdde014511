import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { oncePerPage, visibleBlocks } from '../model/reading.ts';

export const inLandmarks: Audit = {
  id: 'in-landmarks',
  role: 'a11y',
  dim: 'structure',
  weight: 3,
  title: 'Content lies within landmarks',
  why: 'Landmarks are how screen reader users jump; text outside them is found only by chance.',
  link: 'https://www.w3.org/WAI/ARIA/apg/practices/landmark-regions/',
  severity: 'minor',
  tier: 'automatic',
  unit: 'texts outside landmarks',
  run(page) {
    // A page without any landmark is another audit's finding.
    const homes = landmarks(page);
    if (homes.size === 0) return { checked: 0, found: [] };
    const bypass = page.elements.find(
      ({ tag, attributes }) => tag === 'button' || (tag === 'a' && attributes.has('href')),
    );
    const blocks = visibleBlocks(page);
    const found: Observation[] = [];
    for (const { element: at, text } of blocks) {
      if (isCovered(at, homes, bypass)) continue;
      found.push({
        at,
        measured: 'in no landmark',
        required: 'text inside a landmark',
        message: `"${text.slice(0, 40)}" is in no landmark.`,
        suggestion: 'Wrap the content in main, header, nav or footer.',
      });
    }
    return { checked: blocks.length, found };
  },
};

const CANDIDATES = new Set('main nav header footer aside section form search dialog'.split(' '));
const LANDMARKS = new Set(
  'banner complementary contentinfo form main navigation region search dialog alertdialog'.split(' '),
);
/** These are landmarks only with a name. */
const NAMED = new Set(['form', 'region']);

/** Landmarks and dialogs: whatever is inside one can be found. */
const landmarks = oncePerPage((page: Page): Set<PageElement> => {
  const found = new Set<PageElement>();
  for (const element of page.elements) {
    if (!CANDIDATES.has(element.tag) && !element.attributes.has('role')) continue;
    const role = page.engine.role(element);
    if (role === null || !LANDMARKS.has(role)) continue;
    if (!NAMED.has(role) || page.engine.name(element) !== '') found.add(element);
  }
  return found;
});

/** Inside a landmark, hidden from readers anyway, or the link that skips to one. */
function isCovered(at: PageElement, homes: Set<PageElement>, bypass: PageElement | undefined): boolean {
  for (let current: PageElement | null = at; current !== null; current = current.parent) {
    if (homes.has(current) || current === bypass) return true;
    if (current.attributes.get('aria-hidden') === 'true') return true;
  }
  return false;
}

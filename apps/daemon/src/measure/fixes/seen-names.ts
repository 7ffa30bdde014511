/** Names for what axe alone asks a name of: bars, dialogs and hints, in words that stand in them or right before them. */
import type { PageElement } from '../model/page.ts';
import { childElements, descendants, textOf } from '../model/reading.ts';
import { isHeading } from '../model/text.ts';
import type { Fixer, Proposal } from './proposal.ts';

/** A role that takes no name from what is in it says the same words as a name. */
const OWN_WORDS = /^axe rule aria-(progressbar|meter|tooltip|treeitem)-name$/;
const HEADED = /^axe rule aria-dialog-name$/;
const LONGEST_NAME = 60;

export const fixSeenNames: Fixer = (page, result) =>
  result.findings.flatMap(({ measured }, index): Proposal[] => {
    const element = result.places[index] ?? null;
    if (element === null) return [];
    const words = OWN_WORDS.test(measured)
      ? textOf(element) || wordsBefore(element)
      : HEADED.test(measured)
        ? headingIn(element)
        : '';
    if (words === '' || words.length > LONGEST_NAME) return [];
    return [
      {
        auditId: result.audit.id,
        tier: 'automatic',
        selector: page.selectorOf(element),
        summary: `aria-label="${words}"`,
        attributes: [{ element, name: 'aria-label', value: words }],
      },
    ];
  });

function headingIn(element: PageElement): string {
  const heading = descendants(element).find((one) => isHeading(one) && textOf(one) !== '');
  return heading === undefined ? '' : textOf(heading);
}

/** A bar lies in its track, and the track has its label before it. */
function wordsBefore(element: PageElement): string {
  let at: PageElement | null = element;
  for (let up = 0; at !== null && up < 2; up += 1) {
    const siblings: PageElement[] = at.parent === null ? [] : childElements(at.parent);
    const before = siblings[siblings.indexOf(at) - 1];
    if (before !== undefined) return textOf(before);
    at = at.parent;
  }
  return '';
}

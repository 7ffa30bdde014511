/** Gives names to what has none, from what the page already says about it. */
import { buttonWords, frameWords, imageWords, isSaidBeside, linkNameWords } from '../model/given-names.ts';
import { iconWords } from '../model/known-words.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, descendants, textOf } from '../model/reading.ts';
import { isHeading } from '../model/text.ts';
import type { AttributeChange, Fixer, Proposal } from './proposal.ts';
import { placesOf } from './values.ts';

type Namer = (page: Page, element: PageElement) => AttributeChange | null;

function naming(namer: Namer): Fixer {
  return (page, result) =>
    placesOf(result).flatMap((element): Proposal[] => {
      const change = namer(page, element);
      if (change === null) return [];
      return [
        {
          auditId: result.audit.id,
          tier: 'automatic',
          selector: page.selectorOf(element),
          summary: `${change.name}="${change.value ?? ''}"`,
          attributes: [change],
        },
      ];
    });
}

/** Where the page says nothing, only a person can name it: it stays a demand. */
const given = (
  attributeOf: (element: PageElement) => string,
  wordsOf: (element: PageElement) => string | null,
): Fixer =>
  naming((_page, element) => {
    const value = wordsOf(element);
    return value === null ? null : { element, name: attributeOf(element), value };
  });

export const fixImageName = given(
  ({ tag }) => (tag === 'img' ? 'alt' : 'aria-label'),
  (image) => (image.tag === 'img' && isSaidBeside(image) ? '' : imageWords(image)),
);
export const fixLinkName = given(() => 'aria-label', linkNameWords);
export const fixButtonName = given(
  ({ tag, attributes }) => (tag === 'input' && attributes.get('type') === 'image' ? 'alt' : 'aria-label'),
  buttonWords,
);
export const fixFrameName = given(() => 'title', frameWords);

/** A graphic beside words adds nothing to them; one that stands alone in a named control neither. */
export const fixGraphicName = naming((page, element) => {
  const title = trimmed(element.attributes.get('title')) ?? iconWords(element);
  if (title !== null && (element.parent === null || textOf(element.parent) === ''))
    return { element, name: 'aria-label', value: title };
  return page.engine.isTabbable(element) ? null : { element, name: 'aria-hidden', value: 'true' };
});

export const fixEmptyHeading: Fixer = (page, result) =>
  placesOf(result).flatMap((element): Proposal[] => {
    if (element.startTag === null || element.endTag === null || childElements(element).length > 0) return [];
    const edit = { start: element.startTag.start, end: element.endTag.end, text: '' };
    return [
      {
        auditId: result.audit.id,
        tier: 'automatic',
        selector: page.selectorOf(element),
        summary: 'empty heading removed',
        edits: [edit],
      },
    ];
  });

export const fixLandmarkNames = naming((page, element) => {
  const inFooter = (() => {
    for (let current = element.parent; current !== null; current = current.parent)
      if (current.tag === 'footer') return true;
    return false;
  })();
  const heading = descendants(element).find(isHeading);
  const same = page.byTag(element.tag).filter((other) => !other.attributes.has('aria-label'));
  const isFirst = same.indexOf(element) === 0;
  const value = heading === undefined ? (inFooter ? 'Footer' : isFirst ? 'Main' : '') : textOf(heading);
  return value === '' ? null : { element, name: 'aria-label', value };
});

function trimmed(text: string | undefined): string | null {
  const clean = text?.trim() ?? '';
  return clean === '' ? null : clean;
}

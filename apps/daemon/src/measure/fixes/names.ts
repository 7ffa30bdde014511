/** Gives names to what has none, from what the page already says about it. */
import type { Page, PageElement } from '../model/page.ts';
import { childElements, descendants, hasAncestor, textOf } from '../model/reading.ts';
import { isHeading } from '../model/text.ts';
import type { AttributeChange, Fixer, Proposal } from './proposal.ts';
import { placesOf } from './values.ts';
import { fileName, hostName, iconWords, wordsFrom } from './words.ts';

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

export const fixImageName = naming((_page, element) => {
  const value =
    captionOf(element) ?? linkWords(element) ?? wordsFrom(fileName(element.attributes.get('src') ?? ''));
  // Nothing is known about it: silence is better than a file name read aloud.
  if (element.tag === 'img') return { element, name: 'alt', value: value ?? '' };
  return value === null ? null : { element, name: 'aria-label', value };
});

/** The figure's caption, or the title the author gave it. */
function captionOf(element: PageElement): string | null {
  const title = element.attributes.get('title')?.trim();
  if (title !== undefined && title !== '') return title;
  const figure = element.parent?.tag === 'figure' ? element.parent : null;
  const caption =
    figure === null ? undefined : childElements(figure).find((child) => child.tag === 'figcaption');
  return caption === undefined ? null : textOf(caption) || null;
}

/** An image that is all there is of a link is named by where the link leads. */
function linkWords(element: PageElement): string | null {
  for (let current = element.parent; current !== null; current = current.parent) {
    if (current.tag === 'a')
      return textOf(current) === '' ? targetWords(current.attributes.get('href') ?? '') : null;
  }
  return null;
}

export const fixLinkName = naming((_page, element) => {
  const href = element.attributes.get('href') ?? '';
  const inner = descendants(element);
  const value =
    trimmed(element.attributes.get('title')) ??
    firstOf(inner, (child) => trimmed(child.attributes.get('alt')) ?? iconWords(child)) ??
    targetWords(href) ??
    nearbyHeading(element) ??
    wordsFrom(element.attributes.get('class') ?? '');
  return value === null ? null : { element, name: 'aria-label', value };
});

function targetWords(href: string): string | null {
  if (href.startsWith('mailto:')) return `Email ${href.slice(7).replace(/\?.*$/s, '')}`;
  if (href.startsWith('tel:')) return `Call ${href.slice(4)}`;
  if (href === '/' || /^(\.\/)?index\.html?$/.test(href)) return 'Home';
  const host = hostName(href);
  const words = wordsFrom(fileName(href)) ?? (href.startsWith('#') ? wordsFrom(href.slice(1)) : null);
  return host ?? words;
}

export const fixButtonName = naming((_page, element) => {
  const value =
    trimmed(element.attributes.get('title')) ??
    trimmed(element.attributes.get('value')) ??
    firstOf([element, ...descendants(element)], iconWords) ??
    buttonWords(
      `${element.attributes.get('class') ?? ''} ${element.attributes.get('id') ?? ''} ${element.attributes.get('data-bs-target') ?? ''}`,
    ) ??
    (isSubmit(element) ? 'Submit' : null) ??
    nearbyHeading(element);
  if (value === null) return null;
  return {
    element,
    name: element.tag === 'input' && element.attributes.get('type') === 'image' ? 'alt' : 'aria-label',
    value,
  };
});

function buttonWords(text: string): string | null {
  const known: [RegExp, string][] = [
    [/toggler?|hamburger|menu|nav/i, 'Menu'],
    [/close|dismiss/i, 'Close'],
    [/search/i, 'Search'],
    [/prev/i, 'Previous'],
    [/next/i, 'Next'],
    [/play/i, 'Play'],
    [/scroll|top/i, 'Back to top'],
  ];
  return known.find(([pattern]) => pattern.test(text))?.[1] ?? wordsFrom(text);
}

export const fixFieldName = naming((_page, element) => {
  const value =
    trimmed(element.attributes.get('placeholder')) ??
    trimmed(element.attributes.get('title')) ??
    labelBefore(element) ??
    wordsFrom(element.attributes.get('name') ?? '') ??
    wordsFrom(element.attributes.get('id') ?? '') ??
    wordsFrom(element.attributes.get('type') ?? '');
  return value === null ? null : { element, name: 'aria-label', value: value.replace(/[\s.…:*]+$/, '') };
});

/** A label without `for`, or plain text, right before the field. */
function labelBefore(element: PageElement): string | null {
  const siblings = element.parent?.children ?? [];
  const before = siblings.slice(0, siblings.indexOf(element)).reverse();
  for (const node of before) {
    const text =
      node.kind === 'text'
        ? node.value.trim()
        : node.tag === 'label' || node.tag === 'span'
          ? textOf(node)
          : '';
    if (text !== '') return text.slice(0, 60);
    if (node.kind === 'element') return null;
  }
  return null;
}

export const fixFrameName = naming((_page, element) => {
  const src = element.attributes.get('src') ?? '';
  const host = hostName(src);
  if (/youtube|vimeo|video/i.test(src))
    return { element, name: 'title', value: `Video${host === null ? '' : ` (${host})`}` };
  if (/maps?[./]/i.test(src)) return { element, name: 'title', value: 'Map' };
  return { element, name: 'title', value: host ?? wordsFrom(fileName(src)) ?? 'Embedded content' };
});

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
  const place = same.indexOf(element) + 1;
  const value =
    heading === undefined
      ? inFooter
        ? 'Footer'
        : place <= 1
          ? 'Main'
          : `Section ${place}`
      : textOf(heading);
  return value === '' ? null : { element, name: 'aria-label', value };
});

/** A button in a form submits it unless it says otherwise. */
function isSubmit(element: PageElement): boolean {
  const type = (element.attributes.get('type') ?? 'submit').toLowerCase();
  return type === 'submit' && (hasAncestor(element, 'form') || element.attributes.has('type'));
}

/** The heading of the same card; the page's own heading names nothing in it. */
function nearbyHeading(element: PageElement): string | null {
  for (
    let current = element.parent, level = 0;
    current !== null && level < 3 && !/^(body|main|html|form|header|footer)$/.test(current.tag);
    current = current.parent, level += 1
  ) {
    const heading = descendants(current).find(isHeading);
    if (heading !== undefined && textOf(heading) !== '') return textOf(heading);
  }
  return null;
}

function trimmed(text: string | undefined): string | null {
  const clean = text?.trim() ?? '';
  return clean === '' ? null : clean;
}

function firstOf<Item, Value>(items: readonly Item[], pick: (item: Item) => Value | null): Value | null {
  for (const item of items) {
    const found = pick(item);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Names a page already gives to what has none: a title, a caption, where a link leads, a known icon. Null where it
 * says nothing; then only a person can. Never from class names or file names.
 */
import type { PageElement } from './dom.ts';
import { fileName, hostName, iconWords, wordsFrom } from './known-words.ts';
import { childElements, descendants, hasAncestor, textOf } from './reading.ts';
import { isHeading } from './text.ts';

export function imageWords(element: PageElement): string | null {
  return captionOf(element) ?? linkWords(element);
}

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

/**
 * Whether the words beside an image already say what it would: those of the link it stands in, a caption that is all its
 * item says, the heading of its card by whose word its file is called. Read aloud twice, they would only be in the way.
 */
export function isSaidBeside(image: PageElement): boolean {
  const control = around(image, /^(a|button)$/);
  if (control !== null) return textOf(control) !== '';
  const item = around(image, /^(p|li|td|th)$/);
  const caption = captionOf(image);
  if (caption !== null) return item !== null && sameWords(textOf(item), caption);
  const heading = cardHeading(image);
  return heading !== null && sharesWord(fileName(image.attributes.get('src') ?? ''), textOf(heading));
}

function around(element: PageElement, tags: RegExp): PageElement | null {
  let at = element.parent;
  while (at !== null && !tags.test(at.tag)) at = at.parent;
  return at;
}

function sameWords(one: string, other: string): boolean {
  const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();
  return plain(one) === plain(other);
}

const CARD_DEPTH = 3;

/** The only heading of a part of the page whose only image this is. */
function cardHeading(image: PageElement): PageElement | null {
  let at = image.parent;
  for (
    let up = 0;
    at !== null && up < CARD_DEPTH && !/^(body|main|html|header|footer)$/.test(at.tag);
    up += 1
  ) {
    const inside = descendants(at);
    const [heading, ...more] = inside.filter((one) => isHeading(one) && textOf(one) !== '');
    if (inside.filter(({ tag }) => tag === 'img').length > 1 || more.length > 0) return null;
    if (heading !== undefined) return heading;
    at = at.parent;
  }
  return null;
}

const LEAST_LETTERS = 3;

/** "feature-css.png" and "HTML5 & CSS3". */
function sharesWord(file: string, text: string): boolean {
  const words = (from: string): string[] =>
    from
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= LEAST_LETTERS);
  const said = words(text);
  return words(file.replace(/\.[a-z\d]{2,5}$/i, '')).some((word) =>
    said.some((other) => other.startsWith(word) || word.startsWith(other)),
  );
}

/** What a placeholder says of its field; an example of what to write, such as an address, is no name for it. */
export function labelWords({ attributes }: PageElement): string | null {
  const words = trimmed(attributes.get('placeholder'));
  return words === null || /[@\d]|\be\.?g\b|\bz\. ?b\b|\.{3}|…|:\/\//i.test(words) ? null : words;
}

export function linkNameWords(element: PageElement): string | null {
  return (
    trimmed(element.attributes.get('title')) ??
    firstOf(descendants(element), (child) => trimmed(child.attributes.get('alt')) ?? iconWords(child)) ??
    targetWords(element.attributes.get('href') ?? '') ??
    nearbyHeading(element)
  );
}

function targetWords(href: string): string | null {
  if (href.startsWith('mailto:')) return `Email ${href.slice(7).replace(/\?.*$/s, '')}`;
  if (href.startsWith('tel:')) return `Call ${href.slice(4)}`;
  if (href === '/' || /^(\.\/)?index\.html?$/.test(href)) return 'Home';
  // A script, data and the like lead nowhere that has a name.
  if (/^[a-z][a-z0-9+.-]*:/i.test(href) && !/^https?:/i.test(href)) return null;
  const host = hostName(href);
  const words = wordsFrom(fileName(href)) ?? (href.startsWith('#') ? wordsFrom(href.slice(1)) : null);
  // A number or a key is an address, and no word for what is there.
  return host ?? (words !== null && /\p{L}{3}|\p{Lo}/u.test(words) ? words : null);
}

export function buttonWords(element: PageElement): string | null {
  return (
    trimmed(element.attributes.get('title')) ??
    trimmed(element.attributes.get('value')) ??
    firstOf([element, ...descendants(element)], iconWords) ??
    partWords(element) ??
    (isSubmit(element) ? 'Submit' : null)
  );
}

/** What a control does, where its attributes say so. A class name says how it looks, and is nobody's word for it. */
function partWords(element: PageElement): string | null {
  const given = (name: string): string | undefined =>
    element.attributes.get(`data-bs-${name}`) ?? element.attributes.get(`data-${name}`);
  if (given('dismiss') !== undefined) return 'Close';
  const slide = given('slide');
  if (slide === 'prev' || slide === 'next') return slide === 'prev' ? 'Previous' : 'Next';
  const opens = /^(collapse|offcanvas)$/.test(given('toggle') ?? '');
  return opens && hasAncestor(element, 'nav', 'header') ? 'Menu' : null;
}

export function fieldNameWords(element: PageElement): string | null {
  const value =
    trimmed(element.attributes.get('placeholder')) ??
    trimmed(element.attributes.get('title')) ??
    labelBefore(element) ??
    fieldWords(element) ??
    fieldHeading(element);
  // A sign before a field says what kind of value it takes, not what it is for.
  if (value === null || !/\p{L}{2}|\p{Lo}/u.test(value)) return null;
  return value.replace(/[\s.…:*]+$/, '');
}

/** What a field is for, where its kind or its `autocomplete` says so. */
const FIELDS: Record<string, string> = {
  email: 'Email', tel: 'Phone', search: 'Search', url: 'Website', password: 'Password', date: 'Date', time: 'Time', month: 'Month', name: 'Name',
  'given-name': 'First name', 'family-name': 'Last name', organization: 'Company', 'street-address': 'Address', 'postal-code': 'Postal code',
  'address-level2': 'City', country: 'Country', 'country-name': 'Country', username: 'User name', 'new-password': 'New password',
  'current-password': 'Password', 'cc-number': 'Card number', bday: 'Date of birth', 'one-time-code': 'Code',
}; // biome-ignore format: a table

function fieldWords({ attributes }: PageElement): string | null {
  const token = (attributes.get('autocomplete') ?? '').trim().toLowerCase().split(/\s+/).at(-1) ?? '';
  return FIELDS[token] ?? FIELDS[(attributes.get('type') ?? '').toLowerCase()] ?? null;
}

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

const FIELD = /^(input|select|textarea)$/;
const FIELD_DEPTH = 4;

/**
 * The heading before a field with no other word between them: it is all the page says of it, and of those beside it. An
 * option is one answer of several, and a heading says which question it is.
 */
function fieldHeading(field: PageElement): string | null {
  if (/^(checkbox|radio)$/i.test(field.attributes.get('type') ?? '')) return null;
  let at: PageElement | null = field;
  for (let up = 0; at !== null && up < FIELD_DEPTH && !/^(body|main|td|li|label)$/.test(at.tag); up += 1) {
    const siblings: PageElement['children'] = at.parent?.children ?? [];
    for (const node of siblings.slice(0, siblings.indexOf(at)).reverse()) {
      if (node.kind === 'text' ? node.value.trim() !== '' : node.tag === 'label') return null;
      if (node.kind === 'text' || FIELD.test(node.tag) || textOf(node) === '') continue;
      return lastHeading(node);
    }
    at = at.parent;
  }
  return null;
}

/** Of a part that ends with it. */
function lastHeading(part: PageElement): string | null {
  const heading = [part, ...descendants(part)].filter(isHeading).at(-1);
  const words = heading === undefined ? '' : textOf(heading);
  return words !== '' && textOf(part).endsWith(words) ? words.slice(0, 60) : null;
}

export function frameWords(element: PageElement): string | null {
  const src = element.attributes.get('src') ?? '';
  const host = hostName(src);
  if (/youtube|vimeo|video/i.test(src)) return `Video${host === null ? '' : ` (${host})`}`;
  return /maps?[./]/i.test(src) ? 'Map' : host;
}

/** A button in a form submits it unless it says otherwise. */
function isSubmit(element: PageElement): boolean {
  const type = (element.attributes.get('type') ?? 'submit').toLowerCase();
  return type === 'submit' && (hasAncestor(element, 'form') || element.attributes.has('type'));
}

/**
 * The one heading of the same card, for a link that leads somewhere; the page's own heading names nothing in it. What a script
 * does with a link without a target, no heading near it can say.
 */
function nearbyHeading(element: PageElement): string | null {
  if (/^(#?$|javascript:)/i.test((element.attributes.get('href') ?? '').trim())) return null;
  for (
    let current = element.parent, level = 0;
    current !== null && level < 3 && !/^(body|main|html|form|header|footer)$/.test(current.tag);
    current = current.parent, level += 1
  ) {
    const [heading, ...more] = descendants(current).filter((one) => isHeading(one) && textOf(one) !== '');
    if (heading !== undefined) return more.length === 0 ? textOf(heading) : null;
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

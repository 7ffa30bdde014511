/**
 * Another page with the same answer: other ids, classes and words, other tags of the same meaning, wrappers around
 * everything, other notations of colours, attributes in another order. For measuring whether a check knows the question
 * or only the page it was tried on.
 */
import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5';

type Document = DefaultTreeAdapterTypes.Document;
type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

interface Rewriting {
  /** Words may be exchanged: what is asked does not depend on what they mean. */
  words: boolean;
  /** The same page is always rewritten in the same way. */
  seed: string;
}

export function rewrite(html: string, { words, seed }: Rewriting): string {
  const document = parse(html);
  const elements = all(document);
  const hasScripts = elements.some(
    ({ tagName, attrs }) =>
      tagName === 'script' || tagName === 'template' || attrs.some(({ name }) => /^on|^srcdoc$/.test(name)),
  );
  const css = elements
    .filter(({ tagName }) => tagName === 'style')
    .map(textOf)
    .join('\n');
  const isLinked = elements.some(({ tagName, attrs }) => tagName === 'link' && attrs.some(isStylesheet));
  // Names that a script or another file may use stay.
  if (!hasScripts && !isLinked) renameIds(elements);
  if (!hasScripts && !isLinked) renameClasses(elements);
  exchangeTags(elements, css);
  for (const element of elements) rewriteStyle(element);
  if (words) exchangeWords(document, seed);
  for (const { attrs } of elements) attrs.reverse();
  if (!hasScripts) wrapBody(elements);
  return serialize(document);
}

function all(document: Document): Element[] {
  const found: Element[] = [];
  const stack: Node[] = [...document.childNodes].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!('tagName' in node)) continue;
    found.push(node);
    stack.push(...[...node.childNodes].reverse());
  }
  return found;
}

function textOf({ childNodes }: Element): string {
  return childNodes.map((child) => ('value' in child ? child.value : '')).join('');
}

function isStylesheet({ name, value }: { name: string; value: string }): boolean {
  return name === 'rel' && /stylesheet/i.test(value);
}

const ID_LISTS =
  /^(for|headers|list|form|aria-(labelledby|describedby|owns|controls|flowto|activedescendant|details|errormessage))$/;

function renameIds(elements: readonly Element[]): void {
  const known = new Map<string, string>();
  for (const { attrs } of elements)
    for (const { name, value } of attrs)
      if (name === 'id' && value !== '' && !known.has(value))
        known.set(value, `part-${known.size + 1}-${value.length}`);
  const renamed = (id: string): string => known.get(id) ?? id;
  for (const element of elements) {
    for (const attribute of element.attrs) {
      if (attribute.name === 'id') attribute.value = renamed(attribute.value);
      else if (ID_LISTS.test(attribute.name)) attribute.value = attribute.value.replace(/[^\s]+/g, renamed);
      else if (/^(xlink:)?href$|^usemap$/.test(attribute.name) && attribute.value.startsWith('#'))
        attribute.value = `#${renamed(attribute.value.slice(1))}`;
    }
    rewriteCss(element, (css) =>
      css.replace(/#([A-Za-z][\w-]*)(?=[^;{}]*\{)/g, (_, id: string) => `#${renamed(id)}`),
    );
  }
}

function renameClasses(elements: readonly Element[]): void {
  const known = new Map<string, string>();
  for (const { attrs } of elements)
    for (const attribute of attrs)
      if (attribute.name === 'class')
        attribute.value = attribute.value.replace(/\S+/g, (name) => {
          const renamed = known.get(name) ?? `look-${known.size + 1}`;
          known.set(name, renamed);
          return renamed;
        });
  for (const element of elements)
    rewriteCss(element, (css) =>
      css.replace(/\.([A-Za-z][\w-]*)(?=[^;{}]*\{)/g, (_, name: string) => `.${known.get(name) ?? name}`),
    );
}

function rewriteCss({ tagName, childNodes }: Element, change: (css: string) => string): void {
  if (tagName !== 'style') return;
  for (const child of childNodes) if ('value' in child) child.value = change(child.value);
}

/** Without attributes both mean nothing, or the same. */
const SAME_MEANING: Readonly<Record<string, string>> = { div: 'section', span: 'bdi' };

function exchangeTags(elements: readonly Element[], css: string): void {
  for (const element of elements) {
    const other = SAME_MEANING[element.tagName];
    if (other === undefined || element.attrs.some(({ name }) => !/^(id|class|style)$/.test(name))) continue;
    if (new RegExp(`(^|[\\s,>+~}])${element.tagName}\\b`).test(css)) continue;
    element.tagName = other;
    element.nodeName = other;
  }
}

function rewriteStyle(element: Element): void {
  for (const attribute of element.attrs)
    if (attribute.name === 'style') attribute.value = otherColors(attribute.value);
  rewriteCss(element, otherColors);
}

/** `#777` as `rgb(119 119 119)`. */
function otherColors(css: string): string {
  return css.replace(
    /(:[^;{}]*?)#([\da-f]{6}|[\da-f]{3})\b(?![^;{}]*\{)/gi,
    (_, before: string, hex: string) => {
      const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
      const channels = [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16));
      return `${before}rgb(${channels.join(' ')})`;
    },
  );
}

const SHOWN_ATTRIBUTES = new Set([
  'alt',
  'title',
  'aria-label',
  'placeholder',
  'value',
  'label',
  'aria-roledescription',
]);
const UNSEEN = new Set(['script', 'style']);

/** Each word of the page becomes one other word of about its kind, everywhere. */
function exchangeWords(document: Document, seed: string): void {
  const known = new Map<string, string>();
  let next = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % OTHER_WORDS.length, 7);
  const related = relatedWords(document);
  const other = (text: string): string =>
    text.replace(/(?<![\p{L}\p{N}&-])[A-Za-z]{4,}(?![\p{L}\p{N}-])/gu, (word) => {
      const key = word.toLowerCase();
      if (related.has(key)) return word;
      let exchanged = known.get(key);
      if (exchanged === undefined) {
        if (known.size >= OTHER_WORDS.length) return word;
        exchanged = OTHER_WORDS[next % OTHER_WORDS.length] ?? word;
        next += 1;
        known.set(key, exchanged);
      }
      if (word === word.toUpperCase()) return exchanged.toUpperCase();
      return word === key ? exchanged : exchanged.charAt(0).toUpperCase() + exchanged.slice(1);
    });
  for (const element of all(document)) {
    if (UNSEEN.has(element.tagName)) continue;
    const isField = element.attrs.some(
      ({ name, value }) => name === 'type' && !/^(submit|button|reset)$/i.test(value),
    );
    for (const attribute of element.attrs)
      if (SHOWN_ATTRIBUTES.has(attribute.name) && !(attribute.name === 'value' && isField))
        attribute.value = other(attribute.value);
    for (const child of element.childNodes) if ('value' in child) child.value = other(child.value);
  }
}

/** An abbreviation and its word, or the same word with and without a hyphen: exchanged, they would be strangers. */
function relatedWords(document: Document): Set<string> {
  const texts = all(document).flatMap(({ attrs, childNodes }) => [
    ...attrs.filter(({ name }) => SHOWN_ATTRIBUTES.has(name)).map(({ value }) => value),
    ...childNodes.map((child) => ('value' in child ? child.value : '')),
  ]);
  const whole = texts.join(' ').toLowerCase();
  const words = new Set(whole.match(/[a-z]+/g) ?? []);
  const hyphened = new Set((whole.match(/[a-z]+(-[a-z]+)+/g) ?? []).map((word) => word.replaceAll('-', '')));
  const shorts = (whole.match(/[a-z]+(?=\.)/g) ?? []).filter((short) =>
    [...words].some((word) => word !== short && word.startsWith(short)),
  );
  return new Set(
    [...words].filter((word) => hyphened.has(word) || shorts.some((short) => word.startsWith(short))),
  );
}

const OTHER_WORDS =
  'harbour lantern meadow copper velvet orchard thunder pebble saffron cottage ribbon glacier timber anchor cinnamon feather marble compass willow ember quarry beacon thistle canyon mosaic lagoon juniper amber walnut trellis summit granite cobalt heather plateau silver tundra coral prairie basil fjord indigo lichen maple nectar opal pepper quartz raven sable topaz umber violet wicker yarrow zephyr almond birch cedar delta elm fennel garnet hazel island jasmine kelp linden mango nutmeg olive papaya quince rowan sorrel tamarind valley walrus acorn badger candle dolphin easel falcon goblet hammer iceberg jacket kettle ladder mirror needle otter pillow quiver rocket saddle teapot urchin vessel window yonder zipper apron barrel cactus dagger engine fiddle garden helmet insect jigsaw kennel locket magnet napkin oyster parrot rabbit spider turtle violin wagon blanket bucket carpet drawer bottle button collar corner cradle cushion dinner finger forest galaxy ginger guitar gravel hangar hollow jungle kernel lather lumber mantle marina mortar muffin mussel nugget onion oxide paddle pastry pigeon pillar planet pocket pollen potion prairies puddle puzzle radish'.split(
    ' ',
  );

function wrapBody(elements: readonly Element[]): void {
  const body = elements.find(({ tagName }) => tagName === 'body');
  if (body === undefined || body.childNodes.length === 0) return;
  const { childNodes } = body;
  const wrapper: Element = {
    nodeName: 'div',
    tagName: 'div',
    attrs: [{ name: 'class', value: 'frame' }],
    namespaceURI: body.namespaceURI,
    parentNode: body,
    childNodes,
  };
  for (const child of childNodes) child.parentNode = wrapper;
  body.childNodes = [wrapper];
}

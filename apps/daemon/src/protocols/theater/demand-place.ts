/** Whether a page changed where a demand points. Near enough: a page that did not change there meets no demand. */
import type { DefaultTreeAdapterTypes } from 'parse5';
import { nodesOf, readMarkup } from './markup.ts';

type Element = DefaultTreeAdapterTypes.Element;

/** Elements of one selector that are looked at; more of them are the whole page. */
const MAX_PLACES = 50;
/** What is around these is the page itself. */
const WHOLE: ReadonlySet<string> = new Set(['html', 'head', 'body', 'main']);

/**
 * False only where both pages show the place, with what stands around it and every style and script, as it was. A
 * selector that names nothing on the page before points nowhere: then any change is one.
 */
export function hasChangedAt(before: string, after: string, target: string | null): boolean {
  if (before === after) return false;
  const wanted = target === null ? null : lastCompound(target);
  if (wanted === null) return true;
  const was = fingerprint(before, wanted);
  return was === null || was !== fingerprint(after, wanted);
}

interface Compound {
  tag: string | null;
  id: string | null;
  classes: readonly string[];
}

/** Of `#hero > a.cta:hover` the `a.cta`. Null for what holds none of tag, id and class. */
function lastCompound(selector: string): Compound | null {
  const last =
    selector
      .split(',', 1)[0]
      ?.trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? '';
  const plain = last.replace(/\[[^\]]*\]|::?[\w-]+(?:\([^)]*\))?/g, '');
  if (!/^[\w.#-]+$/.test(plain)) return null;
  const tag = /^[A-Za-z][\w-]*/.exec(plain)?.[0].toLowerCase() ?? null;
  const id = /#([\w-]+)/.exec(plain)?.[1] ?? null;
  const classes = [...plain.matchAll(/\.([\w-]+)/g)].map((match) => match[1] ?? '');
  return { tag, id, classes };
}

function fingerprint(content: string, wanted: Compound): string | null {
  const places: string[] = [];
  const code: string[] = [];
  for (const node of nodesOf(readMarkup(content).document)) {
    if (!('tagName' in node)) continue;
    if (node.tagName === 'style' || node.tagName === 'script' || node.tagName === 'link')
      code.push(sourceOf(node, content));
    if (!matches(node, wanted)) continue;
    if (WHOLE.has(node.tagName) || places.length === MAX_PLACES) return content;
    places.push(around(node, content));
  }
  return places.length === 0 ? null : [...places, ...code].join('\u0000');
}

function matches({ tagName, attrs }: Element, { tag, id, classes }: Compound): boolean {
  if (tag !== null && tagName !== tag) return false;
  const value = (name: string): string => attrs.find((attribute) => attribute.name === name)?.value ?? '';
  if (id !== null && value('id') !== id) return false;
  const own = value('class').split(/\s+/);
  return classes.every((wanted) => own.includes(wanted));
}

/** The element with its neighbours, and the opening tags above it. */
function around(element: Element, content: string): string {
  const above: string[] = [];
  let parent = element.parentNode;
  const near = parent !== null && 'tagName' in parent && !WHOLE.has(parent.tagName);
  const own =
    near && parent !== null && 'tagName' in parent ? sourceOf(parent, content) : besides(element, content);
  for (; parent !== null && 'tagName' in parent; parent = parent.parentNode)
    above.push(openingOf(parent, content));
  return [own, ...above].join('\u0000');
}

function besides(element: Element, content: string): string {
  const siblings = element.parentNode?.childNodes.filter((node) => 'tagName' in node) ?? [];
  const at = siblings.indexOf(element);
  return siblings
    .slice(Math.max(0, at - 1), at + 2)
    .map((node) => sourceOf(node as Element, content))
    .join('\u0000');
}

function sourceOf({ sourceCodeLocation: place }: Element, content: string): string {
  return place == null ? '' : content.slice(place.startOffset, place.endOffset);
}

function openingOf({ sourceCodeLocation: place }: Element, content: string): string {
  return place?.startTag === undefined
    ? ''
    : content.slice(place.startTag.startOffset, place.startTag.endOffset);
}

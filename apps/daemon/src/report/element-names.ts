/** Elements as their authors know them: `"Privacy" link, line 96`. By the file as it was given, and by its copy for the rest. */
import type { MustFix } from '@design-jury/contracts/theater/critique';
import type { PageElement, Tree } from '../measure/model/dom.ts';
import { capital } from './words.ts';

export interface ElementName {
  name: string;
  /** 1-based, in the file as given; null where the element is only in its copy. */
  line: number | null;
}

/** Null where the demand is about no element that is there. */
export type NameOf = (entry: Pick<MustFix, 'id' | 'target'>) => ElementName | null;

export const NO_NAMES: NameOf = () => null;

/** What is asked of few elements is found by one walk over each page. */
export async function elementNames(pages: {
  before: string;
  after: string | null;
  mime: string;
}): Promise<NameOf> {
  const { parseTree } = await import('../measure/model/dom.ts');
  const { createPlaces, createSelectors } = await import('../measure/model/selector.ts');
  const treeOf = async (text: string): Promise<Tree> => {
    if (/html/i.test(pages.mime)) return parseTree(text);
    const { parseMarkdown } = await import('../measure/markdown/markdown.ts');
    return parseMarkdown(text);
  };
  const indexOf = async (text: string): Promise<Index> => {
    const { elements } = await treeOf(text);
    const [placeOf, selectorOf] = [createPlaces(elements), createSelectors(elements)];
    const index: Index = { places: new Map(), selectors: new Map(), labels: new Map() };
    for (const element of elements) {
      index.places.set(placeOf(element), element);
      index.selectors.set(selectorOf(element), element);
      const labelled = element.tag === 'label' ? element.attributes.get('for') : undefined;
      if (labelled !== undefined) index.labels.set(labelled, textOf(element));
    }
    return index;
  };
  const before = await indexOf(pages.before);
  const after = pages.after === null || pages.after === pages.before ? null : await indexOf(pages.after);
  return ({ id, target }) => {
    // The part after the audit outlives wrappers that a revision has put around the element; a selector does not.
    const given = before.places.get(id.slice(id.indexOf('@') + 1)) ?? before.selectors.get(target ?? '');
    if (given !== undefined) return { name: nameOf(given, before), line: lineOf(given) };
    const kept = after?.selectors.get(target ?? '');
    return kept === undefined || after === null ? null : { name: nameOf(kept, after), line: null };
  };
}

interface Index {
  places: Map<string, PageElement>;
  selectors: Map<string, PageElement>;
  /** The text of each label, by the id it is for. */
  labels: Map<string, string>;
}

const KINDS: Readonly<Record<string, string>> = {
  p: 'paragraph',
  li: 'list item',
  td: 'table cell',
  th: 'table heading',
  blockquote: 'quotation',
  figcaption: 'caption',
  label: 'label',
  legend: 'legend',
  nav: 'navigation',
  header: 'header',
  footer: 'footer',
  main: 'main content',
  section: 'section',
  article: 'article',
  aside: 'aside',
  form: 'form',
  table: 'table',
  ul: 'list',
  ol: 'list',
  svg: 'drawing',
  video: 'video',
  audio: 'audio',
  iframe: 'frame',
  summary: 'summary',
  code: 'code',
  pre: 'code block',
  div: 'box',
  span: 'text',
};
const WHOLE = new Set(['html', 'head', 'body', 'meta', 'link', 'style', 'script', 'base']);
/** The page as a whole is at no line. */
function lineOf({ tag, startTag }: PageElement): number | null {
  return tag === 'html' || tag === 'body' || tag === 'head' ? null : (startTag?.line ?? null);
}

const FIELDS = new Set(['input', 'select', 'textarea']);
const PUSHED = new Set(['submit', 'button', 'reset', 'image']);

function nameOf(element: PageElement, index: Index): string {
  const { tag, attributes } = element;
  if (WHOLE.has(tag)) return 'The page';
  const said = (attributes.get('aria-label') ?? attributes.get('title') ?? '').trim() || textOf(element);
  if (tag === 'a')
    return said === '' ? `Link to ${short(attributes.get('href') ?? 'nowhere')}` : `${quoted(said)} link`;
  if (tag === 'button' || (tag === 'input' && PUSHED.has(attributes.get('type') ?? ''))) {
    const words = said || (attributes.get('value') ?? '');
    return words === '' ? 'Button without a name' : `${quoted(words)} button`;
  }
  if (FIELDS.has(tag)) return fieldName(element, index);
  if (tag === 'img') return imageName(attributes);
  if (tag === 'title') return `Page title${said === '' ? '' : ` ${quoted(said)}`}`;
  const kind = /^h[1-6]$/.test(tag) ? 'heading' : (KINDS[tag] ?? `<${tag}>`);
  return capital(said === '' ? kind : `${kind} ${quoted(said)}`);
}

function fieldName({ attributes }: PageElement, { labels }: Index): string {
  const words =
    attributes.get('aria-label') ??
    labels.get(attributes.get('id') ?? '') ??
    attributes.get('placeholder') ??
    attributes.get('name') ??
    '';
  return words.trim() === '' ? 'Field without a name' : `${quoted(words)} field`;
}

function imageName(attributes: PageElement['attributes']): string {
  const alt = (attributes.get('alt') ?? '').trim();
  if (alt !== '') return `Image ${quoted(alt)}`;
  const src = attributes.get('src') ?? '';
  const file = src.startsWith('data:') ? '' : (src.split(/[?#]/)[0]?.split('/').findLast(Boolean) ?? '');
  return file === '' ? 'Image' : `Image ${short(file)}`;
}

const MOST_READ = 200;
const MOST_SHOWN = 44;
const UNREAD = new Set(['script', 'style', 'template', 'noscript']);

/** How the element's text begins; never all of it. */
function textOf(element: PageElement): string {
  let text = '';
  const left: PageElement['children'] = [element];
  for (let node = left.pop(); node !== undefined && text.length < MOST_READ; node = left.pop()) {
    if (node.kind === 'text') text += node.value.slice(0, MOST_READ);
    else if (!UNREAD.has(node.tag)) left.push(...node.children.slice(0, MOST_READ).toReversed());
  }
  return text.replace(/\s+/g, ' ').trim();
}

function quoted(text: string): string {
  return `"${short(text.replace(/\s+/g, ' ').trim())}"`;
}

/** Cut between words, where there is a place to. */
function short(text: string): string {
  if (text.length <= MOST_SHOWN) return text;
  const head = text.slice(0, MOST_SHOWN);
  const end = head.lastIndexOf(' ');
  return `${head.slice(0, end > MOST_SHOWN / 2 ? end : MOST_SHOWN).replace(/[\s,;:.–—-]+$/, '')}…`;
}

/** The last look at a page before it may ship: unfinished text, dead ends, broken markup. Pure. */
import type { Demand, MustFixSeverity } from '@design-jury/contracts/theater/critique';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { type Found, pointed } from './lint-target.ts';
import { isPageType, judgedType, nodesOf, readMarkup } from './markup.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Findings beyond this tell nothing new. */
const MAX_FINDINGS = 50;
const EXCERPT = 60;

/**
 * A comment that says the page is not finished: in capitals, `fixme` in any case, or `todo` where a note begins with it.
 * A list of things to do is something else, and in Spanish so is the word.
 */
const UNFINISHED =
  /\b(?:fixme\b|to-?do\s*:)|(?:^|\n)[ \t*/#;!<-]{0,40}to-?do\b(?!\s*(?:-|_|['’]?s\b|apps?\b|board|cards?\b|component|el\b|entr|form\b|items?\b|la\b|las\b|lists?\b|lo\b|los\b|o\b|os\b|page\b|rows?\b|section\b|tasks?\b|view\b|widget|un\b|una\b|est[aeo]))/i;
const IN_CAPITALS = /\b(?:TODO|FIXME)\b/;
/** In visible text the bare word may be a product's name; with a colon it is a note to oneself. */
const UNFINISHED_TEXT = /\b(TODO|FIXME)\s*:/;
const LOREM = /\blorem\s+ipsum\b/i;
/** Of a value without its white space. */
const PLACEHOLDER_LINK = /^(?:#!?|javascript:(?:void\(0?\)|;)?;?)$/i;
/** A script gives such a link its meaning; that it should be a button is for a panelist to say. */
const SCRIPTED =
  /^(?:onclick$|role$|data-(?:bs-)?(?:toggle|target|dismiss)|aria-(?:controls|expanded|haspopup)$|@click|x-on:|v-on:)/;
/** `#` is the top of the page, by the standard. */
const TO_TOP = /\btop\b/i;
const LINK_ATTRIBUTES: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  img: 'src',
  script: 'src',
  iframe: 'src',
  source: 'src',
  link: 'href',
};
/** What a page loads to be whole; a `link` only for what it shows. */
const LOADED: Readonly<Record<string, string>> = {
  ...LINK_ATTRIBUTES,
  video: 'src',
  audio: 'src',
  track: 'src',
  embed: 'src',
  object: 'data',
};
const LOADED_BY_LINK = /\b(?:stylesheet|icon|preload|modulepreload|manifest)\b/i;
/** Another document, by the ending of a file. */
const FILE = /\.[a-z0-9]{1,8}$/i;
/** An address elsewhere, from the root of a site, on this page, or one that a program fills in. */
const NOT_BESIDE = /^(?:[a-z][a-z0-9+.-]*:|\/|\\|#|\?|$)|\{\{|\$\{|<%|\{%/i;
/** Routes of a page built by scripts, text fragments, and names that close what `:target` opened. */
const NO_PLACE = /^#(?:!?\/|:~:|!|(?:top|close|closed|_)$)/i;

/** Whether a file beside the page is missing. Null: nobody can tell, as of a page that came over the network. */
export type Beside = { isMissing(file: string): boolean; isAlone: boolean } | null;

/** `wanted` is the type that was asked for: what a text is judged as is not its author's to say. */
export function lintArtifact(
  content: string,
  mime: string,
  wanted: string = mime,
  beside: Beside = null,
): Demand[] {
  const type = judgedType(content, mime, wanted);
  if (isPageType(wanted) && type !== 'text/html')
    return [
      finding('A page was asked for, and this is none.', excerptOf(content), 'critical', null),
      ...lintText(content),
    ];
  if (type !== 'text/html') return lintText(content);
  const findings = new Map<string, Found>();
  const add = (found: Found): void => {
    if (findings.size < MAX_FINDINGS)
      findings.set(`${found.demand.text}\u0000${found.demand.evidence}`, found);
  };
  const { document, mistakes } = readMarkup(content);
  for (const { line, problem } of mistakes)
    add(found('The markup is broken.', `line ${line}: ${problem}`, 'critical', null));
  const places = placesOf(document);
  for (const node of nodesOf(document)) {
    for (const one of lintNode(node)) add(one);
    if ('attrs' in node) for (const one of lintTargets(node, places, beside)) add(one);
  }
  return pointed([...findings.values()], document);
}

/** What a link on the page can point to. */
function placesOf(document: Node): ReadonlySet<string> {
  const places = new Set<string>();
  const roots: Node[] = [document];
  for (let root = roots.pop(); root !== undefined; root = roots.pop())
    for (const node of nodesOf(root)) {
      // A script may put there what a template holds.
      if ('content' in node) roots.push(node.content);
      if (!('attrs' in node)) continue;
      for (const { name, value } of node.attrs)
        if (name === 'id' || (name === 'name' && node.tagName === 'a')) places.add(value);
    }
  return places;
}

function lintTargets(element: Element, places: ReadonlySet<string>, beside: Beside): Found[] {
  const { tagName, attrs } = element;
  const name = LOADED[tagName];
  const value = attrs.find((attribute) => attribute.name === name)?.value.trim();
  if (name === undefined || value === undefined || value === '') return [];
  const isLink = tagName === 'a' || tagName === 'area';
  const lost = (text: string): Found[] => [found(text, at(element, `${name}="${value}"`), 'major', element)];
  if (isLink && value.startsWith('#')) {
    const scripted = attrs.some((attribute) => SCRIPTED.test(attribute.name));
    const place = decoded(value.slice(1));
    const isThere = place === '' || NO_PLACE.test(value) || places.has(place) || places.has(value.slice(1));
    return scripted || isThere ? [] : lost('A link points to a place that is not on the page.');
  }
  if (beside === null || NOT_BESIDE.test(value)) return [];
  const file = decoded(value.replace(/[?#].*$/s, ''));
  if (isLink && (beside.isAlone || !FILE.test(file))) return [];
  if (tagName === 'link' && !LOADED_BY_LINK.test(attrs.find(({ name: key }) => key === 'rel')?.value ?? ''))
    return [];
  if (!beside.isMissing(file)) return [];
  return lost(
    isLink ? 'A link leads to a file that is not there.' : 'The page loads a file that is not there.',
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function excerptOf(content: string): string {
  return content
    .slice(0, 4 * EXCERPT)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, EXCERPT);
}

const MEASURED_TOO = new Set([
  'A link leads nowhere.',
  'A <a> has an empty href.',
  'Placeholder text is left.',
  'A link points to a place that is not on the page.',
  'A link leads to a file that is not there.',
  'The page loads a file that is not there.',
]);

/** What the audits `dead-links`, `missing-images` and `placeholder-text` ask as well: one fault is one must-fix, whoever sees it. */
export function isMeasuredToo({ text }: Demand): boolean {
  return MEASURED_TOO.has(text);
}

function lintText(content: string): Demand[] {
  const found: Demand[] = [];
  if (UNFINISHED_TEXT.test(content))
    found.push(
      finding('A note to self is left in the text.', excerpt(content, UNFINISHED_TEXT), 'major', null),
    );
  if (LOREM.test(content))
    found.push(finding('Placeholder text is left.', excerpt(content, LOREM), 'major', null));
  return found;
}

function lintNode(node: Node): Found[] {
  if (node.nodeName === '#comment' && 'data' in node) {
    return isUnfinished(node.data)
      ? [found('A comment says the page is not finished.', at(node, node.data.trim()), 'major', null)]
      : [];
  }
  if (node.nodeName === '#text' && 'value' in node) return lintTextNode(node);
  return 'attrs' in node ? lintLinks(node) : [];
}

function isUnfinished(comment: string): boolean {
  return IN_CAPITALS.test(comment) || UNFINISHED.test(comment);
}

function lintTextNode(node: DefaultTreeAdapterTypes.TextNode): Found[] {
  const parent = node.parentNode?.nodeName ?? '';
  if (parent === 'script' || parent === 'style') return lintCode(node, parent);
  const element = parentOf(node);
  const list: Found[] = [];
  if (UNFINISHED_TEXT.test(node.value) && !isShownCode(node))
    list.push(
      found(
        'A note to self is left in the text.',
        at(node, excerpt(node.value, UNFINISHED_TEXT)),
        'major',
        element,
      ),
    );
  if (LOREM.test(node.value))
    list.push(found('Placeholder text is left.', at(node, excerpt(node.value, LOREM)), 'major', element));
  return list;
}

function lintCode(node: DefaultTreeAdapterTypes.TextNode, parent: 'script' | 'style'): Found[] {
  for (const comment of commentsOf(node.value, parent)) {
    if (!isUnfinished(comment)) continue;
    const text = 'A comment in the code says the page is not finished.';
    const pattern = IN_CAPITALS.test(comment) ? IN_CAPITALS : UNFINISHED;
    return [found(text, at(node, excerpt(comment, pattern)), 'major', parentOf(node))];
  }
  return [];
}

function parentOf({ parentNode }: DefaultTreeAdapterTypes.TextNode): Element | null {
  return parentNode !== null && 'tagName' in parentNode ? parentNode : null;
}

/** Near enough: a `//` behind a colon is an address. One pass, whatever the code looks like. */
function* commentsOf(code: string, language: 'script' | 'style'): Generator<string> {
  const opener = language === 'script' ? /\/[/*]/g : /\/\*/g;
  for (let found = opener.exec(code); found !== null; found = opener.exec(code)) {
    const line = found[0] === '//';
    if (line && code[found.index - 1] === ':') continue;
    const end = code.indexOf(line ? '\n' : '*/', opener.lastIndex);
    yield code.slice(found.index, end === -1 ? code.length : end);
    if (end === -1) return;
    opener.lastIndex = end;
  }
}

const QUOTING: ReadonlySet<string> = new Set(['code', 'pre', 'samp', 'kbd']);

/** Code and output that the page is about. */
function isShownCode(node: Node): boolean {
  for (let above: Node | null = node; above !== null; above = 'parentNode' in above ? above.parentNode : null)
    if (QUOTING.has(above.nodeName)) return true;
  return false;
}

function lintLinks(element: Element): Found[] {
  const name = LINK_ATTRIBUTES[element.tagName];
  const value = element.attrs.find((attribute) => attribute.name === name)?.value.trim();
  if (name === undefined || value === undefined) return [];
  if (value === '')
    return [
      found(`A <${element.tagName}> has an empty ${name}.`, at(element, `${name}=""`), 'major', element),
    ];
  if (element.tagName === 'a' && leadsNowhere(element, value)) {
    return [
      found(
        'A link leads nowhere.',
        at(element, `href="${value}" on “${textOf(element)}”`),
        'major',
        element,
      ),
    ];
  }
  return [];
}

function leadsNowhere(element: Element, href: string): boolean {
  const address = href.replace(/\s+/g, '');
  if (!PLACEHOLDER_LINK.test(address) || element.attrs.some(({ name }) => SCRIPTED.test(name))) return false;
  const label = element.attrs.find(({ name }) => name === 'aria-label')?.value ?? textOf(element);
  return address !== '#' || !TO_TOP.test(label);
}

function textOf(element: Element): string {
  let text = '';
  for (const node of nodesOf(element)) {
    if ('value' in node && node.nodeName === '#text') text += node.value;
    if (text.length > EXCERPT) break;
  }
  return text.replace(/\s+/g, ' ').trim().slice(0, EXCERPT);
}

function at(node: Node, what: string): string {
  const line = 'sourceCodeLocation' in node ? node.sourceCodeLocation?.startLine : undefined;
  return line === undefined ? what.slice(0, 2 * EXCERPT) : `line ${line}: ${what.slice(0, 2 * EXCERPT)}`;
}

function excerpt(text: string, pattern: RegExp): string {
  const from = Math.max(0, text.search(pattern) - EXCERPT / 2);
  const shown = text
    .slice(from, from + EXCERPT)
    .replace(/\s+/g, ' ')
    .trim();
  // From a whole word on, with a sign that something stands before it.
  return from === 0 ? shown : `… ${shown.replace(/^\S*\s/, '')}`;
}

function found(text: string, evidence: string, severity: MustFixSeverity, element: Element | null): Found {
  return { demand: finding(text, evidence, severity, null), element };
}

function finding(text: string, evidence: string, severity: MustFixSeverity, target: string | null): Demand {
  return { text, dim: 'finished', target, severity, evidence, witness: null };
}

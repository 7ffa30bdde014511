/** The last look at a page before it may ship: unfinished text, dead ends, broken markup. Pure. */
import type { Demand, MustFixSeverity } from '@design-jury/contracts/theater/critique';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { isPageType, judgedType, nodesOf, readMarkup } from './markup.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Findings beyond this tell nothing new. */
const MAX_FINDINGS = 50;
const EXCERPT = 60;

const UNFINISHED = /\b(TODO|FIXME)\b/;
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

/** `wanted` is the type that was asked for: what a text is judged as is not its author's to say. */
export function lintArtifact(content: string, mime: string, wanted: string = mime): Demand[] {
  const type = judgedType(content, mime, wanted);
  if (isPageType(wanted) && type !== 'text/html')
    return [
      finding('A page was asked for, and this is none.', excerptOf(content), 'critical', null),
      ...lintText(content),
    ];
  if (type !== 'text/html') return lintText(content);
  const findings = new Map<string, Demand>();
  const add = (demand: Demand): void => {
    if (findings.size < MAX_FINDINGS) findings.set(`${demand.text}\u0000${demand.evidence}`, demand);
  };
  const { document, mistakes } = readMarkup(content);
  for (const { line, problem } of mistakes)
    add(finding('The markup is broken.', `line ${line}: ${problem}`, 'critical', null));
  for (const node of nodesOf(document)) for (const demand of lintNode(node)) add(demand);
  return [...findings.values()];
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
]);

/** What the audits `dead-links` and `placeholder-text` ask as well: one fault is one must-fix, whoever sees it. */
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

function lintNode(node: Node): Demand[] {
  if (node.nodeName === '#comment' && 'data' in node) {
    return UNFINISHED.test(node.data)
      ? [finding('A comment says the page is not finished.', at(node, node.data.trim()), 'major', null)]
      : [];
  }
  if (node.nodeName === '#text' && 'value' in node) return lintTextNode(node);
  return 'attrs' in node ? lintLinks(node) : [];
}

function lintTextNode(node: DefaultTreeAdapterTypes.TextNode): Demand[] {
  const parent = node.parentNode?.nodeName ?? '';
  if (parent === 'script' || parent === 'style') return lintCode(node, parent);
  const found: Demand[] = [];
  if (UNFINISHED_TEXT.test(node.value) && !isShownCode(node))
    found.push(
      finding(
        'A note to self is left in the text.',
        at(node, excerpt(node.value, UNFINISHED_TEXT)),
        'major',
        parent,
      ),
    );
  if (LOREM.test(node.value))
    found.push(finding('Placeholder text is left.', at(node, excerpt(node.value, LOREM)), 'major', parent));
  return found;
}

function lintCode(node: DefaultTreeAdapterTypes.TextNode, parent: 'script' | 'style'): Demand[] {
  for (const comment of commentsOf(node.value, parent)) {
    if (!UNFINISHED.test(comment)) continue;
    const text = 'A comment in the code says the page is not finished.';
    return [finding(text, at(node, excerpt(comment, UNFINISHED)), 'major', parent)];
  }
  return [];
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

function lintLinks(element: Element): Demand[] {
  const name = LINK_ATTRIBUTES[element.tagName];
  const value = element.attrs.find((attribute) => attribute.name === name)?.value.trim();
  if (name === undefined || value === undefined) return [];
  if (value === '')
    return [
      finding(
        `A <${element.tagName}> has an empty ${name}.`,
        at(element, `${name}=""`),
        'major',
        selectorOf(element),
      ),
    ];
  if (element.tagName === 'a' && leadsNowhere(element, value)) {
    return [
      finding(
        'A link leads nowhere.',
        at(element, `href="${value}" on “${textOf(element)}”`),
        'major',
        selectorOf(element),
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

function selectorOf(element: Element): string {
  const value = (name: string) => element.attrs.find((attribute) => attribute.name === name)?.value;
  const id = value('id');
  if (id !== undefined && /^[A-Za-z][\w-]*$/.test(id)) return `#${id}`;
  const href = value('href');
  return href === undefined ? element.tagName : `${element.tagName}[href="${href.replaceAll('"', '\\"')}"]`;
}

function at(node: Node, what: string): string {
  const line = 'sourceCodeLocation' in node ? node.sourceCodeLocation?.startLine : undefined;
  return line === undefined ? what.slice(0, 2 * EXCERPT) : `line ${line}: ${what.slice(0, 2 * EXCERPT)}`;
}

function excerpt(text: string, pattern: RegExp): string {
  const from = Math.max(0, text.search(pattern) - EXCERPT / 2);
  return text
    .slice(from, from + EXCERPT)
    .replace(/\s+/g, ' ')
    .trim();
}

function finding(text: string, evidence: string, severity: MustFixSeverity, target: string | null): Demand {
  return { text, dim: 'finished', target, severity, evidence, witness: null };
}

/** The last look at a page before it may ship: unfinished text, dead ends, broken markup. Pure. */
import type { Demand, MustFixSeverity } from '@design-jury/contracts/critique';
import { type DefaultTreeAdapterTypes, type ErrorCodes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Findings beyond this tell nothing new. */
const MAX_FINDINGS = 50;
/** Deeper than any page a person wrote; a stack of our own, so that nesting cannot end the process. */
const MAX_NODES = 500_000;
const EXCERPT = 60;

/** Parse errors after which the page is not what its author wrote. */
const BROKEN: ReadonlySet<string> = new Set<`${ErrorCodes}`>([
  'eof-before-tag-name',
  'eof-in-cdata',
  'eof-in-comment',
  'eof-in-doctype',
  'eof-in-script-html-comment-like-text',
  'eof-in-tag',
  'eof-in-element-that-can-contain-only-text',
  'end-tag-without-matching-open-element',
  'closing-of-element-with-open-child-elements',
  'open-elements-left-after-eof',
  'duplicate-attribute',
]);

const UNFINISHED = /\b(TODO|FIXME)\b/;
/** In visible text the bare word may be a product's name; with a colon it is a note to oneself. */
const UNFINISHED_TEXT = /\b(TODO|FIXME)\s*:/;
const UNFINISHED_CODE = /(?:\/\/|\/\*|^\s*\*)[^\n]*\b(TODO|FIXME)\b/m;
const LOREM = /\blorem\s+ipsum\b/i;
const PLACEHOLDER_LINK = /^(?:#|javascript:\s*(?:void\s*\(\s*0?\s*\)|;)?\s*;?)$/i;
const LINK_ATTRIBUTES: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  img: 'src',
  script: 'src',
  iframe: 'src',
  source: 'src',
  link: 'href',
};

export function lintArtifact(content: string, mime: string): Demand[] {
  if (mime !== 'text/html') return lintText(content);
  const findings = new Map<string, Demand>();
  const add = (demand: Demand): void => {
    if (findings.size < MAX_FINDINGS) findings.set(`${demand.text}\u0000${demand.evidence}`, demand);
  };
  const document = parse(content, {
    sourceCodeLocationInfo: true,
    onParseError: ({ code, startLine }) => {
      if (BROKEN.has(code))
        add(finding('The markup is broken.', `line ${startLine}: ${code}`, 'critical', null));
    },
  });
  for (const node of nodesOf(document)) for (const demand of lintNode(node)) add(demand);
  return [...findings.values()];
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

function* nodesOf(document: Node): Generator<Node> {
  const stack: Node[] = [document];
  for (let seen = 0; seen < MAX_NODES; seen++) {
    const node = stack.pop();
    if (node === undefined) return;
    yield node;
    if ('childNodes' in node)
      for (let i = node.childNodes.length - 1; i >= 0; i--) stack.push(node.childNodes[i] as Node);
  }
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
  const code = parent === 'script' || parent === 'style';
  const pattern = code ? UNFINISHED_CODE : UNFINISHED_TEXT;
  const found: Demand[] = [];
  if (pattern.test(node.value)) {
    const text = code
      ? 'A comment in the code says the page is not finished.'
      : 'A note to self is left in the text.';
    found.push(finding(text, at(node, excerpt(node.value, pattern)), 'major', parent));
  }
  if (!code && LOREM.test(node.value))
    found.push(finding('Placeholder text is left.', at(node, excerpt(node.value, LOREM)), 'major', parent));
  return found;
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
  if (name === 'href' && element.tagName === 'a' && PLACEHOLDER_LINK.test(value)) {
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

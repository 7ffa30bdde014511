/** Turns our tree and stylesheets into an Alfa document, and remembers where every declaration is written. */
import {
  type Declaration,
  type Document,
  type Element,
  h,
  Namespace,
  type Node,
  type Rule,
  type Sheet,
} from '@siteimprove/alfa-dom';
import type { AtRule, ChildNode, Container, Declaration as PostcssDeclaration, Root } from 'postcss';
import { MAX_RULE_CANDIDATES, MAX_RULES } from '../limits.ts';
import { DESKTOP, mediaApplies, supportsApplies } from './computed/conditions.ts';
import { splitAt } from './computed/parts.ts';
import { blocksOf, type DeclarationSource, parseCss, type StyleSheet } from './css.ts';
import type { PageElement, Tree } from './dom.ts';
import { filterSelector, type Present, presentIn } from './selector-filter.ts';
import { AT_REST, type StateReading } from './state-rules.ts';

export interface AlfaDocument {
  document: Document;
  toAlfa: Map<PageElement, Element>;
  fromAlfa: Map<Node, PageElement>;
  sources: WeakMap<Declaration, DeclarationSource>;
  /** At-rules whose effect is not modelled: `@container`, `@scope`. */
  skipped: Set<string>;
  /** Rules beyond what can be matched in reasonable time: styles are then not known. */
  left: { rules: number };
  /** Whether a rule gives something else than the element itself a style while that has the focus. */
  focus: { reaches: boolean };
  /** The page's sheets in a state. */
  sheetsIn(reading: StateReading): Sheet[];
}

interface Conversion extends Shared {
  present: Present;
  work: { selectors: number; candidates: number };
  sheet: StyleSheet;
  conditions: string[];
  reading: StateReading;
}

/** What all conversions of a page share: where its elements and declarations are. */
type Shared = Omit<AlfaDocument, 'document' | 'sheetsIn'>;

export function toAlfaDocument(
  tree: Tree,
  sheets: readonly StyleSheet[],
  reading: StateReading = AT_REST,
): AlfaDocument {
  const shared: Shared = {
    toAlfa: new Map(),
    fromAlfa: new Map(),
    sources: new WeakMap(),
    skipped: new Set(),
    left: { rules: 0 },
    focus: { reaches: false },
  };
  const present = presentIn(tree.elements);
  const style = toAlfaSheets(sheets, present, reading, shared);
  const root = tree.elements[0];
  const document = h.document(root === undefined ? [] : [convertElement(root, shared)], style);
  return {
    document,
    ...shared,
    // What a state leaves out is left out at rest too, and said there.
    sheetsIn: (reading) =>
      toAlfaSheets(sheets, present, reading, {
        ...shared,
        skipped: new Set(),
        left: { rules: 0 },
        focus: { reaches: false },
      }),
  };
}

function toAlfaSheets(
  sheets: readonly StyleSheet[],
  present: Present,
  reading: StateReading,
  shared: Shared,
): Sheet[] {
  const work = { selectors: 0, candidates: 0 };
  const given = sheets.flatMap(({ root }) => registeredVariables(root));
  return [
    ...(given.length === 0 ? [] : [h.sheet([h.rule.layerBlock(given)])]),
    ...sheets
      .filter(({ media }) => mediaApplies(reading.media(media ?? ''), DESKTOP))
      .map((sheet) =>
        h.sheet(
          convertRules(sheet.root, null, 0, { ...shared, present, work, sheet, reading, conditions: [] }),
        ),
      ),
  ];
}

/** Depth is bounded by the tree itself (`MAX_DEPTH`), so this may recurse. */
function convertElement(element: PageElement, shared: Shared): Element {
  const declarations = styleAttribute(element, shared);
  const attributes = [...element.attributes]
    .filter(([name]) => name !== 'style' || declarations.length === 0)
    .map(([name, value]) => h.attribute(name, value));
  // What is folded away is one click away, and is read: answers to questions stand there.
  if (element.tag === 'details' && !element.attributes.has('open')) attributes.push(h.attribute('open', ''));
  const children: Node[] = [];
  // With scripts on, as in a browser, `<noscript>` shows nothing.
  if (element.tag !== 'noscript') {
    for (const child of element.children) {
      const node = child.kind === 'text' ? h.text(child.value) : convertElement(child, shared);
      children.push(node);
      if (child.kind === 'text') shared.fromAlfa.set(node, element);
    }
  }
  const namespace = element.html ? Namespace.HTML : undefined;
  const converted = h.element(element.tag, attributes, children, declarations, namespace);
  shared.toAlfa.set(element, converted);
  shared.fromAlfa.set(converted, element);
  return converted;
}

function styleAttribute(
  element: PageElement,
  { sources, left }: Pick<AlfaDocument, 'sources' | 'left'>,
): Declaration[] {
  const text = element.attributes.get('style');
  if (text === undefined || text.trim() === '') return [];
  const range = element.attributeRanges.get('style');
  const declarations: Declaration[] = [];
  for (const node of parseCss(text).root.nodes) {
    if (node.type !== 'decl') continue;
    if (!isReadable(node.value)) {
      left.rules += 1;
      continue;
    }
    const declaration = h.declaration(node.prop, node.value, node.important === true);
    sources.set(declaration, {
      where: 'attribute',
      sheet: 'style attribute',
      selector: '',
      property: node.prop,
      value: node.value,
      important: node.important === true,
      valueRange: null,
      line: range?.line ?? 1,
      column: range?.column ?? 1,
      conditions: [],
    });
    declarations.push(declaration);
  }
  return declarations;
}

/** Rules nested deeper are not read: their selectors would grow with every level, and no author writes them. */
const MAX_NESTING = 32;
const MAX_SELECTOR = 8_192;

/** Values beyond this are not read either: what resolves them would take far longer than they are long. */
const MAX_VALUE = 65_536;
const MAX_VALUE_DEPTH = 64;

function isReadable(value: string): boolean {
  if (value.length <= MAX_VALUE_DEPTH) return true;
  if (value.length > MAX_VALUE) return false;
  let depth = 0;
  for (let at = value.indexOf('('); at !== -1 && at < value.length; at += 1) {
    const char = value.charCodeAt(at);
    if (char === OPENING) depth += 1;
    else if (char === CLOSING) depth -= 1;
    if (depth > MAX_VALUE_DEPTH) return false;
  }
  return true;
}

const OPENING = '('.charCodeAt(0);
const CLOSING = ')'.charCodeAt(0);

function convertRules(
  container: Container<ChildNode>,
  parent: string | null,
  depth: number,
  conversion: Conversion,
): Rule[] {
  if (depth > MAX_NESTING || (parent !== null && parent.length > MAX_SELECTOR)) {
    conversion.left.rules += 1;
    return [];
  }
  const rules: Rule[] = [];
  // In the order they are written: declarations behind a nested rule come behind it in the cascade too.
  let loose: PostcssDeclaration[] = [];
  const flush = (): void => {
    const rule = loose.length > 0 && parent !== null ? styleRule(parent, loose, conversion) : null;
    if (rule !== null) rules.push(rule);
    loose = [];
  };
  for (const node of container.nodes ?? []) {
    if (node.type === 'decl') loose.push(node);
    else if (node.type === 'rule') {
      flush();
      const selector = conversion.reading.selector(node);
      const full = parent === null ? selector : nest(selector, parent);
      rules.push(...convertRules(node, full, parent === null ? depth : depth + 1, conversion));
    } else if (node.type === 'atrule') {
      flush();
      rules.push(...convertAtRule(node, parent, depth, conversion));
    }
  }
  flush();
  return rules;
}

/** `&` is the parent, with the specificity of the strongest part of it, as `:is()` has it. */
function nest(selector: string, parent: string): string {
  return splitAt(selector, ',')
    .map((part) => (part.includes('&') ? part.replaceAll('&', `:is(${parent})`) : `:is(${parent}) ${part}`))
    .join(', ');
}

interface Registered {
  where: string;
  name: string;
  value: string;
}

const registered = new WeakMap<Root, readonly Registered[]>();

function registeredVariables(root: Root): Rule[] {
  const known = registered.get(root) ?? readRegistered(root);
  registered.set(root, known);
  return known.map(({ where, name, value }) => h.rule.style(where, [h.declaration(name, value)]));
}

/** `@property` gives a variable a value where nobody has set it: below every rule, and above no rule at all. */
function readRegistered(root: Root): Registered[] {
  const found: Registered[] = [];
  for (const { name, params, nodes } of blocksOf(root).atRules) {
    if (name !== 'property') continue;
    const given = (name: string): string | undefined =>
      nodes
        ?.find((node) => node.type === 'decl' && node.prop === name)
        ?.toString()
        .replace(/^[^:]*:\s*/, '');
    const value = given('initial-value');
    if (value === undefined || !params.trim().startsWith('--')) continue;
    const where = given('inherits')?.trim() === 'true' ? ':where(:root)' : ':where(*)';
    found.push({ where, name: params.trim(), value });
  }
  return found;
}

const REACHES = /:focus-within|:has\(/i;

/** Null where nothing on the page can match, and beyond the bounds. */
function styleRule(selector: string, written: PostcssDeclaration[], conversion: Conversion): Rule | null {
  const { present, work, left } = conversion;
  const { declarations: asked } = conversion.reading;
  const nodes = asked === undefined ? written : written.filter(({ prop }) => asked.test(prop));
  if (nodes.length === 0) return null;
  const filtered = filterSelector(selector, present);
  if (filtered === null) return null;
  if (REACHES.test(selector)) conversion.focus.reaches = true;
  work.selectors += 1;
  work.candidates += filtered.candidates;
  if (work.selectors > MAX_RULES || work.candidates > MAX_RULE_CANDIDATES) {
    left.rules += 1;
    return null;
  }
  const readable = nodes.filter(({ value }) => isReadable(value));
  if (readable.length < nodes.length) left.rules += 1;
  const declarations = readable.map((node) => {
    const declaration = h.declaration(node.prop, node.value, node.important === true);
    conversion.sources.set(declaration, sourceOf(node, selector, conversion));
    return declaration;
  });
  return h.rule.style(filtered.selector, declarations);
}

function sourceOf(node: PostcssDeclaration, selector: string, conversion: Conversion): DeclarationSource {
  const { sheet, conditions } = conversion;
  const start = node.source?.start;
  const valueStart = (start?.offset ?? 0) + node.prop.length + (node.raws.between ?? ':').length;
  const written = node.raws.value?.raw ?? node.value;
  return {
    where: sheet.origin,
    sheet: sheet.name,
    selector,
    property: node.prop,
    value: node.value,
    important: node.important === true,
    valueRange:
      sheet.offset === null || start === undefined
        ? null
        : { start: sheet.offset + valueStart, end: sheet.offset + valueStart + written.length },
    line: start?.line ?? 1,
    column: start?.column ?? 1,
    conditions,
  };
}

function convertAtRule(node: AtRule, parent: string | null, depth: number, conversion: Conversion): Rule[] {
  const inside = (): Rule[] =>
    convertRules(node as Container<ChildNode>, parent, depth + 1, {
      ...conversion,
      conditions: [...conversion.conditions, `@${node.name} ${node.params}`],
    });
  switch (node.name.toLowerCase()) {
    case 'media':
      return mediaApplies(conversion.reading.media(node.params), DESKTOP) ? inside() : [];
    case 'supports':
      return supportsApplies(node.params) ? inside() : [];
    case 'layer':
      return node.nodes === undefined
        ? [h.rule.layerStatement(node.params.split(',').map((name) => name.trim()))]
        : [h.rule.layerBlock(inside(), node.params.trim() === '' ? undefined : node.params.trim())];
    case 'starting-style':
      // How a transition begins is not how the page looks.
      return [];
    case 'container':
    case 'scope':
      conversion.skipped.add(`@${node.name}`);
      return [];
    default:
      return [];
  }
}

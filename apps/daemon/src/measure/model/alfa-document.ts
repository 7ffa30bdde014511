/** Turns our tree and stylesheets into an Alfa document, and remembers where every declaration is written. */
import {
  type Declaration,
  type Document,
  type Element,
  h,
  Namespace,
  type Node,
  type Rule,
} from '@siteimprove/alfa-dom';
import type { AtRule, ChildNode, Container, Declaration as PostcssDeclaration } from 'postcss';
import { type DeclarationSource, parseCss, type StyleSheet } from './css.ts';
import type { PageElement, Tree } from './dom.ts';

export interface AlfaDocument {
  document: Document;
  toAlfa: Map<PageElement, Element>;
  fromAlfa: Map<Node, PageElement>;
  sources: WeakMap<Declaration, DeclarationSource>;
  /** At-rules whose effect is not modelled: `@container`, `@scope`. */
  skipped: Set<string>;
}

interface Conversion extends Omit<AlfaDocument, 'document'> {
  sheet: StyleSheet;
  conditions: string[];
}

export function toAlfaDocument(tree: Tree, sheets: readonly StyleSheet[]): AlfaDocument {
  const shared = {
    toAlfa: new Map<PageElement, Element>(),
    fromAlfa: new Map<Node, PageElement>(),
    sources: new WeakMap<Declaration, DeclarationSource>(),
    skipped: new Set<string>(),
  };
  const style = sheets.map((sheet) =>
    h.sheet(
      convertRules(sheet.root, null, { ...shared, sheet, conditions: [] }),
      false,
      sheet.media ?? undefined,
    ),
  );
  const root = tree.elements[0];
  const document = h.document(root === undefined ? [] : [convertElement(root, shared)], style);
  return { document, ...shared };
}

/** Depth is bounded by the tree itself (`MAX_DEPTH`), so this may recurse. */
function convertElement(element: PageElement, shared: Omit<AlfaDocument, 'document'>): Element {
  const declarations = styleAttribute(element, shared.sources);
  const attributes = [...element.attributes]
    .filter(([name]) => name !== 'style' || declarations.length === 0)
    .map(([name, value]) => h.attribute(name, value));
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

function styleAttribute(element: PageElement, sources: AlfaDocument['sources']): Declaration[] {
  const text = element.attributes.get('style');
  if (text === undefined || text.trim() === '') return [];
  const range = element.attributeRanges.get('style');
  const declarations: Declaration[] = [];
  for (const node of parseCss(text).root.nodes) {
    if (node.type !== 'decl') continue;
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

function convertRules(
  container: Container<ChildNode>,
  parent: string | null,
  conversion: Conversion,
): Rule[] {
  const rules: Rule[] = [];
  // Declarations directly inside `@media` within a nested rule belong to the parent selector.
  const loose: PostcssDeclaration[] = [];
  for (const node of container.nodes ?? []) {
    if (node.type === 'rule') rules.push(...convertStyleRule(node.selector, node, parent, conversion));
    else if (node.type === 'atrule') rules.push(...convertAtRule(node, parent, conversion));
    else if (node.type === 'decl' && parent !== null && container.type === 'atrule') loose.push(node);
  }
  if (loose.length > 0 && parent !== null) rules.unshift(styleRule(parent, loose, conversion));
  return rules;
}

/** Nested rules are written out flat: `&` becomes the parent, as the specification's `:is()` does. */
function convertStyleRule(
  selector: string,
  node: Container<ChildNode>,
  parent: string | null,
  conversion: Conversion,
): Rule[] {
  const full = parent === null ? selector : nest(selector, parent);
  const declarations = (node.nodes ?? []).filter((child) => child.type === 'decl');
  const nested = (node.nodes ?? []).some((child) => child.type === 'rule' || child.type === 'atrule');
  const own = declarations.length === 0 ? [] : [styleRule(full, declarations, conversion)];
  return nested ? [...own, ...convertRules(node, full, conversion)] : own;
}

function nest(selector: string, parent: string): string {
  return selector
    .split(/,(?![^(]*\))/)
    .map((part) =>
      part.includes('&') ? part.replaceAll('&', `:is(${parent})`) : `:is(${parent}) ${part.trim()}`,
    )
    .join(', ');
}

function styleRule(selector: string, nodes: PostcssDeclaration[], conversion: Conversion): Rule {
  const declarations = nodes.map((node) => {
    const declaration = h.declaration(node.prop, node.value, node.important === true);
    conversion.sources.set(declaration, sourceOf(node, selector, conversion));
    return declaration;
  });
  return h.rule.style(selector, declarations);
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

function convertAtRule(node: AtRule, parent: string | null, conversion: Conversion): Rule[] {
  const inside = (): Rule[] =>
    convertRules(node as Container<ChildNode>, parent, {
      ...conversion,
      conditions: [...conversion.conditions, `@${node.name} ${node.params}`],
    });
  switch (node.name.toLowerCase()) {
    case 'media':
      return [h.rule.media(node.params, inside())];
    case 'supports':
      return [h.rule.supports(node.params, inside())];
    case 'layer':
      return node.nodes === undefined
        ? [h.rule.layerStatement(node.params.split(',').map((name) => name.trim()))]
        : [h.rule.layerBlock(inside(), node.params.trim() === '' ? undefined : node.params.trim())];
    case 'container':
    case 'scope':
    case 'starting-style':
      conversion.skipped.add(`@${node.name}`);
      return [];
    default:
      return [];
  }
}

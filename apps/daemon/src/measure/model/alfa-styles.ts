/**
 * What the same rules declare is read once. Alfa parses every declaration again for each element; but what rules give
 * an element depends on nothing but those rules and the custom properties around it, and a page of a thousand cards
 * has a dozen kinds of element. Less time, far less memory, no other result. Steps aside when a new Alfa looks different.
 */
import type { Cascade, Origin } from '@siteimprove/alfa-cascade';
import type { Device } from '@siteimprove/alfa-device';
import { type Declaration, Document, Element, Node } from '@siteimprove/alfa-dom';
import { Context } from '@siteimprove/alfa-selector';
import { Longhands, Style } from '@siteimprove/alfa-style';
import { Everywhere, Restyled, rulesOf } from './alfa-context.ts';

type RuleNode = ReturnType<Cascade['get']>;
type Parent = Parameters<typeof Style.of>[2];
type Owner = Parameters<typeof Style.of>[3];

/** What rules declare, before it is computed for one element. */
type Declared = Pick<Style, 'variables' | 'properties'>;

/** A declaration as Alfa can read it on one element; `personal` where other elements with the same rules differ. */
export interface Readable {
  declaration: Declaration;
  personal: boolean;
}

/** Replaces variables before Alfa reads a declaration: Alfa itself resolves all of them again for every kind of element. */
export interface Reader {
  make(element: Element, declaration: Declaration): Readable;
  /** The same object where the same custom properties are in force. */
  scope(element: Element): object;
  /** False where the focus of an element changes nothing around it. */
  focusReaches: boolean;
}

const readers = new WeakMap<Document | Restyled, Reader>();

/** Declarations of this document, or of the sheets it is given instead, pass through `reader` before Alfa reads them. */
export function readThrough(what: Document | Restyled, reader: Reader): void {
  readers.set(what, reader);
}

export function shareStyles(): void {
  if (!isAsExpected()) return;
  const { from } = Style;
  const declared = new WeakMap<RuleNode, WeakMap<object, Declared>>();
  const styles = new WeakMap<Element, Map<Context, Style>>();

  const styleOf = (element: Element, device: Device, context: Context = Context.empty()): Style => {
    const known = styles.get(element)?.get(context);
    if (known !== undefined && known.device === device) return known;
    const root = element.root();
    if (!Document.isDocument(root)) return from(element, device, context);
    element.freeze();
    const reader = readers.get(context instanceof Restyled ? context : root);
    const style = fresh(element, device, context, root, reader);
    const ofElement = styles.get(element) ?? new Map<Context, Style>();
    styles.set(element, ofElement);
    ofElement.set(context, style);
    return style;
  };

  const fresh = (
    element: Element,
    device: Device,
    context: Context,
    root: Document,
    reader: Reader | undefined,
  ): Style => {
    const rules = rulesOf(root, device, element, context);
    const isFocus =
      context !== Context.empty() && !(context instanceof Everywhere) && !(context instanceof Restyled);
    const around = isFocus && reader?.focusReaches === false ? Context.empty() : context;
    const parent = element
      .parent(Node.flatTree)
      .filter(Element.isElement)
      .map((above) => styleOf(above, device, around));
    if (isFocus) {
      const atRest = styleOf(element, device);
      // A focus that changes nothing here or above leaves the style it had.
      if (
        rulesOf(root, device, element, Context.empty()) === rules &&
        parent.getOr(Style.empty()) === atRest.parent
      )
        return atRest;
    }
    const owner = element.parent(Node.flatTree).map(() => element);
    const scope = reader?.scope(element) ?? parent.getOr(Style.empty()).variables;
    const before = declared.get(rules)?.get(scope);
    if (before !== undefined) return assemble(owner, device, parent, before);
    let shared = true;
    const declarations = declarationsOf(rules).flatMap(([declaration, origin]): [Declaration, Origin][] => {
      if (reader === undefined) return [[declaration, origin]];
      if (declaration.name.startsWith('--')) return [];
      const readable = reader.make(element, declaration);
      if (readable.personal) shared = false;
      return [[readable.declaration, origin]];
    });
    const style = Style.of(declarations, device, parent, owner);
    if (shared) {
      const ofRules = declared.get(rules) ?? new WeakMap<object, Declared>();
      declared.set(rules, ofRules);
      ofRules.set(scope, { variables: style.variables, properties: style.properties });
    }
    return style;
  };

  Object.assign(Style, { from: styleOf });
}

/** In decreasing order of precedence, as Alfa wants them. */
function declarationsOf(rules: RuleNode): [Declaration, Origin][] {
  const list: [Declaration, Origin][] = [];
  for (const { block } of rules.inclusiveAncestors()) {
    const { origin } = block.precedence;
    for (const declaration of [...block.declarations].reverse()) list.push([declaration, origin]);
  }
  return list;
}

/** Alfa's constructor is for its own use; `isAsExpected` has tried it. */
function assemble(owner: Owner, device: Device, parent: Parent, { variables, properties }: Declared): Style {
  return Reflect.construct(Style, [owner, device, parent, variables, properties]) as Style;
}

function isAsExpected(): boolean {
  const empty = Style.empty();
  const built = assemble(undefined, empty.device, undefined, empty);
  return (
    built.device === empty.device &&
    built.variables === empty.variables &&
    built.properties === empty.properties &&
    typeof Longhands.get('color').compute === 'function'
  );
}

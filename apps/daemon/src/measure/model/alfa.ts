/**
 * The bridge to Siteimprove Alfa: its cascade, computed styles, names, roles and ACT rules, with no browser.
 * Imported lazily by `page.ts`: loading Alfa costs about a second, and `jury --help` must not pay it.
 */
import { type Diagnostic as ActDiagnostic, Outcome } from '@siteimprove/alfa-act';
import { Node as AriaNode } from '@siteimprove/alfa-aria';
import { type Cascade, Origin } from '@siteimprove/alfa-cascade';
import { Lexer } from '@siteimprove/alfa-css';
import { Device } from '@siteimprove/alfa-device';
import { Attribute, type Declaration, type Element, h, Node } from '@siteimprove/alfa-dom';
import { Request, Response } from '@siteimprove/alfa-http';
import { Result } from '@siteimprove/alfa-result';
import flattenedRules, { Diagnostic, Group } from '@siteimprove/alfa-rules';
import { Context, Selector } from '@siteimprove/alfa-selector';
import { Longhands, Style } from '@siteimprove/alfa-style';
import { Page as AlfaPage } from '@siteimprove/alfa-web';
import { Everywhere, type Pointed, Restyled, rulesOf } from './alfa-context.ts';
import { toAlfaDocument } from './alfa-document.ts';
import { speedUpAlfa } from './alfa-speed.ts';
import { type Readable, type Reader, readThrough } from './alfa-styles.ts';
import { type Applied, ComputedStyles, type Entry } from './computed/computed.ts';
import { contestedIn } from './computed/contested.ts';
import { lower } from './computed/lowering.ts';
import { PROPERTIES } from './computed/properties.ts';
import type { DeclarationSource, StyleSheet } from './css.ts';
import type { PageElement, Tree } from './dom.ts';
import type { StateReading } from './state-rules.ts';
import { ElementStyle, type Rgb, readColor } from './style.ts';

/** One ACT rule's word about one place. */
export interface RuleOutcome {
  outcome: 'passed' | 'failed' | 'cantTell';
  element: PageElement | null;
  /** The attribute at fault, for rules about attributes. */
  attribute: string | null;
  message: string;
  contrast: { ratio: number; threshold: number; foreground: Rgb; background: Rgb } | null;
}

/** How elements look, and whether they are seen. */
export type Looks = Pick<Engine, 'style' | 'isVisible'>;

export interface Engine {
  style(element: PageElement): ElementStyle;
  focusStyle(element: PageElement): ElementStyle;
  isRendered(element: PageElement): boolean;
  isVisible(element: PageElement): boolean;
  /** Accessible name; empty when there is none. */
  name(element: PageElement): string;
  role(element: PageElement): string | null;
  isIgnored(element: PageElement): boolean;
  isTabbable(element: PageElement): boolean;
  outcomes(rule: string): RuleOutcome[];
  /** What a selector names, in document order, of all or of some elements; nothing for one that cannot be read. */
  select(selector: string, among?: readonly PageElement[]): PageElement[];
  /** How everything would look that is in this state. */
  pointed(state: Pointed): Looks;
  /** How everything would look with the sheets read so. */
  restyled(reading: StateReading): Looks;
  /** Declarations that lose on some element only because an equal one comes later: said again at the end they would win there. */
  contested(): ReadonlySet<DeclarationSource>;
  skipped: ReadonlySet<string>;
  /** Rules that could not be matched in reasonable time. */
  rulesLeft: number;
}

type FlatRule = typeof flattenedRules extends Iterable<infer Rule> ? Rule : never;

const rulesById: ReadonlyMap<string, FlatRule> = new Map(
  [...flattenedRules].map((rule) => [rule.uri.slice(rule.uri.lastIndexOf('-') + 1).toUpperCase(), rule]),
);

/** Everything is computed on demand and remembered, so an audit pays only for what it reads. */
export function createEngine(tree: Tree, sheets: readonly StyleSheet[], reading?: StateReading): Engine {
  speedUpAlfa();
  const { document, toAlfa, fromAlfa, sources, skipped, left, focus, sheetsIn } = toAlfaDocument(
    tree,
    sheets,
    reading,
  );
  const device = Device.standard();
  const page = AlfaPage.of(Request.empty(), Response.empty(), document, device);
  const outcomes = new Map<string, RuleOutcome[]>();
  let losers: ReadonlySet<DeclarationSource> | null = null;

  const alfa = (element: PageElement): Element => {
    const found = toAlfa.get(element);
    if (found === undefined) throw new Error(`<${element.tag}> is not part of this page`);
    return found;
  };
  const sourceOf = (declaration: Parameters<typeof sources.get>[0]): DeclarationSource | null =>
    sources.get(declaration) ?? null;

  const ofRules = new WeakMap<ReturnType<Cascade['get']>, Applied>();
  const appliedOf = (rules: ReturnType<Cascade['get']>): Applied => {
    const before = ofRules.get(rules);
    if (before !== undefined) return before;
    const made = { entries: entriesOf(rules, sourceOf) };
    ofRules.set(rules, made);
    return made;
  };
  const ofElements = new WeakMap<Context, Map<PageElement, Applied>>();
  /** Asked some eighty times of each element; Alfa's own way to the same answer leads through several maps. */
  const appliedBy = (context: Context): ((element: PageElement) => Applied) => {
    const known = ofElements.get(context) ?? new Map<PageElement, Applied>();
    ofElements.set(context, known);
    return (element) => {
      const before = known.get(element);
      if (before !== undefined) return before;
      const found = appliedOf(rulesOf(document, device, alfa(element), context));
      known.set(element, found);
      return found;
    };
  };
  const atRest = new ComputedStyles(tree.elements[0] ?? null, appliedBy(Context.empty()));

  const lowered = new WeakMap<Declaration, Map<string, Declaration>>();
  const readable = (element: Element, declaration: Declaration, styles: ComputedStyles): Readable => {
    const at = fromAlfa.get(element);
    const made = at === undefined ? null : lower(declaration.name, declaration.value, at, styles);
    if (made === null) return { declaration, personal: false };
    const known = lowered.get(declaration) ?? new Map<string, Declaration>();
    lowered.set(declaration, known);
    const plain = known.get(made.value) ?? h.declaration(declaration.name, made.value, declaration.important);
    known.set(made.value, plain);
    const source = sources.get(declaration);
    if (source !== undefined) sources.set(plain, source);
    return { declaration: plain, personal: made.personal };
  };
  const readerOf = (styles: ComputedStyles): Reader => ({
    make: (element, declaration) => readable(element, declaration, styles),
    scope(element) {
      const at = fromAlfa.get(element);
      return at === undefined ? document : styles.variables(at);
    },
    focusReaches: focus.reaches,
  });
  readThrough(document, readerOf(atRest));

  const readStyle = (element: PageElement, context: Context, styles: ComputedStyles): ElementStyle => {
    let read: Style | null = null;
    const style = (): Style => {
      read ??= Style.from(alfa(element), device, context);
      return read;
    };
    return new ElementStyle({
      computed: (property) =>
        PROPERTIES.has(property)
          ? styles.get(element, property).value
          : isLonghand(property)
            ? style().computed(property).value.toString()
            : null,
      source: (property) =>
        PROPERTIES.has(property)
          ? styles.get(element, property).source
          : isLonghand(property)
            ? style().computed(property).source.map(sourceOf).getOr(null)
            : null,
      declared: (properties) => {
        const entry = firstOf(appliedBy(context)(element), properties);
        return entry === null
          ? null
          : {
              property: entry.property,
              value: styles.variables(element).substitute(entry.value) ?? entry.value,
              source: entry.source,
            };
      },
      units: () => styles.units(element, 'width'),
      colors: () => styles.colorContext(element, 'background-color'),
    });
  };

  const placeOf = (target: unknown): PageElement | null => {
    if (Group.isGroup(target)) {
      for (const member of target) return placeOf(member);
      return null;
    }
    if (Attribute.isAttribute(target))
      return target.owner.map((owner) => fromAlfa.get(owner) ?? null).getOr(null);
    return Node.isNode(target) ? (fromAlfa.get(target) ?? null) : null;
  };

  return {
    skipped,
    rulesLeft: left.rules,
    style: remembered((element) => readStyle(element, Context.empty(), atRest)),
    focusStyle: (element) => {
      const context = Context.focus(alfa(element));
      const only = focus.reaches ? null : { element, rest: atRest };
      const styles = new ComputedStyles(tree.elements[0] ?? null, appliedBy(context), only);
      return readStyle(element, context, styles);
    },
    isRendered: (element) => Style.isRendered(device)(alfa(element)),
    isVisible: (element) => Style.isVisible(device)(alfa(element)),
    name: (element) =>
      AriaNode.from(alfa(element), device)
        .name.map((name) => name.value.trim())
        .getOr(''),
    role: (element) =>
      AriaNode.from(alfa(element), device)
        .role.map((role) => role.name)
        .getOr(null),
    isIgnored: (element) => AriaNode.from(alfa(element), device).isIgnored(),
    isTabbable: (element) => Style.isTabbable(device)(alfa(element)),
    contested() {
      losers ??= contestedIn(tree.elements.map(appliedBy(Context.empty())));
      return losers;
    },
    outcomes(id) {
      const known = outcomes.get(id);
      if (known !== undefined) return known;
      const rule = rulesById.get(id);
      if (rule === undefined) throw new Error(`Alfa has no rule ${id}`);
      const list: RuleOutcome[] = [];
      for (const outcome of rule.evaluate(page).get()) {
        const { target } = outcome;
        const about = {
          element: placeOf(target),
          attribute: Attribute.isAttribute(target) ? target.name : null,
        };
        if (Outcome.isPassed(outcome))
          list.push({ outcome: 'passed', ...about, ...explain(outcome.expectations) });
        else if (Outcome.isFailed(outcome))
          list.push({ outcome: 'failed', ...about, ...explain(outcome.expectations) });
        else if (Outcome.isCantTell(outcome)) list.push({ outcome: 'cantTell', ...about, ...explain([]) });
      }
      outcomes.set(id, list);
      return list;
    },
    pointed(state) {
      const context = new Everywhere(state);
      const computed = new ComputedStyles(tree.elements[0] ?? null, appliedBy(context));
      return {
        style: remembered((element) => readStyle(element, context, computed)),
        isVisible: (element) => Style.isVisible(device, context)(alfa(element)),
      };
    },
    restyled(reading) {
      const context = new Restyled(document, sheetsIn(reading), device);
      const computed = new ComputedStyles(tree.elements[0] ?? null, appliedBy(context));
      readThrough(context, readerOf(computed));
      let whole: Engine | null = null;
      return {
        style: remembered((element) => readStyle(element, context, computed)),
        // Alfa asks some of this of the document alone; few elements are asked at all.
        isVisible(element) {
          whole ??= createEngine(tree, sheets, reading);
          return whole.isVisible(element);
        },
      };
    },
    select(text, among = tree.elements) {
      const parsed = text.length > LONGEST_SELECTOR ? null : Selector.parse(Lexer.lex(text));
      if (parsed === null || !parsed.isOk()) return [];
      const [rest, selector] = parsed.getUnsafe();
      if (!rest.isEmpty()) return [];
      return among.filter((element) => selector.matches(alfa(element)));
    },
  };
}

function remembered(read: (element: PageElement) => ElementStyle): (element: PageElement) => ElementStyle {
  const known = new Map<PageElement, ElementStyle>();
  return (element) => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const style = read(element);
    known.set(element, style);
    return style;
  };
}

/** Nobody points at a place with more. */
const LONGEST_SELECTOR = 500;

const isLonghand = Longhands.isName;

const placesByName = new WeakMap<Applied, Map<string, number>>();

/** The one of highest precedence that sets one of these properties. */
function firstOf(applied: Applied, properties: readonly string[]): Entry | null {
  let places = placesByName.get(applied);
  if (places === undefined) {
    places = new Map();
    for (const [place, { property }] of applied.entries.entries())
      if (!places.has(property)) places.set(property, place);
    placesByName.set(applied, places);
  }
  let first = Number.POSITIVE_INFINITY;
  for (const property of properties)
    first = Math.min(first, places.get(property) ?? Number.POSITIVE_INFINITY);
  return applied.entries[first] ?? null;
}

/** In decreasing order of precedence. */
function entriesOf(
  rules: ReturnType<Cascade['get']>,
  sourceOf: (declaration: Declaration) => DeclarationSource | null,
): Entry[] {
  const entries: Entry[] = [];
  for (const { block } of rules.inclusiveAncestors()) {
    const { origin, layer, isElementAttached, specificity } = block.precedence;
    const isBrowser = origin === Origin.NormalUserAgent || origin === Origin.ImportantUserAgent;
    // What is important and what is not belong to one layer.
    const inLayer = `${isBrowser} ${isElementAttached} ${layer.name}`;
    for (const declaration of [...block.declarations].reverse())
      entries.push({
        property: declaration.name,
        value: declaration.value,
        source: sourceOf(declaration),
        origin: isBrowser ? 'browser' : 'author',
        layer: inLayer,
        specificity: specificity.value,
      });
  }
  return entries;
}

function explain(
  expectations: Iterable<readonly [string, unknown]>,
): Pick<RuleOutcome, 'message' | 'contrast'> {
  let message = '';
  let failure = '';
  let contrast: RuleOutcome['contrast'] = null;
  for (const [, expectation] of expectations) {
    if (!Result.isResult<ActDiagnostic, ActDiagnostic>(expectation)) continue;
    const diagnostic = expectation.isOk() ? expectation.get() : expectation.getErrUnsafe();
    // Of several expectations the one that failed is the reason.
    if (!expectation.isOk()) failure ||= diagnostic.message;
    message ||= diagnostic.message;
    contrast ??= contrastOf(diagnostic);
  }
  return { message: failure || message, contrast };
}

/** The best pairing, which is the one the rule judged by. */
function contrastOf(diagnostic: ActDiagnostic): RuleOutcome['contrast'] {
  if (!Diagnostic.Contrast.isContrast(diagnostic)) return null;
  const [best] = [...diagnostic.pairings].sort((a, b) => b.contrast - a.contrast);
  const foreground = readColor(best?.color1.value.toString() ?? null);
  const background = readColor(best?.color2.value.toString() ?? null);
  if (best === undefined || foreground === null || background === null) return null;
  return { ratio: best.contrast, threshold: diagnostic.threshold, foreground, background };
}

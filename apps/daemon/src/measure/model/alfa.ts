/**
 * The bridge to Siteimprove Alfa: its cascade, computed styles, names, roles and ACT rules, with no browser.
 * Imported lazily by `page.ts`: loading Alfa costs about a second, and `jury --help` must not pay it.
 */
import { type Diagnostic as ActDiagnostic, Outcome } from '@siteimprove/alfa-act';
import { Node as AriaNode } from '@siteimprove/alfa-aria';
import { Cascade } from '@siteimprove/alfa-cascade';
import { Device } from '@siteimprove/alfa-device';
import { Attribute, type Element, Node } from '@siteimprove/alfa-dom';
import { Request, Response } from '@siteimprove/alfa-http';
import { Result } from '@siteimprove/alfa-result';
import flattenedRules, { Diagnostic, Group } from '@siteimprove/alfa-rules';
import { Context } from '@siteimprove/alfa-selector';
import { Longhands, Style } from '@siteimprove/alfa-style';
import { Page as AlfaPage } from '@siteimprove/alfa-web';
import { toAlfaDocument } from './alfa-document.ts';
import { speedUpAlfa } from './alfa-speed.ts';
import type { DeclarationSource, StyleSheet } from './css.ts';
import type { PageElement, Tree } from './dom.ts';
import { type Declared, ElementStyle, type Rgb, readColor } from './style.ts';

/** One ACT rule's word about one place. */
export interface RuleOutcome {
  outcome: 'passed' | 'failed' | 'cantTell';
  element: PageElement | null;
  /** The attribute at fault, for rules about attributes. */
  attribute: string | null;
  message: string;
  contrast: { ratio: number; threshold: number; foreground: Rgb; background: Rgb } | null;
}

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
  skipped: ReadonlySet<string>;
}

type FlatRule = typeof flattenedRules extends Iterable<infer Rule> ? Rule : never;

const rulesById: ReadonlyMap<string, FlatRule> = new Map(
  [...flattenedRules].map((rule) => [rule.uri.slice(rule.uri.lastIndexOf('-') + 1).toUpperCase(), rule]),
);

/** Everything is computed on demand and remembered, so an audit pays only for what it reads. */
export function createEngine(tree: Tree, sheets: readonly StyleSheet[]): Engine {
  speedUpAlfa();
  const { document, toAlfa, fromAlfa, sources, skipped } = toAlfaDocument(tree, sheets);
  const device = Device.standard();
  const page = AlfaPage.of(Request.empty(), Response.empty(), document, device);
  const outcomes = new Map<string, RuleOutcome[]>();
  const styles = new Map<PageElement, ElementStyle>();

  const alfa = (element: PageElement): Element => {
    const found = toAlfa.get(element);
    if (found === undefined) throw new Error(`<${element.tag}> is not part of this page`);
    return found;
  };
  const sourceOf = (declaration: Parameters<typeof sources.get>[0]): DeclarationSource | null =>
    sources.get(declaration) ?? null;

  const readStyle = (element: PageElement, context: Context): ElementStyle => {
    const style = Style.from(alfa(element), device, context);
    return new ElementStyle({
      computed: (property) => (isLonghand(property) ? style.computed(property).value.toString() : null),
      source: (property) =>
        isLonghand(property) ? style.computed(property).source.map(sourceOf).getOr(null) : null,
      declarations: () => {
        const list: Declared[] = [];
        for (const node of Cascade.from(document, device).get(alfa(element), context).inclusiveAncestors()) {
          for (const declaration of [...node.block.declarations].reverse()) {
            const value = substitute(declaration.value, style);
            list.push({ property: declaration.name, value, source: sourceOf(declaration) });
          }
        }
        return list;
      },
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
    style(element) {
      const known = styles.get(element) ?? readStyle(element, Context.empty());
      styles.set(element, known);
      return known;
    },
    focusStyle: (element) => readStyle(element, Context.focus(alfa(element))),
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
  };
}

const isLonghand = Longhands.isName;

const VARIABLE_DEPTH = 8;

/** Resolves `var()` from the element's own custom properties; bounded, for variables that name each other. */
function substitute(value: string, style: Style, depth = 0): string {
  if (!value.includes('var(') || depth > VARIABLE_DEPTH) return value;
  const replaced = value.replace(
    /var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/g,
    (whole, name: string, fallback?: string) => {
      for (let owner: Style = style, level = 0; level < 64; owner = owner.parent, level += 1) {
        const found = owner.variables.get(name);
        if (found.isSome()) return [...found.get().value].join('').trim();
        if (owner.parent === owner) break;
      }
      return fallback?.trim() ?? whole;
    },
  );
  return replaced === value ? value : substitute(replaced, style, depth + 1);
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

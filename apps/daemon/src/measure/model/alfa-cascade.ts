/**
 * Alfa's cascade without its detours: every selector is read once and not once for each page, two rules are compared
 * without making lists of what they are, and the way up a tree of rules is walked in a loop. No result changes.
 * Everything here steps aside when a new Alfa looks different.
 */
import { Encapsulation, Layer, Order, Origin, Precedence, RuleTree } from '@siteimprove/alfa-cascade';
import { Lexer } from '@siteimprove/alfa-css';
import { Ok } from '@siteimprove/alfa-result';
import { Selector, Specificity } from '@siteimprove/alfa-selector';

/** Pages of one site share their sheets; beyond this they share nothing any more, and it begins anew. */
const MAX_REMEMBERED = 30_000;
const MAX_LENGTH = 400;

export function speedUpCascade(): void {
  rememberTokens();
  rememberSelectors();
  comparePlainly();
  walkInLoops();
}

/** Tokens are values, and never changed. */
function rememberTokens(): void {
  const { lex } = Lexer;
  if (typeof lex !== 'function') return;
  const known = new Map<string, ReturnType<typeof lex>>();
  Object.assign(Lexer, {
    lex(text: string) {
      if (text.length > MAX_LENGTH) return lex(text);
      const before = known.get(text);
      if (before !== undefined) return before;
      const tokens = lex(text);
      if (known.size >= MAX_REMEMBERED) known.clear();
      known.set(text, tokens);
      return tokens;
    },
  });
}

function rememberSelectors(): void {
  const { parse } = Selector;
  if (typeof parse !== 'function') return;
  type Tokens = Parameters<typeof parse>[0];
  const known = new WeakMap<Tokens, ReturnType<typeof parse>>();
  Object.assign(Selector, {
    parse(tokens: Tokens) {
      const before = known.get(tokens);
      if (before !== undefined) return before;
      const result = parse(tokens);
      known.set(tokens, result);
      return result;
    },
  });
}

function comparePlainly(): void {
  const parts = [Origin, Encapsulation, Layer, Specificity, Order];
  if (parts.some(({ compare }) => typeof compare !== 'function')) return;
  type Ranked = Parameters<typeof Precedence.compare>[0];
  const compare = (a: Ranked, b: Ranked): number =>
    Origin.compare(a.origin, b.origin) ||
    Encapsulation.compare(a.encapsulation, b.encapsulation) ||
    Number(a.isElementAttached) - Number(b.isElementAttached) ||
    Layer.compare(a.layer, b.layer) ||
    Specificity.compare(a.specificity, b.specificity) ||
    Order.compare(a.order, b.order);
  Object.assign(Precedence, { compare });
}

type RuleNode = RuleTree.Node;
type Block = RuleNode['block'];

/** A node that leads to many others finds them by what their selector says. */
const CHILDREN = Symbol('children by selector');
type Indexed = RuleNode & { [CHILDREN]?: Map<string, RuleNode[]> };

function walkInLoops(): void {
  const { prototype } = RuleTree.Node;
  const { add } = prototype as { add?: (block: Block) => RuleNode };
  if (typeof add !== 'function' || typeof prototype.ancestors !== 'function') return;
  function* ancestors(this: RuleNode): Generator<RuleNode> {
    for (let at = this.parent.getOr(null); at !== null; at = at.parent.getOr(null)) yield at;
  }
  function* inclusiveAncestors(this: RuleNode): Generator<RuleNode> {
    yield this;
    for (let at = this.parent.getOr(null); at !== null; at = at.parent.getOr(null)) yield at;
  }
  Object.assign(prototype, { ancestors, inclusiveAncestors, add: addByName(add) });
}

const texts = new WeakMap<object, string>();

function textOf(selector: object): string {
  const known = texts.get(selector);
  if (known !== undefined) return known;
  const text = selector.toString();
  texts.set(selector, text);
  return text;
}

/** As Alfa adds a rule to a node, without comparing it to each of its children. */
function addByName(add: (this: RuleNode, block: Block) => RuleNode) {
  return function addIndexed(this: Indexed, block: Block): RuleNode {
    const { selector } = block;
    if (selector === null) return add.call(this, block);
    // Two rules with the same words share one selector here; only one rule is ever the same as itself.
    const isSame =
      this.block.rule === block.rule &&
      this.block.selector === selector &&
      Precedence.isImportant(this.block.precedence) === Precedence.isImportant(block.precedence);
    if (isSame) return this;
    this[CHILDREN] ??= new Map();
    const text = textOf(selector);
    const alike = this[CHILDREN].get(text) ?? [];
    const child = alike.find(
      (node) => node.block.selector === selector || node.block.selector?.equals(selector),
    );
    if (child !== undefined) return addIndexed.call(child as Indexed, block);
    const node = RuleTree.Node.of(block, [], Ok.of<RuleNode>(this).ok());
    this.children.push(node);
    alike.push(node);
    this[CHILDREN].set(text, alike);
    return node;
  };
}

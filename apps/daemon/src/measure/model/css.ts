/** A stylesheet of the page: where it came from and its rules, with their places in the source. */
import type { AtRule, ChildNode, Root, Rule } from 'postcss';
import postcss from 'postcss';
import safeParser from 'postcss-safe-parser';

export interface StyleSheet {
  /** `inline` is a `<style>` of the page and can be edited; `file` is read only. */
  origin: 'inline' | 'file';
  /** The file's path relative to the page, or `<style>`. */
  name: string;
  root: Root;
  /** Where the sheet's text begins in the page's source; null for files. */
  offset: number | null;
  media: string | null;
}

/** Where a declaration is written. `start` and `end` cover the value, in the page's source. */
export interface DeclarationSource {
  where: 'attribute' | 'inline' | 'file';
  sheet: string;
  selector: string;
  property: string;
  value: string;
  important: boolean;
  /** The value's range in the page; null when it is in a file. */
  valueRange: { start: number; end: number } | null;
  line: number;
  column: number;
  /** Conditions around the rule, outermost first: `@media (min-width: 40em)`. */
  conditions: string[];
}

export interface ParsedCss {
  root: Root;
  /** The first mistake, when the sheet has one: a browser skips it, so do we. */
  broken: string | null;
}

/**
 * Pages of a site share their sheets, and a page that is fixed keeps most of its own: each text is read once. Nobody
 * changes what was read; fixes are written into the source. Texts kept, in characters: all together, and one.
 */
const MAX_KEPT = 2 * 1024 * 1024;
const MAX_KEPT_ONE = 512 * 1024;
const kept = new Map<string, ParsedCss>();
let keptCharacters = 0;

export function parseCss(text: string): ParsedCss {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const parsed = readCss(text);
  if (text.length > MAX_KEPT_ONE) return parsed;
  keptCharacters += text.length;
  if (keptCharacters > MAX_KEPT) {
    kept.clear();
    keptCharacters = text.length;
  }
  kept.set(text, parsed);
  return parsed;
}

/** Strict first, so that a mistake is known; then the forgiving parser, as a browser would read it. */
function readCss(text: string): ParsedCss {
  try {
    return { root: postcss.parse(text), broken: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^<css input>:/, 'line ') : 'unreadable';
    try {
      return { root: safeParser(text), broken: reason };
    } catch {
      return { root: postcss.root(), broken: reason };
    }
  }
}

/** What is asked of a sheet is asked once, not once for each page that has it. */
export function oncePerSheet<Answer>(compute: (root: Root) => Answer): (root: Root) => Answer {
  const known = new WeakMap<Root, Answer>();
  return (root) => {
    const before = known.get(root);
    if (before !== undefined) return before;
    const answer = compute(root);
    known.set(root, answer);
    return answer;
  };
}

/** Everything of a sheet that has a block, in the order it is written; declarations are most of its nodes, and passed over. */
export interface Blocks {
  rules: readonly Rule[];
  atRules: readonly AtRule[];
}

export const blocksOf = oncePerSheet((root): Blocks => {
  const rules: Rule[] = [];
  const atRules: AtRule[] = [];
  // A stack of our own: rules can be nested without end.
  const stack: ChildNode[] = [...root.nodes].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === 'rule') rules.push(node);
    else if (node.type === 'atrule') atRules.push(node);
    else continue;
    const inside = node.nodes ?? [];
    for (let index = inside.length - 1; index >= 0; index -= 1) {
      const child = inside[index];
      if (child?.type === 'rule' || child?.type === 'atrule') stack.push(child);
    }
  }
  return { rules, atRules };
});

/** The sheet as it is written. */
export function textOfSheet({ root }: Pick<StyleSheet, 'root'>): string {
  return root.source?.input.css ?? root.toString();
}

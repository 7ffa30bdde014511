/** A stylesheet of the page: where it came from and its rules, with their places in the source. */
import type { Root } from 'postcss';
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

/** Strict first, so that a mistake is known; then the forgiving parser, as a browser would read it. */
export function parseCss(text: string): ParsedCss {
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

/** Rules of a stylesheet that may apply somewhere on a page. Near enough: what cannot be told applies. */

/** Names that the elements of a place have. */
export interface Names {
  tags: ReadonlySet<string>;
  ids: ReadonlySet<string>;
  classes: ReadonlySet<string>;
}

export interface Compound {
  tag: string | null;
  id: string | null;
  classes: readonly string[];
}

/** Nobody points at a place with more. */
const LONGEST_SELECTOR = 500;

/** Of `#hero > a.cta:hover` the `a.cta`. Null for what holds none of tag, id and class. */
export function lastCompound(selector: string): Compound | null {
  if (selector.length > LONGEST_SELECTOR) return null;
  const last =
    selector
      .split(',', 1)[0]
      ?.trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? '';
  const named = last.replace(/\[[^\]]*\]|::?[\w-]+(?:\([^)]*\))?/g, '');
  if (!/^[\w.#-]+$/.test(named)) return null;
  const tag = /^[A-Za-z][\w-]*/.exec(named)?.[0].toLowerCase() ?? null;
  const id = /#([\w-]+)/.exec(named)?.[1] ?? null;
  const classes = [...named.matchAll(/\.([\w-]+)/g)].map((match) => match[1] ?? '');
  return { tag, id, classes };
}

export interface Rule {
  /** What stands before its braces; of one inside of others, all of it. */
  prelude: string;
  /** Null where it is not of one selector: a font, a frame of an animation, what holds braces of its own. */
  selectors: readonly string[] | null;
  body: string;
}

/** Conditions under which the rules inside apply. */
const CONDITION = /^@(?:media|supports|layer|container|scope)\b/i;

/** Inside of each other, that anybody writes. */
const MOST_CONDITIONS = 8;

/** A quotation that nobody ends goes on to the end: nothing is tried twice. */
const QUOTED_OR_MARK = /"(?:[^"\\]|\\.?)*(?:"|$)|'(?:[^'\\]|\\.?)*(?:'|$)|[{};]/g;

/** Linear: each brace is looked at once. */
export function rulesOf(css: string): Rule[] {
  const text = css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ').replace(/\s+/g, ' ');
  const rules: Rule[] = [];
  const within: string[] = [];
  let start = 0;
  let depth = 0;
  let prelude = '';
  let bodyAt = 0;
  let isNested = false;
  for (const { 0: mark, index } of text.matchAll(QUOTED_OR_MARK)) {
    if (mark === '{') {
      if (depth++ > 0) {
        isNested = true;
        continue;
      }
      isNested = false;
      prelude = text.slice(start, index).trim();
      if (CONDITION.test(prelude)) {
        within.push(prelude);
        depth = 0;
        start = index + 1;
      } else bodyAt = index + 1;
    } else if (mark === '}') {
      if (depth === 0) within.pop();
      else if (--depth === 0) {
        const selectors = isNested || prelude.startsWith('@') ? null : prelude.split(',');
        rules.push({
          prelude: [...within.slice(-MOST_CONDITIONS), prelude].join(' '),
          selectors,
          body: text.slice(bodyAt, index).trim(),
        });
      }
      if (depth === 0) start = index + 1;
    } else if (mark === ';' && depth === 0) {
      rules.push({ prelude: text.slice(start, index).trim(), selectors: null, body: '' });
      start = index + 1;
    }
  }
  // Never closed, or no rule at all.
  const rest = text.slice(depth > 0 ? bodyAt : start).trim();
  if (rest !== '') rules.push({ prelude, selectors: null, body: rest });
  return rules;
}

export function mayApply({ selectors }: Rule, names: Names): boolean {
  return selectors === null || selectors.some((selector) => mayName(lastCompound(selector), names));
}

function mayName(compound: Compound | null, { tags, ids, classes }: Names): boolean {
  if (compound === null) return true;
  const { tag, id } = compound;
  return (
    (tag === null || tags.has(tag)) &&
    (id === null || ids.has(id)) &&
    compound.classes.every((name) => classes.has(name))
  );
}

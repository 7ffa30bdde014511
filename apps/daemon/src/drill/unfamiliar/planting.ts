/** How a defect is written into the source of a page. Each says where it wrote. */
import type { SourceRange } from '../changed-place.ts';
import type { Operator, Pick, Planted } from './operator.ts';
import { isEnglish, paragraphs, type SourceElement, tags } from './source.ts';

export type Place = SourceElement | undefined;
type Attributes = Readonly<Record<string, string | null>>;
type Edit = readonly [from: number, to: number, text: string];

type Row = readonly [weight: Operator['weight'], id: string, title: string, plant: Operator['plant']];

export function operatorsFor(role: Operator['role'], rows: readonly Row[]): Operator[] {
  return rows.map(([weight, id, title, plant]) => ({ id, role, weight, title, plant }));
}

/** One of several ways to write the same defect. */
export function chosen<Way>(pick: Pick, [first, ...others]: readonly [Way, ...Way[]]): Way {
  return pick([first, ...others]) ?? first;
}

function edit(html: string, from: number, to: number, text: string): Planted {
  return { html: html.slice(0, from) + text + html.slice(to), start: from, end: from + text.length };
}

/** Several edits at once; the range is the one of the first that is given, the others stand in `also`. */
export function edits(html: string, list: readonly Edit[]): Planted {
  const order = list.map((one, index) => ({ one, index })).toSorted((a, b) => a.one[0] - b.one[0]);
  let [out, at] = ['', 0];
  const ranges = new Map<number, SourceRange>();
  for (const {
    one: [from, to, text],
    index,
  } of order) {
    out += html.slice(at, from);
    ranges.set(index, { start: out.length, end: out.length + text.length });
    out += text;
    at = to;
  }
  const { start, end } = ranges.get(0) ?? { start: 0, end: 0 };
  ranges.delete(0);
  const also = [...ranges.values()].filter((range) => range.end > range.start);
  return { html: out + html.slice(at), start, end, ...(also.length > 0 && { also }) };
}

const escaped = (value: string): string => value.replace(/&/g, '&amp;').replace(/"/g, '&quot;');

/** The start tag with attributes changed (null takes one away), the others as the author wrote them. */
export function tagText(
  html: string,
  { start, open }: SourceElement,
  change: Attributes,
  name?: string,
): string {
  let text = html.slice(start, open);
  for (const [attribute, value] of Object.entries(change)) {
    const written = new RegExp(`\\s+${attribute}(\\s*=\\s*("[^"]*"|'[^']*'|[^\\s>]+))?(?=[\\s/>])`, 'i');
    text = text.replace(written, '');
    if (value !== null)
      text = text.replace(/^<[\w-]+/, (begin) => `${begin} ${attribute}="${escaped(value)}"`);
  }
  return name === undefined ? text : text.replace(/^<[\w-]+/, `<${name}`);
}

export function setAttribute(html: string, place: Place, change: Attributes): Planted | null {
  return place === undefined ? null : edit(html, place.start, place.open, tagText(html, place, change));
}

/** Inline style, added to what the element has. */
export function styled(html: string, place: Place, css: string): Planted | null {
  const own = place?.attrs.style;
  const style = own === undefined || own === '' ? css : `${own.replace(/;?\s*$/, '')}; ${css}`;
  return setAttribute(html, place, { style });
}

export function rename(html: string, place: Place, tag: string): Planted | null {
  if (place === undefined || place.close >= place.end) return null;
  const { start, open, close, end } = place;
  return edit(html, start, end, `${tagText(html, place, {}, tag)}${html.slice(open, close)}</${tag}>`);
}

/** A rule at the end of the page's own last `<style>`. */
export function rule(html: string, css: string, reaches: Place): Planted | null {
  const sheet = tags(html, 'style').at(-1);
  if (sheet === undefined) return null;
  const { html: made, start, end } = edit(html, sheet.close, sheet.close, `${css}\n`);
  const moved = (at: number): number => (at >= sheet.close ? at + css.length + 1 : at);
  const also = reaches === undefined ? [] : [{ start: moved(reaches.start), end: moved(reaches.open) }];
  return { html: made, start, end: end - 1, ...(also.length > 0 && { also }) };
}

/** The element gets an id, if it has none, and the page's `<style>` a rule for it; `&` in the rule is its selector. */
export function ruleFor(html: string, place: Place, id: string, css: string): Planted | null {
  const sheet = tags(html, 'style').at(-1);
  if (place === undefined || sheet === undefined) return null;
  const own = place.attrs.id;
  if (own === undefined && html.includes(`id="${id}"`)) return null;
  const tag = own === undefined ? tagText(html, place, { id }) : html.slice(place.start, place.open);
  return edits(html, [
    [sheet.close, sheet.close, `${css.replaceAll('&', `#${own ?? id}`)}\n`],
    [place.start, place.open, tag],
  ]);
}

export function inner(html: string, place: Place, text: string): Planted | null {
  if (place === undefined || place.close >= place.end) return null;
  const { start, open, close, end } = place;
  const made = edit(html, open, close, text);
  return { html: made.html, start, end: made.end + (end - close) };
}

export function after(html: string, place: Place, text: string): Planted | null {
  if (place === undefined) return null;
  const made = edit(html, place.end, place.end, `\n${text}`);
  return { ...made, start: made.start + 1 };
}

export function before(html: string, place: Place, text: string): Planted | null {
  if (place === undefined) return null;
  return { ...edit(html, place.start, place.start, `${text}\n`), end: place.start + text.length };
}

export function append(html: string, place: Place, text: string): Planted | null {
  return place === undefined || place.close >= place.end ? null : edit(html, place.close, place.close, text);
}

const NO_PARENTS: readonly string[] = ['li', 'dd', 'header', 'blockquote'];

/** A block after some paragraph of the main part. */
export function block(html: string, pick: Pick, ...ways: readonly [string, ...string[]]): Planted | null {
  const text = ways.length === 1 ? ways[0] : chosen(pick, ways);
  const places = paragraphs(html, 20).filter(({ parent }) => !NO_PARENTS.includes(parent?.tag ?? ''));
  return after(html, pick(places), text);
}

export function englishBlock(
  html: string,
  pick: Pick,
  ...ways: readonly [string, ...string[]]
): Planted | null {
  return isEnglish(html) ? block(html, pick, ...ways) : null;
}

/** A sentence at the end of a paragraph of the main part of an English page. */
export function sentence(html: string, pick: Pick, ...ways: readonly [string, ...string[]]): Planted | null {
  if (!isEnglish(html)) return null;
  const text = chosen(pick, ways);
  return append(html, pick(paragraphs(html)), ` ${text}`);
}

/** Writes proposals into the source. Everything not named by a proposal stays byte for byte as it was. */
import type { Page, PageElement } from '../model/page.ts';
import type { AttributeChange, Edit, Proposal, StyleChange } from './proposal.ts';

/** The order of what a document begins with, where it is all written at one place. */
export const RANK = { doctype: -3, html: -2, head: -1 } as const;

const SHEET_MARK = 'data-design-jury';

export interface Written {
  html: string;
  /** What was written, in the order of the source. */
  edits: Edit[];
  /** The proposals that are in it. One that would edit what another edits is left for later, whole. */
  proposals: Proposal[];
}

export function applyProposals(page: Page, wanted: readonly Proposal[]): Written {
  const proposals = withoutOverlap(wanted);
  const edits: Edit[] = proposals.flatMap((proposal) => proposal.edits ?? []);
  edits.push(...attributeEdits(page, proposals));
  const css = [...new Set(proposals.flatMap((proposal) => proposal.css ?? []))];
  if (css.length > 0) edits.push(sheetEdit(page, css));
  return { ...applyEdits(page.html, edits), proposals };
}

/** First come, first served. Insertions at one place do not overlap. */
function withoutOverlap(proposals: readonly Proposal[]): Proposal[] {
  const taken: Edit[] = [];
  return proposals.filter(({ edits = [] }) => {
    const places = edits.map((edit) => placeFor(taken, edit));
    if (places.includes(-1)) return false;
    for (const edit of edits) taken.splice(Math.max(0, placeFor(taken, edit)), 0, edit);
    return true;
  });
}

/** Where an edit belongs among sorted ones, by halves; -1 where it would overlap one. */
function placeFor(sorted: readonly Edit[], edit: Edit): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.start ?? 0) < edit.start) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [sorted[low - 1], sorted[low]];
  const overlaps =
    (before !== undefined && before.end > edit.start) || (after !== undefined && after.start < edit.end);
  return overlaps ? -1 : low;
}

function applyEdits(html: string, edits: readonly Edit[]): Pick<Written, 'html' | 'edits'> {
  const sorted = edits
    .map((edit, order) => ({ ...edit, order }))
    .sort((a, b) => a.start - b.start || (a.rank ?? 0) - (b.rank ?? 0) || a.end - b.end || a.order - b.order);
  const parts: string[] = [];
  const written: Edit[] = [];
  let at = 0;
  for (const { start, end, text } of sorted) {
    // An attribute inside a range that is replaced goes with it; re-measuring will show what is still open.
    if (start < at) continue;
    parts.push(html.slice(at, start), text);
    written.push({ start, end, text });
    at = end;
  }
  parts.push(html.slice(at));
  return { html: parts.join(''), edits: written };
}

/** All changes of one element meet here, so that two fixes of one style attribute do not collide. */
function attributeEdits(page: Page, proposals: readonly Proposal[]): Edit[] {
  const changes = new Map<PageElement, Map<string, string | null>>();
  const set = ({ element, name, value }: AttributeChange): void => {
    const known = changes.get(element) ?? new Map<string, string | null>();
    known.set(name, value);
    changes.set(element, known);
  };
  const styles = new Map<PageElement, StyleChange[]>();
  for (const proposal of proposals) {
    for (const change of proposal.attributes ?? []) set(change);
    for (const change of proposal.styles ?? []) {
      const known = styles.get(change.element) ?? [];
      known.push(change);
      styles.set(change.element, known);
    }
  }
  for (const [element, list] of styles) {
    set({ element, name: 'style', value: mergeStyle(element.attributes.get('style') ?? '', list) });
  }
  const edits: Edit[] = [];
  for (const [element, named] of changes) {
    for (const [name, value] of named) {
      const edit = attributeEdit(page, element, name, value);
      if (edit !== null) edits.push(edit);
    }
  }
  return edits;
}

function attributeEdit(page: Page, element: PageElement, name: string, value: string | null): Edit | null {
  const range = element.attributeRanges.get(name);
  if (range !== undefined) {
    if (value !== null)
      return { start: range.start, end: range.end, text: `${name}="${escapeAttribute(value)}"` };
    let start = range.start;
    while (start > 0 && /\s/.test(page.html[start - 1] ?? '')) start -= 1;
    return { start, end: range.end, text: '' };
  }
  if (value === null || element.startTag === null) return null;
  const tag = page.html.slice(element.startTag.start, element.startTag.end);
  const tail = /\s*\/?>$/.exec(tail80(tag))?.[0].length ?? 1;
  const at = element.startTag.end - tail;
  return { start: at, end: at, text: ` ${name}="${escapeAttribute(value)}"` };
}

function tail80(tag: string): string {
  return tag.slice(-80);
}

function mergeStyle(text: string, changes: readonly StyleChange[]): string {
  const parts = text
    .split(/;(?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const kept = parts.filter((part) => {
    const property = part.slice(0, part.indexOf(':')).trim().toLowerCase();
    return !changes.some((change) => change.property === property);
  });
  const added = changes.map(
    ({ property, value, important }) => `${property}: ${value}${important ? ' !important' : ''}`,
  );
  return [...kept, ...new Set(added)].join('; ');
}

function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

/** One sheet of fixes at the end of the head: easy to find, to review and to delete. */
function sheetEdit(page: Page, css: readonly string[]): Edit {
  const own = page.byTag('style').find((style) => style.attributes.has(SHEET_MARK));
  const lines = css.map((rule) => `  ${rule}\n`).join('');
  if (own?.endTag != null) return { start: own.endTag.start, end: own.endTag.start, text: lines };
  const sheet = `<style ${SHEET_MARK}>\n${lines}</style>\n`;
  const at = headEnd(page);
  return { start: at, end: at, text: sheet, rank: RANK.head };
}

/** Where the head ends, written or implied; the fixes' sheet must come after all others to win. */
function headEnd(page: Page): number {
  const head = page.byTag('head')[0];
  if (head?.endTag != null) return head.endTag.start;
  const body = page.byTag('body')[0];
  if (body?.startTag != null) return body.startTag.start;
  const lastSheet = page.byTag('style', 'link').at(-1);
  if (lastSheet !== undefined) return lastSheet.endTag?.end ?? lastSheet.startTag?.end ?? 0;
  return head?.startTag?.end ?? page.byTag('html')[0]?.startTag?.end ?? doctypeEnd(page.html);
}

export function doctypeEnd(html: string): number {
  return /^\uFEFF?\s*<!doctype[^>]*>/i.exec(html)?.[0].length ?? 0;
}

import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { isSilent, normalise } from '../model/text.ts';

/** Controls that are named by what stands in them. */
const NAMED_BY_CONTENT =
  /^(button|checkbox|gridcell|link|menuitem|menuitemcheckbox|menuitemradio|option|radio|searchbox|switch|tab|treeitem)$/;

export const labelInName: Audit = {
  id: 'label-in-name',
  role: 'a11y',
  dim: 'names',
  weight: 3,
  title: 'Accessible names contain the visible label',
  why: 'Voice users say what they see; the name must contain it.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/label-in-name.html',
  severity: 'major',
  tier: 'report',
  unit: 'names that differ from their label',
  run(page) {
    const controls = page.elements.filter(
      (element) =>
        (element.attributes.has('aria-label') || element.attributes.has('aria-labelledby')) &&
        NAMED_BY_CONTENT.test(page.engine.role(element) ?? ''),
    );
    const found: Observation[] = [];
    for (const at of controls) {
      const label = shownText(page, at);
      const name = page.engine.name(at);
      if (name === '' || isContained(label, name) || isSpelling(label, name)) continue;
      found.push({
        at,
        measured: `"${name.slice(0, 60)}" for "${normalise(label).slice(0, 60)}"`,
        required: 'the visible text within the accessible name',
        message: `The name "${name.slice(0, 40)}" does not contain the visible label "${normalise(label).slice(0, 40)}".`,
        suggestion: 'Begin the aria-label with the visible text.',
      });
    }
    return { checked: controls.length, found };
  },
};

/** The label's words stand in the name, one after the other: what W3C's label in name algorithm asks. */
function isContained(label: string, name: string): boolean {
  const [shown, said] = [wordsOf(label), wordsOf(name)];
  if (shown.length === 0 || isSymbol(shown)) return true;
  // Without spaces between words there is nothing to compare them by.
  if (UNSPACED.test(label)) return said.join('').includes(shown.join(''));
  return said.some((_, start) => shown.every((word, index) => said[start + index] === word));
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** What stands in parentheses is not said, nor is what is neither letter nor digit. */
function wordsOf(text: string): string[] {
  return text
    .replace(/\([^()]*\)/g, ' ')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .split(' ')
    .filter((word) => word !== '');
}

/** "x" on a button is drawn, not written. */
function isSymbol([first, ...rest]: readonly string[]): boolean {
  return rest.length === 0 && first === 'x';
}

/** The same words, abbreviated or hyphenated in one of the two: whether that is said alike cannot be known. */
function isSpelling(label: string, name: string): boolean {
  const joined = (text: string): string => text.replace(/[-‐‑]/g, '');
  if (isContained(joined(label), joined(name))) return true;
  const whole = wordsOf(name);
  const long = label.replace(/(\p{L}+)\./gu, (short, start: string) => {
    const key = start.toLowerCase();
    return whole.find((word) => word.length > key.length && word.startsWith(key)) ?? short;
  });
  return long !== label && isContained(long, name);
}

const ICON_FONT = /icon|symbol|awesome|glyph/i;

/** What is seen of the text in it: blocks and line breaks part words, hidden parts say nothing. */
function shownText(page: Page, element: PageElement): string {
  const parts: string[] = [];
  const visit = (at: PageElement): void => {
    if (isSilent(at) || !page.engine.isRendered(at)) return;
    const style = page.styleOf(at);
    const parting = /^(inline|contents)/.test(style.value('display') ?? 'inline') ? '' : '\n';
    const isDrawn = ICON_FONT.test(style.fontFamilies[0] ?? '');
    const isSeen = page.isVisible(at);
    parts.push(parting);
    for (const child of at.children) {
      if (child.kind === 'text')
        parts.push(isDrawn || (!isSeen && child.value.trim() !== '') ? ' ' : child.value);
      else if (child.tag === 'br') parts.push('\n');
      else visit(child);
    }
    parts.push(parting);
  };
  visit(element);
  return parts.join('');
}

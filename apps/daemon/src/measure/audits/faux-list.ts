import type { Audit, Observation } from '../finding.ts';
import type { PageElement } from '../model/page.ts';
import { renderedElements } from '../model/reading.ts';
import { isSilent } from '../model/text.ts';

const LEAST = 3;
const BULLET = /^\s*[•‣▪●◦∙·➤►✓✔–-]\s+\S/;
const NUMBER = /^\s*(\d{1,2})[.)]\s+\S/;

export const fauxList: Audit = {
  id: 'faux-list',
  role: 'a11y',
  dim: 'structure',
  weight: 3,
  title: 'What looks like a list is one',
  why: 'Bullets typed as characters are no list to a screen reader: nobody is told how many entries there are.',
  link: 'https://www.w3.org/WAI/WCAG22/Techniques/html/H48',
  severity: 'major',
  tier: 'report',
  unit: 'lists made of typed bullets',
  run(page) {
    const found: Observation[] = [];
    let checked = 0;
    for (const at of renderedElements(page)) {
      if (!/^(p|div|td|dd|section|article|blockquote)$/.test(at.tag)) continue;
      for (const lines of [brokenLines(at), paragraphs(at)]) {
        if (lines.length < LEAST) continue;
        checked += 1;
        if (!isList(lines)) continue;
        found.push({
          at,
          measured: `${lines.length} lines that begin with a bullet or a number`,
          required: '<ul> or <ol>',
          message: `"${(lines[0] ?? '').trim().slice(0, 40)}" and the lines after it are a list without its tags.`,
          suggestion: 'Make it a <ul> or <ol> with an <li> for each entry.',
        });
      }
    }
    return { checked, found };
  },
};

/** One after the other; numbers count up. */
function isList(lines: readonly string[]): boolean {
  let [bullets, next] = [0, 1];
  let counted = 0;
  for (const line of lines) {
    bullets = BULLET.test(line) ? bullets + 1 : 0;
    const number = Number(NUMBER.exec(line)?.[1] ?? Number.NaN);
    counted = number === next ? counted + 1 : 0;
    next = counted === 0 ? 1 : next + 1;
    if (bullets >= LEAST || counted >= LEAST) return true;
  }
  return false;
}

/** Lines that the author has broken inside one element. */
function brokenLines(at: PageElement): string[] {
  if (!at.children.some((child) => child.kind === 'element' && child.tag === 'br')) return [];
  let text = '';
  for (const child of at.children) {
    if (child.kind === 'text') text += child.value.replace(/\s+/g, ' ');
    else if (child.tag === 'br') text += '\n';
    else if (!isSilent(child)) text += inlineText(child);
  }
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** Paragraphs that follow each other. */
function paragraphs(at: PageElement): string[] {
  const children = at.children.filter((child) => child.kind === 'element');
  return children.length >= LEAST && children.some(({ tag }) => tag === 'p')
    ? children.map((child) => (child.tag === 'p' ? inlineText(child) : ''))
    : [];
}

function inlineText(at: PageElement, depth = 0): string {
  let text = '';
  if (depth > MAX_DEPTH) return text;
  for (const child of at.children) {
    if (text.length > MAX_READ) break;
    if (child.kind === 'text') text += child.value.slice(0, MAX_READ).replace(/\s+/g, ' ');
    else if (!isSilent(child)) text += child.tag === 'br' ? ' ' : inlineText(child, depth + 1);
  }
  return text;
}

/** The beginning tells. */
const MAX_READ = 200;
const MAX_DEPTH = 4;

import type { Audit, Observation } from '../finding.ts';
import type { PageElement } from '../model/page.ts';
import { textOf } from '../model/reading.ts';

export const readerControl: Audit = {
  id: 'reader-control',
  role: 'a11y',
  dim: 'focus',
  weight: 7,
  title: 'The page takes nothing from the reader that the browser gives',
  why: 'Who pastes a long address, copies a sentence or goes back one page does it because they need to.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/accessible-authentication-minimum.html',
  severity: 'major',
  tier: 'report',
  unit: 'things that the reader may no longer do',
  run(page) {
    const found: Observation[] = [];
    const say = (at: PageElement, measured: string, what: string): void => {
      found.push({
        at,
        measured: measured.slice(0, 60),
        required: 'what the browser gives',
        message: `The page takes from the reader what the browser gives: ${what}.`,
        suggestion: 'Take it out.',
      });
    };
    for (const at of page.elements) {
      if (at.attributes.size === 0) continue;
      for (const [name, what] of HANDLERS) {
        const code = at.attributes.get(name);
        if (code !== undefined && PREVENTS.test(code)) say(at, `${name}="${code}"`, what);
      }
      if (/^(html|body|main|article)$/.test(at.tag) && page.gaps.style === null && textOf(at) !== '') {
        const select = page.styleOf(at).declared('user-select', '-webkit-user-select');
        if (select?.value.trim() === 'none') say(at, 'user-select: none', 'marking text');
      }
    }
    for (const at of page.byTag('script')) {
      const code = at.children
        .map((child) => (child.kind === 'text' ? child.value : ''))
        .join('')
        .slice(0, LONGEST);
      for (const [, event = '', body = ''] of code.matchAll(LISTENS)) {
        const what = HANDLERS.find(([name]) => name === `on${event}`)?.[1];
        if (what !== undefined && PREVENTS.test(body)) say(at, `${event}: ${body.trim()}`, what);
      }
      const back = /\bonpopstate\s*=[^;]{0,80}\bhistory\s*\.\s*(?:pushState|go|forward)\b/.exec(code)?.[0];
      if (back !== undefined) say(at, back, 'going back');
    }
    return { checked: Math.max(1, found.length), found };
  },
};

const LONGEST = 100_000;
const HANDLERS: readonly (readonly [string, string])[] = [
  ['onpaste', 'pasting'],
  ['oncopy', 'copying'],
  ['oncut', 'copying'],
  ['oncontextmenu', 'the menu of the right button'],
  ['onselectstart', 'marking text'],
];
const PREVENTS = /\breturn\s+false\b|\bpreventDefault\s*\(/;
const LISTENS =
  /addEventListener\s*\(\s*["'](paste|copy|cut|contextmenu|selectstart)["']\s*,([^;]{0,120}?(?:preventDefault\s*\(\s*\)|return\s+false))/g;

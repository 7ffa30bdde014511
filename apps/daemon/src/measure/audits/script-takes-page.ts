import type { Audit, Observation } from '../finding.ts';
import type { Page } from '../model/page.ts';

export const scriptTakesPage: Audit = {
  id: 'script-takes-page',
  role: 'critic',
  dim: 'design',
  weight: 10,
  title: 'No script takes the page away',
  why: 'A page that blanks itself or leads elsewhere when it is opened shows nobody what it holds.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/on-focus.html',
  severity: 'critical',
  tier: 'report',
  unit: 'scripts that take the page away',
  run(page) {
    const scripts = page
      .byTag('script')
      .filter(
        ({ attributes }) =>
          !attributes.has('src') &&
          /^(module|(text|application)\/(java|ecma)script)?$/i.test(attributes.get('type') ?? ''),
      );
    const found: Observation[] = [];
    for (const at of scripts) {
      const code = atLoad(at.children.map((child) => (child.kind === 'text' ? child.value : '')).join(''));
      const blank = BLANKS.exec(code)?.[0];
      const away = LEADS_AWAY.exec(code)?.[0];
      const whole = scripts
        .flatMap(({ children }) => children.map((child) => (child.kind === 'text' ? child.value : '')))
        .join('\n');
      if (blank !== undefined)
        found.push({
          // Tests hide the page until they have chosen, and show it again.
          ...(isShownAgain(page, whole) && !/innerHTML|textContent|innerText|remove|replace/.test(blank)
            ? { severity: 'minor' as const }
            : {}),
          at,
          measured: blank.slice(0, 60),
          required: 'a page that stays to be read',
          message: 'A script hides or empties the whole page as soon as it is opened.',
          suggestion: 'Take it out.',
        });
      if (away !== undefined)
        found.push({
          at,
          measured: away.slice(0, 60),
          required: 'a page that stays to be read',
          message: 'A script leads away from the page as soon as it is opened.',
          suggestion: 'Take it out.',
        });
    }
    return { checked: scripts.length, found };
  },
};

const SHOWS_AGAIN =
  /(?:opacity|visibility|display)\s*[=:]\s*(?:["'\x60]?(?:1\b|visible|block|inherit|initial|unset)|''|"")|removeProperty|removeAttribute|setTimeout|classList\s*\.\s*remove/;

function isShownAgain(page: Page, code: string): boolean {
  return SHOWS_AGAIN.test(code) || page.byTag('script').some(({ attributes }) => attributes.has('src'));
}

const ROOT = String.raw`document\s*\.\s*(?:body|documentElement|querySelector\s*\(\s*["'\x60](?:html|body|main)["'\x60]\s*\)|getElementsByTagName\s*\(\s*["'\x60](?:html|body|main)["'\x60]\s*\)\s*\[\s*0\s*\])`;
const BLANKS = new RegExp(
  String.raw`${ROOT}\s*\.\s*style\s*\.\s*(?:display\s*=\s*["'\x60]none|visibility\s*=\s*["'\x60](?:hidden|collapse)|opacity\s*=\s*["'\x60]?0(?:\.0+)?["'\x60]?\s*(?:;|$))|${ROOT}\s*\.\s*(?:innerHTML|textContent|innerText)\s*=\s*(["'\x60])\s*\1|${ROOT}\s*\.\s*(?:remove\s*\(\s*\)|replaceChildren\s*\(\s*\)|hidden\s*=\s*true)`,
  'm',
);
const LEADS_AWAY =
  /(?<![\w$.])(?:(?:window|document|self|top|globalThis)\s*\.\s*)?location(?:\s*\.\s*href)?\s*=\s*["'`](?:https?:)?\/\/[^"'`]+|(?<![\w$.])(?:(?:window|document|self|top)\s*\.\s*)?location\s*\.\s*(?:assign|replace)\s*\(\s*["'`](?:https?:)?\/\/[^"'`]+/;
const MOST_PASSES = 50;

/** The code that runs by itself: without comments, and without what stands in braces and waits for something. */
function atLoad(code: string): string {
  let left = code
    .slice(0, LONGEST)
    .replace(/\/\*[\s\S]{0,5000}?\*\/|(?<![:"'`])\/\/[^\n]*/g, ' ')
    // What is called where it is written runs, and so does what waits for the page alone.
    .replace(
      /\(\s*(?:async\s+)?(?:function\s*\w*\s*\(\s*\)|\(\s*\)\s*=>)\s*\{([\s\S]{0,5000}?)\}\s*\)?\s*\(\s*\)/g,
      '$1',
    )
    .replace(
      /(?:addEventListener\s*\(\s*["'`](?:load|DOMContentLoaded)["'`]\s*,\s*|onload\s*=\s*)(?:function\s*\w*\s*\(\s*\w*\s*\)|\(\s*\w*\s*\)\s*=>)\s*\{([^{}]*)\}/g,
      '$1',
    );
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const next = left.replace(/\{[^{}]*\}/g, ' ');
    if (next === left) break;
    left = next;
  }
  // A condition or a callback without braces waits as well.
  return left.replace(/\bif\s*\([^)]*\)[^;\n]*|=>[^;\n]*/g, ' ');
}

const LONGEST = 50_000;

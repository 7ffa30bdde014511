/**
 * Gives a heading another level by its tag, and keeps its look: what the browser gave the old tag it gets by a class,
 * and with a framework by the framework's own class. Where the author's sheet styles headings by their tag, the tag
 * is left and only the level is said: a new tag would lose one look and take on another.
 */
import { headingLevel } from '../model/outline.ts';
import type { Page, PageElement } from '../model/page.ts';
import { oncePerPage } from '../model/reading.ts';
import type { Proposal } from './proposal.ts';

type Change = Pick<Proposal, 'edits' | 'attributes' | 'css'>;

export function changeLevel(page: Page, heading: PageElement, level: number): Change {
  const { tag, startTag, endTag, attributes } = heading;
  const by = /^h[1-6]$/.test(tag) && !attributes.has('role') ? styledBy(page, tag, `h${level}`) : 'author';
  if (by === 'author' || startTag === null || endTag === null) return withAria(heading, level);
  const digit = (at: number) => ({ start: at, end: at + 1, text: `${level}` });
  const name = by === 'framework' ? tag : `like-${tag}`;
  const classes = [attributes.get('class')?.trim() ?? '', name].filter((part) => part !== '').join(' ');
  const clean = attributes.has('aria-level') ? [{ element: heading, name: 'aria-level', value: null }] : [];
  return {
    edits: [digit(startTag.start + 2), digit(endTag.start + 3)],
    attributes: [...clean, { element: heading, name: 'class', value: classes }],
    ...(by === 'framework' ? {} : { css: [`.${name} { ${BROWSER_LOOK[tag] ?? ''} }`] }),
  };
}

function withAria(element: PageElement, level: number): Change {
  const native = Number(element.tag.slice(1)) === level;
  return { attributes: [{ element, name: 'aria-level', value: native ? null : String(level) }] };
}

/** The rendering section of the HTML standard. */
const BROWSER_LOOK: Record<string, string> = {
  h1: 'font-size: 2em; margin-block: 0.67em',
  h2: 'font-size: 1.5em; margin-block: 0.83em',
  h3: 'font-size: 1.17em; margin-block: 1em',
  h4: 'font-size: 1em; margin-block: 1.33em',
  h5: 'font-size: 0.83em; margin-block: 1.67em',
  h6: 'font-size: 0.67em; margin-block: 2.33em',
};

/** Who gives the two tags their look: nobody but the browser, a framework that has a class for each, or the author. */
function styledBy(page: Page, from: string, to: string): 'browser' | 'framework' | 'author' {
  const named = headingSelectors(page);
  const rules = [...(named.get(from) ?? []), ...(named.get(to) ?? [])];
  if (rules.length === 0) return 'browser';
  return rules.every((list) => /(^|,)\s*\.h[1-6]\s*(,|$)/.test(list)) ? 'framework' : 'author';
}

/** The selector lists that name each heading tag; those that name all of them alike make no difference. */
const headingSelectors = oncePerPage(({ sheets }: Page): ReadonlyMap<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const { root } of sheets) {
    root.walkRules(({ selector }) => {
      const tags = new Set(
        [...selector.matchAll(/(?<![\w.#-])h[1-6](?![\w-])/gi)].map(([tag]) => tag.toLowerCase()),
      );
      if (tags.size === 6) return;
      for (const tag of tags) found.set(tag, [...(found.get(tag) ?? []), selector]);
    });
  }
  return found;
});

export function levelSummary(heading: PageElement, level: number): string {
  return `heading level ${headingLevel(heading)} → ${level}`;
}

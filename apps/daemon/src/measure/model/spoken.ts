/** Words of a page that stand in attributes and in its head: a reader meets them in the tab, in a search result, by ear. */
import type { PageElement, Range } from './dom.ts';
import type { Page } from './page.ts';
import { oncePerPage } from './reading.ts';
import { normalise } from './text.ts';

export interface Spoken {
  at: PageElement;
  /** The attribute it stands in, or `text` for what an element holds. */
  where: string;
  text: string;
  position: { position?: Pick<Range, 'line' | 'column'> };
}

const META =
  /^(description|author|application-name|og:title|og:description|og:site_name|og:image:alt|twitter:title|twitter:description|twitter:image:alt)$/i;
const NAMES = ['alt', 'aria-label', 'aria-description', 'title', 'placeholder', 'aria-roledescription'];
/** What only a list or a field shows. */
const HOLDS = new Set(['title', 'option', 'textarea']);
const MOST = 2_000;
const LONGEST = 2_000;

export const spokenAttributes = oncePerPage((page: Page): readonly Spoken[] => {
  const found: Spoken[] = [];
  const add = (at: PageElement, where: string, text: string): void => {
    const range = at.attributeRanges.get(where) ?? at.startTag;
    const said = normalise(text.slice(0, LONGEST));
    if (said !== '' && found.length < MOST)
      found.push({
        at,
        where,
        text: said,
        position: range === null ? {} : { position: { line: range.line, column: range.column } },
      });
  };
  for (const at of page.elements) {
    if (at.tag === 'meta') {
      const name = at.attributes.get('name') ?? at.attributes.get('property') ?? '';
      if (META.test(name)) add(at, 'content', at.attributes.get('content') ?? '');
      continue;
    }
    for (const name of NAMES) {
      const value = at.attributes.get(name);
      if (value !== undefined) add(at, name, value);
    }
    if (at.tag === 'input' && /^(submit|button|reset)$/i.test(at.attributes.get('type') ?? ''))
      add(at, 'value', at.attributes.get('value') ?? '');
    if (HOLDS.has(at.tag) || (at.tag === 'text' && !at.html))
      add(at, 'text', at.children.map((child) => (child.kind === 'text' ? child.value : '')).join(' '));
  }
  return found;
});

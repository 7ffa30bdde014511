/** Corrections of Markdown's own marks, as small edits of the source: heading levels, picture texts, notes to self. */

import { fixTodoComments } from '../fixes/copy.ts';
import type { Stage } from '../fixes/index.ts';
import type { Edit, Fixer, Proposal } from '../fixes/proposal.ts';
import { renumber } from '../fixes/structure.ts';
import type { PageElement } from '../model/dom.ts';
import { headingLevel } from '../model/outline.ts';
import type { Page } from '../model/page.ts';
import { headings } from '../model/reading.ts';

const MOST_LEVELS = 6;

/** All levels in one proposal: half of a renumbering is worse than none. */
const fixLevels: Fixer = (page, result) => {
  const edits: Edit[] = [];
  const given = new Map<PageElement, number>();
  const mains = headings(page).filter((heading) => headingLevel(heading) === 1);
  if (result.audit.id === 'single-h1') for (const extra of mains.slice(1)) given.set(extra, 2);
  const levels = renumber(page, given);
  for (const [heading, level] of levels) {
    if (headingLevel(heading) === level) continue;
    const edit = level > MOST_LEVELS ? null : marksEdit(page, heading, level);
    // An underlined heading or one in HTML is a person's to change; the others must not move without it.
    if (edit === null) return [];
    edits.push(edit);
  }
  const [first] = result.places;
  if (edits.length === 0) return [];
  const summary = `${edits.length} heading ${edits.length === 1 ? 'level' : 'levels'} renumbered`;
  const selector = first == null ? 'html' : page.selectorOf(first);
  return [{ auditId: result.audit.id, tier: 'automatic', selector, summary, edits }];
};

function marksEdit(page: Page, { startTag }: PageElement, level: number): Edit | null {
  if (startTag === null) return null;
  const marks = /^#{1,6}(?=[ \t]|$)/.exec(page.html.slice(startTag.start, startTag.start + 7))?.[0];
  if (marks === undefined) return null;
  return { start: startTag.start, end: startTag.start + marks.length, text: '#'.repeat(level) };
}

/** `![](pier.jpg "The old pier")` → `![The old pier](…)`: only what the author has said. */
const fixAlt: Fixer = (page, result) =>
  result.places.flatMap((image): Proposal[] => {
    if (image?.startTag == null) return [];
    const { start } = image.startTag;
    const words = TITLED.exec(page.html.slice(start, image.startTag.end))?.[1]?.trim() ?? '';
    if (words === '') return [];
    return [
      {
        auditId: result.audit.id,
        tier: 'automatic',
        selector: page.selectorOf(image),
        summary: `text for the picture: "${words}"`,
        edits: [{ start: start + 2, end: start + 2, text: words }],
      },
    ];
  });

const TITLED = /^!\[\]\([^()\s]+\s+"([^"]+)"\)/;

/** Inside a quote or a list the place of a comment is a guess: only a sure one is cut out. */
const fixNotes: Fixer = (page, result) =>
  fixTodoComments(page, result).filter(({ edits = [] }) =>
    edits.every(({ start, end }) => /^<!--[\s\S]*-->$/.test(page.html.slice(start, end))),
  );

export const MARKDOWN_FIXES: Stage = new Map([
  ['todo-comments', fixNotes],
  ['single-h1', fixLevels],
  ['heading-order', fixLevels],
  ['image-name', fixAlt],
]);

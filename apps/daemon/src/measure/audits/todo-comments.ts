import type { Audit, Observation } from '../finding.ts';

export const todoComments: Audit = {
  id: 'todo-comments',
  role: 'copy',
  dim: 'finished',
  weight: 3,
  title: 'No notes to self in the source',
  why: 'Comments that say TODO are published with the page.',
  link: 'https://html.spec.whatwg.org/multipage/syntax.html#comments',
  severity: 'minor',
  tier: 'automatic',
  unit: 'notes left in comments',
  run(page) {
    const found: Observation[] = page.comments
      .filter((comment) => NOTE.test(comment.text))
      .map((comment) => ({
        at: null,
        measured: `<!--${comment.text.slice(0, 60)}-->`,
        required: 'no note to self',
        message: `A comment still says "${comment.text.trim().slice(0, 50)}".`,
        suggestion: 'Do it or delete it.',
        evidence: comment.text,
        ...(comment.range === null ? {} : { position: comment.range }),
      }));
    return { checked: page.comments.length, found };
  },
};

export const NOTE = /\b(TODO|FIXME|XXX|HACK|TBD|lorem ipsum|placeholder)\b/;

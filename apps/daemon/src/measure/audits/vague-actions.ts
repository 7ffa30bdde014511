import type { Audit, Observation } from '../finding.ts';
import type { PageElement } from '../model/page.ts';
import { hasAncestor, textOf } from '../model/reading.ts';

/** Says nothing at all, even beside its heading. */
const EMPTY = /^(click( here)?|here|this|link|more|go|tap here|press here|this (link|page))[.!…→»> ]*$/i;
/** Says little: fine once beside a clear heading, tiring as the only call on a page. */
const WEAK =
  /^(learn|read|find out|see|discover|view|explore|show)( more)?[.!…→»> ]*$|^(submit|ok|continue|details|get started|start now|buy now)[.!…→»> ]*$/i;

export const vagueActions: Audit = {
  id: 'vague-actions',
  role: 'copy',
  dim: 'calls',
  weight: 7,
  title: 'Links and buttons say what they do',
  why: 'People scan links; "click here" tells them nothing, and a list of five "read more" even less.',
  link: 'https://www.nngroup.com/articles/writing-links/',
  severity: 'major',
  tier: 'report',
  unit: 'calls that say nothing',
  run(page) {
    const calls = page.elements.filter((element) => isCall(element) && page.isVisible(element));
    const found: Observation[] = [];
    for (const at of calls) {
      const label = textOf(at) || page.engine.name(at);
      const empty = EMPTY.test(label);
      if (!empty && !WEAK.test(label)) continue;
      // The accessible name may carry what the eye gets from the layout.
      if (page.engine.name(at).length > label.length + 4) continue;
      // A toggle opens what stands beside it, and "Go" beside a field sends that field.
      if (OPENS.some((name) => at.attributes.has(name)) || (empty && isSubmit(at))) continue;
      found.push({
        at,
        measured: `"${label}"`,
        required: 'words that name the target or the result',
        message: `"${label}" does not say what happens.`,
        suggestion: 'Name the result: what the reader gets or where it leads.',
        severity: empty ? 'major' : 'minor',
      });
    }
    return { checked: calls.length, found };
  },
};

function isCall({ tag, attributes }: PageElement): boolean {
  return tag === 'a' || tag === 'button' || /^(link|button)$/.test(attributes.get('role') ?? '');
}

const OPENS = [
  'aria-expanded',
  'aria-haspopup',
  'aria-controls',
  'data-bs-toggle',
  'data-toggle',
  'popovertarget',
];

function isSubmit(element: PageElement): boolean {
  return (
    element.tag === 'button' &&
    /^(submit)?$/i.test(element.attributes.get('type') ?? '') &&
    hasAncestor(element, 'form')
  );
}

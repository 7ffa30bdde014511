/** What belongs in the head, and the document's own attributes. */

import { pageLanguageOf } from '../model/language.ts';
import type { Page } from '../model/page.ts';
import { headings, textOf } from '../model/reading.ts';
import { doctypeEnd, RANK } from './apply.ts';
import type { Fixer, Proposal } from './proposal.ts';

export const fixLanguage: Fixer = (page, result) => {
  const html = page.byTag('html')[0];
  if (html === undefined) return [];
  const value = pageLanguageOf(page);
  if (value === null) return [];
  const report = {
    auditId: result.audit.id,
    tier: 'automatic' as const,
    selector: 'html',
    summary: `lang="${value}"`,
  };
  if (html.startTag !== null) return [{ ...report, attributes: [{ element: html, name: 'lang', value }] }];
  const at = doctypeEnd(page.html);
  return [{ ...report, edits: [{ start: at, end: at, text: `\n<html lang="${value}">`, rank: RANK.html }] }];
};

export const fixTitle: Fixer = (page, result) => {
  const heading = headings(page).find((candidate) => textOf(candidate) !== '');
  if (heading === undefined) return [];
  const text = textOf(heading).slice(0, 70).replaceAll('<', '&lt;');
  const report = {
    auditId: result.audit.id,
    tier: 'automatic' as const,
    selector: 'html',
    summary: `title "${text}"`,
  };
  const empty = page.byTag('title').find(({ html }) => html);
  if (empty?.startTag != null && empty.html) {
    return [
      {
        ...report,
        edits: [{ start: empty.startTag.end, end: empty.endTag?.start ?? empty.startTag.end, text }],
      },
    ];
  }
  return [{ ...report, ...intoHead(page, `<title>${text}</title>`) }];
};

export const fixViewport: Fixer = (page, result) => [
  {
    auditId: result.audit.id,
    tier: 'automatic',
    selector: 'html > head',
    summary: 'viewport tag added',
    ...intoHead(page, '<meta name="viewport" content="width=device-width, initial-scale=1">'),
  },
];

export const fixCharset: Fixer = (page, result) => [
  {
    auditId: result.audit.id,
    tier: 'automatic',
    selector: 'html > head',
    summary: 'charset added',
    ...intoHead(page, '<meta charset="utf-8">'),
  },
];

export const fixDoctype: Fixer = (page, result) => {
  const end = doctypeEnd(page.html);
  const start = page.html.startsWith('\uFEFF') ? 1 : 0;
  return [
    {
      auditId: result.audit.id,
      tier: 'automatic',
      selector: 'html',
      summary: '<!doctype html>',
      edits: [
        {
          start,
          end: Math.max(start, end),
          text: end > 0 ? '<!doctype html>' : '<!doctype html>\n',
          rank: RANK.doctype,
        },
      ],
    },
  ];
};

/** Only what blocks zoom goes; the rest of the viewport stays as the author wrote it. */
export const fixZoom: Fixer = (page, result) =>
  page
    .byTag('meta')
    .filter((meta) => (meta.attributes.get('name') ?? '').toLowerCase() === 'viewport')
    .map((element) => {
      const kept = (element.attributes.get('content') ?? '')
        .split(/[,;]/)
        .map((part) => part.trim())
        .filter((part) => part !== '' && !/^(user-scalable|maximum-scale)\s*=/i.test(part));
      const value = kept.length === 0 ? 'width=device-width, initial-scale=1' : kept.join(', ');
      return {
        auditId: result.audit.id,
        tier: 'automatic',
        selector: page.selectorOf(element),
        summary: `viewport: ${value}`,
        attributes: [{ element, name: 'content', value }],
      };
    });

/** First in the head, where encodings must stand; before everything when there is no head in the source. */
function intoHead(page: Page, tag: string): Pick<Proposal, 'edits'> {
  const head = page.byTag('head')[0];
  const at = head?.startTag?.end ?? page.byTag('html')[0]?.startTag?.end ?? doctypeEnd(page.html);
  return { edits: [{ start: at, end: at, text: `\n${tag}`, rank: RANK.head }] };
}

/** What belongs in the head, and the document's own attributes. */

import type { Page } from '../model/page.ts';
import { headings, textOf } from '../model/reading.ts';
import { doctypeEnd, RANK } from './apply.ts';
import type { Fixer, Proposal } from './proposal.ts';

export const fixLanguage: Fixer = (page, result) => {
  const html = page.byTag('html')[0];
  if (html === undefined) return [];
  const value = languageOf(page.blocks.map((block) => block.text).join(' '));
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

/** The commonest small words of a language give it away; English when in doubt. */
const SMALL_WORDS: Record<string, RegExp> = {
  en: /\b(the|and|of|to|with|for|your|is|are)\b/gi,
  de: /\b(der|die|das|und|mit|für|ist|nicht|ein|wir)\b/gi,
  fr: /\b(le|la|les|des|et|pour|avec|est|une|vous)\b/gi,
  es: /\b(el|los|las|y|para|con|una|es|por|que)\b/gi,
  it: /\b(il|gli|e|per|con|una|è|di|che|non)\b/gi,
  nl: /\b(de|het|een|en|van|voor|met|is|niet|wij)\b/gi,
  pt: /\b(o|os|as|e|para|com|uma|não|que|do)\b/gi,
};

/** Scripts that belong to one language; what is written in another script is for its author to name. */
const SCRIPTS: readonly [string, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
];

function languageOf(text: string): string | null {
  const sample = text.slice(0, 20_000);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin < letters / 2) {
    const [found] = SCRIPTS.filter(([, script]) => (sample.match(script)?.length ?? 0) > letters / 5);
    return found?.[0] ?? null;
  }
  let best = 'en';
  let most = sample.match(SMALL_WORDS.en ?? /$^/)?.length ?? 0;
  for (const [language, pattern] of Object.entries(SMALL_WORDS)) {
    const count = sample.match(pattern)?.length ?? 0;
    if (count > most * 1.5 && count > 5) {
      best = language;
      most = count;
    }
  }
  return best;
}

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

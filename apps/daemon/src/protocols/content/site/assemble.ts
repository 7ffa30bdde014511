/** `assemble_site_files`: a brand and copy become files. Approved copy wins, else the brand's own, else nothing is made. */
import { escapeUTF8 } from 'entities';
import { likelyLanguage } from '../../../measure/model/language.ts';
import { ContentError } from '../content-error.ts';
import { readCopy } from '../copy.ts';
import type { BrandIdentity, LandingPage } from './brand.ts';
import { blocksHtml } from './markdown-page.ts';

export interface ApprovedCopy {
  title: string;
  landingPage: LandingPage;
  seoDescription: string;
}

export interface SiteFile {
  path: string;
  text: string;
}

/** The hero is the first heading, its paragraph and the first action; all else stays as it stands. */
export function landingCopy(draft: string): ApprovedCopy {
  const copy = readCopy(draft);
  const hero = copy.headings.find(({ level }) => level === 1);
  const next = copy.headings.find(({ start }) => start > (hero?.start ?? -1));
  const inHero = ({ start }: { start: number }): boolean =>
    start >= (hero?.end ?? 0) && start < (next?.start ?? copy.body.length);
  const lead = copy.passages.find((passage) => passage.kind === 'paragraph' && inHero(passage));
  const action = copy.actions.find(inHero);
  const taken = [hero, lead, action]
    .filter((part) => part !== undefined)
    .toSorted((a, b) => b.start - a.start);
  const body = taken.reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), copy.body);
  return {
    title: copy.title,
    seoDescription: copy.description,
    landingPage: {
      heroHeadline: hero?.text ?? copy.title,
      heroSubheadline: lead?.text ?? '',
      ctaText: action?.text ?? '',
      ctaHref: action?.href ?? '',
      body: body.trim(),
    },
  };
}

export function assembleSiteFiles(brand: BrandIdentity, approved: ApprovedCopy | null): SiteFile[] {
  const landingPage = approved?.landingPage ?? brand.landingPage;
  const description = approved?.seoDescription ?? brand.seoDescription ?? '';
  if (landingPage === undefined)
    throw new ContentError(
      'no-copy',
      'there is no copy for the site: neither approved copy nor copy of the brand; run the content pipeline first',
    );
  const title = (approved?.title ?? '') || landingPage.heroHeadline || brand.siteName;
  return [
    { path: 'index.html', text: page(brand, landingPage, { title, description }) },
    { path: 'style.css', text: `${brand.css}\n${LAYOUT}\n` },
  ];
}

const LAYOUT = `main section{margin-block:var(--s8)}
.hero{padding-block:var(--s8)}
.hero p{margin-block:var(--s4)}
section h2{margin-bottom:var(--s4)}
section ul,section ol{max-width:64ch}
ul,ol{padding-left:1.25em;list-style-position:outside}
li{margin-block:var(--s2)}
blockquote{border-left:var(--s1) solid var(--line);padding-left:var(--s4)}
footer{padding-block:var(--s6)}`;

/** What the page needs: its own style sheet. A script, a frame or a form that got into it would do nothing. */
export const SITE_POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'">`;

/** The one sentence of the page that is ours. */
const SKIP: Readonly<Record<string, string>> = {
  en: 'Skip to content',
  de: 'Zum Inhalt springen',
  fr: 'Aller au contenu',
  es: 'Saltar al contenido',
  it: 'Vai al contenuto',
  nl: 'Naar de inhoud',
  pt: 'Ir para o conteúdo',
  ja: '本文へ移動',
  ko: '본문으로 이동',
  zh: '跳到正文',
};

function skipLink(language: string | null): string {
  const own = language === null ? undefined : SKIP[language];
  return own === undefined
    ? `<a class="skip" href="#main" lang="en">${SKIP.en}</a>`
    : `<a class="skip" href="#main">${own}</a>`;
}

function page(
  { siteName }: BrandIdentity,
  { heroHeadline, heroSubheadline, ctaText, ctaHref, body }: LandingPage,
  { title, description }: { title: string; description: string },
): string {
  const action =
    ctaText !== '' && /^(?:https?:\/\/|mailto:|#)[^\s<>"]*$/i.test(ctaHref)
      ? `<p><a class="button" href="${escapeUTF8(ctaHref)}">${escapeUTF8(ctaText)}</a></p>`
      : '';
  const language = likelyLanguage([title, heroHeadline, heroSubheadline, body].join(' '));
  return [
    '<!DOCTYPE html>',
    `<html lang="${language ?? 'und'}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    SITE_POLICY,
    `<title>${escapeUTF8(title)}</title>`,
    ...(description === '' ? [] : [`<meta name="description" content="${escapeUTF8(description)}">`]),
    '<link rel="stylesheet" href="style.css">',
    '</head>',
    '<body>',
    skipLink(language),
    '<main class="wrap" id="main">',
    '<div class="hero">',
    `<h1>${escapeUTF8(heroHeadline)}</h1>`,
    ...(heroSubheadline === '' ? [] : [`<p class="lead">${escapeUTF8(heroSubheadline)}</p>`]),
    ...(action === '' ? [] : [action]),
    '</div>',
    blocksHtml(body),
    '</main>',
    ...(siteName === '' ? [] : [`<footer class="wrap"><p>${escapeUTF8(siteName)}</p></footer>`]),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

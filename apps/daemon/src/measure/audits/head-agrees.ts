import { headAgainstPage } from '../facts/head.ts';
import type { Audit, Observation } from '../finding.ts';
import type { PageElement } from '../model/page.ts';
import { normalise } from '../model/text.ts';

export const headAgrees: Audit = {
  id: 'head-agrees',
  role: 'copy',
  dim: 'finished',
  weight: 7,
  title: 'The head says one thing, and what the page is',
  why: 'The head is what search engines, shared links and browsers go by; nobody sees it, so nobody sees it go wrong.',
  link: 'https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata',
  severity: 'major',
  tier: 'report',
  unit: 'statements of the head that are wrong',
  run(page) {
    if (page.format === 'markdown') return { checked: 0, found: [] };
    const head = page.elements.filter(
      ({ tag, html, parent }) => html && /^(title|meta|link|base|html)$/.test(tag) && !isInBody(parent),
    );
    const found = [
      ...twice(head),
      ...head.flatMap((at) => problemOf(at, hasCanonical(head))),
      ...headAgainstPage(page),
    ];
    return { checked: Math.max(head.length, found.length), found };
  },
};

function isInBody(parent: PageElement | null): boolean {
  for (let around = parent; around !== null; around = around.parent)
    if (around.tag === 'body' || around.tag === 'svg') return true;
  return false;
}

function say(
  at: PageElement,
  measured: string,
  message: string,
  suggestion: string,
  isCertain = true,
): Observation {
  return {
    at,
    measured,
    required: 'a head that fits the page',
    message,
    suggestion,
    ...(isCertain ? {} : { severity: 'minor' as const }),
  };
}

/** What there is one of. */
function keyOf(at: PageElement): string | null {
  if (at.tag === 'title') return '<title>';
  if (at.tag === 'base') return '<base>';
  if (at.tag === 'link')
    return /^canonical$/i.test(at.attributes.get('rel')?.trim() ?? '') ? 'rel="canonical"' : null;
  if (at.tag !== 'meta') return null;
  if (at.attributes.has('charset')) return 'charset';
  const name = (at.attributes.get('name') ?? at.attributes.get('property') ?? '').trim().toLowerCase();
  return /^(description|viewport|og:title|og:description|og:url|og:type|twitter:card|twitter:title)$/.test(
    name,
  )
    ? name
    : null;
}

function twice(head: readonly PageElement[]): Observation[] {
  const known = new Set<string>();
  return head.flatMap((at): Observation[] => {
    const key = keyOf(at);
    if (key === null || at.attributes.has('media')) return [];
    if (known.has(key))
      return [
        say(
          at,
          `a second ${key}`,
          `The head has two of ${key}; which one counts is up to the reader’s program.`,
          'Keep one.',
        ),
      ];
    known.add(key);
    return [];
  });
}

/** The first of three labels, or an ending that no public address has: "jane.dev" and "test.de" are addresses. */
const TESTING =
  /^(?:https?:)?\/\/(?:(?:www\.)?(?:staging|stage|dev|test|preview|qa|uat)(?:[.-][^/.:]+)*\.[^/.:]+\.[^/.:]+|localhost|127\.0\.0\.1|192\.168\.[\d.]+|[^/:]+\.(?:local|localhost|test|invalid|internal)|[^/]*\bngrok\b[^/]*|example\.(?:com|org|net))(?:[/:]|$)/i;

/** A page that names its address to search engines wants to be found there. */
function hasCanonical(head: readonly PageElement[]): boolean {
  return head.some((at) => keyOf(at) === 'rel="canonical"');
}

function problemOf(at: PageElement, isToBeFound: boolean): Observation[] {
  const name = (at.attributes.get('name') ?? at.attributes.get('property') ?? '').trim().toLowerCase();
  const content = normalise(at.attributes.get('content') ?? '');
  if (at.tag === 'meta' && name === 'robots' && /\b(noindex|none)\b/i.test(content))
    return [
      say(
        at,
        `robots: ${content}`,
        'The page asks search engines to leave it out.',
        'Take it out.',
        isToBeFound,
      ),
    ];
  if (at.tag === 'meta' && name === 'viewport') {
    const width = /width\s*=\s*(\d+)/i.exec(content)?.[1];
    if (width !== undefined && !/device-width/i.test(content))
      return [
        say(at, content, `The page is ${width}px wide on every device, and small on a phone.`, 'Correct it.'),
      ];
    const wrong = /(?:^|[,;\s])([a-z-]+)\s*=\s*([^,;\s]+)/gi;
    for (const [, key = '', value = ''] of content.matchAll(wrong))
      if (
        (key.toLowerCase() === 'width' && !/^(device-width|\d+)$/i.test(value)) ||
        (key.toLowerCase() === 'initial-scale' && !(Number(value) >= 0.9 && Number(value) <= 1.5))
      )
        return [
          say(
            at,
            `${key}=${value}`,
            `The viewport is set to ${key}=${value}, which no phone expects.`,
            'Correct it.',
          ),
        ];
  }
  const charset =
    at.tag === 'meta'
      ? (at.attributes.get('charset') ?? /charset=([\w-]+)/i.exec(content)?.[1] ?? null)
      : null;
  if (charset !== null && charset.trim() !== '' && !/^utf-?8$/i.test(charset.trim()))
    return [
      say(
        at,
        `charset=${charset}`,
        `The page names the encoding ${charset}; HTML is written in UTF-8.`,
        'Correct it.',
        !/^utf/i.test(charset) &&
          !/^(windows-125\d|iso-8859-\d+|shift_jis|euc-\w+|gb\w+|big5)$/i.test(charset),
      ),
    ];
  const address =
    at.tag === 'link' ? (at.attributes.get('href') ?? '') : /^og:(url|image)$/.test(name) ? content : '';
  if (
    address !== '' &&
    TESTING.test(address) &&
    (name !== '' || /canonical|alternate/i.test(at.attributes.get('rel') ?? ''))
  )
    return [
      say(
        at,
        address.slice(0, 60),
        `The head names an address for testing: ${address.slice(0, 60)}.`,
        'Use the public address.',
        // "dev.mysql.com" is where its readers are.
        !/\/\/(?:www\.)?(?:stage|dev|test|preview)[.-]/i.test(address),
      ),
    ];
  if (name === 'og:image' && content !== '' && !/^(https?:)?\/\//i.test(content) && !/^data:/.test(content))
    return [
      say(
        at,
        content.slice(0, 60),
        'The picture for shared links has no whole address, so it is not shown.',
        'Correct it.',
        false,
      ),
    ];
  if (
    at.tag === 'meta' &&
    /^(description|og:title|og:description|twitter:title|twitter:description)$/.test(name) &&
    content === ''
  )
    return [
      say(at, `${name} is empty`, `The head has a ${name} that says nothing.`, 'Fill it or take it out.'),
    ];
  return [];
}

/** What the head says about the page, held against the page: its address, its prices, what it is called. */
import type { Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { oncePerPage, textOf, visibleBlocks } from '../model/reading.ts';
import { normalise } from '../model/text.ts';
import { structuredData } from './structured.ts';

export function headAgainstPage(page: Page): Observation[] {
  return [
    ...otherAddress(page),
    ...otherSubject(page),
    ...otherPrices(page),
    ...keywords(page),
    ...otherLanguage(page),
    ...structuredData(page),
  ];
}

function wrong(at: PageElement, measured: string, message: string, isCertain = true): Observation {
  return {
    at,
    measured: measured.slice(0, 100),
    required: 'a head that fits the page',
    message,
    suggestion: 'Find out which is right, and write it in both places.',
    ...(isCertain ? {} : { severity: 'minor' as const }),
  };
}

const metaOf = oncePerPage((page: Page): ReadonlyMap<string, PageElement> => {
  const found = new Map<string, PageElement>();
  for (const at of page.byTag('meta')) {
    const name = (at.attributes.get('name') ?? at.attributes.get('property') ?? '').trim().toLowerCase();
    if (name !== '' && !found.has(name)) found.set(name, at);
  }
  return found;
});

function contentOf(page: Page, name: string): string {
  return normalise(metaOf(page).get(name)?.attributes.get('content') ?? '');
}

const titleOf = (page: Page): string =>
  normalise(
    page
      .byTag('title')
      .find(({ html }) => html)
      ?.children.map((child) => (child.kind === 'text' ? child.value : ''))
      .join('') ?? '',
  );

const h1Of = (page: Page): string => page.byTag('h1').map(textOf).join(' ');

function urlOf(text: string | undefined): URL | null {
  return text !== undefined && URL.canParse(text) ? new URL(text) : null;
}

const siteOf = ({ hostname }: URL): string =>
  hostname
    .replace(/^www\./, '')
    .split('.')
    .slice(-2)
    .join('.');

const LEAST_LINKS = 3;
const ELSEWHERE =
  /\boriginal(?:ly)? (?:published|appeared)|\bcross-?post|\breprint|\bsyndicat|\bzuerst erschienen|\bd['’]abord paru/i;

/** The site that most links of the page lead to, when it is plain. */
const homeOf = oncePerPage((page: Page): string | null => {
  const times = new Map<string, number>();
  for (const { attributes } of page.byTag('a', 'form')) {
    const url = urlOf(attributes.get('href') ?? attributes.get('action'));
    const mail = /^mailto:[^@]+@([\w.-]+)/i.exec(attributes.get('href') ?? '')?.[1];
    const site = mail ?? (url === null || !/^https?:$/.test(url.protocol) ? undefined : siteOf(url));
    if (site !== undefined) times.set(site, (times.get(site) ?? 0) + 1);
  }
  const [first, second] = [...times].sort((a, b) => b[1] - a[1]);
  return first !== undefined && first[1] >= LEAST_LINKS && first[1] >= 3 * (second?.[1] ?? 0)
    ? first[0]
    : null;
});

/** The address under which the page is to be found is another page's. */
function otherAddress(page: Page): Observation[] {
  const found: Observation[] = [];
  const canonical = page
    .byTag('link')
    .find(({ attributes }) => /^canonical$/i.test(attributes.get('rel')?.trim() ?? ''));
  const address = urlOf(canonical?.attributes.get('href'));
  const shared = metaOf(page).get('og:url');
  const home = homeOf(page);
  const text = visibleBlocks(page)
    .map(({ said }) => said)
    .join(' ')
    .slice(0, MOST_READ);
  for (const [at, url] of [
    [canonical, address],
    [shared, urlOf(shared?.attributes.get('content'))],
  ] as const) {
    if (at === undefined || url === null) continue;
    const site = siteOf(url);
    if (
      home !== null &&
      site !== home &&
      !site.endsWith(home) &&
      !home.endsWith(site) &&
      !ELSEWHERE.test(text)
    )
      found.push(wrong(at, url.href, `The head names an address of another site: ${url.href.slice(0, 60)}.`));
    else if (isOfAnother(page, url))
      found.push(
        wrong(at, url.href, `The head names the address of another page: ${url.href.slice(0, 60)}.`),
      );
  }
  const own = urlOf(shared?.attributes.get('content'));
  if (
    shared !== undefined &&
    address !== null &&
    own !== null &&
    trimmed(own) !== trimmed(address) &&
    found.length === 0
  )
    found.push(wrong(shared, own.href, `The head gives the page two addresses: ${own.href.slice(0, 60)}.`));
  return found;
}

const trimmed = ({ hostname, pathname }: URL): string =>
  `${hostname.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`;

const MOST_READ = 50_000;
const WORD = /[\p{L}]{4,}/gu;
const wordsOf = (text: string): string[] =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().match(WORD) ?? [];

/** Another heading or link of the page is called what the address says, and nothing that names this page is. */
function isOfAnother(page: Page, url: URL): boolean {
  const last = decodeURIComponentSafe(url.pathname.split('/').filter(Boolean).at(-1) ?? '').replace(
    /\.\w{2,5}$/,
    '',
  );
  const slug = wordsOf(last.replace(/[-_+]/g, ' '));
  if (slug.length < 2) return false;
  const own = new Set(
    wordsOf(
      `${titleOf(page)} ${h1Of(page)} ${contentOf(page, 'description')} ${contentOf(page, 'og:title')}`,
    ),
  );
  if (slug.some((word) => own.has(word))) return false;
  return isCalled(page, slug) || isOfNothingHere(page, slug);
}

/** A page that sells one thing, under the name of a thing that it does not mention. */
function isOfNothingHere(page: Page, slug: readonly string[]): boolean {
  const text = visibleBlocks(page)
    .map(({ said }) => said)
    .join(' ')
    .slice(0, MOST_READ);
  const lang = page.byTag('html')[0]?.attributes.get('lang') ?? '';
  const all = new Set(wordsOf(text));
  return /^en\b/i.test(lang) && pricesIn(text).length > 0 && !slug.some((word) => all.has(word));
}

function decodeURIComponentSafe(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a link or a heading below the first names a thing with all of these words. */
function isCalled(page: Page, words: readonly string[]): boolean {
  return page
    .byTag('a', 'h2', 'h3', 'h4')
    .slice(0, MOST_NAMES)
    .some((at) => {
      const said = new Set(wordsOf(textOf(at).slice(0, 200)));
      return words.every((word) => said.has(word));
    });
}

const MOST_NAMES = 500;
const TEMPLATE =
  /\b(?:my (?:wordpress|wix|new|first) (?:site|website|blog|page)|just another|sample page|hello world|lorem ipsum|untitled|page title|your (?:site|company|brand|title)|site title|new tab|react app|theme demo|win (?:a|an)\b.*\b(?:cruise|iphone|prize)|default (?:title|description))\b/i;

/** What is shown when the page is shared names another thing. */
function otherSubject(page: Page): Observation[] {
  const known = new Set(wordsOf(`${titleOf(page).split(/\s[|–—·-]\s/)[0] ?? ''} ${h1Of(page)}`));
  return [
    'og:title',
    'twitter:title',
    'og:description',
    'twitter:description',
    'og:site_name',
    'description',
  ].flatMap((name): Observation[] => {
    const at = metaOf(page).get(name);
    const content = contentOf(page, name);
    if (at === undefined || content === '') return [];
    if (TEMPLATE.test(content))
      return [wrong(at, content, `The head says what a template says: "${content.slice(0, 60)}".`)];
    if (!/title$/.test(name)) return [];
    const own = wordsOf(content.split(/\s[|–—·-]\s/)[0] ?? '');
    if (own.length === 0 || known.size === 0 || own.some((word) => known.has(word))) return [];
    return [
      wrong(
        at,
        content,
        `Shared, the page is called "${content.slice(0, 60)}", which its title and headline do not say.`,
        own.length >= 2 && (isCalled(page, own) || isOfNothingHere(page, own)),
      ),
    ];
  });
}

const AMOUNT = '\\d{1,3}(?:[.,\\u00a0\\u202f ]\\d{3})*(?:[.,]\\d{1,2})?(?!\\d)|\\d+(?:[.,]\\d{1,2})?';
const PRICE = new RegExp(
  `[$€£¥]\\s?(${AMOUNT})|(?<![\\d.,])(${AMOUNT})\\s?(?:€|kr\\b|zł|EUR\\b|USD\\b|CHF\\b|GBP\\b)`,
  'g',
);
const FREE =
  /\b(?:free of charge|for free|at no cost|kostenlos|kostenfrei|gratuit(?:ement|e)?|gratis|gratuito|gratuita)\b/i;

function pricesIn(text: string): string[] {
  return [...text.matchAll(PRICE)].map(([, a, b]) =>
    (a ?? b ?? '')
      .replace(/[.,\s](?=\d{3}(?!\d))/g, '')
      .replace(/[.,]0{1,2}$/, '')
      .replace(',', '.')
      .replace(/[.\s]+$/, ''),
  );
}

/** A price that a search result promises and the page does not have. */
function otherPrices(page: Page): Observation[] {
  const shown = visibleBlocks(page)
    .map(({ text }) => text)
    .join(' | ')
    .slice(0, MOST_READ);
  const prices = new Set(pricesIn(shown));
  if (prices.size === 0) return [];
  return ['description', 'og:description', 'twitter:description', 'og:title'].flatMap(
    (name): Observation[] => {
      const at = metaOf(page).get(name);
      const content = contentOf(page, name);
      const missing = at === undefined ? undefined : pricesIn(content).find((price) => !prices.has(price));
      const free = FREE.exec(content)?.[0];
      if (at !== undefined && missing !== undefined)
        return [wrong(at, content, `The head names a price that the page does not: ${missing}.`)];
      return at !== undefined &&
        free !== undefined &&
        !/(?<![\w-])(?:free|kostenlos|kostenfrei|gratuit\w*|gratis)\b/i.test(shown)
        ? [wrong(at, content, `The head says "${free}", and the page names prices.`)]
        : [];
    },
  );
}

/** A list of words is no description. */
function keywords(page: Page): Observation[] {
  const at = metaOf(page).get('description');
  const parts = contentOf(page, 'description').split(/\s*,\s*/);
  return at !== undefined &&
    parts.length >= 6 &&
    parts.every((part) => part.split(' ').length <= 3) &&
    !/[.!?]/.test(parts.join(''))
    ? [
        {
          ...wrong(at, parts.join(', '), 'The description is a list of words.'),
          suggestion: 'Say in one sentence what the reader finds here.',
        },
      ]
    : [];
}

function otherLanguage(page: Page): Observation[] {
  const lang = (page.byTag('html')[0]?.attributes.get('lang') ?? '').slice(0, 2).toLowerCase();
  const at = metaOf(page).get('og:locale');
  const said = contentOf(page, 'og:locale').slice(0, 2).toLowerCase();
  const found =
    at !== undefined && lang !== '' && /^[a-z]{2}$/.test(said) && said !== lang
      ? [
          wrong(
            at,
            `og:locale ${said}, lang ${lang}`,
            `The head names the language "${said}", and the page is in "${lang}".`,
          ),
        ]
      : [];
  for (const link of page.byTag('link')) {
    const code = link.attributes.get('hreflang')?.trim();
    if (
      code !== undefined &&
      code !== '' &&
      !/^(?:x-default|[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?)$/i.test(code)
    )
      found.push(wrong(link, `hreflang="${code}"`, `"${code}" is no language that search engines know.`));
  }
  return found;
}

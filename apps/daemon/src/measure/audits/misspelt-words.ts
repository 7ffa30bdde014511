import type { Audit, Observation } from '../finding.ts';
import { MAX_HITS } from '../limits.ts';
import type { Dictionary, Slip } from '../model/dictionary.ts';
import { foreignIn, isEnglish } from '../model/language.ts';
import type { Page, PageElement } from '../model/page.ts';
import { positionOf } from '../model/place.ts';
import { isTechnical, oncePerPage, visibleBlocks } from '../model/reading.ts';
import { spokenAttributes } from '../model/spoken.ts';

export const misspeltWords: Audit = {
  id: 'misspelt-words',
  role: 'copy',
  dim: 'plain',
  weight: 7,
  title: 'Words are spelt as the dictionary has them',
  why: 'A misspelt word is the first thing a careful reader remembers of a page.',
  link: 'https://www.gov.uk/guidance/style-guide/a-to-z-of-gov-uk-style',
  severity: 'major',
  tier: 'report',
  unit: 'misspelt words',
  run(page) {
    if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
    const { dictionary } = page;
    if (dictionary === null) return { checked: 0, found: [] };
    const blocks = visibleBlocks(page).filter(
      ({ kind, element }) => kind !== 'code' && isEnglish(page, element),
    );
    const times = timesOf(page);
    const found: Observation[] = [];
    // A text in a language of its own is not read to its end.
    for (const block of blocks) {
      if (found.length > TOO_MANY * 2) break;
      if (/\b(?:lorem|ipsum|dolor)\b/i.test(block.said)) continue;
      const foreign = foreignIn(block.element);
      const first = firstSlip(block.said, dictionary, times);
      if (first !== null)
        found.push({
          ...misspelt(block.element, first.word, first.slip, times),
          ...positionOf(page, block, first.word, 0),
          // At the beginning a name has a capital as well: certain is what the page spells otherwise elsewhere.
          ...(times.has(first.slip.meant) ? {} : { severity: 'minor' as const }),
        });
      for (const [word] of block.said.slice(0, LONGEST).matchAll(WORD)) {
        if (found.length >= MAX_HITS) break;
        const slip = foreign.some((text) => text.includes(word)) ? null : slipIn(word, dictionary, times);
        if (slip !== null)
          found.push({ ...misspelt(block.element, word, slip, times), ...positionOf(page, block, word, 0) });
      }
    }
    found.push(...otherEnglish(page));
    for (const { at, text, position } of spokenAttributes(page)) {
      if (!isEnglish(page, at)) continue;
      for (const [word] of text.matchAll(WORD)) {
        const slip = slipIn(word, dictionary, times);
        if (slip !== null) found.push({ ...misspelt(at, word, slip, times), ...position });
      }
    }
    const told = isTechnical(page) ? found.map((one) => ({ ...one, severity: 'minor' as const })) : found;
    return { checked: blocks.length, found: found.length > TOO_MANY ? [] : told };
  },
};

/** Small letters only: names, signs and what is glued to a figure are not in a dictionary. */
const WORD = /(?<![\p{L}\p{N}@#./_'’&=:-])\p{Ll}{4,24}(?![\p{L}\p{N}@_'’]|[./:=-][\p{L}\p{N}])/gu;
/** The same, and what has a capital: a name that is written again is meant. */
const WORD_OR_NAME =
  /(?<![\p{L}\p{N}@#./_'’&=:-])\p{L}\p{Ll}{3,23}(?![\p{L}\p{N}@_'’]|[./:=-][\p{L}\p{N}])/gu;
const LONGEST = 20_000;
/** A page with more of them speaks a language of its own. */
const TOO_MANY = 12;
/** Who writes a word three times means it. */
const MEANT = 3;

/** What was meant, where it is certain that the word is a slip; null otherwise. */
function slipIn(word: string, dictionary: Dictionary, times: ReadonlyMap<string, number>): Slip | null {
  if (word.length < LEAST_WORD) {
    const short =
      dictionary.has(word) || TRADE.has(word) || times.has(capital(word)) ? null : dictionary.near(word);
    return short !== null && COMMON.has(short.meant) && (times.get(word) ?? 0) < 2
      ? { ...short, isTelling: true }
      : null;
  }
  if (!/^[a-z]+$/.test(word) || (times.get(word) ?? 0) >= MEANT || dictionary.has(word) || TRADE.has(word))
    return null;
  if (isCompound(word, dictionary) || dictionary.has(capital(word)) || isForeign(word)) return null;
  return dictionary.near(word);
}

/** The first word of a text has a capital, whatever it is; a name that is written elsewhere too is meant. */
function firstSlip(
  said: string,
  dictionary: Dictionary,
  times: ReadonlyMap<string, number>,
): { word: string; slip: Slip } | null {
  const word = /^\p{Lu}\p{Ll}{5,23}(?=[\s,.:;!?]|$)/u.exec(said)?.[0];
  if (word === undefined || dictionary.has(word) || (times.get(word) ?? 0) > 1) return null;
  const slip = slipIn(word.toLowerCase(), dictionary, times);
  return slip?.isTelling === true ? { word, slip } : null;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const LEAST_WORD = 5;
const LONG_WORD = 7;
/** Short words that everybody uses: what is one slip from them and is no word is a slip. */
const COMMON = new Set(
  'will with that this have from they what when where which your been were their there about would could should other after before never every also only over under than then them these those into more most some such very just like make take need here each both many much does done want keep open book free read find call come side home page work week year time'.split(
    ' ',
  ),
);
const LEAST_PART = 3;

/** "wheelhouse", "noticeboard": English writes two words as one before any dictionary does. */
function isCompound(word: string, { has }: Dictionary): boolean {
  if (PREFIXED.test(word) && has(word.replace(PREFIXED, ''))) return true;
  if (SUFFIXED.test(word) && has(word.replace(SUFFIXED, ''))) return true;
  // A plural of what is an ending already: "easings".
  if (/[^s]s$/.test(word) && has(word.slice(0, -1))) return true;
  for (let at = LEAST_PART; at <= word.length - LEAST_PART; at += 1)
    if (has(word.slice(0, at)) && has(word.slice(at)) && word.length >= LEAST_COMPOUND) return true;
  return false;
}

const LEAST_COMPOUND = 8;
const PREFIXED =
  /^(?:un|re|pre|non|anti|auto|bio|co|cyber|de|eco|geo|hyper|inter|macro|mega|meta|micro|mid|mini|mis|mono|multi|nano|neo|omni|over|photo|poly|post|pro|proto|pseudo|retro|semi|sub|super|tele|thermo|trans|tri|ultra|under|uni|up|out|fore|counter|back|down|off|on)(?=\p{L}{4})/u;
const SUFFIXED =
  /(?:less|like|wise|able|ably|ness|ish|ism|ist|ists|ists|ity|er|ers|or|ors|ing|ings|ed|est|ly|s|es|ise|ize|ised|ized|ising|izing|isation|ization|able|ful|hood|ship|ware|wide|proof|free|most|ward|wards)$/u;

/** Endings that English has only from elsewhere. */
function isForeign(word: string): boolean {
  return /(?:eaux|zione|sch|tsch|cj|kk|aa|uu|ii|ij)/.test(word);
}

/** Words of trades that the dictionaries lack, and that lie near one they have. */
const TRADE = new Set(
  'async await backend frontend backends blockchain boolean cafes captcha changelog changelogs checkbox checkboxes chatbot cloneable config configs crypto cron datacenter dataset datasets debounce declutter dedupe deprecations deps devtools dropdown dropdowns emoji emojis endpoint endpoints ecommerce esports favicon flexbox fullstack glamping hackathon hashtag hashtags haptic homepage hostname href html http https iframe iframes inline inlined inlining iterable js json kanban keyframes kombucha lang latte localhost login logins logout lookup lookups macchiato markdown matcha middleware misconfigured mocktail mocktails namespace namespaces nav npm offline onboard onboarding oklch opacity opengraph organiser params parser passthrough paywall peloton pesto pixelated playlist plugin plugins podcast podcasts popup popups prefetch preload prosecco proxied pseudo queryable queueing ramen readme realtime refactor refactored regex regexes reorderable repo repos rerun reruns retries retro rooibos runtime runtimes sauerkraut scrollable scroller sdk seitan selfie serverless shader signup signups sitemap smartphone smartwatch sortable sourdough spelt srcset startup startups stderr stdin stdout streetwear stylesheet stylesheets subdomain subdomains subfolder submenu subnet sudo superfood svg sync synced syncing syncs tahini tempeh tempo tilde timeline timelines timestamp timestamps tofu tokenizer tooltip tooltips touchpad truthy typeface typefaces undici unicode unmount unread uptime upsell url urls utf validator vegan vegans viewport viewports vite vlog voicemail walkthrough webapp webcam webhook webhooks webinar webinars webp webpage webpages wifi wiki wikis wireframe wireframes workflow workflows workspace workspaces yaml yoghurt yoghurts toastie toasties hoodie hoodies onesie brekkie zod zoomable ableism colourway colourways waitlist waitlists upcycle upcycled livestream livestreams coworking biodynamic biochar bikepacking microgreens omakase gochujang kimchi halloumi burrata ricotta focaccia ciabatta brioche croissant tapas antipasti gelato affogato cortado ristretto lungo chai oolong sencha genmaicha patisserie viennoiserie levain poolish banneton autolyse crema leporello giclee risograph intaglio gouache plywood terrazzo zellige'.split(
    ' ',
  ),
);

const timesOf = oncePerPage((page: Page): ReadonlyMap<string, number> => {
  const times = new Map<string, number>();
  for (const { said, kind } of page.blocks)
    if (kind !== 'code')
      for (const [word] of said.slice(0, LONGEST).matchAll(WORD_OR_NAME))
        times.set(word, (times.get(word) ?? 0) + 1);
  return times;
});

function misspelt(
  at: PageElement,
  word: string,
  { meant, isTelling }: Slip,
  times: ReadonlyMap<string, number>,
): Observation {
  // What the page writes elsewhere is what was meant here.
  const isCertain = isTelling || (times.has(meant) && word.length >= LONG_WORD);
  return {
    at,
    measured: `"${word}"`,
    required: `perhaps "${meant}"`,
    message: `A slip of the pen: "${word}".`,
    suggestion: `Perhaps "${meant}" is meant.`,
    ...(isCertain ? {} : { severity: 'minor' as const }),
  };
}

const PAIRS =
  'color colour|colors colours|center centre|centers centres|favorite favourite|favorites favourites|neighborhood neighbourhood|neighborhoods neighbourhoods|neighbor neighbour|neighbors neighbours|flavor flavour|flavors flavours|harbor harbour|labor labour|honor honour|humor humour|behavior behaviour|organize organise|organized organised|organization organisation|recognize recognise|recognized recognised|normalize normalise|normalized normalised|realize realise|realized realised|analyze analyse|analyzed analysed|customize customise|customized customised|optimize optimise|optimized optimised|apologize apologise|catalog catalogue|dialog dialogue|enroll enrol|enrollment enrolment|fulfill fulfil|gray grey|jewelry jewellery|liter litre|liters litres|meter metre|meters metres|theater theatre|theaters theatres|traveler traveller|travelers travellers|traveling travelling|canceled cancelled|canceling cancelling|labeled labelled|modeling modelling|program programme|defense defence|license licence|fiber fibre|aluminum aluminium|mold mould|plow plough|tire tyre|tires tyres|pajamas pyjamas|mom mum|specialty speciality|skillful skilful|marvelous marvellous|woolen woollen|cozy cosy|checkered chequered|ax axe|airplane aeroplane|story storey'
    .split('|')
    .map((pair) => pair.split(' '));
/** Both are right on either side of the sea, in some sense. */
const EITHER = new Set([
  'program',
  'programme',
  'meter',
  'license',
  'licence',
  'dialog',
  'dialogue',
  'catalog',
  'story',
  'storey',
  'tire',
  'tires',
  'mold',
  'ax',
  'specialty',
  'speciality',
  'organize',
  'organized',
  'organization',
  'recognize',
  'recognized',
  'realize',
  'realized',
]);

/** One English per page: that of its `lang`, else the one that most of its words are of. */
function otherEnglish(page: Page): Observation[] {
  const lang = (page.byTag('html')[0]?.attributes.get('lang') ?? '').toLowerCase();
  if (!/^en\b/.test(lang)) return [];
  const british = new Set(PAIRS.flatMap(([, word]) => word ?? []).filter((word) => !EITHER.has(word)));
  const american = new Set(PAIRS.flatMap(([word]) => word ?? []).filter((word) => !EITHER.has(word)));
  const blocks = visibleBlocks(page).filter(
    ({ kind, element }) => kind !== 'code' && isEnglish(page, element),
  );
  const hits = blocks.flatMap((block) =>
    [...block.said.slice(0, LONGEST).matchAll(/(?<![\p{L}-])\p{Ll}{3,}(?![\p{L}-])/gu)].flatMap(([word]) =>
      british.has(word) || american.has(word) ? [{ block, word, isBritish: british.has(word) }] : [],
    ),
  );
  const count = hits.filter(({ isBritish }) => isBritish).length;
  const wantsBritish = /^en-(gb|ie|au|nz)/.test(lang)
    ? true
    : /^en-us/.test(lang)
      ? false
      : count * 2 > hits.length;
  const isSaid = /^en-(gb|ie|au|nz|us)/.test(lang);
  const odd = hits.filter(({ isBritish }) => isBritish !== wantsBritish);
  if (odd.length === 0 || (!isSaid && odd.length === hits.length)) return [];
  return odd.slice(0, TOO_MANY / 2).map(({ block, word }) => {
    const meant = PAIRS.find((pair) => pair.includes(word))?.find((one) => one !== word) ?? word;
    return {
      at: block.element,
      measured: `"${word}"`,
      required: `perhaps "${meant}"`,
      message: `A slip of the pen: "${word}".`,
      suggestion: `Perhaps "${meant}" is meant.`,
      severity: 'minor' as const,
      ...positionOf(page, block, word, 0),
    };
  });
}

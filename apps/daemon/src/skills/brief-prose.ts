/** A brief of a few sentences: who it is for, what it says, what to do next. Wishes about the making are left out. */
import { actionOf, type Brief, contactsOf, plain } from './brief.ts';

/** "Landing page for …", "Make a poster about …": says what to make; what follows says of what. */
const ASKS =
  /^(?:please\s+)?(?:(?:make|create|design|build|write|draft|generate|produce|i (?:want|need)|we (?:want|need))\s+)?(?:me\s+)?(?:an?\s+|the\s+|our\s+)?(?:[\w-]+\s+){0,3}?(?:page|site|website|poster|dashboard|report|board|deck|presentation|update|document|onboarding|plan|flyer)\s+(?:for|about|of|on)\s+(.+)$/i;
/** How it should look or sound. */
const WISH =
  /^(?:please\s+)?(?:make|keep|use|avoid|design|style|tone|the (?:page|design|tone|style|look) (?:should|must|is)|it (?:should|must) (?:look|feel|sound|be)|should (?:look|feel|be)|look|feel|colou?rs?:|no (?:stock|emoji|gradients))\b/i;
/** What it should say: the words after the verb are content. */
const SAYS =
  /^(?:please\s+)?(?:show|include|mention|say|state|list|name|add|feature|highlight|tell them)\s+(?:that\s+)?(.+)$/i;
const CALLS =
  /^(?:start|book|order|sign up|download|join|call|write to|register|subscribe|try|buy|apply|reserve|rsvp|visit|get|ask for|request|come|donate)\b/i;

/** "People should call her.": what the page is to bring about, and no sentence of it. */
const BRINGS_ABOUT =
  /^(?:people|readers|visitors|customers|clients|they|everybody|everyone)\s+should\s+(?:be able to\s+)?((?:call|phone|ring|contact|e-?mail|reach|write to)\s+(?:her|him|us|them|me))[.!]?$/i;

const MAX_ACTION_WORDS = 8;

export function readProse(text: string): Brief {
  const contacts = contactsOf(text);
  const brief: Brief = {
    name: null,
    title: '',
    summary: null,
    audience: audienceOf(text),
    action: null,
    contacts,
    quotes: [],
    facts: [],
    sections: [],
  };
  const said: string[] = [];
  for (const sentence of sentencesOf(text)) {
    const of = ASKS.exec(sentence)?.[1];
    if (of !== undefined && brief.title === '') aboutWhat(brief, of);
    else if (WISH.test(sentence) || isOnlyContact(sentence)) continue;
    else if (BRINGS_ABOUT.test(sentence)) {
      // Without an address nobody could do it, and nobody is called by one.
      const asked = BRINGS_ABOUT.exec(sentence)?.[1] ?? '';
      if (contacts.length > 0 && !/^(?:call|phone|ring)\b/i.test(asked))
        brief.action ??= actionOf(capital(asked));
    } else if (brief.action === null && isCall(sentence))
      brief.action = actionOf(sentence.replace(/[.!]$/, ''));
    else said.push(contentOf(sentence));
  }
  if (brief.action !== null) brief.action.href ??= contacts[0]?.href ?? null;
  takeQuotes(brief, said);
  takeFigures(brief, said);
  if (brief.title === '') titleFrom(brief, said);
  brief.summary ??= said.shift() ?? null;
  if (said.length > 0)
    brief.sections.push({
      heading: 'Good to know',
      paragraphs: said,
      items: [],
      ordered: false,
      table: null,
    });
  return brief;
}

const MOST_TITLE_WORDS = 12;
/** Rather a long title than the same words twice. */
const LONGEST_TITLE_WORDS = 18;
/** Where a long first sentence can be parted: what it is, and what is said of it. */
const PARTS = /^(.+?)(?:,? (?:that|which|who)|, (?:and|so|where we|where you)|[,:;] | [–—] )\s*(.+)$/;
/** When something happens is said below what happens. */
const WHEN =
  /^(.{12,}?)\s+((?:on|from|this|next)\s+(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{1,2}(?:st|nd|rd|th)?\s+\p{Lu}\p{L}+|(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d).*)$/iu;
/** Fewer words stay together. */
const FEWEST_PARTED = 10;
const OPENINGS = /^(?:we are|we're|we run|this is|it is|it's|there is)\s+/i;

/** The first sentence: whole where it is short, else its first part, with the rest below it. No word is said twice. */
function titleFrom(brief: Brief, said: string[]): void {
  const first = (said.shift() ?? 'Untitled').replace(/[.!?]$/, '');
  const words = (text: string): number => text.split(' ').length;
  const [, head = '', rest = ''] =
    (words(first) >= FEWEST_PARTED ? WHEN.exec(first) : null) ?? PARTS.exec(first) ?? [];
  const isDated = head !== '' && WHEN.test(first) && words(first) >= FEWEST_PARTED;
  const bare = capital(head.replace(OPENINGS, ''));
  if (words(first) <= MOST_TITLE_WORDS && !isDated) brief.title = first;
  else if (words(bare) >= 3 && words(bare) <= MOST_TITLE_WORDS && words(rest) >= 3) {
    brief.title = bare;
    brief.summary ??= `${capital(rest)}.`;
  } else if (words(first) <= LONGEST_TITLE_WORDS && brief.name === null) brief.title = first;
  else {
    brief.title = brief.name ?? first.split(' ').slice(0, 8).join(' ').replace(LOOSE_END, '');
    said.unshift(`${first}.`);
  }
}

/** A title does not end in a word that leads on. */
const LOOSE_END =
  /(?:[\s,]+(?:an?|the|that|which|who|and|or|of|in|on|for|with|to|by|at|from|is|are|our|your))+$/i;

/** "Tidewater, a booking tool for small ferries" → its name, and what it is. */
function aboutWhat(brief: Brief, of: string): void {
  const rest = plain(of).replace(/[.!?]$/, '');
  const named =
    /^(["“]?)([A-Z][\w&’'.-]*(?:\s(?:[A-Z0-9][\w&’'.-]*|of|the|and|&|de|van))*)\1["”]?(?:,|\s[–—-]|:)\s*(.+)$/.exec(
      rest,
    );
  const name = named?.[2] ?? /^["“]?([A-Z][\w&’'-]*(?:\s[A-Z][\w&’'-]*){0,3})["”]?$/.exec(rest)?.[1] ?? null;
  brief.name = name;
  const what = (named?.[3] ?? (name === null ? rest : '')).replace(/^(?:which|that) is\s+/i, '');
  const bare = what.replace(/^(?:an?|the|our)\s+/i, '');
  const words = bare === '' ? 0 : bare.split(' ').length;
  // A long description is a sentence below the title, not the title.
  brief.title =
    words > 0 && words <= 10 ? capital(bare) : (name ?? capital(bare.split(' ').slice(0, 10).join(' ')));
  if (words > 10) brief.summary = `${capital(what)}.`;
}

function contentOf(sentence: string): string {
  const said = SAYS.exec(sentence)?.[1];
  return said === undefined ? sentence : capital(said);
}

function isCall(sentence: string): boolean {
  return CALLS.test(sentence) && sentence.split(/\s+/).length <= MAX_ACTION_WORDS;
}

/** "Write to hello@tidewater.example.": the address stands where addresses stand. */
function isOnlyContact(sentence: string): boolean {
  const words = sentence.split(/\s+/);
  return words.length <= 4 && contactsOf(sentence).length > 0;
}

function takeQuotes(brief: Brief, said: string[]): void {
  for (let at = said.length - 1; at >= 0; at--) {
    const match = /^["“]([^"”]{12,400})["”][\s,.–—-]*(.{0,80}?)[.]?$/.exec(said[at] ?? '');
    if (match === null) continue;
    brief.quotes.unshift({ text: match[1] ?? '', who: match[2] || null });
    said.splice(at, 1);
  }
}

/** "40 operators in Norway use it." and "It costs €29 per boat." say a figure; two of them make a list. */
const COUNTED =
  /^(\d[\d.,]*(?:\s?(?:%|percent|million|thousand|billion))?)\s+(?!(?:january|february|march|april|may|june|july|august|september|october|november|december)\b)(.{3,70}?)[.]?$/i;
const PRICED =
  /^(?:it|this|that|tickets?|entry|admission|membership|prices?|the price|each|one)\s+(?:costs?|is|are|starts? at|starts? from)\s+([€$£]\s?\d[\d.,]*\d|[€$£]\s?\d)\s+(.{3,70}?)[.]?$/i;

function takeFigures(brief: Brief, said: string[]): void {
  const found = said.map((sentence) => COUNTED.exec(sentence) ?? PRICED.exec(sentence));
  const figures = found.filter((match) => match !== null);
  if (figures.length < 2) return;
  brief.sections.push({
    heading: 'In figures',
    paragraphs: [],
    items: figures.map((match) => ({ title: match[1] ?? '', text: match[2] ?? '', note: null })),
    ordered: false,
    table: null,
  });
  const rest = said.filter((_, at) => found[at] === null);
  said.splice(0, said.length, ...rest);
}

function audienceOf(text: string): string | null {
  return /\baudience:?\s+(?:is\s+)?([^.;\n]{3,80})/i.exec(text)?.[1]?.trim() ?? null;
}

function sentencesOf(text: string): string[] {
  return plain(text)
    .split(/(?<=[.!?]["”]?)\s+(?=["“]?[A-Z0-9€$£])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && !/^audience\b/i.test(sentence));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

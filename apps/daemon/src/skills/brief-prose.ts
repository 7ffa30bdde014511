/** A brief of a few sentences: who it is for, what it says, what to do next. Wishes about the making are left out. */
import { actionOf, contactsOf } from './addresses.ts';
import { type Brief, plain } from './brief.ts';
import { capital, partedTitle } from './parted-title.ts';
import { paragraphsOf } from './prose-sentences.ts';
import { isEmpty, isEmptyOrder, isWish, toldIn } from './wishes.ts';

/** "Landing page for …", "Make a poster about …": says what to make; what follows says of what. */
const ASKS =
  /^(?:please\s+)?(?:(?:make|create|design|build|write|draft|generate|produce|i (?:want|need)|we (?:want|need))\s+)?(?:me\s+)?(?:an?\s+|the\s+|our\s+)?(?:[\w-]+\s+){0,3}?(?:page|site|website|poster|dashboard|report|board|deck|presentation|update|document|onboarding|plan|flyer)\s+(?:for|about|of|on)\s+(.+)$/i;
/** What it should say: the words after the verb are content. */
const SAYS =
  /^(?:please\s+)?(?:show|include|mention|say|state|list|name|add|feature|highlight|tell them)\s+(that\s+)?(.+)$/i;
const CALLS =
  /^(?:please\s+)?(?:start|book|order|sign up|download|join|call|phone|ring|e-?mail|write to|contact|register|subscribe|try|buy|apply|reserve|rsvp|visit|get|ask for|request|come|donate)\b/i;
/** "Book club is on Monday": the first word is a thing here. */
const TELLS =
  /^\S+(?: \S+){0,3} (?:is|are|was|were|has|have|costs?|starts?|begins?|opens?|closes?|takes?)\b/i;

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
  const said = paragraphsOf(text)
    .map((sentences) => sentences.flatMap((sentence) => contentOf(brief, sentence)))
    .filter((sentences) => sentences.length > 0);
  if (brief.action !== null) brief.action.href ??= contacts[0]?.href ?? null;
  if (brief.title === '') titleFrom(brief, said);
  brief.summary ??= said[0]?.shift() ?? null;
  const paragraphs = said.filter((sentences) => sentences.length > 0);
  // Of one paragraph each sentence is a line; several are the author's own parts.
  const flows = said.length > 1 && { flows: true as const };
  for (const part of paragraphs)
    brief.sections.push({
      heading: null,
      paragraphs: part,
      ...flows,
      items: [],
      ordered: false,
      table: null,
    });
  return brief;
}

/** What a sentence leaves for the page's text: nothing where it is an order, a wish, a quotation or the way to act. */
function contentOf(brief: Brief, sentence: string): string[] {
  const of = ASKS.exec(sentence)?.[1];
  if (of !== undefined && brief.title === '' && !isEmpty(of)) {
    aboutWhat(brief, of);
    return [];
  }
  if (isEmptyOrder(sentence) || isWish(sentence) || /^audience\b/i.test(sentence)) return [];
  const asked = BRINGS_ABOUT.exec(sentence)?.[1];
  if (asked !== undefined) {
    // Without an address nobody could do it, and nobody is called by one.
    const isDoable = brief.contacts.length > 0 && !/^(?:call|phone|ring)\b/i.test(asked);
    if (isDoable) brief.action ??= actionOf(capital(asked));
    return [];
  }
  if (brief.action === null && isCall(sentence)) {
    brief.action = callOf(sentence.replace(/[.!]$/, ''));
    return [];
  }
  return takeQuote(brief, sentence) ? [] : saidBy(sentence);
}

function saidBy(sentence: string): string[] {
  const told = toldIn(sentence);
  if (told !== null) return [capital(told)];
  const [, that, what] = SAYS.exec(sentence) ?? [];
  if (what === undefined) return [sentence];
  // "Include pricing and testimonials" orders parts that the brief does not have.
  return that === undefined && isEmpty(what) ? [] : [capital(what)];
}

/** The first sentence: whole where it is short, else its first part, with the rest below it. */
function titleFrom(brief: Brief, said: string[][]): void {
  const first = said[0]?.[0];
  if (brief.name !== null && first !== undefined && first.split(' ').length > 12) {
    brief.title = brief.name;
    return;
  }
  const { title, rest } = partedTitle(said[0]?.shift() ?? 'Untitled');
  brief.title = title;
  if (rest === null) return;
  if (brief.summary === null) brief.summary = rest;
  else said[0]?.unshift(rest);
}

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
  if (name === null && words > 10) {
    const parted = partedTitle(capital(bare));
    brief.title = parted.title;
    brief.summary = parted.rest;
    return;
  }
  // A long description is a sentence below the title, not the title.
  brief.title = words > 0 && words <= 10 ? capital(bare) : (name ?? capital(bare));
  if (words > 10) brief.summary = `${capital(what)}.`;
}

function isCall(sentence: string): boolean {
  return CALLS.test(sentence) && !TELLS.test(sentence) && sentence.split(/\s+/).length <= MAX_ACTION_WORDS;
}

/** "Register at https://…" is a button "Register"; a mail address or a number stays in its words. */
function callOf(sentence: string): { label: string; href: string | null } {
  const address = contactsOf(sentence)[0]?.href ?? null;
  const bare = sentence.replace(/\s+(?:at|on|via|under|from|to|here:?)?\s*https?:\/\/\S+$/i, '');
  return address === null ? actionOf(sentence) : { label: bare === '' ? sentence : bare, href: address };
}

const QUOTES: readonly RegExp[] = [
  /^["“„«]\s?([^"”“»]{12,400})["”“»][\s,.–—-]*(?:(?:says?|said|writes|sagt|schreibt)\s+)?(.{0,80}?)[.]?$/,
  /^(.{3,80}?) (?:says?|said|writes|sagt|schreibt)[:,] ["“„«]\s?([^"”“»]{12,400})["”“»]\.?$/,
];

function takeQuote({ quotes }: Brief, sentence: string): boolean {
  const behind = QUOTES[0]?.exec(sentence);
  const before = QUOTES[1]?.exec(sentence);
  if (behind) quotes.push({ text: behind[1] ?? '', who: behind[2] || null });
  else if (before) quotes.push({ text: before[2] ?? '', who: before[1] ?? null });
  return Boolean(behind ?? before);
}

function audienceOf(text: string): string | null {
  return /\baudience:?\s+(?:is\s+)?([^.;\n]{3,80})/i.exec(text)?.[1]?.trim() ?? null;
}

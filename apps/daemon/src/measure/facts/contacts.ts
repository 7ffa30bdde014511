/** Ways to reach somebody that a page states twice, and differently: what a link says and where it leads, and slips. */
import type { Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { textOf, visibleBlocks } from '../model/reading.ts';

const REQUIRED = 'the same in both places';

export function contradictingContacts(page: Page): Observation[] {
  return [...wrongTargets(page), ...slips(page)];
}

/** A number, an address or a site that is shown, over a link to another one. */
function wrongTargets(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const at of page.byTag('a')) {
    const href = (at.attributes.get('href') ?? '').trim();
    const text = textOf(at);
    if (text === '' || text.length > MAX_LABEL || !page.isVisible(at)) continue;
    const target = shownAndMeant(href, text);
    if (target === null) continue;
    found.push({
      at,
      measured: `"${target.shown}" leads to ${target.meant}`,
      required: REQUIRED,
      message: `The link shows ${target.shown} and leads to ${target.meant}.`,
      suggestion: 'Find out which is right, and write it in both places.',
    });
  }
  return found;
}

const MAX_LABEL = 200;

function shownAndMeant(href: string, text: string): { shown: string; meant: string } | null {
  if (/^tel:/i.test(href)) {
    const numbers = text.match(PHONE) ?? [];
    const [shown] = numbers;
    const meant = href.slice(4);
    // An extension that is dialled after a pause is no part of the number.
    return shown === undefined || numbers.length > 1 || sameNumber(shown, meant.replace(/[,;].*$/, ''))
      ? null
      : { shown: shown.trim(), meant };
  }
  if (/^mailto:/i.test(href)) {
    const addresses = text.match(ADDRESS) ?? [];
    const [shown] = addresses;
    const meant = decode(href.slice(7).replace(/\?.*$/, ''));
    return shown === undefined || addresses.length > 1 || meant.toLowerCase().includes(shown.toLowerCase())
      ? null
      : { shown, meant };
  }
  const site = /^(?:https?:\/\/)?((?:[a-z\d-]+\.)+[a-z]{2,})(?:\/\S*)?$/i.exec(text);
  if (site === null || !/^https?:\/\//i.test(href) || !URL.canParse(href)) return null;
  const [shown, meant] = [site[1] ?? '', new URL(href).hostname];
  // Without a scheme "bundle.js" would be a site.
  if (!/^(https?:\/\/|www\.)/i.test(text) || owner(shown) === owner(meant)) return null;
  return { shown: text, meant };
}

const PHONE = /\+?\(?\d[\d\s()/.–-]{5,20}\d/g;
const ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g;

/** National and international writing of a number end alike: "(0)40 123456", "+49 40 123456". */
function sameNumber(one: string, other: string): boolean {
  const [a, b] = [digits(one.replace('(0)', '')), digits(other)];
  const length = Math.min(a.length, b.length, COMPARED_DIGITS);
  return length < LEAST_DIGITS || a.slice(-length) === b.slice(-length);
}

const COMPARED_DIGITS = 7;
const LEAST_DIGITS = 6;

function digits(text: string): string {
  return text.replace(/\D/g, '');
}

/** The last two names of a host: what somebody has registered, near enough to compare. */
function owner(host: string): string {
  return host.toLowerCase().split('.').slice(-2).join('.');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Stated {
  at: PageElement;
  /** As it is compared. */
  value: string;
  shown: string;
}

/** Two of a kind that differ in one place where different ones would not: the second is a slip of the first. */
function slips(page: Page): Observation[] {
  const phones: Stated[] = [];
  const addresses: Stated[] = [];
  for (const { element: at, said, kind } of visibleBlocks(page)) {
    if (kind === 'code' || kind === 'cell') continue;
    for (const [shown] of said.matchAll(/(?<![\w/=#.:-])\+?\(?\d[\d\s()/–-]{7,20}\d(?![\w%/])/g)) {
      const value = digits(shown.replace('(0)', ''));
      // Years, ranges and sums have no such form.
      if (value.length >= 9 && value.length <= 15 && /^(\+|\(?0)/.test(shown.trim()))
        phones.push({ at, value, shown: shown.trim() });
    }
    for (const [shown] of said.matchAll(ADDRESS)) addresses.push({ at, value: shown.toLowerCase(), shown });
  }
  return [...slipsOf(phones, isSlipOfNumber), ...slipsOf(addresses, isSlipOfAddress)];
}

/** A page that lists more than this is a directory, whose entries resemble each other. */
const MAX_STATED = 12;

function slipsOf(stated: readonly Stated[], isSlip: (one: string, other: string) => boolean): Observation[] {
  if (stated.length > MAX_STATED) return [];
  const found: Observation[] = [];
  stated.forEach((later, index) => {
    const first = stated.slice(0, index).find(({ value }) => isSlip(value, later.value));
    if (first === undefined || stated.slice(0, index).some(({ value }) => value === later.value)) return;
    found.push({
      at: later.at,
      measured: `"${later.shown}" here, "${first.shown}" elsewhere`,
      required: REQUIRED,
      message: `The page says ${first.shown} in one place and ${later.shown} here.`,
      suggestion: 'Find out which is right, and write it in both places.',
    });
  });
  return found;
}

/** The last digits tell extensions apart; before them a difference in one digit, or two exchanged, is a slip. */
function isSlipOfNumber(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const at = [...one].flatMap((digit, index) => (digit === other[index] ? [] : [index]));
  const [first = 0, second] = at;
  if (at.length === 0 || at.length > 2) return false;
  const isExchanged = second === first + 1 && one[first] === other[second] && one[second] === other[first];
  // Two neighbours that are exchanged are a slip wherever they stand.
  return isExchanged || (second === undefined && first < one.length - EXTENSION_DIGITS);
}

const EXTENSION_DIGITS = 3;

/** The same person at the same kind of site, whose name differs in one letter. */
function isSlipOfAddress(one: string, other: string): boolean {
  const [[person, site = ''], [someone, place = '']] = [one.split('@'), other.split('@')];
  const ending = (host: string): string => host.slice(host.lastIndexOf('.'));
  if (person !== someone || site === place || ending(site) !== ending(place)) return false;
  if (Math.min(site.length, place.length) < LEAST_SITE || Math.abs(site.length - place.length) > 1)
    return false;
  let start = 0;
  while (start < site.length && site[start] === place[start]) start += 1;
  let end = 0;
  while (end < Math.min(site.length, place.length) - start && site.at(-1 - end) === place.at(-1 - end))
    end += 1;
  const [a, b] = [site.slice(start, site.length - end), place.slice(start, place.length - end)];
  // One letter, or two that are exchanged.
  return (
    Math.max(a.length, b.length) <= 1 || (a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0])
  );
}

const LEAST_SITE = 8;

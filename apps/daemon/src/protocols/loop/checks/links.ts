/** Addresses that lead nowhere. Only local ones: nothing is fetched. */
import { slugOf } from '../../documents/document.ts';
import { type Check, type Remark, type Remedy, write } from './remark.ts';

const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|mailto:)/i;

export const anchors: Check = ({ links, headings, source }) => {
  const slugs = new Set(headings.map(({ slug }) => slug));
  for (const [, id] of source.matchAll(/<[a-z][^>]{0,200}?\b(?:id|name)=["']([^"']{1,200})["']/gi))
    if (id) slugs.add(id);
  const own = links.filter(({ url }) => url.startsWith('#') && url.length > 1);
  const remarks = own.flatMap((link): Remark[] => {
    const wanted = decoded(link.url.slice(1));
    if (slugs.has(wanted) || slugs.has(wanted.toLowerCase())) return [];
    const near = [...slugs].filter((slug) => isNear(slug, slugOf(wanted)));
    return [
      {
        check: 'dead-anchor',
        line: link.line,
        text: `#${wanted} leads to no heading`,
        remedy: remedyFor(near, (slug) => `#${slug}`, link.urlPlace, `#${wanted}`),
      },
    ];
  });
  return { remarks, looked: own.length, things: 'anchors lead to a heading' };
};

export const localLinks: Check = ({ links }, { files, byName }) => {
  const own = links.filter(({ url }) => isLocal(url));
  const remarks = own.flatMap((link): Remark[] => {
    const path = pathOf(link.url);
    if (files.get(path) !== false) return [];
    const name = path.slice(path.lastIndexOf('/') + 1);
    const hash = link.url.includes('#') ? link.url.slice(link.url.indexOf('#')) : '';
    return [
      {
        check: 'dead-link',
        line: link.line,
        text: `${path} is not there`,
        remedy: remedyFor(byName.get(name) ?? [], (found) => found + hash, link.urlPlace, path),
      },
    ];
  });
  return { remarks, looked: own.length, things: 'local links lead to a file' };
};

export function isLocal(url: string): boolean {
  return url !== '' && !url.startsWith('#') && !url.startsWith('/') && !ELSEWHERE.test(url);
}

export function pathOf(url: string): string {
  return decoded(url.replace(/[?#].*$/, ''));
}

/** One candidate is a correction; several are a guess, and guesses are not made. */
function remedyFor(
  found: readonly string[],
  toUrl: (found: string) => string,
  place: { start: number; end: number } | null,
  shown: string,
): Remedy {
  const [only, ...others] = found;
  if (only === undefined || others.length > 0 || place === null)
    return write(`correct or remove the link to ${shown}`);
  const text = toUrl(only);
  return { kind: 'edit', edit: { start: place.start, end: place.end, text }, says: `link to ${text}` };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** One letter off, or the same words in another order or with others beside them. */
function isNear(slug: string, wanted: string): boolean {
  if (slug.replace(/^[\d-]+/, '') === wanted.replace(/^[\d-]+/, '')) return true;
  return Math.abs(slug.length - wanted.length) <= 2 && wanted.length >= 4 && distance(slug, wanted) <= 2;
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++)
      next.push(
        Math.min(
          (next[j - 1] ?? 0) + 1,
          (row[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[other.length] ?? 0;
}

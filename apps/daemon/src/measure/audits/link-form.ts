import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { hasAncestor, textOf } from '../model/reading.ts';

export const linkForm: Audit = {
  id: 'link-form',
  role: 'copy',
  dim: 'calls',
  weight: 7,
  title: 'Addresses are written as addresses are',
  why: 'One wrong character in an address, and the link leads to an error page.',
  link: 'https://url.spec.whatwg.org/#url-writing',
  severity: 'major',
  tier: 'report',
  unit: 'addresses that cannot work',
  run(page) {
    if (page.format === 'markdown') return { checked: 0, found: [] };
    const found: Observation[] = [];
    const own = ownHosts(page);
    const places = page.elements.flatMap((at) => addressesOf(at).map((one) => ({ at, ...one })));
    for (const { at, name, value } of places) {
      if (hasAncestor(at, 'template') || /\{\{|\$\{|<%|\{%/.test(value)) continue;
      const problem = problemOf(value, at, own);
      if (problem === null) continue;
      found.push({
        at,
        measured: `${name}="${value.slice(0, 80)}"`,
        required: 'an address that a browser can follow',
        message: `${sayWhat(at)} ${problem.text}.`,
        suggestion: 'Correct the address.',
        ...(problem.isCertain ? {} : { severity: 'minor' as const }),
      });
    }
    return { checked: places.length, found };
  },
};

const NAMES: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  area: ['href'],
  form: ['action'],
  button: ['formaction'],
  img: ['src'],
  script: ['src'],
  iframe: ['src'],
  video: ['src', 'poster'],
  audio: ['src'],
  source: ['src'],
  link: ['href'],
};

function addressesOf(at: PageElement): { name: string; value: string }[] {
  if (!at.html) return [];
  return (NAMES[at.tag] ?? []).flatMap((name) => {
    const value = at.attributes.get(name)?.trim();
    return value === undefined || value === '' ? [] : [{ name, value }];
  });
}

function sayWhat(at: PageElement): string {
  return at.tag === 'a' ? `The link "${textOf(at).slice(0, 40)}"` : `<${at.tag}>`;
}

interface Problem {
  text: string;
  isCertain: boolean;
}

const certain = (text: string): Problem => ({ text, isCertain: true });
const likely = (text: string): Problem => ({ text, isCertain: false });

function problemOf(value: string, at: PageElement, own: ReadonlySet<string>): Problem | null {
  if (
    /^(undefined|null|NaN|\[object Object\])$|\/\[object(%20| )Object\](\/|$|[?#])/.test(value) ||
    // On a site of others such a path may be the name of what it is about.
    (!/^(https?:)?\/\//i.test(value) && /\/(undefined|null|NaN)(\/|$|[?#])/.test(value))
  )
    return certain('has an address that a program left empty');
  if (/^[a-z]:[\\/]|^\\\\|^file:/i.test(value)) return certain('leads to a place on the author’s machine');
  if (/^mailto:/i.test(value)) return mailProblem(value.slice(7));
  // A message whose reader is chosen later names nobody.
  if (/^sms:[?&]/i.test(value)) return null;
  if (/^(tel|sms):/i.test(value)) return phoneProblem(value.slice(4));
  if (/^(javascript|data|blob|about|#)/i.test(value) || value.startsWith('#')) return null;
  const scheme = schemeProblem(value, at);
  if (scheme !== null) return scheme;
  if (/\s/.test(value)) return likely('has a space in its address');
  if (/\\/.test(value)) return likely('has a backslash in its address');
  return /^https?:\/\//i.test(value) ? hostProblem(value, own) : null;
}

const COMMON = 'com|org|net|de|io|co|uk|eu|fr|es|it|nl|at|ch|se|no|dk|fi|pl|pt|be|info|gov|edu|app|dev';

function schemeProblem(value: string, at: PageElement): Problem | null {
  if (/^(https?:\/*){2,}/i.test(value) || /^https?:\/\/https?[:/]/i.test(value))
    return certain('names its scheme twice');
  if (
    /^(?:https?(?:;|\/\/|:\/(?!\/)|::|:(?!\/))|(?:htp|htps|htttps?|ttps?|hhttps?|htpps?|httpss):?\/\/)/i.test(
      value,
    )
  ) {
    // "http:8080" is no address, "http/specs" is a folder.
    return certain('has a scheme that is misspelt');
  }
  if (/^\/{3,}/.test(value)) return certain('begins with too many slashes');
  // Without a scheme a host is a folder of this site.
  if (
    at.tag === 'a' &&
    (/^www\.[^/]+\.\w{2,}/i.test(value) ||
      new RegExp(`^[a-z\\d-]+\\.(?:${COMMON})(?:/|$)`, 'i').test(value)) &&
    !/\.(html?|php|pdf)$/i.test(value)
  )
    return certain('has no https:// before its host, so it leads into this site');
  if (at.tag === 'a' && /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(value))
    return certain('is a mail address without mailto:');
  // A number alone may be an entry's, and a day an archive's.
  if (at.tag === 'a' && /^\+?\d[\d\s()-]{6,}$/.test(value) && !/^\d{4}-\d{2}(?:-\d{2})?$/.test(value))
    return value.startsWith('+') || /[\s()]/.test(value)
      ? certain('is a phone number without tel:')
      : likely('is a phone number without tel:');
  if (/^(mailto|tel)(?!:)[\s/;,]/i.test(value)) return certain('has a scheme without its colon');
  return null;
}

function hostProblem(value: string, own: ReadonlySet<string>): Problem | null {
  const host =
    /^https?:\/\/([^/?#]*)/i
      .exec(value)?.[1]
      ?.replace(/^[^@]*@/, '')
      .replace(/:\d+$/, '') ?? '';
  if (host === '') return certain('names no host');
  if (/^(localhost|127\.|0\.0\.0\.0|10\.|192\.168\.)/i.test(host) || host.startsWith('[')) return null;
  if (!host.includes('.')) return certain(`names the host "${host.slice(0, 30)}", which has no ending`);
  if (/\.\.|^\.|\.$|,|[^\p{L}\p{N}.\p{M}_-]/u.test(host))
    return certain(`names a host that cannot exist: "${host.slice(0, 40)}"`);
  if (/\.(con|cmo|ocm|vom|comm|ogr|nte|cm0)$/i.test(host))
    return certain(`names a host with a misspelt ending: "${host.slice(0, 40)}"`);
  if (/^ww\.|^wwww\.|^www(?!\.|\d)[a-z]+\.[a-z]+$/i.test(host) && !/^www\w{0,2}\./i.test(host))
    return likely(`names a host that looks misspelt: "${host.slice(0, 40)}"`);
  const testing = `leads to a host for testing: "${host.slice(0, 40)}"`;
  if (/\.(?:local|test|invalid|internal|localhost)$|\.ngrok\./i.test(host)) return certain(testing);
  const rest =
    /^(?:www\.)?(?:staging|stage|preview|test|dev)[.-]((?:[^.]+\.)+[^.]+)$/i.exec(host)?.[1] ??
    /^[^.]+\.staging\.((?:[^.]+\.)+[^.]+)$/i.exec(host)?.[1];
  if (rest === undefined) return null;
  // "dev.mysql.com" is a place of its makers; before the page's own name it is the one that visitors should not see.
  if (own.has(rest.toLowerCase()) || /^(?:www\.)?staging\./i.test(host)) return certain(testing);
  return rest.includes('.') ? likely(testing) : null;
}

/** The hosts that the page itself is at, as its head and its mail addresses say. */
function ownHosts(page: Page): ReadonlySet<string> {
  const hosts = new Set<string>();
  const add = (host: string | undefined): void => {
    if (host !== undefined) hosts.add(host.toLowerCase().replace(/^www\./, ''));
  };
  for (const { attributes } of page.byTag('link', 'meta', 'base', 'a')) {
    const named = /^canonical$/i.test(attributes.get('rel') ?? '') || attributes.get('property') === 'og:url';
    if (named)
      add(/^https?:\/\/([^/:?#]+)/i.exec(attributes.get('href') ?? attributes.get('content') ?? '')?.[1]);
    add(/^mailto:[^@?]+@([^?,]+)/i.exec(attributes.get('href') ?? '')?.[1]);
  }
  return hosts;
}

/** One address or several; what stands behind the question mark is the letter. */
function mailProblem(given: string): Problem | null {
  const [address = '', query] = given.split('?');
  const text = decode(address).trim();
  if (text === '') return query === undefined ? certain('writes to nobody') : null;
  if (/^\/\//.test(text)) return certain('has slashes behind mailto:');
  for (const one of text.split(',')) {
    const written = one.trim();
    if (!/^[^\s@<>"(),;:]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}$/u.test(written))
      return certain(`writes to "${written.slice(0, 40)}", which is no mail address`);
  }
  return null;
}

const LEAST_DIGITS = 3;
const MOST_DIGITS = 15;

function phoneProblem(given: string): Problem | null {
  const number = decode(given)
    .replace(/[;?].*$/, '')
    .trim();
  const digits = number.replace(/\D/g, '').length;
  if (/^\/\//.test(number)) return certain('has slashes behind tel:');
  if (digits < LEAST_DIGITS) return certain('calls no number');
  if (/[a-z]{2,}/i.test(number) || /[^\d\s()+./,*#wpx-]/i.test(number))
    return certain(`calls "${number.slice(0, 30)}", which cannot be dialled`);
  if (digits > MOST_DIGITS)
    return certain(`calls a number of ${digits} digits; the longest has ${MOST_DIGITS}`);
  if ((number.match(/\+/g)?.length ?? 0) > 1 || /\d\+/.test(number))
    return certain('has a plus sign inside its number');
  return null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

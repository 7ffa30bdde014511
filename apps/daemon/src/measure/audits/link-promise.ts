import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { headings, oncePerPage, textOf } from '../model/reading.ts';

export const linkPromise: Audit = {
  id: 'link-promise',
  role: 'copy',
  dim: 'calls',
  weight: 7,
  title: 'Links lead to what they say',
  why: 'A link called "Prices" that opens the contact form is a link nobody trusts twice.',
  link: 'https://www.nngroup.com/articles/link-promise/',
  severity: 'major',
  tier: 'report',
  unit: 'links that lead elsewhere than they say',
  run(page) {
    if (page.format === 'markdown') return { checked: 0, found: [] };
    const links = page
      .byTag('a')
      .filter((at) => (at.attributes.get('href') ?? '').trim() !== '' && page.engine.isRendered(at));
    const found: Observation[] = [];
    for (const at of links) {
      const href = (at.attributes.get('href') ?? '').trim();
      const label = page.engine.name(at) || textOf(at);
      if (label === '' || label.length > MAX_LABEL) continue;
      const broken =
        wrongNetwork(label, href) ??
        wrongChannel(label, href) ??
        wrongFile(label, href, at) ??
        wrongSection(page, label, href);
      if (broken === null) continue;
      found.push({
        at,
        measured: `"${label.slice(0, 40)}" leads to ${href.slice(0, 60)}`,
        required: 'the target that the words name',
        message: `The link "${label.slice(0, 40)}" ${broken.text}.`,
        suggestion: 'Correct the target or the words.',
        ...(broken.isCertain ? {} : { severity: 'minor' as const }),
      });
    }
    return { checked: links.length, found };
  },
};

const MAX_LABEL = 120;

interface Broken {
  text: string;
  isCertain: boolean;
}

/** Sites that are called by one name, and the hosts that they have. */
const NETWORKS: readonly [RegExp, RegExp, string][] = [
  [/\b(twitter)\b|^x$/i, /(^|\.)(twitter|x)\.com$/i, 'Twitter'],
  [/\bfacebook\b/i, /(^|\.)(facebook|fb)\.(com|me)$/i, 'Facebook'],
  [/\binstagram\b/i, /(^|\.)instagram\.com$/i, 'Instagram'],
  [/\blinkedin\b/i, /(^|\.)(linkedin\.com|lnkd\.in)$/i, 'LinkedIn'],
  [/\bgithub\b/i, /(^|\.)github\.(com|io)$/i, 'GitHub'],
  [/\bgitlab\b/i, /gitlab\./i, 'GitLab'],
  [/\byoutube\b/i, /(^|\.)(youtube\.com|youtu\.be)$/i, 'YouTube'],
  [/\btiktok\b/i, /(^|\.)tiktok\.com$/i, 'TikTok'],
  [/\bpinterest\b/i, /pinterest\./i, 'Pinterest'],
  [/\bvimeo\b/i, /(^|\.)vimeo\.com$/i, 'Vimeo'],
  [/\bdiscord\b/i, /(^|\.)discord(app)?\.(com|gg)$/i, 'Discord'],
];

/** Shown as the name of one network, it leads to another; what else it may lead to is not known. */
function wrongNetwork(label: string, href: string): Broken | null {
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return null;
  const { hostname, pathname, search } = new URL(href);
  const named = NETWORKS.filter(([words]) => words.test(label));
  const [only] = named;
  if (only === undefined || named.length > 1 || label.split(/\s+/).length > 5) return null;
  const [, host, name] = only;
  const other = NETWORKS.find(([, theirs]) => theirs.test(hostname));
  if (!host.test(hostname))
    return other === undefined
      ? null
      : {
          text: `leads to ${other[2]}`,
          // A tool for one network is kept on another: "youtube-dl", "Discord.js", "Instagram feed".
          isCertain: new RegExp(
            `^(?:(?:our|my|the|follow|find|join|watch|visit|see|us|me|on)\\s)*(?:.{0,40}\\son\\s)?${name}(?:\\s(?:page|profile|channel|account|group|server))?$`,
            'i',
          ).test(label.trim()),
        };
  return /^\/*$/.test(pathname) && search === ''
    ? { text: `leads to the front page of ${name}, not to anybody’s page there`, isCertain: false }
    : null;
}

const MAIL = /\b(e-?mail|mail us|write to us|send (us )?(a |an )?(mail|message|e-?mail))\b/i;
const CALL = /\b(call|phone|telephone|ring us|dial)\b/i;
const CALL_ONLY =
  /^(call( us| now| today| me)?|phone( us)?|telephone|give us a call)(?=\s*(?:$|[:+\d(!.]|(?:on|at|now|today)\b))/i;

/** A link that says it calls, and writes; or the other way round. */
function wrongChannel(label: string, href: string): Broken | null {
  if (/^tel:/i.test(href) && ((MAIL.test(label) && !CALL.test(label)) || /\S@\S+\.\w/.test(label)))
    return { text: 'says mail and calls a number', isCertain: true };
  if (
    /^mailto:/i.test(href) &&
    ((CALL_ONLY.test(label) && !MAIL.test(label)) || /^\+?[\d\s()/-]{7,}$/.test(label))
  )
    return { text: 'says call and writes a mail', isCertain: true };
  return null;
}

const FILES = 'pdf|docx?|xlsx?|csv|zip|epub|pptx?|mp3|mp4|ics|png|jpe?g|svg|json|xml|txt|vcf|dmg|exe|apk';
const KIND = new RegExp(`(?<![\\w/])(${FILES})(?![\\w/])`, 'gi');
const PAGES = /\.(html?|php|aspx?)$/i;

/** The kind of file that is named, against the ending of the address. */
function wrongFile(label: string, href: string, at: PageElement): Broken | null {
  const path = href.replace(/[?#].*$/s, '');
  const ending = /\.([a-z\d]{2,5})$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  const kinds = new Set([...label.matchAll(KIND)].map(([kind]) => kind.toLowerCase().replace('jpeg', 'jpg')));
  const [kind] = kinds;
  const given = ending.replace('jpeg', 'jpg');
  const isFile = new RegExp(`^(?:${FILES})$`, 'i').test(ending);
  if (
    kinds.size === 1 &&
    kind !== undefined &&
    /\b(?:download|get|open|view|save|read)\b|\(/i.test(label) &&
    (isFile || PAGES.test(path)) &&
    given !== kind &&
    given.replace(/x$/, '') !== kind.replace(/x$/, '')
  )
    return {
      text: `says ${kind.toUpperCase()} and leads to a .${ending}`,
      // The kind of the file stands in brackets or at the end; elsewhere it is what the file is about.
      isCertain: isFile && new RegExp(`\\([^)]*\\b${kind}\\b|\\b${kind}\\W*$`, 'i').test(label),
    };
  const name = at.attributes.get('download') ?? '';
  const saved = /\.([a-z\d]{2,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (saved !== '' && isFile && saved.replace('jpeg', 'jpg') !== given)
    return { text: `saves a .${ending} under the name of a .${saved}`, isCertain: true };
  return null;
}

interface Section {
  id: string;
  title: string;
}

const sectionsOf = oncePerPage((page: Page): Section[] => {
  const opened = new Set<PageElement>();
  return headings(page)
    .slice(0, MAX_SECTIONS)
    .flatMap((heading): Section[] => {
      const title = key(textOf(heading));
      const ids = ownIds(heading, opened);
      return title === '' ? [] : ids.map((id) => ({ id, title }));
    });
});

const MAX_SECTIONS = 500;

/** The heading's own id, and those of the parts of the page whose first heading it is: a link may lead to either. */
function ownIds(heading: PageElement, opened: Set<PageElement>): string[] {
  const ids: string[] = [];
  for (
    let at: PageElement | null = heading;
    at !== null && at.tag !== 'main' && at.tag !== 'body';
    at = at.parent
  ) {
    if (opened.has(at)) break;
    opened.add(at);
    const id = at.attributes.get('id');
    if (id !== undefined && id !== '') ids.push(id);
    if (/^(section|article)$/.test(at.tag)) break;
  }
  return ids;
}

function key(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** A place on this page whose heading says something else, while another heading says just what the link says. */
function wrongSection(page: Page, label: string, href: string): Broken | null {
  const id = /^#([^/!].*)$/.exec(href)?.[1];
  if (id === undefined || !page.anchors.has(id)) return null;
  const wanted = key(label);
  const sections = sectionsOf(page);
  const target = sections.find((section) => section.id === id);
  const named = sections.filter(({ title, id: own }) => title === wanted || key(own) === wanted);
  const [other] = named;
  if (target === undefined || other === undefined || named.some((section) => section.id === id)) return null;
  return target.title.includes(wanted) || key(id).includes(wanted)
    ? null
    : {
        text: `leads to "${target.title.slice(0, 40)}", while "${other.title.slice(0, 40)}" stands elsewhere on the page`,
        isCertain: true,
      };
}

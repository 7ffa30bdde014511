/** Names made from what the page already says: file names, addresses, classes, neighbours. Never invented. */
import type { PageElement } from '../model/dom.ts';

const NOISE =
  /^(img|image|photo|pic|picture|icon|logo|dsc|screenshot|file|asset|index|default|main|the|a|of|and|btn|button|link|fa|fas|far|fab|bi|bx|mdi|lucide|material|icons?|solid|brands|regular|lg|sm|xl|fw|\d+x|min|final|copy|new|v\d+|\d+)$/i;

/** "team-photo_2.jpg" → "Team"; null when nothing readable is left. */
export function wordsFrom(text: string): string | null {
  const words = text
    .replace(/\.[a-z\d]{2,5}$/i, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !NOISE.test(word) && !/^[\da-f]{6,}$/i.test(word));
  if (words.length === 0 || words.join('').length < 3 || !/[aeiouy]/i.test(words.join(''))) return null;
  const joined = words.slice(0, 6).join(' ').toLowerCase();
  return joined.charAt(0).toUpperCase() + joined.slice(1);
}

export function fileName(address: string): string {
  return (
    address
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? ''
  );
}

/** A site's name from its host: "https://www.linkedin.com/in/x" → "LinkedIn". */
export function hostName(address: string): string | null {
  const host = /^(?:https?:)?\/\/(?:www\.)?([^/:?#]+)/i.exec(address)?.[1];
  if (host === undefined) return null;
  const name = host.split('.').at(-2) ?? host;
  return KNOWN[name.toLowerCase()] ?? name.charAt(0).toUpperCase() + name.slice(1);
}

const KNOWN: Record<string, string> = {
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  github: 'GitHub',
  tiktok: 'TikTok',
  x: 'X',
  youtu: 'YouTube',
};

/** Words an icon's class says: "fab fa-twitter" → "Twitter". */
export function iconWords(element: PageElement): string | null {
  const classes = element.attributes.get('class') ?? '';
  const icon =
    /(?:^|\s)(?:fa|bi|bx|bxl|mdi|icon|lucide|ti|ri|ion|la|glyphicon)-(?!stack|fw|lg|sm|\d)([a-z][a-z-]*)/i.exec(
      classes,
    )?.[1];
  if (icon === undefined) return null;
  const words =
    ICONS[icon.replace(/-(f|in|alt|square|circle|fill|outline|line|o|lg|2x|fw|sm)\b/g, '')] ??
    wordsFrom(icon.replace(/-(f|in|alt|square|circle|fill|outline|line|o)$/g, ''));
  return words;
}

const ICONS: Record<string, string> = {
  bars: 'Menu',
  times: 'Close',
  x: 'Close',
  xmark: 'Close',
  close: 'Close',
  search: 'Search',
  list: 'Menu',
  'angle-up': 'Back to top',
  'chevron-up': 'Back to top',
  'arrow-up': 'Back to top',
  'chevron-left': 'Previous',
  'chevron-right': 'Next',
  envelope: 'Email',
  phone: 'Phone',
  user: 'Account',
  bell: 'Notifications',
  cog: 'Settings',
  gear: 'Settings',
  trash: 'Delete',
  play: 'Play',
  'shopping-cart': 'Cart',
  linkedin: 'LinkedIn',
  github: 'GitHub',
  youtube: 'YouTube',
};

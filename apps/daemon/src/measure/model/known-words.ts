/** Names made from what the page already says: where a link leads, a known icon. Never invented. */
import type { PageElement } from './dom.ts';

const NOISE =
  /^(img|image|photo|pic|picture|icon|logo|dsc|screenshot|file|asset|index|default|main|the|a|of|and|btn|button|link|fa|fas|far|fab|bi|bx|mdi|lucide|material|icons?|solid|brands|regular|lg|sm|xl|fw|\d+x|min|final|copy|new|v\d+|\d+)$/i;

/** "/about-our-team" → "About our team"; null when nothing readable is left. */
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

/** What a known icon says: "fab fa-twitter" → "Twitter". An icon that is not known says nothing. */
export function iconWords(element: PageElement): string | null {
  const classes = element.attributes.get('class') ?? '';
  for (const [, icon = ''] of classes.matchAll(ICON_CLASS)) {
    const plain = icon
      .toLowerCase()
      .replace(/-(f|in|alt|square|circle|fill|outline|line|o|lg|2x|fw|sm|solid|regular|rounded)\b/g, '');
    const words = ICONS[plain] ?? ICONS[icon.toLowerCase()];
    if (words !== undefined) return words;
  }
  return null;
}

const ICON_CLASS =
  /(?:^|\s)(?:fa|bi|bx|bxl|mdi|icon|lucide|ti|ri|ion|la|glyphicon|feather|tabler)-([a-z][a-z\d-]*)/gi;

const ICONS: Record<string, string> = {
  bars: 'Menu', menu: 'Menu', hamburger: 'Menu', times: 'Close', x: 'Close', xmark: 'Close', close: 'Close', search: 'Search',
  'magnifying-glass': 'Search', 'chevron-left': 'Previous',
  'angle-left': 'Previous', 'arrow-left': 'Previous', 'chevron-right': 'Next', 'angle-right': 'Next', 'arrow-right': 'Next', envelope: 'Email',
  mail: 'Email', email: 'Email', phone: 'Phone', telephone: 'Phone', user: 'Account', person: 'Account', bell: 'Notifications', cog: 'Settings',
  gear: 'Settings', settings: 'Settings', trash: 'Delete', pencil: 'Edit', edit: 'Edit', pen: 'Edit', plus: 'Add', minus: 'Remove', play: 'Play',
  pause: 'Pause', download: 'Download', upload: 'Upload', share: 'Share', print: 'Print', printer: 'Print', heart: 'Like', star: 'Favourite',
  'shopping-cart': 'Cart', cart: 'Cart', basket: 'Cart', home: 'Home', house: 'Home', calendar: 'Calendar', filter: 'Filter', copy: 'Copy',
  twitter: 'Twitter', 'twitter-x': 'X', 'x-twitter': 'X', facebook: 'Facebook', instagram: 'Instagram', linkedin: 'LinkedIn', github: 'GitHub',
  youtube: 'YouTube', pinterest: 'Pinterest', tiktok: 'TikTok', mastodon: 'Mastodon', whatsapp: 'WhatsApp', telegram: 'Telegram',
  discord: 'Discord', slack: 'Slack', dribbble: 'Dribbble', behance: 'Behance', medium: 'Medium', reddit: 'Reddit', rss: 'RSS feed',
  google: 'Google', apple: 'Apple', vimeo: 'Vimeo', gitlab: 'GitLab', bluesky: 'Bluesky', 'stack-overflow': 'Stack Overflow',
}; // biome-ignore format: a table

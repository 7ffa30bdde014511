/** Addresses that a sitemap names. Pure. */

const LOCATION = /<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]\s]{1,2048})\s*(?:\]\]>)?\s*<\/loc>/gi;
const MOST_LOCATIONS = 5_000;
const MOST_CHARS = 10_000_000;

export interface Sitemap {
  /** `index`: what it names are sitemaps. */
  kind: 'pages' | 'index';
  addresses: string[];
}

/** Null for what is none. */
export function readSitemap(text: string): Sitemap | null {
  const head = text.slice(0, 2_000);
  const kind = /<urlset[\s>]/i.test(head) ? 'pages' : /<sitemapindex[\s>]/i.test(head) ? 'index' : null;
  if (kind === null) return null;
  const addresses: string[] = [];
  for (const [, address = ''] of text.slice(0, MOST_CHARS).matchAll(LOCATION)) {
    if (addresses.length >= MOST_LOCATIONS) break;
    addresses.push(unescaped(address));
  }
  return { kind, addresses };
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

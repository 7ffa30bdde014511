/** From page to page of one site, in the order they are found, as many as were asked for. */
import { availableParallelism } from 'node:os';
import { readSitemap } from './sitemap.ts';

export interface Found<Page> {
  address: string;
  page: Page | null;
  /** Why there is no page. */
  fault: unknown;
}

interface CrawlOptions<Page extends { links: readonly string[]; address: string }> {
  /** Pages at most. */
  most: number;
  signal: AbortSignal;
  visit(address: string): Promise<Page>;
  onPage(count: number, address: string): void;
}

const MOST_WAITING = 10_000;
/** What a browser would store instead of show. */
const NO_PAGE =
  /\.(?:avif|css|csv|docx?|gif|gz|ico|jpe?g|js|json|mp[34]|pdf|png|pptx?|rss|svg|webm|webp|woff2?|xlsx?|xml|zip)$/i;

export async function crawl<Page extends { links: readonly string[]; address: string }>(
  seeds: readonly string[],
  { most, signal, visit, onPage }: CrawlOptions<Page>,
): Promise<Found<Page>[]> {
  const origins = new Set(seeds.map((seed) => new URL(seed).origin));
  const waiting: string[] = [];
  const seen = new Set<string>();
  const add = (address: string): void => {
    const url = URL.parse(address);
    if (url === null || !origins.has(url.origin) || NO_PAGE.test(url.pathname)) return;
    url.hash = '';
    if (seen.has(url.href) || waiting.length >= MOST_WAITING || seen.size >= MOST_WAITING) return;
    seen.add(url.href);
    waiting.push(url.href);
  };
  for (const seed of seeds) add(seed);
  const found: Found<Page>[] = [];
  while (waiting.length > 0 && found.length < most && !signal.aborted) {
    const wave = waiting.splice(0, Math.min(availableParallelism(), most - found.length));
    const visited = await Promise.all(
      wave.map(async (address): Promise<Found<Page>> => {
        try {
          return { address, page: await visit(address), fault: null };
        } catch (fault) {
          return { address, page: null, fault };
        }
      }),
    );
    for (const one of visited) {
      // Two addresses that lead to the same page are one page.
      const isTwin = one.page !== null && found.some(({ page }) => page?.address === one.page?.address);
      if (isTwin) continue;
      found.push(one);
      onPage(found.length, one.address);
      for (const link of one.page?.links ?? []) add(link);
    }
  }
  return found;
}

const MOST_SITEMAPS = 10;

/** What the sitemaps of a site name; nothing where it has none. */
export async function sitemapAddresses(
  first: string,
  read: (address: string) => Promise<string | null>,
): Promise<string[]> {
  const waiting = [first];
  const pages: string[] = [];
  for (let asked = 0; asked < MOST_SITEMAPS; asked += 1) {
    const address = waiting.shift();
    if (address === undefined) break;
    const text = await read(address).catch(() => null);
    const map = text === null ? null : readSitemap(text);
    if (map?.kind === 'index') waiting.push(...map.addresses.slice(0, MOST_SITEMAPS));
    else pages.push(...(map?.addresses ?? []));
  }
  return pages;
}

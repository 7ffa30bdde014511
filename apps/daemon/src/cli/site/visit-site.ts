/** Addresses on the command line, as pages to judge: opened in a browser, taken as they are shown, kept while they are judged. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXIT } from '@design-jury/contracts/exit-codes';
import type { Subject } from '../../library/subjects.ts';
import { findBrowser, noBrowser } from '../../measure/browser/find.ts';
import type { VisitedPage } from '../../measure/browser/visit.ts';
import { GuardError } from '../../net/guard.ts';
import { loadPart } from '../../optional-parts.ts';
import { quoted, Refusal } from '../refusal.ts';
import type { Shell } from '../shell.ts';
import { crawl, sitemapAddresses } from './crawl.ts';
import { type Read, type SiteReader, siteReader } from './reader.ts';

export interface Site {
  subjects: Subject[];
  /** Why a page could not be opened, by its address. */
  faults: Map<string, Refusal>;
  /** JPEG, by address. */
  thumbnails: Map<string, Uint8Array>;
  close(): Promise<void>;
}

const MOST_NAMED = 500;

interface VisitOrder {
  /** Pages at most where links are followed; null: only what was named. */
  most: number | null;
  signal: AbortSignal;
}

export async function visitSite(
  shell: Shell,
  named: readonly string[],
  { most, signal }: VisitOrder,
): Promise<Site> {
  const urls = named.map(addressOf);
  const found = await findBrowser({ env: shell.env });
  if (found === null) throw new Refusal(`An address is opened in a browser, and ${noBrowser(shell.env)}.`);
  const { BrowserMeter } = await loadPart(() => import('../../measure/browser/browser.ts'));
  const read = siteReader(shell, urls, signal);
  const seeds = await seedsOf(urls, read, most !== null);
  const folder = await mkdtemp(join(tmpdir(), 'jury-site-'));
  const meter = await BrowserMeter.launch(found);
  const site: Site = {
    subjects: [],
    faults: new Map(),
    thumbnails: new Map(),
    close: () => rm(folder, { recursive: true, force: true }),
  };
  try {
    const visited = await crawl(seeds, {
      most: most ?? Math.min(seeds.length, MOST_NAMED),
      signal,
      visit: (address) => visitPage(meter, address, read),
      onPage: (count, address) => shell.error(`opened ${count}: ${address}\n`),
    });
    for (const [index, { address, page, fault }] of visited.entries()) {
      const path = join(folder, `${index + 1}.html`);
      const name = page?.address ?? address;
      site.subjects.push({ path, name, mime: 'text/html', isRendered: true });
      if (page === null) site.faults.set(name, asRefusal(fault));
      else {
        await writeFile(path, page.html);
        site.thumbnails.set(name, page.thumbnail);
      }
    }
    return site;
  } catch (error) {
    await site.close();
    throw error;
  } finally {
    await meter.close();
  }
}

function addressOf(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new Refusal(`${quoted(text)} is no address; it takes https://host/path.`);
  url.hash = '';
  return url;
}

/** The pages that were named; of a sitemap its pages; where links are followed, those of the site's own sitemap too. */
async function seedsOf(urls: readonly URL[], read: SiteReader, follows: boolean): Promise<string[]> {
  const text = async (address: string): Promise<string | null> => {
    const { status, body } = await read(address);
    return status >= 400 ? null : new TextDecoder().decode(body);
  };
  const seeds: string[] = [];
  for (const url of urls) {
    if (/\.xml$/i.test(url.pathname)) {
      const pages = await sitemapAddresses(url.href, text);
      if (pages.length === 0)
        throw new Refusal(`${url.href} is no sitemap with pages.`, { exit: EXIT.inconclusive });
      seeds.push(...pages.filter((page) => URL.parse(page)?.origin === url.origin));
    } else seeds.push(url.href);
  }
  const [first] = urls;
  if (follows && first !== undefined)
    seeds.push(
      ...(await sitemapAddresses(new URL('/sitemap.xml', first).href, text)).filter(
        (page) => URL.parse(page)?.origin === first.origin,
      ),
    );
  return seeds;
}

interface SitePage extends VisitedPage {
  address: string;
}

async function visitPage(
  meter: { visit(url: string, answering: (url: string) => Promise<Read | null>): Promise<VisitedPage> },
  address: string,
  read: SiteReader,
): Promise<SitePage> {
  const first = await read(address);
  const type = first.headers['content-type'] ?? '';
  if (first.status >= 400) throw new GuardError('unreachable', `it answers with ${first.status}`);
  if (!/html/i.test(type))
    throw new GuardError('unreachable', `it is no page (${type.slice(0, 60) || 'no type'})`);
  let isFirst = true;
  const answering = async (url: string): Promise<Read | null> => {
    if (isFirst && url === first.url) {
      isFirst = false;
      return first;
    }
    return read(url).catch(() => null);
  };
  return { ...(await meter.visit(first.url, answering)), address: first.url };
}

function asRefusal(fault: unknown): Refusal {
  const reason = fault instanceof Error ? fault.message : String(fault);
  return new Refusal(`could not be opened: ${reason}`, { exit: EXIT.inconclusive, cause: fault });
}

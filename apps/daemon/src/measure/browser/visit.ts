/**
 * A page of a site, as its scripts build it. The browser itself reaches nothing: every request of the page is answered by
 * whoever asked for the visit, who knows which addresses may be connected to.
 */
import type { BrowserContext, Request, Route } from 'playwright-core';
import { z } from 'zod';
import { MAX_BROWSER_REQUESTS } from '../limits.ts';

export interface Answered {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** Null where an address must not be asked, or does not answer. */
export type Answering = (url: string) => Promise<Answered | null>;

export interface VisitedPage {
  /** One document that stands alone. */
  html: string;
  /** Where its links lead, as absolute addresses. */
  links: string[];
  /** A small picture of its top, JPEG. */
  thumbnail: Uint8Array;
}

/** Only what is read: a page that is looked at sends nothing. */
const METHODS = new Set(['GET', 'HEAD']);

/** Resolves with what tells the address that the page led on to and that could not be opened; null where there is none. */
export async function answerAll(context: BrowserContext, answering: Answering): Promise<() => string | null> {
  let requests = 0;
  let lost: string | null = null;
  // On the context, not the tab: a window that a page opens is held to the same.
  await context.route('**/*', async (route) => {
    requests += 1;
    try {
      const isAnswered = requests <= MAX_BROWSER_REQUESTS && (await answer(route, answering));
      if (isAnswered) return;
      if (isWhole(route.request())) lost ??= route.request().url();
      await route.abort('blockedbyclient');
    } catch {
      // The tab went away meanwhile.
    }
  });
  await context.routeWebSocket(/.*/, (socket) => socket.close());
  return () => lost;
}

/** False where nothing may be asked, or nothing answers. */
async function answer(route: Route, answering: Answering): Promise<boolean> {
  const request = route.request();
  const url = request.url();
  if (!METHODS.has(request.method()) || !/^https?:/.test(url)) return false;
  const found = await answering(url);
  if (found === null) return false;
  const { status, headers, body } = found;
  await route.fulfill({ status, headers, body: Buffer.from(body) });
  return true;
}

/** The document of a tab, and not a part of it. */
export function isWhole(request: Request): boolean {
  return request.isNavigationRequest() && request.frame().parentFrame() === null;
}

const MOST_LINKS = 2_000;
export const LinkList = z.array(z.string()).max(MOST_LINKS);

export const LINKS = `[...new Set([...document.querySelectorAll('a[href], area[href]')].map((link) => link.href))].slice(0, ${MOST_LINKS})`;

/** Makes a picture small, as base64 of a JPEG. */
export const SHRINK = `async ([picture]) => {
  const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + picture)).blob());
  const canvas = new OffscreenCanvas(320, 200);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 320, 200);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, 320, (320 * image.height) / image.width);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.7 })).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}`;

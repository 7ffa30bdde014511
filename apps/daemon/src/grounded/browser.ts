/**
 * Measurement in a real browser: what needs layout. The page is served from memory and its folder only; no
 * request leaves the machine. Animations are finished before anything is read: sampled mid-flight, the same
 * page gave 14 and 77 contrast misses in two runs.
 */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { type Browser, chromium, type Page as Tab } from 'playwright-core';
import { z } from 'zod';
import type { FoundBrowser } from './browser-find.ts';
import { locate } from './stylesheets.ts';

const ORIGIN = 'http://page.jury.invalid';
const LOAD_TIMEOUT_MS = 15_000;
const DESKTOP = { width: 1280, height: 1080 };
const PHONE = { width: 360, height: 740 };

/** One place axe speaks about. */
const AxeNode = z.object({
  selector: z.string(),
  /** See `pathOf`; empty when the element is gone. */
  path: z.string(),
  html: z.string(),
  summary: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
});
export type AxeNode = z.infer<typeof AxeNode>;

const Facts = z.object({
  violations: z.array(z.object({ rule: z.string(), impact: z.string().nullable(), nodes: z.array(AxeNode) })),
  incomplete: z.array(z.object({ rule: z.string(), nodes: z.array(AxeNode) })),
  /** Paths of elements with text of their own, and how it begins: tells what scripts have moved. */
  texts: z.record(z.string(), z.string()),
});

export interface BrowserFacts extends z.infer<typeof Facts> {
  /** Selectors of boxes wider than a phone, and how wide. */
  overflow: { selector: string; width: number }[];
  /** Desktop screenshot, for the guard and the report. */
  screenshot: Uint8Array;
  version: string;
}

export interface BrowserInput {
  html: string;
  folder: string | null;
}

/** Owns one browser process; close it when the last page is measured. */
export class BrowserMeter {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async launch({ executablePath, args }: FoundBrowser): Promise<BrowserMeter> {
    return new BrowserMeter(await chromium.launch({ executablePath, args, headless: true }));
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }

  /** Share of pixels that differ visibly between two screenshots, in per cent; the taller one's size counts. */
  async pixelChange(before: Uint8Array, after: Uint8Array): Promise<number> {
    const context = await this.#browser.newContext();
    try {
      const tab = await context.newPage();
      const sources = [before, after].map(
        (image) => `data:image/png;base64,${Buffer.from(image).toString('base64')}`,
      );
      return z.number().parse(await tab.evaluate(`(${COMPARE})(${JSON.stringify(sources)})`));
    } finally {
      await context.close();
    }
  }

  async measure(input: BrowserInput): Promise<BrowserFacts> {
    const context = await this.#browser.newContext({
      viewport: DESKTOP,
      reducedMotion: 'reduce',
      bypassCSP: true,
    });
    try {
      const tab = await context.newPage();
      await serve(tab, input);
      await tab.goto(`${ORIGIN}/`, { waitUntil: 'load', timeout: LOAD_TIMEOUT_MS });
      await settle(tab);
      const screenshot = await tab.screenshot({ fullPage: true, animations: 'disabled' });
      await tab.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
      const facts = Facts.parse(await tab.evaluate(RUN_AXE));
      await tab.setViewportSize(PHONE);
      await settle(tab);
      const overflow = z
        .array(z.object({ selector: z.string(), width: z.number() }))
        .parse(await tab.evaluate(FIND_OVERFLOW));
      return { ...facts, overflow, screenshot, version: this.#browser.version() };
    } finally {
      await context.close();
    }
  }
}

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.html': 'text/html',
};

async function serve(tab: Tab, { html, folder }: BrowserInput): Promise<void> {
  await tab.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    if (url.protocol === 'data:' || url.protocol === 'blob:') return route.continue();
    if (url.origin !== ORIGIN) return route.abort('blockedbyclient');
    if (url.pathname === '/') return route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' });
    const found = locate(`.${url.pathname}`, folder, folder);
    if (typeof found === 'string') return route.fulfill({ status: 404, body: '' });
    const contentType = TYPES[extname(found.path).toLowerCase()] ?? 'application/octet-stream';
    return route.fulfill({ body: await readFile(found.path), contentType });
  });
}

/** Finishes what can finish, cancels what cannot, and waits for fonts and two frames. */
async function settle(tab: Tab): Promise<void> {
  await tab.evaluate(`(async () => {
    for (const animation of document.getAnimations()) {
      try { animation.finish(); } catch { animation.cancel(); }
    }
    await Promise.race([document.fonts.ready, new Promise((done) => setTimeout(done, 1000))]);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  })()`);
}

/** Runs in the tab. WCAG A and AA, and axe's own best practices, which our structure audits share. */
const RUN_AXE = `(async () => {
  const found = await axe.run(document, { resultTypes: ['violations', 'incomplete'] });
  const pathOf = (element) => {
    const steps = [];
    let current = element;
    for (; current !== null && current.parentElement !== null; current = current.parentElement) {
      const alike = [...current.parentElement.children].filter((child) => child.localName === current.localName);
      steps.push(current.localName + ':' + (alike.indexOf(current) + 1));
    }
    return steps.reverse().join('/');
  };
  const path = (target) => {
    try { return pathOf(document.querySelector(target.flat().at(-1))); } catch { return ''; }
  };
  const texts = {};
  for (const element of document.body?.querySelectorAll('*') ?? []) {
    const own = [...element.childNodes].find((child) => child.nodeType === 3 && child.data.trim() !== '');
    if (own !== undefined) texts[pathOf(element)] = own.data.trim().slice(0, 30);
  }
  const node = (item) => ({
    selector: item.target.flat().join(' '),
    path: path(item.target),
    html: item.html.slice(0, 200),
    summary: item.failureSummary ?? '',
    data: [...item.any, ...item.all, ...item.none].map((check) => check.data).find((data) => data !== null && typeof data === 'object') ?? null,
  });
  const rule = (item) => ({ rule: item.id, impact: item.impact ?? null, nodes: item.nodes.map(node) });
  return { violations: found.violations.map(rule), incomplete: found.incomplete.map(rule), texts };
})()`;

const FIND_OVERFLOW = `(() => {
  if (document.documentElement.scrollWidth <= innerWidth + 1) return [];
  const wide = [];
  for (const element of document.body.querySelectorAll('*')) {
    const box = element.getBoundingClientRect();
    if (box.right <= innerWidth + 1 || box.width === 0 || wide.length >= 20) continue;
    if (wide.some((other) => other.element.contains(element))) continue;
    wide.push({ element, selector: element.id ? '#' + element.id : element.tagName.toLowerCase() + (element.classList[0] ? '.' + element.classList[0] : ''), width: Math.round(box.width) });
  }
  return wide.map(({ selector, width }) => ({ selector, width }));
})()`;

/** Runs in the tab. A channel may move by 8 of 255 before the eye could notice. */
const COMPARE = `async (sources) => {
  const images = await Promise.all(sources.map(async (src) => { const image = new Image(); image.src = src; await image.decode(); return image; }));
  const width = Math.max(...images.map((image) => image.width));
  const height = Math.max(...images.map((image) => image.height));
  const [a, b] = images.map((image) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, width, height).data;
  });
  let changed = 0;
  for (let at = 0; at < a.length; at += 4) {
    if (Math.abs(a[at] - b[at]) > 8 || Math.abs(a[at + 1] - b[at + 1]) > 8 || Math.abs(a[at + 2] - b[at + 2]) > 8 || a[at + 3] !== b[at + 3]) changed += 1;
  }
  return (100 * changed) / (width * height);
}`;

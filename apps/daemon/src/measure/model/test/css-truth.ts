/** Our computed values against those of a browser, element by element and property by property. */
import { type Browser, chromium } from 'playwright-core';
import type { FoundBrowser } from '../../browser/find.ts';
import { buildPage, type PageElement } from '../page.ts';
import type { ElementStyle, Rgb } from '../style.ts';
import { readColor } from '../style.ts';

const SIDES = ['top', 'right', 'bottom', 'left'];
const LENGTHS = [
  'font-size', 'line-height', 'letter-spacing', 'row-gap', 'column-gap', 'max-width', 'min-height', 'outline-width',
  'border-top-left-radius', 'border-top-right-radius', 'border-bottom-left-radius', 'border-bottom-right-radius',
  ...SIDES.flatMap((side) => [`padding-${side}`, `margin-${side}`, `border-${side}-width`]),
]; // biome-ignore format: one list
const COLORS = ['color', 'background-color', ...SIDES.map((side) => `border-${side}-color`)];
const WORDS = [
  'font-weight', 'font-style', 'font-family', 'text-transform', 'text-align', 'display', 'position', 'opacity', 'visibility',
  'text-decoration-line', 'outline-style', ...SIDES.map((side) => `border-${side}-style`),
]; // biome-ignore format: one list

/** What audits read. */
export const PROPERTIES: readonly string[] = [...LENGTHS, ...COLORS, ...WORDS];

/** The screen our own measuring assumes. */
const SCREEN = { width: 1280, height: 720 };

export interface Difference {
  page: string;
  element: string;
  property: string;
  ours: string;
  browser: string;
}

export interface Agreement {
  pairs: number;
  differences: Difference[];
  /** Pages whose tree the two read differently. */
  skipped: string[];
}

export async function compareStyles(
  found: FoundBrowser,
  pages: Iterable<{ name: string; html: string; path?: string }>,
): Promise<Agreement> {
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    args: [...found.args, '--host-resolver-rules=MAP * ~NOTFOUND'],
  });
  const agreement: Agreement = { pairs: 0, differences: [], skipped: [] };
  try {
    for (const page of pages) await comparePage(browser, page, agreement);
  } finally {
    await browser.close();
  }
  return agreement;
}

interface Told {
  tag: string;
  about: string;
  values: Record<string, string>;
}

async function comparePage(
  browser: Browser,
  { name, html, path }: { name: string; html: string; path?: string },
  agreement: Agreement,
): Promise<void> {
  const told = await browserStyles(browser, html, path);
  const page = await buildPage({ html, ...(path === undefined ? {} : { path }) });
  if (
    told.length !== page.elements.length ||
    told.some(({ tag }, index) => page.elements[index]?.tag !== tag)
  ) {
    agreement.skipped.push(name);
    return;
  }
  page.elements.forEach((element, index) => {
    const seen = told[index];
    if (seen === undefined || !isCompared(element)) return;
    const style = page.styleOf(element);
    for (const property of PROPERTIES) {
      const browserSays = seen.values[property] ?? '';
      const ours = say(style, property);
      agreement.pairs += 1;
      if (!agree(property, ours, shown(property, browserSays, seen.values), style.fontSize))
        agreement.differences.push({ page: name, element: seen.about, property, ours, browser: browserSays });
    }
  });
}

/** A line that is not drawn has no width, whatever the browser keeps for later. */
function shown(property: string, value: string, values: Record<string, string>): string {
  const style = /-width$/.test(property) ? values[property.replace(/width$/, 'style')] : undefined;
  return style === 'none' || style === 'hidden' ? '0px' : value;
}

/** In the body, and HTML. */
function isCompared(element: PageElement): boolean {
  for (let at: PageElement | null = element; at !== null; at = at.parent) {
    if (at.tag === 'body') return element.html && !/^(script|style|template|noscript)$/.test(element.tag);
  }
  return false;
}

async function browserStyles(browser: Browser, html: string, path: string | undefined): Promise<Told[]> {
  const context = await browser.newContext({
    viewport: SCREEN,
    javaScriptEnabled: true,
    colorScheme: 'light',
  });
  try {
    const tab = await context.newPage();
    if (path === undefined) await tab.setContent(html, { waitUntil: 'domcontentloaded' });
    else {
      await tab.route('**/*', (route) =>
        route.request().resourceType() === 'script' ? route.abort() : route.continue(),
      );
      await tab.goto(`file://${path}`, { waitUntil: 'load', timeout: 20_000 });
    }
    return await tab.evaluate(
      ({ properties }) => {
        // Used values depend on layout; the typed map tells the computed ones.
        return [...document.querySelectorAll('*')].map((element) => {
          const used = getComputedStyle(element);
          const computed = element.computedStyleMap();
          const values: Record<string, string> = {};
          for (const property of properties) {
            const typed = /color|family|display|decoration/.test(property) ? null : computed.get(property);
            values[property] = typed == null ? used.getPropertyValue(property) : typed.toString();
          }
          return {
            tag: element.localName,
            about: `${element.localName}.${element.getAttribute('class') ?? ''}`,
            values,
          };
        });
      },
      { properties: PROPERTIES },
    );
  } finally {
    await context.close();
  }
}

/** Our value as text. A dash: layout decides. */
function say(style: ElementStyle, property: string): string {
  if (COLORS.includes(property)) {
    const color = style.color(property);
    return color === null ? (style.value(property) ?? '-') : rgbText(color);
  }
  if (property === 'font-weight') return `${style.fontWeight}`;
  if (property === 'font-family') return style.fontFamilies.join(', ');
  if (property === 'line-height') {
    const factor = style.lineHeight;
    return factor === null ? 'normal' : `${factor * style.fontSize}px`;
  }
  if (LENGTHS.includes(property)) {
    const px = style.px(property);
    return px === null ? '-' : `${px}px`;
  }
  return style.value(property) ?? '-';
}

function rgbText({ r, g, b, alpha }: Rgb): string {
  const byte = (value: number): number => Math.round(value * 2550) / 10;
  return `rgb(${byte(r)} ${byte(g)} ${byte(b)} / ${Math.round(alpha * 1000) / 1000})`;
}

const BYTE_SLACK = 1.6 / 255;
const ALPHA_SLACK = 0.006;

function agree(property: string, ours: string, browser: string, fontSize: number): boolean {
  if (COLORS.includes(property)) {
    const [a, b] = [readColor(ours), readColor(browser)];
    if (a === null || b === null) return ours === browser;
    if (Math.abs(a.alpha - b.alpha) > ALPHA_SLACK) return false;
    // What cannot be seen has no colour worth comparing.
    if (a.alpha < ALPHA_SLACK) return true;
    const near = (x: number, y: number): boolean => Math.abs(x - y) <= BYTE_SLACK / Math.max(a.alpha, 0.05);
    return near(a.r, b.r) && near(a.g, b.g) && near(a.b, b.b);
  }
  if (LENGTHS.includes(property)) {
    const theirs = lengthOf(browser, property, fontSize);
    if (theirs === null) return ours === '-' || ours === 'normal';
    const mine = Number.parseFloat(ours);
    const unset = Number.isNaN(mine) && (property.endsWith('gap') || property === 'letter-spacing');
    return Math.abs((unset ? 0 : mine) - theirs) <= Math.max(0.06, Math.abs(theirs) * 0.004);
  }
  // Without any declaration the family is the reader's.
  if (property === 'font-family')
    return plain(ours) === plain(browser) || (ours === 'serif' && plain(browser) === 'times new roman');
  if (property === 'opacity') return Math.abs(numberOf(ours) - numberOf(browser)) < 0.006;
  return plain(ours) === plain(browser);
}

function numberOf(text: string): number {
  return text.endsWith('%') ? Number.parseFloat(text) / 100 : Number.parseFloat(text);
}

function lengthOf(text: string, property: string, fontSize: number): number | null {
  if (/^-?[\d.]+(e-?\d+)?px$/.test(text)) return Number.parseFloat(text);
  if (text === 'normal' && property !== 'line-height') return 0;
  if (property === 'line-height' && /^[\d.]+$/.test(text)) return Number.parseFloat(text) * fontSize;
  const pair = /^(-?[\d.]+)px (-?[\d.]+)px$/.exec(text);
  return pair === null ? null : Number(pair[1]);
}

function plain(text: string): string {
  return text.replace(/["']/g, '').replace(/\s+/g, ' ').trim().toLowerCase();
}

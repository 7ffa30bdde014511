/** What can be told without looking: beyond the edge, cut off, or English in another language. */
import type { Page } from 'playwright-core';

/** What agents, people and programs wrote, and names, stay as they are. */
const OF_OTHERS = 'code, pre, samp, kbd, iframe, svg, select, option, [lang=en], del, .diff, textarea';
/** Three Latin words in a row are a sentence of somebody. */
const SENTENCE = /\b[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}\b/;
const EAST_ASIAN = /^(?:ja|ko|zh)/;

export async function faultsOf(page: Page, language: string): Promise<string[]> {
  const { faults, texts } = await page.evaluate((others) => {
    const faults: string[] = [];
    const texts: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) faults.push(`scrolls sideways by ${root.scrollWidth - innerWidth}`);
    const called = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.className} "${(element.textContent ?? '').trim().slice(0, 60)}"`;
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (!element.checkVisibility() || element.closest('svg, iframe, .thumb, .offscreen') !== null) continue;
      const style = getComputedStyle(element);
      const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
      if (
        isCut &&
        style.overflowX === 'hidden' &&
        style.textOverflow !== 'ellipsis' &&
        element.clientWidth > 2
      )
        faults.push(`cut: ${called(element)}`);
      if (element.matches('button, a, .badge, .run-badge, label, th') && element.children.length === 0) {
        const lines = Math.round(
          element.getBoundingClientRect().height / Number.parseFloat(style.lineHeight || '20'),
        );
        if (element.matches('button') && lines > 2) faults.push(`tall button: ${called(element)}`);
      }
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const holder = node.parentElement;
      if (holder === null || holder.closest(`script, style, ${others}`) !== null || !holder.checkVisibility())
        continue;
      const text = (node.textContent ?? '').trim();
      if (text !== '') texts.push(text);
    }
    return { faults, texts };
  }, OF_OTHERS);
  if (!EAST_ASIAN.test(language)) return faults;
  const english = texts.filter((text) => SENTENCE.test(text)).map((text) => `English: ${text.slice(0, 140)}`);
  return [...faults, ...new Set(english)];
}

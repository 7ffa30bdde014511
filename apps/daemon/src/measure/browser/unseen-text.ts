/**
 * Text that is laid out and that nobody sees, as text that runs inside the browser after layout-lines.ts. Whether letters
 * show is asked of two pictures, one with them and one without: where both are alike, something hides them, whatever it is.
 */
import { z } from 'zod';
import { MAX_PICTURE_HEIGHT } from '../limits.ts';
import { type Box, LayoutAnswer, type LayoutFault } from './facts.ts';
import { MAX_LINES } from './layout-lines.ts';
import { REPORT } from './layout-scripts.ts';
import { base64 } from './screenshot.ts';
import type { World } from './world.ts';

export const UNSEEN = 'visible-text';

/** Lines beyond these are not compared. */
const MAX_COMPARED = 1_500;
/** Of 255, in any channel: less than this between letters and ground, and nobody reads it. Light grey on white is 17. */
const LEAST_DIFFERENCE = 40;
/** Lines drawn lower than this are too small to read, however large their letters are said to be. */
const LEAST_LINE_PX = 9.5;
const LEAST_FONT_PX = 12;
const MOST_BLUR_PX = 1.5;
/** Of a page's main part; with fewer there is nothing to miss. */
const LEAST_LETTERS = 60;
/** Share of its letters that a visitor sees without doing anything. Less, and the page hides what it is about. */
const LEAST_SHOWN = 0.35;

/** What layout alone tells: nothing shown at all, out of reach, drawn too small, blurred. */
export const FIND_UNSEEN = `(() => {
  ${REPORT}
  const found = [];
  const words = (text) => (text.match(/\\p{L}/gu) ?? []).length;
  const skipped = [...document.querySelectorAll('body, body *')].filter((element) =>
    getComputedStyle(element).contentVisibility === 'hidden' && !element.hasAttribute('hidden') && words(element.textContent) >= 20);
  for (const element of skipped.slice(0, 5)) found.push(at('not drawn', element, element.getBoundingClientRect(), element.textContent.trim().slice(0, 60)));
  // The main part of the page, or all of it: of what it says hardly anything is shown. What waits to be opened does not count.
  const WAITS = 'script, style, template, noscript, svg, option, datalist, dialog:not([open]), [popover], [hidden], [inert], [aria-hidden="true"], [role="tabpanel"], [role="dialog"], details:not([open]) > :not(summary)';
  const main = document.querySelector('main, [role="main"]') ?? document.body;
  if (main !== null && seen.lines.length < ${MAX_LINES}) {
    let said = 0;
    // What a button opens: named by it, or right behind it or its heading.
    const opened = new Set();
    for (const button of main.querySelectorAll('[aria-expanded="false"], input[type="checkbox"]')) {
      for (const id of (button.getAttribute('aria-controls') ?? '').split(/\\s+/)) if (id !== '') opened.add(document.getElementById(id));
      for (const one of [button, button.parentElement]) if (one !== null && one !== main) opened.add(one.nextElementSibling);
    }
    // What comes in while a reader scrolls: transparent, with a way to become visible, and a script that starts it.
    const comes = (element) => {
      const style = getComputedStyle(element);
      return Number(style.opacity) < 0.05 && document.scripts.length > 0 && (Number.parseFloat(style.transitionDuration) > 0 || style.animationName !== 'none' || element.matches('[data-aos], [data-reveal], [data-scroll], [data-animate], [data-w-id], [class*="reveal"], [class*="fade"], [class*="animate"]'));
    };
    const later = new Map();
    const waits = (element) => {
      if (element === null || element === main) return false;
      const known = later.get(element);
      if (known !== undefined) return known;
      const answer = opened.has(element) || comes(element) || waits(element.parentElement);
      later.set(element, answer);
      return answer;
    };
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode())
      if (text.parentElement?.closest(WAITS) === null && !waits(text.parentElement)) said += words(text.data);
    let shown = 0;
    for (const text of new Set(seen.lines.map((line) => line.text))) if (main.contains(text)) shown += words(text.data);
    if (said >= ${LEAST_LETTERS} && shown < said * ${LEAST_SHOWN}) found.push(at('not shown', main, main.getBoundingClientRect(), main.textContent.trim().slice(0, 60), [(100 * shown) / said]));
  }
  const [root, body] = [document.documentElement, document.body].map((element) => (element === null ? 'visible' : getComputedStyle(element).overflowY));
  const locked = root === 'visible' ? /hidden|clip/.test(body) : /hidden|clip/.test(root) && !/auto|scroll/.test(body);
  if (locked) {
    const beyond = seen.lines.filter(({ top, state }) => top >= innerHeight && !state.moves);
    if (beyond.length > 0) found.push(at('out of reach', beyond[0].element, beyond[0], beyond[0].text.data, [beyond.length, innerHeight]));
  }
  const blurs = new Map();
  const blurOf = (element) => {
    if (element === null) return 0;
    const known = blurs.get(element);
    if (known !== undefined) return known;
    const own = Number(/blur\\(([\\d.]+)px\\)/.exec(getComputedStyle(element).filter)?.[1] ?? 0);
    const blur = Math.max(own, blurOf(element.parentElement));
    blurs.set(element, blur);
    return blur;
  };
  const told = new Set();
  for (const line of seen.lines) {
    if (told.has(line.element) || words(line.text.data) < 3) continue;
    const blur = blurOf(line.element);
    const tiny = line.height < ${LEAST_LINE_PX} && Number.parseFloat(getComputedStyle(line.element).fontSize) >= ${LEAST_FONT_PX};
    if (blur <= ${MOST_BLUR_PX} && !tiny) continue;
    told.add(line.element);
    found.push(at(tiny ? 'too small' : 'blurred', line.element, line, line.text.data, [tiny ? line.height : blur]));
    if (told.size >= 20) break;
  }
  return { looked: seen.lines.length, found };
})()`;

const LINES_TO_COMPARE = `(() => {
  const seen = globalThis.jurySeen;
  const clipped = (element) => {
    for (let one = element; one !== null; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (/text/.test(style.webkitBackgroundClip)) return true;
      // Words that wait for an answer, and letters that are drawn by their edge alone.
      if (one.ariaBusy === 'true' || /\\b(is-)?loading\\b/.test(one.className) || Number.parseFloat(style.webkitTextStrokeWidth) > 0) return true;
    }
    return false;
  };
  const lines = seen.lines.filter(({ text, state, bottom, right, element }) =>
    (text.data.match(/\\p{L}/gu) ?? []).length >= 3 && !state.moves && !state.turned && bottom <= ${MAX_PICTURE_HEIGHT} && right <= innerWidth && !clipped(element)).slice(0, ${MAX_COMPARED});
  globalThis.juryCompared = lines;
  return lines.map(({ left, top, right, bottom }) => ({ x: Math.max(0, Math.floor(left)), y: Math.max(0, Math.floor(top)), width: Math.ceil(right - left), height: Math.ceil(bottom - top) }));
})()`;

/** Runs in a blank tab: of each place, the most that one pixel changes between two pictures, in one channel. */
const DIFFERENCES = `async ([one, other, boxes]) => {
  const read = async (picture) => {
    const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + picture)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    return { context, width: image.width, height: image.height };
  };
  const [first, second] = await Promise.all([read(one), read(other)]);
  return boxes.map(({ x, y, width, height }) => {
    const [w, h] = [Math.min(width, first.width - x, second.width - x), Math.min(height, first.height - y, second.height - y)];
    if (w < 1 || h < 1) return null;
    const [a, b] = [first, second].map(({ context }) => context.getImageData(x, y, w, h).data);
    let most = 0;
    for (let at = 0; at < a.length; at += 1) {
      if (at % 4 === 3) continue;
      const difference = Math.abs(a[at] - b[at]);
      if (difference > most) most = difference;
    }
    return most;
  });
}`;

/** Of lines without a difference, those that something hides by mistake: what a bar, a dialog, a slide or a picture covers is meant. */
const explain = (indices: readonly number[]): string => `(() => {
  ${REPORT}
  const compared = globalThis.juryCompared;
  const drawnOver = (element) => ['::before', '::after'].some((side) => {
    const style = getComputedStyle(element, side);
    return style.content !== 'none' && /absolute|fixed/.test(style.position) && (seen.alpha(style.backgroundColor) > 0.5 && style.backgroundColor !== 'rgba(0, 0, 0, 0)' || style.backgroundImage !== 'none');
  });
  // A box over the whole window that nothing closes: whatever it says, the page behind it is lost.
  const isTrap = (element) => {
    for (let one = element; one !== null && one !== document.body; one = one.parentElement) {
      if (getComputedStyle(one).position !== 'fixed') continue;
      const box = one.getBoundingClientRect();
      return box.width >= innerWidth * 0.9 && box.height >= innerHeight * 0.9 && one.querySelector('button, a[href], input, select, summary, [role="button"], [onclick], [popovertarget]') === null;
    }
    return false;
  };
  const unseen = new Map();
  for (const index of ${JSON.stringify(indices)}) {
    const line = compared[index];
    const [x, y] = [(line.left + line.right) / 2, (line.top + line.bottom) / 2];
    if (y < scrollY || y >= scrollY + innerHeight) scrollTo(0, Math.max(0, y - innerHeight / 2));
    const stack = document.elementsFromPoint(x - scrollX, y - scrollY);
    const own = stack.findIndex((one) => one === line.element || line.element.contains(one) || one.contains(line.element));
    const above = own === -1 ? stack : stack.slice(0, own);
    const isMeant = above.some((one) => !isTrap(one) && (/^(IMG|VIDEO|CANVAS|IFRAME|PICTURE|SVG|DIALOG)$/i.test(one.tagName) || one.innerText?.trim() || one.querySelector('img, svg, video, canvas, iframe')));
    if (isMeant) continue;
    let isCovered = above.length > 0;
    for (let one = line.element; one !== null && !isCovered; one = one.parentElement) isCovered = drawnOver(one);
    unseen.set(line, isCovered ? 'covered' : 'invisible');
  }
  // One fault is one finding: the outermost element of which nothing shows.
  const counts = new Map();
  for (const line of compared)
    for (let one = line.element; one !== null && one !== document.body; one = one.parentElement) {
      const count = counts.get(one) ?? { lines: 0, unseen: 0 };
      count.lines += 1;
      if (unseen.has(line)) count.unseen += 1;
      counts.set(one, count);
    }
  const found = new Map();
  for (const [line, kind] of unseen) {
    let element = line.element;
    for (let one = element; one !== null && one !== document.body && counts.get(one).lines === counts.get(one).unseen; one = one.parentElement)
      if (counts.get(one).lines > counts.get(element).lines) element = one;
    if (!found.has(element)) found.set(element, at(kind, element, line, line.text.data));
    if (found.size >= 20) break;
  }
  scrollTo(0, 0);
  return { looked: compared.length, found: [...found.values()] };
})()`;

interface Pictures {
  shown: Uint8Array;
  /** The same with every letter transparent. */
  lettersHidden: () => Promise<Uint8Array>;
}

/** @param lab runs a script on an input in a blank tab of our own */
export async function unseenText(
  world: World,
  lab: (script: string, input: unknown) => Promise<unknown>,
  { shown, lettersHidden }: Pictures,
  width: number,
): Promise<LayoutFault[]> {
  const boxes = z.array(z.custom<Box>()).parse(await world.run(LINES_TO_COMPARE));
  if (boxes.length === 0) return [];
  const differences = z
    .array(z.number().nullable())
    .parse(await lab(DIFFERENCES, [base64(shown), base64(await lettersHidden()), boxes]));
  const unseen = differences.flatMap((most, index) =>
    most !== null && most < LEAST_DIFFERENCE ? [index] : [],
  );
  if (unseen.length === 0) return [];
  const { found } = LayoutAnswer.parse(await world.run(explain(unseen)));
  return found.map((one) => ({ ...one, audit: UNSEEN, width }));
}

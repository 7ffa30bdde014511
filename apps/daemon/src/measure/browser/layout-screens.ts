/** What is wrong with a whole screen or with how it comes to be, as text that runs inside the browser after layout-lines.ts. */
import { REPORT } from './layout-scripts.ts';

/** Headings whose last line is one short word, where the line above has room to give. */
export const FIND_ORPHANS = `(() => {
  ${REPORT}
  const found = [];
  let looked = 0;
  for (const heading of document.querySelectorAll('h1, h2, h3')) {
    const own = seen.lines.filter(({ element }) => heading.contains(element));
    if (own.length === 0 || heading.querySelector('br') !== null) continue;
    looked += 1;
    const rows = [];
    for (const line of own) {
      const row = rows.find((one) => line.top < one.bottom - line.height / 2 && line.bottom > one.top + line.height / 2);
      if (row === undefined) rows.push({ ...line });
      else Object.assign(row, { left: Math.min(row.left, line.left), right: Math.max(row.right, line.right) });
    }
    const last = rows.at(-1);
    const widest = Math.max(...rows.map((row) => row.right - row.left));
    const words = heading.innerText.trim().split(/\\s+/);
    if (rows.length < 2 || words.length < 5 || last.right - last.left > widest / 5) continue;
    // The last word alone is narrower than a fifth of the line: nothing else stands beside it.
    const size = Number.parseFloat(getComputedStyle(heading).fontSize);
    if (words.at(-1).length * size * 0.3 > last.right - last.left + size) continue;
    found.push(at('orphan', heading, heading.getBoundingClientRect(), words.at(-1), [last.right - last.left, widest]));
  }
  return { looked, found: found.slice(0, 20) };
})()`;

/**
 * A screen's height of the page with nothing in it, or a first screen filled with text to its edges, or a main heading that
 * begins below it. A page that scripts complete may fill what is empty.
 */
export const FIND_SCREENS = `(() => {
  ${REPORT}
  const found = [];
  const height = innerHeight;
  const full = document.documentElement.scrollHeight;
  const content = [
    ...seen.lines,
    ...seen.boxes.filter(({ replaced, style }) => replaced || /url\\(|gradient/.test(style.backgroundImage)),
  ].filter(({ state }) => !state.moves).map(({ top, bottom, left, right, element }) => ({ top, bottom, left, right, element })).sort((one, other) => one.top - other.top);
  if (content.length === 0) return { looked: 0, found: [] };
  if (!seen.scripted) {
    let end = 0;
    // What is left below a short page is the window's, not the page's.
    const foot = full > height + 1 ? [{ top: full, bottom: full, element: null }] : [];
    for (const one of [...content, ...foot]) {
      const gap = one.top - end;
      if (gap > height * 0.85) {
        const before = content.filter(({ bottom }) => bottom <= end + 1).at(-1)?.element ?? document.body;
        found.push(at('empty', one.element ?? before, { left: 0, right: innerWidth, top: end, bottom: one.top }, '', [gap, height]));
        if (found.length >= 5) break;
      }
      end = Math.max(end, one.bottom);
    }
  }
  const first = seen.lines.filter(({ top, bottom }) => bottom <= height && top >= 0);
  const area = first.reduce((sum, { left, right, height: line }) => sum + Math.max(0, Math.min(right, innerWidth) - Math.max(0, left)) * line, 0);
  const share = (100 * area) / (innerWidth * height);
  if (share > 50) found.push(at('crowded', document.body, { left: 0, right: innerWidth, top: 0, bottom: height }, '', [share]));
  const heading = document.querySelector('h1');
  const line = heading === null ? undefined : seen.lines.find(({ element, state }) => heading.contains(element) && !state.moves);
  // Large pictures push it down; a long menu or text before it is another matter, and as far from the reader.
  if (line !== undefined && line.top > height && full > height * 1.5 && !seen.scripted) found.push(at('fold', heading, heading.getBoundingClientRect(), heading.textContent, [line.top, height]));
  return { looked: Math.max(1, Math.ceil(full / height)), found };
})()`;

/**
 * How far text on the first screen moves when a picture comes in: laid out once as if it had no size of its own, which is
 * how it lies until it has loaded. What style or attributes reserve stays where it is.
 */
export const FIND_SHIFTS = `(() => {
  ${REPORT}
  const images = [...document.images].filter((image) => image.naturalHeight > 0 && !seen.stateOf(image).placed && boxed(image)).slice(0, 200);
  function boxed(image) { const box = image.getBoundingClientRect(); return box.height >= 40 && box.top < innerHeight && box.bottom > 0; }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('img { contain: size !important; contain-intrinsic-size: none !important; }');
  const before = new Map(images.map((image) => [image, image.getBoundingClientRect()]));
  const firstLines = seen.lines.filter(({ top, state }) => top < innerHeight && !state.moves).slice(0, 400);
  const topOf = (line) => { const range = document.createRange(); range.selectNodeContents(line.text); return range.getBoundingClientRect().top; };
  const tops = firstLines.map(topOf);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const moved = firstLines.map((line, index) => Math.abs(topOf(line) - tops[index]));
  const grown = images.map((image) => ({ image, by: before.get(image).height - image.getBoundingClientRect().height })).filter(({ by }) => by >= 40);
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  const far = moved.filter((by) => by >= innerHeight / 10);
  const found = far.length * 4 < moved.length || grown.length === 0 ? [] : grown.sort((one, other) => other.by - one.by).slice(0, 3).map(({ image, by }) => at('shift', image, before.get(image), image.getAttribute('src') ?? '', [by, far.length]));
  return { looked: images.length, found };
})()`;

/** Pictures of the page's own site that do not come, or that no browser can draw. */
export const FIND_BROKEN = `(() => {
  ${REPORT}
  const local = (image) => { try { const url = new URL(image.currentSrc || image.src, document.baseURI); return url.origin === new URL(document.URL).origin; } catch { return false; } };
  const asked = [...document.images].filter((image) => !/^\\s*($|\\/|data:)/.test(image.getAttribute('src') ?? '') && local(image)).slice(0, 2000);
  const broken = asked.filter((image) => image.complete && image.naturalWidth === 0 && !/\\.svg(\\?|#|$)/i.test(image.src) && !/\\{\\{|\\$\\{|<%/.test(image.getAttribute('src')));
  return { looked: asked.length, found: broken.slice(0, 50).map((image) => at('broken', image, image.getBoundingClientRect(), image.getAttribute('src'))) };
})()`;

/**
 * Small targets of a phone that stand closer than a fingertip: a circle of 24 px around each touches the next. Links within
 * a sentence and controls as the browser draws them are excused, as WCAG 2.5.8 excuses them.
 */
export const FIND_TIGHT = `(() => {
  ${REPORT}
  const LEAST = 24;
  const targets = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, [role=button], summary')]
    .filter((element) => seen.stateOf(element).shown && !seen.stateOf(element).away && !element.disabled)
    .slice(0, 1500)
    .map((element) => {
      // A link that breaks over lines is touched at its parts: a box around all of them holds what stands beside it.
      const parts = [...element.getClientRects()].slice(0, 20).map((part) => part.toJSON());
      const largest = parts.toSorted((one, other) => other.width * other.height - one.width * one.height)[0];
      return { element, parts, ...(largest ?? element.getBoundingClientRect().toJSON()) };
    })
    .filter(({ width, height, left }) => width >= 1 && height >= 1 && left < innerWidth);
  const inText = (element) => {
    if (getComputedStyle(element).display !== 'inline') return false;
    const block = element.closest('p, li, dd, td, blockquote, figcaption, label, h1, h2, h3, h4, h5, h6, div, span');
    return block !== null && (block.textContent ?? '').trim().length > (element.textContent ?? '').trim().length + 2;
  };
  const native = (element) => /^(INPUT|SELECT)$/.test(element.tagName) && /checkbox|radio|range|color|file/.test(element.type);
  const small = targets.filter(({ element, width, height }) => (width < LEAST - 0.5 || height < LEAST - 0.5) && !inText(element) && !native(element));
  const found = [];
  const sorted = targets.sort((one, other) => one.top - other.top);
  for (const one of small) {
    const [x, y] = [one.left + one.width / 2, one.top + one.height / 2];
    const close = sorted.find((other) => {
      if (other.element === one.element || other.element.contains(one.element) || one.element.contains(other.element)) return false;
      const isAtPart = other.parts.some(({ left, right, top, bottom }) => Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)) < LEAST / 2 - 0.5);
      const isSmall = other.width < LEAST || other.height < LEAST;
      const [ox, oy] = [other.left + other.width / 2, other.top + other.height / 2];
      return isAtPart || (isSmall && Math.hypot(ox - x, oy - y) < LEAST - 0.5);
    });
    if (close === undefined) continue;
    found.push(at('tight', one.element, { left: one.left + scrollX, right: one.right + scrollX, top: one.top + scrollY, bottom: one.bottom + scrollY }, one.element.textContent || one.element.getAttribute('aria-label') || '', [one.width, one.height]));
    if (found.length >= 50) break;
  }
  return { looked: targets.length, found };
})()`;

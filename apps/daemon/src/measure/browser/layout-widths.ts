/** What does not fit into the window's width or into its own box, as text that runs inside the browser. */
import { PATH_OF } from './scripts.ts';

/** Boxes that make the page scroll sideways, the outermost of each branch. */
export const FIND_OVERFLOW = `(() => {
  if (document.documentElement.scrollWidth <= innerWidth + 1) return [];
  const pathOf = ${PATH_OF};
  const wide = [];
  // What scrolls or cuts by itself does not make the page wider.
  const contained = new Map();
  const isContained = (element) => {
    if (element === null || element === document.body) return false;
    const known = contained.get(element);
    if (known !== undefined) return known;
    const inside = /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || isContained(element.parentElement);
    contained.set(element, inside);
    return inside;
  };
  for (const element of document.body?.querySelectorAll('*') ?? []) {
    const box = element.getBoundingClientRect();
    if (box.right <= innerWidth + 1 || box.width === 0 || wide.length >= 20) continue;
    if (wide.some((other) => other.element.contains(element)) || isContained(element.parentElement)) continue;
    // The cause is what is wide itself, not what a wide child pushes.
    wide.push({ element, path: pathOf(element), width: Math.round(box.width), right: Math.round(box.right) });
  }
  return wide.map(({ path, width, right }) => ({ path, width, right }));
})()`;

/**
 * Text that its box cuts off: begins inside a box that hides what does not fit, and goes on outside of it. An
 * ellipsis, a clamp and a teaser with a way to the rest cut on purpose; what can be scrolled to is not lost.
 */
export const FIND_CLIPPED = `(() => {
  const pathOf = ${PATH_OF};
  const found = new Map();
  const walker = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(), count = 0; text !== null && count < 20000; text = walker.nextNode(), count += 1) {
    const parent = text.parentElement;
    if (parent === null || text.data.trim() === '' || !(parent instanceof HTMLElement)) continue;
    if (/icon|symbol|awesome|glyph/i.test(getComputedStyle(parent).fontFamily)) continue;
    if (parent.closest('[aria-hidden="true"], script, style') !== null || getComputedStyle(parent).visibility !== 'visible') continue;
    let box = parent;
    let style = getComputedStyle(box);
    const hides = (value) => value === 'hidden' || value === 'clip';
    while (box !== null && !/auto|scroll|hidden|clip/.test(style.overflowX + style.overflowY)) {
      box = box.parentElement;
      if (box !== null) style = getComputedStyle(box);
    }
    if (box === null || box === document.body || box === document.documentElement || found.has(box)) continue;
    if (/auto|scroll/.test(style.overflowX + style.overflowY)) continue;
    const edge = box.getBoundingClientRect();
    if (edge.width <= 2 || edge.height <= 2 || style.clipPath !== 'none') continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const parts = [...range.getClientRects()].filter((part) => part.width >= 1 && part.height >= 1);
    const first = parts[0];
    if (first === undefined || first.left >= edge.right || first.right <= edge.left || first.top >= edge.bottom || first.bottom <= edge.top) continue;
    const line = Number.parseFloat(style.lineHeight) || Number.parseFloat(style.fontSize) * 1.2;
    const wraps = !/nowrap|pre$/.test(style.whiteSpace);
    const sideways = hides(style.overflowX) && (wraps || style.textOverflow === 'clip') && parts.some((part) => part.right > edge.right + 2);
    // One whole line with a way to the rest behind it is a teaser; a button opens any height.
    const isTeaser = box.nextElementSibling?.matches('button, summary, :has(button, summary)') === true ||
      (Math.abs(line - edge.height) <= 0.5 && box.nextElementSibling?.matches('a, :has(a)') === true);
    const down = hides(style.overflowY) && !isTeaser && style.webkitLineClamp === 'none' && parts.some((part) => part.bottom > edge.bottom + part.height / 3);
    const low = hides(style.overflowY) && line > edge.height + 2 && first.bottom > edge.bottom + first.height / 3 && Number.parseFloat(style.fontSize) > edge.height;
    if (sideways || down || low) found.set(box, { path: pathOf(box), text: text.data.trim().slice(0, 40) });
    if (found.size >= 50) break;
  }
  return [...found.values()];
})()`;

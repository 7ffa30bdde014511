/**
 * What runs inside the browser before layout is judged, as text: the lines a reader sees, and the boxes that are painted.
 * Read once per width, and used by everything in layout-scripts.ts.
 */

import { PATH_OF } from './scripts.ts';

/** Lines and boxes beyond these are not looked at: a page with more has no layout that one would judge by eye. */
export const MAX_LINES = 4_000;
const MAX_BOXES = 6_000;

export const SEEN = `(() => {
  const pathOf = ${PATH_OF};
  const states = new Map();
  const NOTHING = { shown: false, moves: false, turned: false, away: false, clip: null };
  const hides = (value) => value === 'hidden' || value === 'clip' || value === 'auto' || value === 'scroll';
  // Of an element and all around it: whether it is seen, stays where it is, lies straight, and what cuts it.
  const stateOf = (element) => {
    if (element === null) return { shown: true, opacity: 1, moves: false, turned: false, away: false, clip: null };
    const known = states.get(element);
    if (known !== undefined) return known;
    const above = stateOf(element.parentElement);
    let state = NOTHING;
    if (above.shown && !element.hasAttribute('inert')) {
      const style = getComputedStyle(element);
      const opacity = above.opacity * Number(style.opacity);
      const transform = /^matrix\\(([^)]*)\\)/.exec(style.transform)?.[1].split(',').map(Number);
      const box = element.getBoundingClientRect();
      const silent = ['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'TITLE'].includes(element.tagName);
      const small = box.width <= 2 && box.height <= 2 && style.position === 'absolute';
      const cut = (style.clip !== 'auto' && style.position === 'absolute') || (style.clipPath !== 'none' && box.height <= 2);
      let clip = above.clip;
      if (hides(style.overflowX) || hides(style.overflowY)) {
        const own = { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
        clip = clip === null ? own : { left: Math.max(clip.left, own.left), right: Math.min(clip.right, own.right), top: Math.max(clip.top, own.top), bottom: Math.min(clip.bottom, own.bottom) };
      }
      state = {
        shown: style.display !== 'none' && style.visibility === 'visible' && opacity > 0.3 && !silent && !small && !cut && (element.checkVisibility?.() ?? true),
        opacity,
        moves: above.moves || style.position === 'fixed' || style.position === 'sticky',
        placed: above.placed || style.position === 'absolute' || style.position === 'fixed',
        turned: above.turned || (transform !== undefined && (Math.abs(transform[1]) > 0.01 || Math.abs(transform[2]) > 0.01)) || style.transform.startsWith('matrix3d') || style.writingMode !== 'horizontal-tb',
        // What is kept out of sight until it is asked for.
        away: above.away || (style.position !== 'static' && (box.right <= 0 || box.bottom + scrollY <= 0)),
        clip: element === document.documentElement || element === document.body ? null : clip,
      };
    }
    states.set(element, state);
    return state;
  };
  const lines = [];
  const walker = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = walker.nextNode(); text !== null && lines.length < ${MAX_LINES}; text = walker.nextNode()) {
    const element = text.parentElement;
    if (text.data.trim() === '' || !(element instanceof HTMLElement)) continue;
    const state = stateOf(element);
    if (!state.shown || state.away || element.closest('[aria-hidden="true"]') !== null) continue;
    // Words that a font draws as one sign are as wide as words only where the font is missing.
    if (/icon|symbol|awesome|glyph/i.test(getComputedStyle(element).fontFamily)) continue;
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      if (box.width < 3 || box.height < 4) continue;
      const left = Math.max(box.left, state.clip?.left ?? -Infinity);
      const right = Math.min(box.right, state.clip?.right ?? Infinity);
      const top = Math.max(box.top, state.clip?.top ?? -Infinity);
      const bottom = Math.min(box.bottom, state.clip?.bottom ?? Infinity);
      if (right - left < 3 || bottom - top < box.height / 2 || right <= 0) continue;
      lines.push({ element, text, state, left: left + scrollX, right: right + scrollX, top: top + scrollY, bottom: bottom + scrollY, height: box.height });
    }
  }
  const REPLACED = /^(IMG|SVG|VIDEO|CANVAS|IFRAME|INPUT|SELECT|TEXTAREA|BUTTON|OBJECT|EMBED|HR|PROGRESS|METER)$/i;
  const alpha = (color) => Number(/[,/]\\s*([\\d.]+)\\s*\\)$/.exec(color)?.[1] ?? (color === 'transparent' ? 0 : 1));
  const painted = (element, style) => {
    const around = element.parentElement === null ? '' : getComputedStyle(element.parentElement).backgroundColor;
    const fills = !/^rgba\\(.*, 0\\)$|^transparent$/.test(style.backgroundColor) && style.backgroundColor !== around;
    const bordered = ['Top', 'Right', 'Bottom', 'Left'].filter((side) => Number.parseFloat(style['border' + side + 'Width']) > 0 && style['border' + side + 'Style'] !== 'none').length;
    return fills || bordered >= 3 || style.backgroundImage !== 'none' || style.boxShadow !== 'none';
  };
  const boxes = [];
  for (const element of document.body?.querySelectorAll('*') ?? []) {
    if (boxes.length >= ${MAX_BOXES}) break;
    if (element.ownerSVGElement != null) continue;
    const state = stateOf(element);
    if (!state.shown || state.away) continue;
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const style = getComputedStyle(element);
    boxes.push({ element, state, style, replaced: REPLACED.test(element.tagName), paints: painted(element, style), left: box.left + scrollX, right: box.right + scrollX, top: box.top + scrollY, bottom: box.bottom + scrollY });
  }
  const scripted = [...document.scripts].some((one) => !/json|template|importmap|html|x-/.test(one.type));
  globalThis.jurySeen = { lines, boxes, pathOf, stateOf, alpha, scripted };
  return { lines: lines.length, boxes: boxes.length, scripted };
})()`;

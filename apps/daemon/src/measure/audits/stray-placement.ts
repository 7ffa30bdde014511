import type { Audit, Observation } from '../finding.ts';
import { leastLength } from '../model/least-size.ts';
import type { Page, PageElement } from '../model/page.ts';
import { atDeclaration } from '../model/place.ts';
import {
  childElements,
  hasAncestor,
  hasText,
  oncePerPage,
  renderedElements,
  textOf,
} from '../model/reading.ts';
import type { ElementStyle } from '../model/style.ts';

export const strayPlacement: Audit = {
  id: 'stray-placement',
  role: 'critic',
  dim: 'space',
  weight: 7,
  title: 'Nothing is pushed out of its place',
  why: 'Text that is half off the screen, mirrored, behind its own ground or locked in is text that nobody reads.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/reflow.html',
  severity: 'major',
  tier: 'report',
  unit: 'parts out of their place',
  properties: [
    'transform',
    'margin-left',
    'margin-right',
    'left',
    'right',
    'z-index',
    'overflow-y',
    'font-size',
    'height',
    'float',
  ],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const elements = renderedElements(page);
    const found: Observation[] = [];
    for (const at of elements) {
      const problem = problemOf(page, at, page.styleOf(at));
      if (problem !== null)
        found.push({
          at,
          required: 'a place where it is seen whole',
          suggestion: 'Let it stand in the flow of the page.',
          ...problem,
        });
    }
    return { checked: elements.length, found };
  },
};

type Said = Pick<Observation, 'measured' | 'message'> & Partial<Observation>;

function problemOf(page: Page, at: PageElement, style: ElementStyle): Said | null {
  return (
    locked(page, at, style) ??
    turned(at, style) ??
    outside(page, at, style) ??
    behind(page, at, style) ??
    collapsed(page, at, style) ??
    unscaled(at, style) ??
    peephole(at, style) ??
    hugeGap(at, style) ??
    covers(page, at, style) ??
    backwards(page, at, style) ??
    weightless(style)
  );
}

/** The page itself cannot be scrolled. */
function locked(page: Page, at: PageElement, style: ElementStyle): Said | null {
  if (!/^(html|body|main)$/.test(at.tag) || !/hidden|clip/.test(style.value('overflow-y') ?? '')) return null;
  const height = style.declared('height', 'max-height')?.value ?? '';
  const isFull = at.tag === 'main' ? /vh|px/.test(height) : true;
  const length = textOf(at).length;
  // A long page in a window's height is said where hidden text is.
  if (at.tag !== 'main' && length >= LONG_TEXT && /^100(%|[sdl]?vh)$/.test(height)) return null;
  // A screen holds about this much text; a page that is built to be one screen has less, and scrolls inside.
  const scrolls = page.elements.some(
    (one) => one.parent !== null && /auto|scroll/.test(page.styleOf(one).value('overflow-y') ?? ''),
  );
  return isFull &&
    length > SCREEN_OF_TEXT &&
    !scrolls &&
    !(at.tag !== 'main' && /^\s*$/.test(height) && /x/.test(style.declared('overflow-x')?.property ?? ''))
    ? {
        measured: `overflow-y: ${style.value('overflow-y')} on <${at.tag}>`,
        message: 'The page cannot be scrolled: what is below the first screen is never seen.',
        ...(page.byTag('script').length > 0 ? { severity: 'minor' as const } : {}),
      }
    : null;
}

const SCREEN_OF_TEXT = 1500;
const LONG_TEXT = 4000;

/** Mirrored, upside down, or shrunk to nothing readable. */
function turned(at: PageElement, style: ElementStyle): Said | null {
  const transform =
    `${style.declared('transform')?.value ?? ''} ${style.declared('scale')?.value ?? ''} ${style.declared('rotate')?.value ?? ''}`.trim();
  if (transform === '' || at.tag === 'svg' || textOf(at).length < LEAST_TEXT) return null;
  if (/scale(?:x|y|3d)?\(\s*-|matrix\(\s*-/i.test(transform))
    return { measured: `transform: ${transform}`, message: 'Text is mirrored or stands on its head.' };
  const scale = /scale\(\s*(\d*\.\d+)\s*\)/i.exec(transform)?.[1];
  if (scale !== undefined && Number(scale) > 0 && Number(scale) * style.fontSize < SMALLEST_PX)
    return {
      measured: `transform: ${transform}`,
      message: `Text is shrunk to ${Math.round(Number(scale) * style.fontSize)}px.`,
      ...(textOf(at).length > A_LINE ? {} : { severity: 'minor' as const }),
    };
  const degrees = /rotate\(\s*(-?(?:\d+(?:\.\d+)?|\.\d+))(deg|turn|rad)/i.exec(transform);
  const turn =
    degrees === null
      ? 0
      : Math.abs(Number(degrees[1]) * (degrees[2] === 'turn' ? 360 : degrees[2] === 'rad' ? 57.3 : 1)) % 360;
  // Set from top to bottom and turned round it reads from bottom to top, as on the back of a book.
  const isVertical = /^(vertical|sideways)/.test(
    style.value('writing-mode') ?? style.declared('writing-mode')?.value ?? '',
  );
  if (turn > 100 && turn < 260 && !isVertical)
    return { measured: `transform: ${transform}`, message: 'Text is mirrored or stands on its head.' };
  if (turn > 15 && turn < 345 && textOf(at).length > A_LINE)
    return {
      measured: `transform: ${transform}`,
      message: 'Running text is turned, and has to be read with the head on one side.',
    };
  if (turn > 0 && turn <= 15 && textOf(at).length > A_LINE)
    return {
      measured: `transform: ${transform}`,
      message: 'Running text stands at an angle.',
      severity: 'minor',
    };
  const shift = /translate(x|3d)?\(\s*(-?(?:\d+(?:\.\d+)?|\.\d+))(px|%|vw|rem|em)/i.exec(transform);
  // Half of what is around it to the right, half of itself to the left: in the middle.
  const isCentred = /%|vw/.test(style.declared('left', 'inset-inline-start', 'margin-left')?.value ?? '');
  if (
    shift !== null &&
    !isCentred &&
    style.value('position') !== 'absolute' &&
    style.value('position') !== 'fixed'
  ) {
    const px =
      shift[3] === 'px'
        ? Number(shift[2])
        : shift[3] === 'vw'
          ? Number(shift[2]) * 12.8
          : shift[3] === '%'
            ? Number(shift[2]) * 6
            : Number(shift[2]) * 16;
    if (Math.abs(px) >= PUSHED_PX)
      return {
        measured: `transform: ${transform}`,
        message: `Text is pushed ${Math.round(Math.abs(px))}px to the side.`,
        // Of its own width, which is not known here.
        severity: Math.abs(px) >= FAR_PX && shift[3] !== '%' ? 'major' : 'minor',
      };
  }
  return null;
}

const LEAST_TEXT = 2;
const A_LINE = 30;
const SMALLEST_PX = 9;
const PUSHED_PX = 24;
const FAR_PX = 48;
/** Beyond this a text is hidden from the eye on purpose. */
const HIDING_PX = 999;

/** Pulled over the edge of the screen by more than what is around it leaves. */
function outside(page: Page, at: PageElement, style: ElementStyle): Said | null {
  const position = style.value('position') ?? '';
  const isPlaced = /absolute|fixed/.test(position);
  const margin = style.margin();
  const relative =
    position === 'relative'
      ? (style.length(style.declared('left')?.value) ?? 0) -
        (style.length(style.declared('right')?.value) ?? 0)
      : 0;
  // Room for a focus ring: pulled out by a margin, and its text put back by as much padding.
  const inside = isPlaced ? 0 : (style.padding().left ?? 0);
  const pulled = isPlaced
    ? (style.length(style.declared('left')?.value) ?? 0)
    : (margin.left ?? 0) + relative;
  const left = pulled < 0 ? Math.min(0, pulled + inside) : pulled;
  if (left >= 0 || left <= -HIDING_PX)
    return relative >= FAR_PX && textOf(at).length >= LEAST_TEXT
      ? {
          measured: `left: ${relative}px`,
          message: `Text is moved ${Math.round(relative)}px out of its place.`,
          severity: 'minor',
        }
      : null;
  if (textOf(at).length < LEAST_TEXT) return null;
  // As wide as the window, out of a column in its middle.
  if (/vw/.test(style.declared('margin-left', 'margin-inline', 'margin')?.value ?? '')) return null;
  let room = 0;
  for (let around = at.parent; around !== null; around = around.parent) {
    const other = page.styleOf(around);
    if (/flex|grid|table/.test(other.value('display') ?? '') && !isPlaced && around === at.parent)
      return null;
    room += (other.padding().left ?? 0) + Math.max(0, other.margin().left ?? 0);
    if (isPlaced && /relative|absolute|fixed|sticky/.test(other.value('position') ?? '')) return null;
    if (other.value('margin-left') === 'auto' || other.padding().left === null)
      return -left > FAR_PX
        ? {
            measured: `${Math.round(left)}px`,
            message: `Text is pulled ${Math.round(-left)}px to the left of its column.`,
            severity: 'minor',
          }
        : null;
  }
  return -left > room + 2
    ? {
        measured: `${Math.round(left)}px to the left, ${Math.round(room)}px of room`,
        message: `Text is pulled ${Math.round(-left - room)}px over the left edge of the screen.`,
      }
    : null;
}

/** Below the ground of what is around it. */
function behind(page: Page, at: PageElement, style: ElementStyle): Said | null {
  const z = Number(style.declared('z-index')?.value ?? Number.NaN);
  if (
    !(z < 0) ||
    !/relative|absolute|fixed|sticky/.test(style.value('position') ?? '') ||
    textOf(at).length < LEAST_TEXT
  )
    return null;
  for (let around = at.parent; around !== null && !/^(body|html)$/.test(around.tag); around = around.parent) {
    const other = page.styleOf(around);
    const ground = other.color('background-color');
    const isContext =
      (/relative|absolute|fixed|sticky/.test(other.value('position') ?? '') &&
        other.declared('z-index') !== null) ||
      other.declared('isolation', 'transform') !== null ||
      Number(other.value('opacity') ?? 1) < 1;
    if (isContext) return null;
    if (ground !== null && ground.alpha > 0.9)
      return { measured: `z-index: ${z}`, message: 'Text lies behind the ground of the box around it.' };
  }
  return {
    measured: `z-index: ${z}`,
    message: 'Text lies behind the page, and cannot be marked or clicked.',
    severity: 'minor',
  };
}

const hasClearfix = oncePerPage((page: Page): boolean =>
  page.sheets.some(({ root }) => /clear\s*:\s*both/.test(root.source?.input.css ?? '')),
);

/** A box with a ground of its own whose whole content floats has no height. */
function collapsed(page: Page, at: PageElement, style: ElementStyle): Said | null {
  const ground = style.source('background-color') === null ? null : style.color('background-color');
  const isBox =
    (ground !== null && ground.alpha > 0.05) ||
    ((style.px('border-top-width') ?? 0) > 0 && style.source('border-top-width') !== null);
  if (!isBox || /^(html|body)$/.test(at.tag)) return null;
  const children = at.children.filter((child) => child.kind === 'element' || child.value.trim() !== '');
  const floats = children.every(
    (child) => child.kind === 'element' && /left|right/.test(page.styleOf(child).value('float') ?? ''),
  );
  if (children.length === 0 || !floats) return null;
  const isHeld =
    /hidden|auto|scroll|clip/.test(style.value('overflow-x') ?? '') ||
    /flex|grid|flow-root|table|inline-block/.test(style.value('display') ?? '') ||
    (style.px('height') ?? 0) > 0 ||
    /left|right/.test(style.value('float') ?? '') ||
    /absolute|fixed/.test(style.value('position') ?? '');
  return isHeld || hasClearfix(page)
    ? null
    : {
        measured: 'only floating children',
        message: 'Everything in the box floats, so the box has no height and its ground is not seen.',
      };
}

/** Text that follows the window alone does not grow when the reader enlarges it. */
function unscaled(at: PageElement, style: ElementStyle): Said | null {
  const declared = style.declared('font-size');
  const value = declared?.value.trim() ?? '';
  if (
    declared?.source == null ||
    !/^(?:\d+(?:\.\d+)?|\.\d+)(?:vw|vh|vmin|vmax|[sld]v[wh])$/i.test(value) ||
    textOf(at).length < LEAST_TEXT
  )
    return null;
  return {
    measured: `font-size: ${value}`,
    message:
      'The size of the text follows the window alone: it cannot be enlarged, and is too small on a phone or too large on a wide screen.',
    required: 'a size with a fixed part: clamp(1rem, 2vw, 2rem)',
    suggestion: 'Use rem, or clamp() with a fixed part.',
  };
}

/** Lines below which a box that scrolls shows nothing whole. */
const LEAST_LINES = 6;
const SMALL_PX = 320;

/** The page's own text in a small box that scrolls inside the page. */
function peephole(at: PageElement, style: ElementStyle): Said | null {
  if (
    !/^(main|article|section|div|ul|ol|p|dl|body)$/.test(at.tag) ||
    at.attributes.has('role') ||
    !/auto|scroll/.test(style.value('overflow-y') ?? '')
  )
    return null;
  const height = style.length(style.declared('height', 'max-height', 'block-size')?.value);
  if (height === null || height > SMALL_PX || hasAncestor(at, 'dialog', 'details', 'nav', 'form', 'table'))
    return null;
  const text = textOf(at);
  const line = (style.lineHeight ?? 1.2) * style.fontSize;
  const lines = Math.max(childElements(at).length, leastLength(text.length, style.fontSize) / WINDOW_PX);
  if (
    text.length < SOME_TEXT ||
    lines * line < height * 1.3 ||
    (!/^(main|article)$/.test(at.tag) && childElements(at).some(({ tag }) => /^(table|pre|code)$/.test(tag)))
  )
    return null;
  return {
    measured: `${Math.round(height)}px high, and scrolls`,
    message: `Text is locked in a box of ${Math.round(height)}px that scrolls inside the page.`,
    required: 'text that scrolls with the page',
    ...(at.tag === 'main' || at.tag === 'article' || height < LEAST_LINES * line
      ? {}
      : { severity: 'minor' as const }),
  };
}

const SOME_TEXT = 120;
const WINDOW_PX = 1100;

const HUGE_PX = 240;
/** Most of a window, whatever it is a part of. */
const SCREEN_PX = 480;
const ABSURD_PX = 400;

/** Room that no reader takes for a decision. */
function hugeGap(at: PageElement, style: ElementStyle): Said | null {
  for (const [property, px] of [
    ...Object.entries(style.margin()).map(([side, px]) => [`margin-${side}`, px] as const),
    ...Object.entries(style.padding()).map(([side, px]) => [`padding-${side}`, px] as const),
  ]) {
    if (px === null || px < HUGE_PX || !/top|bottom/.test(property)) continue;
    const declared = style.declared(
      property,
      property.replace(/-.*/, ''),
      property.startsWith('margin') ? 'margin-block' : 'padding-block',
    );
    if (
      declared?.source == null ||
      (/v[hw]|%|clamp|calc/.test(declared.value) && !(property.startsWith('margin') && px >= SCREEN_PX)) ||
      style.declared('background-image') !== null ||
      textOf(at) === ''
    )
      continue;
    return {
      measured: `${property}: ${Math.round(px)}px`,
      message: `A gap of ${Math.round(px)}px looks like the end of the page.`,
      required: `at most ${HUGE_PX}px`,
      suggestion: 'Use a step of the page’s own spacing.',
      ...(px >= ABSURD_PX ? {} : { severity: 'minor' as const }),
    };
  }
  return null;
}

/** Has no effect where nothing is placed. */
function weightless(style: ElementStyle): Said | null {
  const z = Number(style.declared('z-index')?.value ?? Number.NaN);
  return z > 9000
    ? {
        measured: `z-index: ${z}`,
        message: `A z-index of ${z} is there only to outdo another one.`,
        required: 'the next step of a small scale',
        suggestion: 'Use small steps.',
        severity: 'minor',
      }
    : null;
}

/** A sixth of a phone's screen. */
const TALL_PX = 110;
/** Room that a bar of two lines takes. */
const BAR_PX = 32;

/** A bar that stays at the top, over a page that leaves it no room. */
function covers(page: Page, at: PageElement, style: ElementStyle): Said | null {
  if (style.value('position') !== 'fixed' || !page.isVisible(at) || !hasText(at)) return null;
  // A menu that waits beside the screen.
  if (style.declared('transform', 'translate', 'clip-path') !== null) return null;
  const tall = Math.max(
    style.length(style.declared('height')?.value) ?? 0,
    style.length(style.declared('min-height')?.value) ?? 0,
  );
  const isWide =
    /^0(px)?\b/.test(style.declared('left', 'inset')?.value.trim() ?? '') &&
    (/^0(px)?\b/.test(style.declared('right', 'inset')?.value.trim() ?? '') ||
      /^100(%|vw)/.test(style.declared('width')?.value ?? ''));
  if (
    tall >= TALL_PX &&
    isWide &&
    at.tag !== 'dialog' &&
    at.attributes.get('role') !== 'dialog' &&
    !/modal|overlay|drawer|backdrop|menu|cookie|consent|notice|popup|sheet|toast/i.test(
      `${at.attributes.get('class') ?? ''} ${at.attributes.get('id') ?? ''} ${at.attributes.get('aria-label') ?? ''}`,
    )
  )
    return {
      measured: `position: fixed, ${Math.round(tall)}px high`,
      message: 'A tall bar stays on the screen and lies over the page.',
      suggestion: 'Let it stand in the flow of the page.',
      ...(page.byTag('script').length > 0 ? { severity: 'minor' as const } : {}),
    };
  if (!/^(header|nav)$/.test(at.tag)) return null;
  // A bar without a ground lies over a picture on purpose.
  const ground = style.color('background-color');
  if ((ground?.alpha ?? 0) < 0.05 && (style.value('background-image') ?? 'none') === 'none') return null;
  const top = style.declared('top', 'inset')?.value.trim() ?? '';
  if (
    !/^0(px)?\b/.test(top) ||
    style.declared('bottom')?.value.trim() === '0' ||
    (style.px('width') ?? 9999) < 400
  )
    return null;
  const siblings = (at.parent?.children ?? []).filter(
    (one): one is PageElement => one.kind === 'element' && page.engine.isRendered(one),
  );
  // What stands out of the flow, such as a menu at the side, leaves no room and takes none.
  const next = siblings
    .slice(siblings.indexOf(at) + 1)
    .find((one) => !/absolute|fixed/.test(page.styleOf(one).value('position') ?? ''));
  let room = 0;
  for (let one: PageElement | null | undefined = next, depth = 0; one != null && depth < 4; depth += 1) {
    const other = page.styleOf(one);
    if (
      /vh|%|calc|clamp|var/.test(
        `${other.declared('padding-top', 'padding')?.value ?? ''}${other.declared('height', 'min-height')?.value ?? ''}`,
      )
    )
      return null;
    room += (other.padding().top ?? 0) + Math.max(0, other.margin().top ?? 0);
    one = one.children.find((child): child is PageElement => child.kind === 'element');
  }
  for (let around = at.parent; around !== null; around = around.parent)
    room += (page.styleOf(around).padding().top ?? 0) + Math.max(0, page.styleOf(around).margin().top ?? 0);
  return next !== undefined && room < BAR_PX
    ? {
        measured: `position: fixed over ${Math.round(room)}px of room`,
        message: 'A bar that stays at the top lies over the beginning of the page.',
        suggestion: 'Use position: sticky, or leave the room of the bar at the top.',
      }
    : null;
}

/** Shown in another order than it is read aloud and tabbed through. */
function backwards(page: Page, at: PageElement, style: ElementStyle): Said | null {
  if (!/flex|grid/.test(style.value('display') ?? '')) return null;
  const flow = `${style.declared('flex-direction')?.value ?? ''} ${style.declared('flex-flow')?.value ?? ''}`;
  const children = at.children.filter(
    (child) => child.kind === 'element' && textOf(child) !== '' && page.engine.isRendered(child),
  );
  const moved = children.find(
    (child) => child.kind === 'element' && Number(page.styleOf(child).declared('order')?.value ?? 0) !== 0,
  );
  if (moved !== undefined && moved.kind === 'element' && children.length > 1)
    return {
      measured: `order: ${page.styleOf(moved).declared('order')?.value}`,
      message: 'The parts are shown in another order than they are read aloud.',
      severity: 'minor',
      ...atDeclaration(page, page.styleOf(moved).declared('order')?.source ?? null),
    };
  return /-reverse/.test(flow) && children.length > 1
    ? {
        measured: flow.trim(),
        ...atDeclaration(page, style.declared('flex-direction', 'flex-flow')?.source ?? null),
        message: 'The parts are shown in the reverse of the order in which they are read aloud.',
        severity: 'minor',
      }
    : null;
}

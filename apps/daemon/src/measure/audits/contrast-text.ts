import type { Audit, Observation } from '../finding.ts';
import { contrastRange, inkRange } from '../model/backdrop.ts';
import { contrast as contrastBetween, toHex } from '../model/color.ts';
import { splitAt, splitWords } from '../model/computed/parts.ts';
import type { Page, PageElement } from '../model/page.ts';
import { textOf } from '../model/reading.ts';
import { isLarge } from '../model/state-contrast.ts';
import { type Rgb, readColor } from '../model/style.ts';

/** What one level asks, of text of ordinary size and of large text. */
interface Asked {
  rule: string;
  ordinary: number;
  large: number;
}

export const contrastText: Audit = {
  id: 'contrast-text',
  role: 'critic',
  dim: 'contrast',
  weight: 10,
  title: 'Text stands out from its background',
  why: 'Text below AA contrast is hard to read for about one reader in twelve, and for everyone in sunlight.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html',
  severity: 'critical',
  tier: 'automatic',
  unit: 'text runs below AA',
  properties: ['color'],
  run: contrastOf({ rule: 'R69', ordinary: 4.5, large: 3 }),
};

export const contrastEnhanced: Audit = {
  id: 'contrast-enhanced',
  role: 'a11y',
  dim: 'wcag',
  weight: 3,
  level: 'AAA',
  title: 'Text stands out strongly from its background (asked with --level AAA)',
  why: 'Readers with low vision and no aid need 7:1.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/contrast-enhanced.html',
  severity: 'major',
  tier: 'report',
  unit: 'text runs below AAA',
  properties: ['color'],
  run: contrastOf({ rule: 'R66', ordinary: 7, large: 4.5 }),
};

function contrastOf(asked: Asked): Audit['run'] {
  return (page) => {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const found: Observation[] = [];
    let checked = 0;
    let undecided = 0;
    let open: PageElement | null = null;
    for (const { outcome, element, contrast } of page.engine.outcomes(asked.rule)) {
      const filler = outcome === 'passed' || element === null ? null : fillerOf(page, element);
      if (outcome === 'cantTell' && element !== null && isOffScreen(page, element)) continue;
      const halo = element === null ? null : againstHalo(page, element, asked);
      if (element !== null && halo !== null && (halo !== 'open' || outcome !== 'passed')) {
        if (halo === 'open') {
          undecided += 1;
          open ??= element;
        } else checked += 1;
        if (typeof halo === 'object') found.push(halo);
        continue;
      }
      if (outcome === 'cantTell' || filler !== null) {
        const bounded = element === null ? null : decide(page, element, filler, asked);
        if (bounded === null) {
          undecided += 1;
          open ??= element;
        } else checked += 1;
        if (bounded !== null && bounded !== 'passes') found.push(bounded);
        continue;
      }
      if (outcome === 'failed' && element !== null && isDrawn(page, element)) continue;
      if (element !== null && outcome === 'passed') {
        const bounded = isLetThrough(page, element) ? decide(page, element, null, asked) : null;
        checked += 1;
        if (bounded !== null && bounded !== 'passes') found.push(bounded);
        continue;
      }
      checked += 1;
      if (outcome !== 'failed' || contrast === null) continue;
      const pair = `${toHex(contrast.foreground)} on ${toHex(contrast.background)}`;
      found.push({
        at: element,
        measured: `${contrast.ratio.toFixed(2)}:1 (${pair})`,
        required: `at least ${contrast.threshold}:1`,
        message: `Text ${pair} has a contrast of ${contrast.ratio.toFixed(2)}:1, below ${contrast.threshold}:1.`,
        suggestion: 'Darken or lighten the text until it passes.',
      });
    }
    // More than half of the text: then nothing can be said about the page's contrast, and that is a thing to mend.
    const mostly = undecided > checked;
    if (mostly) found.push(openQuestion(open, undecided, checked));
    return {
      checked,
      found,
      undecided,
      ...(mostly ? { unmeasured: `${undecided} of ${checked + undecided} text runs lie over pictures` } : {}),
    };
  };
}

/** An ink that shows its ground: the rule takes any ground for any letter. */
function isLetThrough(page: Page, element: PageElement): boolean {
  return (page.styleOf(element).color('color')?.alpha ?? 1) < 1;
}

/** Signs instead of words: rules, arrows, an X for "close". They say nothing that is read. */
function isDrawn(page: Page, element: PageElement): boolean {
  const text = textOf(element);
  if (!/[\p{L}\p{N}]/u.test(text)) return true;
  return /^x$/i.test(text) && element.attributes.has('aria-label') && page.engine.name(element) !== text;
}

interface Halo {
  colors: Rgb[];
  /** On all sides of every letter: then it is what they stand on. */
  surrounds: boolean;
}

/** The shadows around its letters; null where there are none. */
function haloOf(page: Page, element: PageElement): Halo | null {
  for (let at: PageElement | null = element; at !== null; at = at.parent) {
    const written = page.styleOf(at).declared('text-shadow')?.value;
    if (written === undefined || /^\s*inherit\b/i.test(written)) continue;
    if (/^\s*(none|initial|unset|revert)/i.test(written)) return null;
    const shadows = splitAt(written, ',').map((shadow) => {
      const words = splitWords(shadow);
      const [x = 0, y = 0] = words.filter((word) => /^[-+]?[\d.]/.test(word)).map(Number.parseFloat);
      return { x, y, colors: words.flatMap((word) => readColor(word) ?? []) };
    });
    const has = (test: (shadow: { x: number; y: number }) => boolean): boolean => shadows.some(test);
    const surrounds =
      has(({ x }) => x > 0) && has(({ x }) => x < 0) && has(({ y }) => y > 0) && has(({ y }) => y < 0);
    return { colors: shadows.flatMap(({ colors }) => colors), surrounds };
  }
  return null;
}

/** A halo may lift letters off their ground, and one that surrounds them is their ground. Null: it changes nothing. */
function againstHalo(page: Page, element: PageElement, asked: Asked): Observation | 'passes' | 'open' | null {
  const halo = haloOf(page, element);
  if (halo === null) return null;
  const ink = page.styleOf(element).color('color');
  const required = requiredOf(page, element, asked);
  if (ink === null || ink.alpha < 1 || halo.colors.length === 0) return 'open';
  const best = Math.max(...halo.colors.map((color) => contrastBetween(ink, color)));
  if (!halo.surrounds || halo.colors.some(({ alpha }) => alpha < 1)) return best >= required ? 'open' : null;
  if (best >= required) return 'passes';
  return {
    at: element,
    measured: `${best.toFixed(2)}:1 against the shadow around its letters`,
    required: `at least ${required}:1`,
    message: `Text has a contrast of ${best.toFixed(2)}:1 against the shadow around its letters, below ${required}:1.`,
    suggestion: 'Take the shadow off, or give it a colour that the letters stand out from.',
    tier: 'report',
  };
}

function requiredOf(page: Page, element: PageElement, { ordinary, large }: Asked): number {
  return isLarge(page.styleOf(element)) ? large : ordinary;
}

const FAR_PX = -100;

/** A skip link before it is asked for: moved out of sight, it has no backdrop to be decided. */
function isOffScreen(page: Page, element: PageElement): boolean {
  for (let at: PageElement | null = element; at !== null; at = at.parent) {
    const style = page.styleOf(at);
    if (!/absolute|fixed/.test(style.value('position') ?? '')) continue;
    for (const edge of ['left', 'top', 'right', 'bottom']) {
      const value = style.declared(edge)?.value;
      if (
        (style.length(value) ?? 0) <= FAR_PX ||
        Number.parseFloat(/^(-[\d.]+)%$/.exec(value ?? '')?.[1] ?? '0') <= FAR_PX
      )
        return true;
    }
    if (/translate[XY]?\([^)]*-\d{3,}%/.test(style.declared('transform')?.value ?? '')) return true;
  }
  return false;
}

/** Over every backdrop that is possible: where even the best of them is too little, the picture does not matter. */
function decide(
  page: Page,
  element: PageElement,
  filler: PageElement | null,
  asked: Asked,
): Observation | 'passes' | null {
  const range = filler === null ? contrastRange(page, element) : inkRange(page, filler);
  if (range === null) return null;
  const required = requiredOf(page, element, asked);
  if (range.least >= required) return 'passes';
  if (range.most >= required) return null;
  const most = range.most.toFixed(2);
  return {
    at: element,
    measured: `at most ${most}:1, whatever lies behind it`,
    required: `at least ${required}:1`,
    message: `Text has a contrast of ${most}:1 at best, below ${required}:1, whatever lies behind it.`,
    suggestion: 'Darken or lighten the text, or put a more opaque colour behind it.',
  };
}

function openQuestion(at: PageElement | null, undecided: number, checked: number): Observation {
  return {
    at,
    measured: `${undecided} of ${checked + undecided} text runs over pictures`,
    required: 'text whose background is known',
    message: `The contrast of ${undecided} of ${checked + undecided} text runs could not be decided: they lie over pictures.`,
    suggestion: 'Put a colour behind the text, or measure the page in a browser with --browser always.',
    severity: 'major',
    open: true,
  };
}

/** With `background-clip: text` the gradient is the ink, and what lies behind is another box's. */
function fillerOf(page: Page, element: PageElement): PageElement | null {
  for (let at: PageElement | null = element; at !== null; at = at.parent) {
    const style = page.styleOf(at);
    const clip = style.declared('background-clip', '-webkit-background-clip');
    if (clip !== null && /text/.test(clip.value)) return at;
    // A painted box in between hides the clipped one.
    if ((style.color('background-color')?.alpha ?? 0) > 0) return null;
  }
  return null;
}

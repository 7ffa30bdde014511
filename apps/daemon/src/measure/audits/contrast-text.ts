import type { Audit, Observation } from '../finding.ts';
import { contrastRange, inkRange } from '../model/backdrop.ts';
import { contrast as contrastBetween, toHex } from '../model/color.ts';
import type { Page, PageElement } from '../model/page.ts';
import { textOf } from '../model/reading.ts';
import { readColor } from '../model/style.ts';

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
      if (outcome === 'failed' && element !== null && mayBeLifted(page, element, asked)) {
        undecided += 1;
        open ??= element;
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

/** Signs instead of words: rules, arrows, an X for "close". They say nothing that is read. */
function isDrawn(page: Page, element: PageElement): boolean {
  const text = textOf(element);
  if (!/[\p{L}\p{N}]/u.test(text)) return true;
  return /^x$/i.test(text) && element.attributes.has('aria-label') && page.engine.name(element) !== text;
}

/** A halo around the letters may be what they stand out from. */
function mayBeLifted(page: Page, element: PageElement, { ordinary }: Asked): boolean {
  const style = page.styleOf(element);
  const shadow = style.value('text-shadow') ?? 'none';
  if (shadow === 'none' || shadow === '') return false;
  const ink = style.color('color');
  const halos = (shadow.match(/rgba?\([^)]*\)|#[\da-f]{3,8}\b|\b[a-z]+\b(?!\()/gi) ?? []).flatMap(
    (word) => readColor(word) ?? [],
  );
  return ink === null || halos.length === 0 || halos.some((halo) => contrastBetween(ink, halo) >= ordinary);
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

const LARGE_PX = 24;
const LARGE_BOLD_PX = 56 / 3;

/** Over every backdrop that is possible: where even the best of them is too little, the picture does not matter. */
function decide(
  page: Page,
  element: PageElement,
  filler: PageElement | null,
  { ordinary, large }: Asked,
): Observation | 'passes' | null {
  const range = filler === null ? contrastRange(page, element) : inkRange(page, filler);
  if (range === null) return null;
  const { fontSize, fontWeight } = page.styleOf(element);
  const required =
    fontSize >= LARGE_PX || (fontSize >= LARGE_BOLD_PX && fontWeight >= 700) ? large : ordinary;
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

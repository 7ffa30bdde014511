import type { Audit, Observation } from '../finding.ts';
import { toLch } from '../model/color.ts';
import type { DesignSystem } from '../model/design-md.ts';
import { isEnglish } from '../model/language.ts';
import type { Page } from '../model/page.ts';
import { actions, headings, renderedElements, textOf, visibleBlocks } from '../model/reading.ts';

export const brandMeasures: Audit = {
  id: 'brand-measures',
  role: 'brand',
  againstDesign: true,
  dim: 'rules',
  weight: 3,
  title: 'Weights, borders and counts are those of the design system',
  why: 'A third weight or a second filled button is small, and is how a style comes apart.',
  link: 'https://www.designtokens.org/',
  severity: 'minor',
  tier: 'report',
  unit: 'places that differ from what is written down',
  properties: ['font-weight', 'border-top-width', 'border-top-style'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    if (page.design === null) return { checked: 0, found: [] };
    const { weights, borderWidths, borderStyles, mostFilledButtons, clock, lineHeights, longestMotionMs } =
      page.design;
    if (
      weights.length + borderWidths.length + borderStyles.length + lineHeights.length === 0 &&
      longestMotionMs === null &&
      !page.design.isSentenceCase &&
      mostFilledButtons === null &&
      clock === null
    )
      return { checked: 0, found: [], note: 'the design system measures nothing of this out' };
    const found = [
      ...otherWeights(page, page.design),
      ...otherBorders(page, page.design),
      ...furtherButtons(page, page.design),
      ...otherTimes(page, page.design),
      ...otherLines(page, page.design),
      ...longMotion(page, page.design),
      ...titleCase(page, page.design),
    ];
    return { checked: Math.max(found.length, visibleBlocks(page).length), found };
  },
};

const LEAST_WEIGHTS = 2;

const weightsSaid = (page: Page): string =>
  /[^\n.]*\bweights?\b[^\n.]*/i.exec(page.design?.text ?? '')?.[0] ?? '';

function otherWeights(page: Page, { weights }: DesignSystem): Observation[] {
  if (weights.length < LEAST_WEIGHTS) return headingWeights(page);
  return visibleBlocks(page).flatMap(({ element: at }): Observation[] => {
    const style = page.styleOf(at);
    // What the browser makes bold by itself is nobody's choice.
    if (style.source('font-weight') === null || weights.includes(style.fontWeight)) return [];
    return [
      {
        at,
        measured: `font-weight ${style.fontWeight}`,
        required: `one of ${weights.join(', ')}`,
        message: `A weight of ${style.fontWeight} is none of the design system.`,
        suggestion: `Use ${weights.join(' or ')}.`,
        ...(/\bonly\b/i.test(weightsSaid(page)) ? { severity: 'major' as const } : {}),
      },
    ];
  });
}

const HEADING_WEIGHT = /\bheadings?\b[^.\n]{0,60}?\bweight\s([1-9]\d0)\b/i;

/** "Headings: weight 400" says it of headings alone. */
function headingWeights(page: Page): Observation[] {
  const wanted = Number(HEADING_WEIGHT.exec(page.design?.text ?? '')?.[1] ?? 0);
  return wanted === 0
    ? []
    : headings(page).flatMap((at): Observation[] => {
        const style = page.styleOf(at);
        if (style.source('font-weight') === null || style.fontWeight === wanted || !page.isVisible(at))
          return [];
        return [
          {
            at,
            measured: `font-weight ${style.fontWeight}`,
            required: `${wanted}`,
            message: `A weight of ${style.fontWeight} is none of the design system.`,
            suggestion: `Use ${wanted}.`,
            severity: 'major',
          },
        ];
      });
}

function otherBorders(page: Page, { borderWidths, borderStyles }: DesignSystem): Observation[] {
  if (borderWidths.length + borderStyles.length === 0) return [];
  const found: Observation[] = [];
  for (const at of renderedElements(page)) {
    const style = page.styleOf(at);
    for (const edge of ['top', 'right', 'bottom', 'left'] as const) {
      const width = style.px(`border-${edge}-width`) ?? 0;
      const line = style.value(`border-${edge}-style`) ?? 'none';
      if (width === 0 || line === 'none' || style.source(`border-${edge}-style`) === null) continue;
      const fits =
        (borderWidths.length === 0 || borderWidths.includes(width)) &&
        (borderStyles.length === 0 || borderStyles.includes(line));
      if (fits) continue;
      const required = [borderWidths.map((px) => `${px}px`).join(' or '), borderStyles.join(' or ')]
        .join(' ')
        .trim();
      found.push({
        at,
        measured: `border-${edge}: ${width}px ${line}`,
        required,
        message: `A border of ${width}px ${line} is none of the design system.`,
        suggestion: `Use ${required}.`,
      });
      break;
    }
  }
  return found;
}

const COLOURED = 0.04;

function furtherButtons(page: Page, { mostFilledButtons }: DesignSystem): Observation[] {
  if (mostFilledButtons === null) return [];
  const filled = actions(page).filter((at) => {
    const color = page.styleOf(at).color('background-color');
    return color !== null && color.alpha > 0.95 && toLch(color).c >= COLOURED;
  });
  return filled.slice(mostFilledButtons).map((at) => ({
    at,
    measured: `${filled.length} filled buttons`,
    required: `at most ${mostFilledButtons}`,
    message: `The page has ${filled.length} filled buttons; the design system has ${mostFilledButtons}.`,
    suggestion: 'Make it a link, or a button without a fill.',
  }));
}

/** The leading of text that has one of its own. */
function otherLines(page: Page, { lineHeights }: DesignSystem): Observation[] {
  if (lineHeights.length === 0) return [];
  return visibleBlocks(page).flatMap(({ element: at, kind }): Observation[] => {
    const style = page.styleOf(at);
    const height = style.lineHeight;
    if (height === null || style.source('line-height') === null || kind === 'code' || kind === 'action')
      return [];
    if (lineHeights.some((one) => Math.abs(one - height) <= 0.03) || height === 1) return [];
    const shown = Math.round(height * 100) / 100;
    return [
      {
        at,
        measured: `line-height ${shown}`,
        required: `one of ${lineHeights.join(', ')}`,
        message: `A line height of ${shown} is none of the design system.`,
        suggestion: `Use ${lineHeights.join(' or ')}.`,
      },
    ];
  });
}

function longMotion(page: Page, { longestMotionMs }: DesignSystem): Observation[] {
  if (longestMotionMs === null) return [];
  return renderedElements(page).flatMap((at): Observation[] => {
    const declared = page
      .styleOf(at)
      .declared('transition', 'transition-duration', 'animation', 'animation-duration');
    if (declared?.source == null) return [];
    const times = [...declared.value.matchAll(/(?<![\w.-])(\d+(?:\.\d+)?|\.\d+)(ms|s)\b/g)].map(
      ([, figure, unit]) => Number(figure) * (unit === 's' ? 1000 : 1),
    );
    const [longest = 0] = times.sort((a, b) => b - a);
    return longest <= longestMotionMs
      ? []
      : [
          {
            at,
            measured: `${declared.property}: ${declared.value.slice(0, 40)}`,
            required: `at most ${longestMotionMs}ms`,
            message: `A motion of ${longest}ms is longer than the design system has it.`,
            suggestion: `Use ${longestMotionMs}ms.`,
          },
        ];
  });
}

/** Several capitals inside a heading that are no names: small words between them stay small, so the long ones tell. */
function titleCase(page: Page, { isSentenceCase }: DesignSystem): Observation[] {
  if (!isSentenceCase) return [];
  return headings(page).flatMap((at): Observation[] => {
    const words = textOf(at)
      .split(/\s+/)
      .slice(1)
      .filter((word) => /^\p{L}{4,}/u.test(word));
    const capitals = words.filter((word) => /^\p{Lu}\p{Ll}/u.test(word));
    if (capitals.length < 2 || capitals.length < words.length || !isEnglish(page, at)) return [];
    return [
      {
        at,
        measured: `"${textOf(at).slice(0, 60)}"`,
        required: 'a capital on the first word only',
        message: `The heading "${textOf(at).slice(0, 40)}" is in title case; the design system has sentence case.`,
        suggestion: 'Write only the first word and names with a capital.',
      },
    ];
  });
}

const TWELVE = /(?<![\d.,:])(?:1[0-2]|[1-9])(?:[:.][0-5]\d)?\s?[ap]\.?m\b/giu;
const TWENTY_FOUR = /(?<![\d.,:/])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:/]|\s?[ap]\.?m)/giu;

function otherTimes(page: Page, { clock }: DesignSystem): Observation[] {
  if (clock === null) return [];
  return visibleBlocks(page).flatMap(({ element: at, said, kind }) =>
    kind === 'code'
      ? []
      : [...said.matchAll(clock === '24' ? TWELVE : TWENTY_FOUR)].map(
          ([time]): Observation => ({
            at,
            measured: `"${time}"`,
            required: clock === '24' ? 'times such as 13:30' : 'times such as 1:30 pm',
            message: `The time "${time}" is not written as the design system has it.`,
            suggestion: clock === '24' ? 'Write it with 24 hours and a colon.' : 'Write it with am or pm.',
          }),
        ),
  );
}

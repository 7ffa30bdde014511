/** Defects the critic should see: hierarchy, type, contrast, rhythm, space, character. */
import { contrast, toHex } from '../../measure/model/color.ts';
import { headingLevel } from '../../measure/model/outline.ts';
import type { Page, PageElement } from '../../measure/model/page.ts';
import {
  bodyFontSize,
  childElements,
  headings,
  proseBlocks,
  textOf,
  visibleBlocks,
} from '../../measure/model/reading.ts';
import type { Rgb } from '../../measure/model/style.ts';
import { at, doesNotApply, healthy, type Operator, onceOnly, planted, rename, styles } from '../mutation.ts';

const NO_TEXT = 'the page shows no text that is sound so far';
const NO_PROSE = 'the page has no running text of twelve words';
const NO_BOX = 'the page has no box to change';

const texts = (page: Page): PageElement[] => visibleBlocks(page).map(({ element }) => element);
const prose = (page: Page): PageElement[] =>
  proseBlocks(page)
    .filter(({ words }) => words >= 12)
    .map(({ element }) => element);
const paragraphs = (page: Page): PageElement[] => prose(page).filter(({ tag }) => tag === 'p');
const boxes = (page: Page): PageElement[] =>
  page.byTag('div', 'section', 'article', 'header', 'footer', 'main').filter((box) => page.isVisible(box));

export const CRITIC_OPERATORS: readonly Operator[] = [
  {
    id: 'faint-text',
    role: 'critic',
    title: 'text almost as light as its background',
    expects: ['contrast-text'],
    plant: (ground) => {
      const sound = ground.page.engine.outcomes('R69').filter(({ outcome }) => outcome === 'passed');
      const chosen = ground.pick(
        sound.filter(({ element, contrast: pair }) => element?.startTag != null && pair !== null),
      );
      if (chosen?.element == null || chosen.contrast === null) return doesNotApply(NO_TEXT);
      const { element, contrast: pair } = chosen;
      return planted(ground, element, styles(element, { color: faintOn(pair.background) }));
    },
  },
  {
    id: 'tiny-text',
    role: 'critic',
    title: 'text at 9 px',
    expects: ['text-size'],
    plant: (ground) =>
      at(ground, texts(ground.page), NO_TEXT, (place) => styles(place, { 'font-size': '9px' }), 'text-size'),
  },
  {
    id: 'tight-lines',
    role: 'critic',
    title: 'running text with lines that touch',
    expects: ['line-height'],
    plant: (ground) =>
      at(
        ground,
        prose(ground.page).filter((place) => ground.page.styleOf(place).fontSize < 28),
        NO_PROSE,
        (place) => styles(place, { 'line-height': '1' }),
        'line-height',
      ),
  },
  {
    id: 'justified',
    role: 'critic',
    title: 'a justified paragraph',
    expects: ['justified-text'],
    plant: (ground) =>
      at(
        ground,
        paragraphs(ground.page),
        NO_PROSE,
        (place) => styles(place, { 'text-align': 'justify' }),
        'justified-text',
      ),
  },
  {
    id: 'shouting',
    role: 'critic',
    title: 'a paragraph in capitals',
    expects: ['all-caps-text'],
    plant: (ground) =>
      at(
        ground,
        paragraphs(ground.page),
        NO_PROSE,
        (place) => styles(place, { 'text-transform': 'uppercase' }),
        'all-caps-text',
      ),
  },
  {
    id: 'off-step',
    role: 'critic',
    title: 'a margin off the spacing step',
    expects: ['spacing-scale'],
    plant: (ground) =>
      at(
        ground,
        boxes(ground.page),
        NO_BOX,
        (place) => styles(place, { 'margin-bottom': '27px' }),
        'spacing-scale',
      ),
  },
  {
    id: 'lopsided',
    role: 'critic',
    title: 'a box with more padding on one side',
    expects: ['uneven-padding'],
    plant: (ground) =>
      at(
        ground,
        boxes(ground.page).filter((box) => isPlain(ground.page, box)),
        NO_BOX,
        (place) => styles(place, { 'padding-left': '16px', 'padding-right': '56px' }),
        'uneven-padding',
      ),
  },
  {
    id: 'rigid',
    role: 'critic',
    title: 'a box wider than any phone',
    expects: ['fixed-width'],
    plant: (ground) =>
      at(
        ground,
        boxes(ground.page),
        NO_BOX,
        (place) => styles(place, { width: '1200px', 'max-width': 'none' }),
        'fixed-width',
      ),
  },
  {
    id: 'second-h1',
    role: 'critic',
    title: 'a second main heading',
    expects: ['single-h1'],
    plant: (ground) => {
      const list = headings(ground.page);
      if (!list.some((heading) => headingLevel(heading) === 1))
        return doesNotApply('the page has no h1 to compete with');
      return at(
        ground,
        list.filter(isPlainHeading).filter((heading) => headingLevel(heading) > 1),
        'the page has one heading only',
        (place) => rename(place, 'h1'),
        'single-h1',
      );
    },
  },
  {
    id: 'shrunk-heading',
    role: 'critic',
    title: 'a heading smaller than the text below it',
    expects: ['heading-below-text'],
    plant: (ground) =>
      at(
        ground,
        headings(ground.page).filter((heading) => headingLevel(heading) <= 3 && textOf(heading) !== ''),
        'the page has no heading of the first three levels',
        (place) =>
          styles(place, {
            'font-size': `${Math.max(6, bodyFontSize(ground.page) * 0.6)}px`,
            'font-weight': '400',
            'text-transform': 'none',
          }),
        'heading-below-text',
      ),
  },
  {
    id: 'outgrown-heading',
    role: 'critic',
    title: 'a lower heading larger than the one above it',
    expects: ['heading-sizes'],
    plant: (ground) => {
      const list = headings(ground.page);
      const largest = Math.max(0, ...list.map((heading) => ground.page.styleOf(heading).fontSize));
      const highest = Math.min(...list.map(headingLevel));
      return at(
        ground,
        list.filter((heading) => headingLevel(heading) === highest + 1),
        'the page has one level of headings',
        (place) => styles(place, { 'font-size': `${Math.round(largest + 16)}px` }),
        'heading-sizes',
      );
    },
  },
  {
    id: 'gradient-heading',
    role: 'critic',
    title: 'a heading filled with a gradient',
    expects: ['gradient-text'],
    plant: (ground) =>
      at(
        ground,
        headings(ground.page).filter((heading) => textOf(heading) !== ''),
        'the page has no heading',
        (place) =>
          styles(place, {
            background: 'linear-gradient(90deg, #0ea5e9, #ec4899)',
            'background-clip': 'text',
            color: 'transparent',
          }),
        'gradient-text',
      ),
  },
  {
    id: 'violet',
    role: 'critic',
    title: 'the violet default gradient',
    expects: ['purple-gradient'],
    plant: (ground) =>
      at(
        ground,
        boxes(ground.page),
        NO_BOX,
        (place) => styles(place, { background: 'linear-gradient(135deg, #6366f1, #a855f7)' }),
        'purple-gradient',
      ),
  },
  {
    id: 'emoji-headings',
    role: 'critic',
    title: 'emoji in place of icons',
    expects: ['emoji-icons'],
    plant: (ground) =>
      onceOnly(ground, 'emoji-icons', () => {
        const [first, second] = healthy(
          ground,
          headings(ground.page).filter((heading) => textOf(heading) !== ''),
        );
        if (first?.startTag == null || second?.startTag == null)
          return doesNotApply('the page has fewer than two headings');
        const edits = [first.startTag, second.startTag].map(({ end }) => ({ start: end, end, text: '🚀 ' }));
        return planted(ground, first, { edits });
      }),
  },
];

/** A colour that is barely there: black or white at about one and a half to one. */
function faintOn(background: Rgb): string {
  const mix = (share: number, to: number): Rgb => ({
    r: background.r + (to - background.r) * share,
    g: background.g + (to - background.g) * share,
    b: background.b + (to - background.b) * share,
    alpha: 1,
  });
  for (const to of [0, 1]) {
    for (let share = 0.05; share < 0.9; share += 0.05) {
      const color = mix(share, to);
      const ratio = contrast(color, background);
      if (ratio > 1.3 && ratio < 2) return toHex(color);
    }
  }
  return toHex(mix(0.15, 1));
}

/** No bar, no picture and nothing pinned in a corner: no reason for uneven sides. */
function isPlain(page: Page, box: PageElement): boolean {
  const style = page.styleOf(box);
  return (
    style.value('background-image') === 'none' &&
    style.px('border-left-width') === style.px('border-right-width') &&
    !childElements(box).some((child) => /absolute|fixed/.test(page.styleOf(child).value('position') ?? ''))
  );
}

function isPlainHeading(heading: PageElement): boolean {
  return /^h[1-6]$/.test(heading.tag) && !heading.attributes.has('aria-level') && textOf(heading) !== '';
}

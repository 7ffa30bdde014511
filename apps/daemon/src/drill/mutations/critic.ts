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
import {
  add,
  change,
  changeOne,
  doesNotApply,
  healthy,
  mutationsFor,
  once,
  planted,
  rename,
  restyle,
  styles,
} from '../mutation.ts';

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
const writtenHeadings = (page: Page): PageElement[] =>
  headings(page).filter((heading) => textOf(heading) !== '');

export const CRITIC_MUTATIONS = mutationsFor('critic', {
  'stretched-picture': [
    'a picture out of its proportions',
    ['image-shape'],
    add(
      '<img src="https://nordkai.no/a.png" alt="The harbour" width="400" height="300" style="width: 300px; height: 300px">',
    ),
  ],
  'mirrored-text': [
    'text that is mirrored',
    ['stray-placement'],
    changeOne(prose, NO_PROSE, restyle({ transform: 'scaleX(-1)' })),
  ],
  'narrow-column': [
    'a column of one word',
    ['crowded-columns'],
    changeOne(prose, NO_PROSE, restyle({ 'max-width': '40px' })),
  ],
  'other-item': [
    'one item of four that looks different',
    ['odd-one-out'],
    add('<ul><li>Bergen</li><li style="padding: 9px">Oslo</li><li>Stavanger</li><li>Trondheim</li></ul>'),
  ],
  'faint-text': [
    'text almost as light as its background',
    ['contrast-text'],
    (ground) => {
      const sound = ground.page.engine.outcomes('R69').filter(({ outcome }) => outcome === 'passed');
      const chosen = ground.pick(
        sound.filter(({ element, contrast: pair }) => element?.startTag != null && pair !== null),
      );
      if (chosen?.element == null || chosen.contrast === null) return doesNotApply(NO_TEXT);
      const { element, contrast: pair } = chosen;
      return planted(ground, element, styles(element, { color: faintOn(pair.background) }));
    },
  ],
  'tiny-text': ['text at 9 px', ['text-size'], changeOne(texts, NO_TEXT, restyle({ 'font-size': '9px' }))],
  'tight-lines': [
    'running text with lines that touch',
    ['line-height'],
    changeOne(
      (page) => prose(page).filter((place) => page.styleOf(place).fontSize < 28),
      NO_PROSE,
      restyle({ 'line-height': '1' }),
    ),
  ],
  justified: [
    'a justified paragraph',
    ['justified-text'],
    changeOne(paragraphs, NO_PROSE, restyle({ 'text-align': 'justify' })),
  ],
  shouting: [
    'a paragraph in capitals',
    ['all-caps-text'],
    changeOne(paragraphs, NO_PROSE, restyle({ 'text-transform': 'uppercase' })),
  ],
  'off-step': [
    'a margin off the spacing step',
    ['spacing-scale'],
    changeOne(boxes, NO_BOX, restyle({ 'margin-bottom': '27px' })),
  ],
  lopsided: [
    'a box with more padding on one side',
    ['uneven-padding'],
    changeOne(
      (page) => boxes(page).filter((box) => isPlain(page, box)),
      NO_BOX,
      restyle({ 'padding-left': '16px', 'padding-right': '56px' }),
    ),
  ],
  rigid: [
    'a box wider than any phone',
    ['fixed-width'],
    changeOne(boxes, NO_BOX, restyle({ width: '1200px', 'max-width': 'none' })),
  ],
  'second-h1': [
    'a second main heading',
    ['single-h1'],
    (ground, audits) => {
      const list = headings(ground.page);
      if (!list.some((heading) => headingLevel(heading) === 1))
        return doesNotApply('the page has no h1 to compete with');
      const lower = list.filter(isPlainHeading).filter((heading) => headingLevel(heading) > 1);
      return change(ground, lower, 'the page has one heading only', (place) => rename(place, 'h1'), audits);
    },
  ],
  'shrunk-heading': [
    'a heading smaller than the text below it',
    ['heading-below-text'],
    changeOne(
      (page) => writtenHeadings(page).filter((heading) => headingLevel(heading) <= 3),
      'the page has no heading of the first three levels',
      (place, page) =>
        styles(place, {
          'font-size': `${Math.max(6, bodyFontSize(page) * 0.6)}px`,
          'font-weight': '400',
          'text-transform': 'none',
        }),
    ),
  ],
  'outgrown-heading': [
    'a lower heading larger than the one above it',
    ['heading-sizes'],
    changeOne(
      (page) => {
        const highest = Math.min(...headings(page).map(headingLevel));
        return headings(page).filter((heading) => headingLevel(heading) === highest + 1);
      },
      'the page has one level of headings',
      (place, page) => {
        const largest = Math.max(0, ...headings(page).map((heading) => page.styleOf(heading).fontSize));
        return styles(place, { 'font-size': `${Math.round(largest + 16)}px` });
      },
    ),
  ],
  'gradient-heading': [
    'a heading filled with a gradient',
    ['gradient-text'],
    changeOne(
      writtenHeadings,
      'the page has no heading',
      restyle({
        background: 'linear-gradient(90deg, #0ea5e9, #ec4899)',
        'background-clip': 'text',
        color: 'transparent',
      }),
    ),
  ],
  violet: [
    'the violet default gradient',
    ['purple-gradient'],
    changeOne(boxes, NO_BOX, restyle({ background: 'linear-gradient(135deg, #6366f1, #a855f7)' })),
  ],
  'emoji-headings': [
    'emoji in place of icons',
    ['emoji-icons'],
    once((ground) => {
      const [first, second] = healthy(ground, writtenHeadings(ground.page));
      if (first?.startTag == null || second?.startTag == null)
        return doesNotApply('the page has fewer than two headings');
      const edits = [first.startTag, second.startTag].map(({ end }) => ({ start: end, end, text: '🚀 ' }));
      return planted(ground, first, { edits });
    }),
  ],
});

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

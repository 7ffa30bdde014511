/** Defects the copy panelist should see: unfinished text, needless words, reading load, calls that lead nowhere. */
import { isEnglish } from '../../measure/model/language.ts';
import type { Page, PageElement } from '../../measure/model/page.ts';
import { proseBlocks, textOf } from '../../measure/model/reading.ts';
import {
  adding,
  after,
  append,
  at,
  attribute,
  content,
  doesNotApply,
  home,
  type Operator,
  onceOnly,
  planted,
} from '../mutation.ts';

const NO_PARAGRAPH = 'the page has no paragraph of running text';
const NO_LINK = 'the page has no sound link';
const NOT_ENGLISH = 'the page has no English paragraph';

const paragraphs = (page: Page): PageElement[] =>
  proseBlocks(page)
    .map(({ element }) => element)
    .filter(({ tag, endTag }) => tag === 'p' && endTag !== null);
const english = (page: Page): PageElement[] => paragraphs(page).filter((place) => isEnglish(page, place));
const links = (page: Page): PageElement[] =>
  page
    .byTag('a')
    .filter((link) => link.attributes.has('href') && page.isVisible(link) && textOf(link) !== '');
/** Without what says by itself that a script stands behind the link, or that the name is elsewhere. */
const plainLinks = (page: Page): PageElement[] =>
  links(page).filter(({ attributes }) =>
    [...attributes.keys()].every((name) => /^(href|class|id|style|target|rel|tabindex|title)$/.test(name)),
  );

const LOREM =
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore.';
const ENDLESS =
  ' The clerk who reads the gauge writes the figure into the book that lies open on the table beside the window where the lamp stands so that the man who comes after him can see at a glance how high the water rose and when it fell.';
const HYPE =
  ' It is a seamless, cutting-edge, game-changing and revolutionary platform that empowers you to unlock your potential.';

export const COPY_OPERATORS: readonly Operator[] = [
  {
    id: 'lorem-ipsum',
    role: 'copy',
    title: 'a paragraph of lorem ipsum',
    expects: ['placeholder-text'],
    plant: (ground) =>
      at(ground, paragraphs(ground.page), NO_PARAGRAPH, (place) => content(place, LOREM), 'placeholder-text'),
  },
  {
    id: 'template-variable',
    role: 'copy',
    title: 'a template variable nobody filled in',
    expects: ['placeholder-text'],
    plant: (ground) =>
      at(
        ground,
        paragraphs(ground.page),
        NO_PARAGRAPH,
        (place) => append(place, ' Dear {{ first_name }}.'),
        'placeholder-text',
      ),
  },
  {
    id: 'doubled-word',
    role: 'copy',
    title: 'a word that stands twice',
    expects: ['repeated-words'],
    plant: (ground) => {
      const block = ground.pick(
        proseBlocks(ground.page).filter(
          ({ element, ranges }) => isEnglish(ground.page, element) && ranges.length > 0,
        ),
      );
      if (block === undefined) return doesNotApply(NOT_ENGLISH);
      for (const { start, end } of block.ranges) {
        const match = /\b(the|with|from|before|they|have|your|into|our|and|it|is)\b(?=\s)/.exec(
          ground.page.html.slice(start, end),
        );
        if (match === null) continue;
        const place = start + match.index + match[0].length;
        return planted(ground, block.element, {
          edits: [{ start: place, end: place, text: ` ${match[0]}` }],
        });
      }
      return doesNotApply('the chosen text has no small word to double');
    },
  },
  {
    id: 'wordy',
    role: 'copy',
    title: 'a wordy phrase',
    expects: ['wordy-phrases'],
    plant: (ground) =>
      at(ground, english(ground.page), NOT_ENGLISH, (place) =>
        append(place, ' Come early in order to see it.'),
      ),
  },
  {
    id: 'hype',
    role: 'copy',
    title: 'a sentence of buzzwords',
    expects: ['buzzwords'],
    plant: (ground) => at(ground, english(ground.page), NOT_ENGLISH, (place) => append(place, HYPE)),
  },
  {
    id: 'endless-sentence',
    role: 'copy',
    title: 'a sentence of more than forty words',
    expects: ['sentence-length'],
    plant: (ground) => at(ground, english(ground.page), NOT_ENGLISH, (place) => append(place, ENDLESS)),
  },
  {
    id: 'dead-link',
    role: 'copy',
    title: 'a link that leads nowhere',
    expects: ['dead-links'],
    plant: (ground) =>
      at(ground, plainLinks(ground.page), NO_LINK, (place) => attribute(place, 'href', '#'), 'dead-links'),
  },
  {
    id: 'lost-anchor',
    role: 'copy',
    title: 'a link to a part that is not there',
    expects: ['dead-links'],
    plant: (ground) =>
      at(
        ground,
        plainLinks(ground.page),
        NO_LINK,
        (place) => attribute(place, 'href', '#drill-not-there'),
        'dead-links',
      ),
  },
  {
    id: 'click-here',
    role: 'copy',
    title: 'a link that says "Click here"',
    expects: ['vague-actions'],
    plant: (ground) =>
      at(ground, plainLinks(ground.page), NO_LINK, (place) => content(place, 'Click here'), 'vague-actions'),
  },
  {
    id: 'sample-address',
    role: 'copy',
    title: 'a sample address',
    expects: ['sample-contacts'],
    plant: (ground) =>
      at(
        ground,
        paragraphs(ground.page),
        NO_PARAGRAPH,
        (place) => append(place, ' Write to info@example.com.'),
        'sample-contacts',
      ),
  },
  {
    id: 'said-twice',
    role: 'copy',
    title: 'a paragraph that is repeated',
    expects: ['repeated-text'],
    plant: (ground) => {
      const places = proseBlocks(ground.page)
        .filter(({ element, words }) => element.tag === 'p' && element.endTag !== null && words >= 10)
        .map(({ element }) => element);
      return at(
        ground,
        places,
        'the page has no paragraph of ten words',
        (place) => after(place, ground.page.html.slice(place.startTag?.start ?? 0, place.endTag?.end ?? 0)),
        'repeated-text',
      );
    },
  },
  {
    id: 'untitled',
    role: 'copy',
    title: 'a title that names nothing',
    expects: ['title-quality'],
    plant: (ground) =>
      onceOnly(ground, 'title-quality', () =>
        at(
          ground,
          ground.page.byTag('title').filter(({ html }) => html),
          'the page has no title',
          (place) => content(place, 'Untitled document'),
        ),
      ),
  },
  {
    id: 'note-to-self',
    role: 'copy',
    title: 'a TODO left in a comment',
    expects: ['todo-comments'],
    plant: (ground) => adding(ground, '<!-- TODO: ask for a better photo -->'),
  },
  {
    id: 'placeholder-image',
    role: 'copy',
    title: 'an image from a placeholder service',
    expects: ['placeholder-images'],
    plant: (ground) =>
      adding(
        ground,
        '<img src="https://via.placeholder.com/400x300" alt="The harbour at dawn" width="400" height="300">',
      ),
  },
  {
    id: 'lost-image',
    role: 'copy',
    title: 'an image that is not in the folder',
    expects: ['missing-images'],
    plant: (ground) =>
      ground.page.folder === null || home(ground) === undefined
        ? doesNotApply('the page has no folder to look in')
        : adding(
            ground,
            '<img src="drill-not-there.png" alt="The harbour at dawn" width="400" height="300">',
          ),
  },
];

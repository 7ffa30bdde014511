/** Defects the copy panelist should see: unfinished text, needless words, reading load, calls that lead nowhere. */
import { isEnglish } from '../../measure/model/language.ts';
import type { Page, PageElement } from '../../measure/model/page.ts';
import { proseBlocks } from '../../measure/model/reading.ts';
import {
  add,
  after,
  append,
  attribute,
  changeAny,
  changeOne,
  content,
  doesNotApply,
  home,
  mutationsFor,
  NO_LINK,
  once,
  planted,
  visibleLinks,
} from '../mutation.ts';

const NO_PARAGRAPH = 'the page has no paragraph of running text';
const NOT_ENGLISH = 'the page has no English paragraph';

const paragraphs = (page: Page): PageElement[] =>
  proseBlocks(page)
    .map(({ element }) => element)
    .filter(({ tag, endTag }) => tag === 'p' && endTag !== null);
const english = (page: Page): PageElement[] => paragraphs(page).filter((place) => isEnglish(page, place));
/** Without what says by itself that a script stands behind the link, or that the name is elsewhere. */
const plainLinks = (page: Page): PageElement[] =>
  visibleLinks(page).filter(({ attributes }) =>
    [...attributes.keys()].every((name) => /^(href|class|id|style|target|rel|tabindex|title)$/.test(name)),
  );

const LOREM =
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore.';
const ENDLESS =
  ' The clerk who reads the gauge writes the figure into the book that lies open on the table beside the window where the lamp stands so that the man who comes after him can see at a glance how high the water rose and when it fell.';
const HYPE =
  ' It is a seamless, cutting-edge, game-changing and revolutionary platform that empowers you to unlock your potential.';

const picture = (src: string): string =>
  `<img src="${src}" alt="The harbour at dawn" width="400" height="300">`;

export const COPY_MUTATIONS = mutationsFor('copy', {
  'wrong-kind-of-file': [
    'a picture that names a page',
    ['media-form'],
    add('<img src="https://nordkai.no/harbour.html" alt="The harbour" width="40" height="30">'),
  ],
  'heading-over-nothing': [
    'a heading with nothing below it',
    ['empty-sections'],
    add('<section><h2>Harbour fees</h2></section>'),
  ],
  'broken-address': [
    'an address without its colon',
    ['link-form'],
    add('<p><a href="https//nordkai.no/fees">Harbour fees</a></p>'),
  ],
  'another-network': [
    'a link to another network than it says',
    ['link-promise'],
    add('<p><a href="https://www.facebook.com/nordkai">Nordkai on Instagram</a></p>'),
  ],
  'out-of-reach': [
    'a link that the pointer goes through',
    ['dead-controls'],
    add('<p><a href="/fees" style="pointer-events: none">Harbour fees</a></p>'),
  ],
  misspelt: [
    'a misspelt word',
    ['pen-slips'],
    changeOne(english, NOT_ENGLISH, (place) => append(place, ' You will recieve it at noon.')),
  ],
  'no-such-day': [
    'a day that is not in the calendar',
    ['facts-agree'],
    changeOne(paragraphs, NO_PARAGRAPH, (place) => append(place, ' It closes on 31 June 2026.')),
  ],
  'lorem-ipsum': [
    'a paragraph of lorem ipsum',
    ['placeholder-text'],
    changeOne(paragraphs, NO_PARAGRAPH, (place) => content(place, LOREM)),
  ],
  'template-variable': [
    'a template variable nobody filled in',
    ['placeholder-text'],
    changeOne(paragraphs, NO_PARAGRAPH, (place) => append(place, ' Dear {{ first_name }}.')),
  ],
  'doubled-word': [
    'a word that stands twice',
    ['repeated-words'],
    (ground) => {
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
  ],
  wordy: [
    'a wordy phrase',
    ['wordy-phrases'],
    changeAny(english, NOT_ENGLISH, (place) => append(place, ' Come early in order to see it.')),
  ],
  hype: [
    'a sentence of buzzwords',
    ['buzzwords'],
    changeAny(english, NOT_ENGLISH, (place) => append(place, HYPE)),
  ],
  'endless-sentence': [
    'a sentence of more than forty words',
    ['sentence-length'],
    changeAny(english, NOT_ENGLISH, (place) => append(place, ENDLESS)),
  ],
  'dead-link': [
    'a link that leads nowhere',
    ['dead-links'],
    changeOne(plainLinks, NO_LINK, (place) => attribute(place, 'href', '#')),
  ],
  'lost-anchor': [
    'a link to a part that is not there',
    ['dead-links'],
    changeOne(plainLinks, NO_LINK, (place) => attribute(place, 'href', '#drill-not-there')),
  ],
  'click-here': [
    'a link that says "Click here"',
    ['vague-actions'],
    changeOne(plainLinks, NO_LINK, (place) => content(place, 'Click here')),
  ],
  'sample-address': [
    'a sample address',
    ['sample-contacts'],
    changeOne(paragraphs, NO_PARAGRAPH, (place) => append(place, ' Write to info@example.com.')),
  ],
  'said-twice': [
    'a paragraph that is repeated',
    ['repeated-text'],
    changeOne(
      (page) =>
        proseBlocks(page)
          .filter(({ element, words }) => element.tag === 'p' && element.endTag !== null && words >= 10)
          .map(({ element }) => element),
      'the page has no paragraph of ten words',
      (place, page) => after(place, page.html.slice(place.startTag?.start ?? 0, place.endTag?.end ?? 0)),
    ),
  ],
  untitled: [
    'a title that names nothing',
    ['title-quality'],
    once(
      changeAny(
        (page) => page.byTag('title').filter(({ html }) => html),
        'the page has no title',
        (place) => content(place, 'Untitled document'),
      ),
    ),
  ],
  'note-to-self': [
    'a TODO left in a comment',
    ['todo-comments'],
    add('<!-- TODO: ask for a better photo -->'),
  ],
  'placeholder-image': [
    'an image from a placeholder service',
    ['placeholder-images'],
    add(picture('https://via.placeholder.com/400x300')),
  ],
  'lost-image': [
    'an image that is not in the folder',
    ['missing-images'],
    (ground, audits) =>
      ground.page.folder === null || home(ground) === undefined
        ? doesNotApply('the page has no folder to look in')
        : add(picture('drill-not-there.png'))(ground, audits),
  ],
});

/** Defects the brand panelist should see: against a DESIGN.md where there is one, else against the page's habits. */
import { toHex } from '../../measure/model/color.ts';
import type { Page, PageElement } from '../../measure/model/page.ts';
import { colorsUsed } from '../../measure/model/palette.ts';
import { headings, renderedElements, textOf, visibleBlocks } from '../../measure/model/reading.ts';
import { titleName } from '../../measure/model/site-name.ts';
import { readColor } from '../../measure/model/style.ts';
import {
  add,
  append,
  change,
  changeOne,
  doesNotApply,
  healthy,
  mutationsFor,
  once,
  type Plant,
  planted,
  restyle,
  styles,
} from '../mutation.ts';

const NO_TEXT = 'the page shows no text';
const NO_DESIGN = 'no DESIGN.md was given';

const texts = (page: Page): PageElement[] => visibleBlocks(page).map(({ element }) => element);
const paragraphs = (page: Page): PageElement[] => texts(page).filter(({ tag }) => tag === 'p');

/** One declaration in each of several places, none of them wrong by itself. */
function scatter(count: number, property: string, value: (index: number) => string): Plant {
  return (ground) => {
    const all = renderedElements(ground.page).filter(({ tag }) => tag !== 'body');
    const places = healthy(ground, all).slice(0, count);
    const [first] = places;
    if (first === undefined || places.length < count)
      return doesNotApply(`the page has fewer than ${count} elements`);
    return planted(ground, first, {
      styles: places.flatMap((place, index) => styles(place, { [property]: value(index) }).styles ?? []),
    });
  };
}

/** Only with a design system that says something about it. */
function withDesign(says: (design: NonNullable<Page['design']>) => boolean, plant: Plant): Plant {
  return (ground, audits) => {
    const { design } = ground.page;
    if (design === null) return doesNotApply(NO_DESIGN);
    return says(design) ? plant(ground, audits) : doesNotApply('the DESIGN.md says nothing about this');
  };
}

export const BRAND_MUTATIONS = mutationsFor('brand', {
  'another-shadow': [
    'a shadow that is none of the design system',
    ['brand-shadows'],
    (ground, audits) =>
      (ground.page.design?.shadows.length ?? 0) === 0
        ? doesNotApply('the design system writes no shadow down')
        : changeOne(
            (page) => page.byTag('p', 'section', 'article').filter((at) => page.isVisible(at)),
            'the page has no box to change',
            restyle({ 'box-shadow': '0 33px 71px #000' }),
          )(ground, audits),
  ],
  'twin-colour': [
    'a colour almost like another of the page',
    ['near-duplicate-colors'],
    (ground, audits) => {
      const known = new Set(colorsUsed(ground.page).map(({ hex }) => hex));
      const model = ground.pick(colorsUsed(ground.page).filter(({ color }) => color.alpha === 1));
      if (model === undefined) return doesNotApply('the page sets no colour');
      const step = (value: number): number => (value > 0.5 ? value - 1 / 255 : value + 1 / 255);
      const twin = toHex({ ...model.color, g: step(model.color.g) });
      if (known.has(twin)) return doesNotApply('the page has this fault already');
      return change(ground, texts(ground.page), NO_TEXT, restyle({ 'background-color': twin }), audits);
    },
  ],
  rainbow: [
    'six hues where two would do',
    ['palette-size'],
    once(scatter(6, 'background-color', (index) => `hsl(${index * 60} 80% 45%)`)),
  ],
  'many-corners': [
    'six corner radii',
    ['radius-variety'],
    once(scatter(6, 'border-radius', (index) => `${3 + index * 4}px`)),
  ],
  'many-shadows': [
    'seven different shadows',
    ['shadow-variety'],
    once(scatter(7, 'box-shadow', (index) => `0 ${index + 1}px ${index + 3}px rgba(0, 0, 0, 0.2)`)),
  ],
  'many-buttons': [
    'eight looks of buttons',
    ['button-variety'],
    once(
      add(
        Array.from(
          { length: 8 },
          (_, index) =>
            `<button type="button" style="border-radius: ${index * 2}px; padding: 8px 16px">Print page ${index + 1}</button>`,
        ).join(''),
      ),
    ),
  ],
  'stray-heading-face': [
    'one heading in another typeface',
    ['heading-family', 'brand-fonts'],
    (ground) => {
      const list = headings(ground.page).filter(
        (heading) => ground.page.isVisible(heading) && textOf(heading) !== '',
      );
      if (list.length < 3) return doesNotApply('the page has fewer than three headings');
      return change(ground, list, NO_TEXT, restyle({ 'font-family': 'Papyrus, fantasy' }), [
        'heading-family',
      ]);
    },
  ],
  'written-out-token': [
    'a colour written out although a token names it',
    ['brand-hardcoded'],
    (ground) => {
      const faulty =
        ground.results.get('brand-hardcoded')?.findings.map(({ measured }) => measured.slice(0, 7)) ?? [];
      const token = ground.pick(tokensOf(ground.page).filter((hex) => !faulty.includes(hex)));
      return token === undefined
        ? doesNotApply('the page has no colour tokens left to write out')
        : planted(ground, null, { css: [`hr { color: ${token}; }`] });
    },
  ],
  'misspelt-name': [
    'the name spelt in another way',
    ['name-spelling'],
    (ground) => {
      const name = titleName(ground.page);
      if (name === null) return doesNotApply('the title has no name with inner capitals');
      const words = ` ${name.charAt(0)}${name.slice(1).toLowerCase()} is made by hand.`;
      return change(ground, paragraphs(ground.page), NO_TEXT, (place) => append(place, words), []);
    },
  ],
  'stray-colour': [
    'a colour that is not in the palette',
    ['brand-palette'],
    withDesign(({ colors }) => colors.length >= 2, changeOne(texts, NO_TEXT, restyle({ color: '#00b7c2' }))),
  ],
  'stray-face': [
    'text in a typeface of no design system',
    ['brand-fonts'],
    withDesign(
      ({ fonts }) => fonts.length > 0,
      changeOne(texts, NO_TEXT, restyle({ 'font-family': 'Papyrus, fantasy' })),
    ),
  ],
  'stray-size': [
    'a text size between two steps',
    ['brand-type-scale'],
    withDesign(
      ({ fontSizes }) => fontSizes.length >= 3,
      changeOne(texts, NO_TEXT, restyle({ 'font-size': '23.3px' })),
    ),
  ],
  'stray-corner': [
    'a corner outside the scale',
    ['brand-radii'],
    withDesign(
      ({ radii }) => radii.length > 0,
      changeOne(texts, NO_TEXT, restyle({ 'border-radius': '7.3px' })),
    ),
  ],
  'forbidden-word': [
    'a word the design system forbids',
    ['brand-voice'],
    withDesign(
      ({ avoid }) => avoid.length > 0,
      (ground, audits) => {
        const word = ground.pick(ground.page.design?.avoid ?? []) ?? '';
        const alter = (place: PageElement) => append(place, ` We say ${word}.`);
        return change(ground, paragraphs(ground.page), NO_TEXT, alter, audits);
      },
    ),
  ],
});

/** Colours the page's own sheets give a name to; black and white are nobody's token. */
function tokensOf(page: Page): string[] {
  const tokens = new Set<string>();
  for (const { root, origin } of page.sheets) {
    if (origin === 'file') continue;
    root.walkDecls(/^--/, ({ value }) => {
      const color = readColor(value.trim());
      if (color !== null && color.alpha > 0.99) tokens.add(toHex(color));
    });
  }
  return [...tokens].filter((hex) => !/^#(fff|000)/.test(hex));
}

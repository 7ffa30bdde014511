/** Defects the brand panelist should see: against a DESIGN.md where there is one, else against the page's habits. */
import { toHex } from '../../measure/model/color.ts';
import type { Page, PageElement } from '../../measure/model/page.ts';
import { colorsUsed } from '../../measure/model/palette.ts';
import { headings, renderedElements, textOf, visibleBlocks } from '../../measure/model/reading.ts';
import { titleName } from '../../measure/model/site-name.ts';
import { readColor } from '../../measure/model/style.ts';
import {
  adding,
  append,
  at,
  type Change,
  doesNotApply,
  type Ground,
  healthy,
  type Operator,
  onceOnly,
  type Planting,
  planted,
  styles,
} from '../mutation.ts';

const NO_TEXT = 'the page shows no text';
const NO_DESIGN = 'no DESIGN.md was given';

const texts = (page: Page): PageElement[] => visibleBlocks(page).map(({ element }) => element);

/** One change in each of several places, none of them wrong by itself. */
function scattered(
  ground: Ground,
  count: number,
  change: (place: PageElement, index: number) => Change,
): Planting {
  const places = healthy(
    ground,
    renderedElements(ground.page).filter(({ tag }) => tag !== 'body'),
  ).slice(0, count);
  const [first] = places;
  if (first === undefined || places.length < count)
    return doesNotApply(`the page has fewer than ${count} elements`);
  return planted(ground, first, {
    styles: places.flatMap((place, index) => change(place, index).styles ?? []),
  });
}

/** Only with a design system that says something about it. */
function withDesign(
  ground: Ground,
  says: (design: NonNullable<Page['design']>) => boolean,
  plant: () => Planting,
): Planting {
  const { design } = ground.page;
  if (design === null) return doesNotApply(NO_DESIGN);
  return says(design) ? plant() : doesNotApply('the DESIGN.md says nothing about this');
}

export const BRAND_OPERATORS: readonly Operator[] = [
  {
    id: 'twin-colour',
    role: 'brand',
    title: 'a colour almost like another of the page',
    expects: ['near-duplicate-colors'],
    plant: (ground) => {
      const known = new Set(colorsUsed(ground.page).map(({ hex }) => hex));
      const model = ground.pick(colorsUsed(ground.page).filter(({ color }) => color.alpha === 1));
      if (model === undefined) return doesNotApply('the page sets no colour');
      const step = (value: number): number => (value > 0.5 ? value - 1 / 255 : value + 1 / 255);
      const twin = toHex({ ...model.color, g: step(model.color.g) });
      if (known.has(twin)) return doesNotApply('the page has this fault already');
      return at(
        ground,
        texts(ground.page),
        NO_TEXT,
        (place) => styles(place, { 'background-color': twin }),
        'near-duplicate-colors',
      );
    },
  },
  {
    id: 'rainbow',
    role: 'brand',
    title: 'six hues where two would do',
    expects: ['palette-size'],
    plant: (ground) =>
      onceOnly(ground, 'palette-size', () =>
        scattered(ground, 6, (place, index) =>
          styles(place, { 'background-color': `hsl(${index * 60} 80% 45%)` }),
        ),
      ),
  },
  {
    id: 'many-corners',
    role: 'brand',
    title: 'six corner radii',
    expects: ['radius-variety'],
    plant: (ground) =>
      onceOnly(ground, 'radius-variety', () =>
        scattered(ground, 6, (place, index) => styles(place, { 'border-radius': `${3 + index * 4}px` })),
      ),
  },
  {
    id: 'many-shadows',
    role: 'brand',
    title: 'seven different shadows',
    expects: ['shadow-variety'],
    plant: (ground) =>
      onceOnly(ground, 'shadow-variety', () =>
        scattered(ground, 7, (place, index) =>
          styles(place, { 'box-shadow': `0 ${index + 1}px ${index + 3}px rgba(0, 0, 0, 0.2)` }),
        ),
      ),
  },
  {
    id: 'many-buttons',
    role: 'brand',
    title: 'eight looks of buttons',
    expects: ['button-variety'],
    plant: (ground) =>
      onceOnly(ground, 'button-variety', () =>
        adding(
          ground,
          Array.from(
            { length: 8 },
            (_, index) =>
              `<button type="button" style="border-radius: ${index * 2}px; padding: 8px 16px">Print page ${index + 1}</button>`,
          ).join(''),
        ),
      ),
  },
  {
    id: 'stray-heading-face',
    role: 'brand',
    title: 'one heading in another typeface',
    expects: ['heading-family', 'brand-fonts'],
    plant: (ground) => {
      const list = headings(ground.page).filter(
        (heading) => ground.page.isVisible(heading) && textOf(heading) !== '',
      );
      if (list.length < 3) return doesNotApply('the page has fewer than three headings');
      return at(
        ground,
        list,
        NO_TEXT,
        (place) => styles(place, { 'font-family': 'Papyrus, fantasy' }),
        'heading-family',
      );
    },
  },
  {
    id: 'written-out-token',
    role: 'brand',
    title: 'a colour written out although a token names it',
    expects: ['brand-hardcoded'],
    plant: (ground) => {
      const faulty =
        ground.results.get('brand-hardcoded')?.findings.map(({ measured }) => measured.slice(0, 7)) ?? [];
      const token = ground.pick(tokensOf(ground.page).filter((hex) => !faulty.includes(hex)));
      return token === undefined
        ? doesNotApply('the page has no colour tokens left to write out')
        : planted(ground, null, { css: [`hr { color: ${token}; }`] });
    },
  },
  {
    id: 'misspelt-name',
    role: 'brand',
    title: 'the name spelt in another way',
    expects: ['name-spelling'],
    plant: (ground) => {
      const name = titleName(ground.page);
      if (name === null) return doesNotApply('the title has no name with inner capitals');
      return at(
        ground,
        texts(ground.page).filter(({ tag }) => tag === 'p'),
        NO_TEXT,
        (place) => append(place, ` ${name.charAt(0)}${name.slice(1).toLowerCase()} is made by hand.`),
      );
    },
  },
  {
    id: 'stray-colour',
    role: 'brand',
    title: 'a colour that is not in the palette',
    expects: ['brand-palette'],
    plant: (ground) =>
      withDesign(
        ground,
        ({ colors }) => colors.length >= 2,
        () =>
          at(
            ground,
            texts(ground.page),
            NO_TEXT,
            (place) => styles(place, { color: '#00b7c2' }),
            'brand-palette',
          ),
      ),
  },
  {
    id: 'stray-face',
    role: 'brand',
    title: 'text in a typeface of no design system',
    expects: ['brand-fonts'],
    plant: (ground) =>
      withDesign(
        ground,
        ({ fonts }) => fonts.length > 0,
        () =>
          at(
            ground,
            texts(ground.page),
            NO_TEXT,
            (place) => styles(place, { 'font-family': 'Papyrus, fantasy' }),
            'brand-fonts',
          ),
      ),
  },
  {
    id: 'stray-size',
    role: 'brand',
    title: 'a text size between two steps',
    expects: ['brand-type-scale'],
    plant: (ground) =>
      withDesign(
        ground,
        ({ fontSizes }) => fontSizes.length >= 3,
        () =>
          at(
            ground,
            texts(ground.page),
            NO_TEXT,
            (place) => styles(place, { 'font-size': '23.3px' }),
            'brand-type-scale',
          ),
      ),
  },
  {
    id: 'stray-corner',
    role: 'brand',
    title: 'a corner outside the scale',
    expects: ['brand-radii'],
    plant: (ground) =>
      withDesign(
        ground,
        ({ radii }) => radii.length > 0,
        () =>
          at(
            ground,
            texts(ground.page),
            NO_TEXT,
            (place) => styles(place, { 'border-radius': '7.3px' }),
            'brand-radii',
          ),
      ),
  },
  {
    id: 'forbidden-word',
    role: 'brand',
    title: 'a word the design system forbids',
    expects: ['brand-voice'],
    plant: (ground) =>
      withDesign(
        ground,
        ({ avoid }) => avoid.length > 0,
        () => {
          const word = ground.pick(ground.page.design?.avoid ?? []) ?? '';
          return at(
            ground,
            texts(ground.page).filter(({ tag }) => tag === 'p'),
            NO_TEXT,
            (place) => append(place, ` We say ${word}.`),
            'brand-voice',
          );
        },
      ),
  },
];

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

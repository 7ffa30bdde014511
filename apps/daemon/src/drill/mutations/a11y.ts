/** Defects the accessibility panelist should see: names, structure, focus, WCAG. */
import { headingLevel } from '../../measure/model/outline.ts';
import type { Page, PageElement } from '../../measure/model/page.ts';
import { headings, textOf } from '../../measure/model/reading.ts';
import {
  adding,
  at,
  attribute,
  content,
  doesNotApply,
  type Operator,
  onceOnly,
  planted,
  rename,
  without,
} from '../mutation.ts';

const NO_LINK = 'the page has no sound link';
const DOT = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';

const links = (page: Page): PageElement[] =>
  page
    .byTag('a')
    .filter((link) => link.attributes.has('href') && page.isVisible(link) && textOf(link) !== '');

export const A11Y_OPERATORS: readonly Operator[] = [
  {
    id: 'no-alternative',
    role: 'a11y',
    title: 'an image without alternative',
    expects: ['image-name'],
    plant: (ground) => {
      const images = ground.page
        .byTag('img')
        .filter((image) => image.attributes.has('alt') && ground.page.engine.isRendered(image));
      return images.length === 0
        ? adding(ground, `<img src="${DOT}" width="40" height="40">`)
        : at(
            ground,
            images,
            'the page has no sound image',
            (place) => attribute(place, 'alt', null),
            'image-name',
          );
    },
  },
  {
    id: 'nameless-link',
    role: 'a11y',
    title: 'a link with an icon and no name',
    expects: ['link-name'],
    plant: (ground) =>
      at(
        ground,
        links(ground.page).filter((link) => !link.attributes.has('aria-label')),
        NO_LINK,
        (place) => content(place, '<svg aria-hidden="true" width="16" height="16"></svg>'),
        'link-name',
      ),
  },
  {
    id: 'nameless-button',
    role: 'a11y',
    title: 'a button with an icon and no name',
    expects: ['button-name'],
    plant: (ground) =>
      adding(ground, '<button type="button"><svg aria-hidden="true" width="16" height="16"></svg></button>'),
  },
  {
    id: 'nameless-field',
    role: 'a11y',
    title: 'a field without a label',
    expects: ['field-name'],
    plant: (ground) => adding(ground, '<p><input type="text" name="drill"></p>'),
  },
  {
    id: 'no-language',
    role: 'a11y',
    title: 'no language on the page',
    expects: ['page-language'],
    plant: (ground) =>
      onceOnly(ground, 'page-language', () =>
        at(
          ground,
          ground.page.byTag('html').filter(({ attributes }) => attributes.has('lang')),
          'the page names no language',
          (place) => attribute(place, 'lang', null),
        ),
      ),
  },
  {
    id: 'no-title',
    role: 'a11y',
    title: 'no title',
    expects: ['page-title'],
    plant: (ground) =>
      onceOnly(ground, 'page-title', () =>
        at(
          ground,
          ground.page.byTag('title').filter(({ html }) => html),
          'the page has no title',
          without,
        ),
      ),
  },
  {
    id: 'no-zoom',
    role: 'a11y',
    title: 'zooming forbidden',
    expects: ['zoom-allowed'],
    plant: (ground) =>
      onceOnly(ground, 'zoom-allowed', () =>
        at(
          ground,
          ground.page
            .byTag('meta')
            .filter(({ attributes }) => attributes.get('name')?.toLowerCase() === 'viewport'),
          'the page has no viewport tag',
          (place) => attribute(place, 'content', 'width=device-width, initial-scale=1, user-scalable=no'),
        ),
      ),
  },
  {
    id: 'skipped-level',
    role: 'a11y',
    title: 'a heading two levels too deep',
    expects: ['heading-order'],
    plant: (ground) => {
      const list = headings(ground.page).filter((heading) => !ground.page.engine.isIgnored(heading));
      const places = list.filter((heading, index) => {
        const before = list[index - 1];
        return (
          before !== undefined &&
          /^h[1-6]$/.test(heading.tag) &&
          headingLevel(heading) <= headingLevel(before) + 1 &&
          headingLevel(before) <= 4 &&
          !heading.attributes.has('aria-level')
        );
      });
      return at(ground, places, 'the page has one heading only', (place) => {
        const before = list[list.indexOf(place) - 1];
        return before === undefined ? null : rename(place, `h${Math.min(6, headingLevel(before) + 2)}`);
      });
    },
  },
  {
    id: 'no-main',
    role: 'a11y',
    title: 'nothing marks the main content',
    expects: ['main-landmark'],
    plant: (ground) =>
      onceOnly(ground, 'main-landmark', () =>
        at(
          ground,
          ground.page.byTag('main').filter(({ attributes }) => !attributes.has('role')),
          'the page has no main',
          (place) => rename(place, 'div'),
        ),
      ),
  },
  {
    id: 'no-focus',
    role: 'a11y',
    title: 'no sign of the keyboard focus',
    expects: ['focus-visible'],
    plant: (ground) => {
      const controls = ground.results.get('focus-visible');
      if (controls === undefined || controls.failed >= controls.checked)
        return doesNotApply('the page has no control with a visible focus');
      return planted(ground, null, {
        css: ['*, *:focus, *:focus-visible { outline: none !important; box-shadow: none !important; }'],
      });
    },
  },
  {
    id: 'tab-jump',
    role: 'a11y',
    title: 'a link that jumps the tab order',
    expects: ['positive-tabindex'],
    plant: (ground) =>
      at(
        ground,
        links(ground.page),
        NO_LINK,
        (place) => attribute(place, 'tabindex', '5'),
        'positive-tabindex',
      ),
  },
  {
    id: 'click-only',
    role: 'a11y',
    title: 'a button that only a mouse can press',
    expects: ['click-only'],
    plant: (ground) => adding(ground, '<div onclick="print()">Print this page</div>'),
  },
  {
    id: 'wrong-role',
    role: 'a11y',
    title: 'a role that does not exist',
    expects: ['aria-roles'],
    plant: (ground) =>
      at(
        ground,
        links(ground.page).filter(({ attributes }) => !attributes.has('role')),
        NO_LINK,
        (place) => attribute(place, 'role', 'buton'),
        'aria-roles',
      ),
  },
  {
    id: 'hidden-link',
    role: 'a11y',
    title: 'a link that takes focus and is hidden from screen readers',
    expects: ['hidden-focusable'],
    plant: (ground) =>
      at(
        ground,
        links(ground.page).filter(({ attributes }) => !attributes.has('tabindex')),
        NO_LINK,
        (place) => attribute(place, 'aria-hidden', 'true'),
        'hidden-focusable',
      ),
  },
  {
    id: 'headless-table',
    role: 'a11y',
    title: 'a table cell without a header',
    expects: ['table-headers'],
    plant: (ground) =>
      adding(ground, '<table><tr><th scope="col">Day</th></tr><tr><td>Monday</td><td>9:40</td></tr></table>'),
  },
];

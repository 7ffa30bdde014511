/** Defects the accessibility panelist should see: names, structure, focus, WCAG. */
import { headingLevel } from '../../measure/model/outline.ts';
import { headings } from '../../measure/model/reading.ts';
import {
  add,
  attribute,
  change,
  changeAny,
  changeOne,
  content,
  doesNotApply,
  mutationsFor,
  NO_LINK,
  once,
  planted,
  rename,
  visibleLinks,
  without,
} from '../mutation.ts';

const DOT = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';

export const A11Y_MUTATIONS = mutationsFor('a11y', {
  'never-closed': ['a tag that is never closed', ['well-formed'], add('<div><em>The gauge</div>')],
  'list-of-boxes': [
    'boxes between the items of a list',
    ['content-model'],
    add('<ul><div>Bergen</div><li>Oslo</li></ul>'),
  ],
  'cell-missing': [
    'a row with a cell too few',
    ['table-grid'],
    add(
      '<table><tr><th>Port</th><th>High</th></tr><tr><td>Bergen</td><td>7:10</td></tr><tr><td>Oslo</td></tr><tr><td>Bodø</td><td>8:40</td></tr></table>',
    ),
  ],
  'hidden-from-readers': [
    'a part that screen readers do not get',
    ['hidden-content'],
    add('<section aria-hidden="true"><p>The gauge is read at dawn and at dusk.</p></section>'),
  ],
  'menu-in-menu': [
    'a navigation inside another',
    ['landmark-nesting'],
    add('<nav aria-label="Ports"><nav aria-label="Boats"><a href="/boats">Boats</a></nav></nav>'),
  ],
  'least-above-most': [
    'a field that takes no valid answer',
    ['field-form'],
    add('<label>Boats <input type="number" name="boats" min="9" max="3"></label>'),
  ],
  'no-alternative': [
    'an image without alternative',
    ['image-name'],
    (ground, audits) => {
      const images = ground.page
        .byTag('img')
        .filter((image) => image.attributes.has('alt') && ground.page.engine.isRendered(image));
      if (images.length === 0) return add(`<img src="${DOT}" width="40" height="40">`)(ground, audits);
      const missing = 'the page has no sound image';
      return change(ground, images, missing, (place) => attribute(place, 'alt', null), audits);
    },
  ],
  'nameless-link': [
    'a link with an icon and no name',
    ['link-name'],
    changeOne(
      (page) => visibleLinks(page).filter((link) => !link.attributes.has('aria-label')),
      NO_LINK,
      (place) => content(place, '<svg aria-hidden="true" width="16" height="16"></svg>'),
    ),
  ],
  'nameless-button': [
    'a button with an icon and no name',
    ['button-name'],
    add('<button type="button"><svg aria-hidden="true" width="16" height="16"></svg></button>'),
  ],
  'nameless-field': [
    'a field without a label',
    ['field-name'],
    add('<p><input type="text" name="drill"></p>'),
  ],
  'no-language': [
    'no language on the page',
    ['page-language'],
    once(
      changeAny(
        (page) => page.byTag('html').filter(({ attributes }) => attributes.has('lang')),
        'the page names no language',
        (place) => attribute(place, 'lang', null),
      ),
    ),
  ],
  'no-title': [
    'no title',
    ['page-title'],
    once(
      changeAny((page) => page.byTag('title').filter(({ html }) => html), 'the page has no title', without),
    ),
  ],
  'no-zoom': [
    'zooming forbidden',
    ['zoom-allowed'],
    once(
      changeAny(
        (page) =>
          page.byTag('meta').filter(({ attributes }) => attributes.get('name')?.toLowerCase() === 'viewport'),
        'the page has no viewport tag',
        (place) => attribute(place, 'content', 'width=device-width, initial-scale=1, user-scalable=no'),
      ),
    ),
  ],
  'skipped-level': [
    'a heading two levels too deep',
    ['heading-order'],
    (ground) => {
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
      const deepen = changeAny(
        () => places,
        'the page has one heading only',
        (place) => {
          const before = list[list.indexOf(place) - 1];
          return before === undefined ? null : rename(place, `h${Math.min(6, headingLevel(before) + 2)}`);
        },
      );
      return deepen(ground, []);
    },
  ],
  'no-main': [
    'nothing marks the main content',
    ['main-landmark'],
    once(
      changeAny(
        (page) => page.byTag('main').filter(({ attributes }) => !attributes.has('role')),
        'the page has no main',
        (place) => rename(place, 'div'),
      ),
    ),
  ],
  'no-focus': [
    'no sign of the keyboard focus',
    ['focus-visible'],
    (ground) => {
      const controls = ground.results.get('focus-visible');
      if (controls === undefined || controls.failed >= controls.checked)
        return doesNotApply('the page has no control with a visible focus');
      return planted(ground, null, {
        css: ['*, *:focus, *:focus-visible { outline: none !important; box-shadow: none !important; }'],
      });
    },
  ],
  'tab-jump': [
    'a link that jumps the tab order',
    ['positive-tabindex'],
    changeOne(visibleLinks, NO_LINK, (place) => attribute(place, 'tabindex', '5')),
  ],
  'click-only': [
    'a button that only a mouse can press',
    ['click-only'],
    add('<div onclick="print()">Print this page</div>'),
  ],
  'wrong-role': [
    'a role that does not exist',
    ['aria-roles'],
    changeOne(
      (page) => visibleLinks(page).filter(({ attributes }) => !attributes.has('role')),
      NO_LINK,
      (place) => attribute(place, 'role', 'buton'),
    ),
  ],
  'hidden-link': [
    'a link that takes focus and is hidden from screen readers',
    ['hidden-focusable'],
    changeOne(
      (page) => visibleLinks(page).filter(({ attributes }) => !attributes.has('tabindex')),
      NO_LINK,
      (place) => attribute(place, 'aria-hidden', 'true'),
    ),
  ],
  'headless-table': [
    'a table cell without a header',
    ['table-headers'],
    add('<table><tr><th scope="col">Day</th></tr><tr><td>Monday</td><td>9:40</td></tr></table>'),
  ],
});

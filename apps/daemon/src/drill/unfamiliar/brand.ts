/** Defects for whoever answers for a brand: planted only where a DESIGN.md says what the brand is. */
import { block, chosen, inner, operatorsFor, rule, ruleFor, sentence, styled } from './planting.ts';
import { actions, cards, headings, one, sections } from './source.ts';

export const BRAND = operatorsFor('brand', [
  [
    'any',
    'brand-border-colour',
    'a border in a colour outside the palette',
    (h, pick) =>
      styled(
        h,
        pick([...cards(h), ...sections(h)]),
        `border: 1px solid ${chosen(pick, ['#ff00aa', '#39ff14', 'oklch(0.7 0.25 330)'])}`,
      ),
  ],
  [
    'must',
    'brand-button-ground',
    'the main button in a foreign colour',
    (h, pick) =>
      styled(
        h,
        pick(actions(h)),
        `background: ${chosen(pick, ['#c2185b', '#6a1b9a', 'rgb(123 31 162)'])}; color: #fff`,
      ),
  ],
  [
    'must',
    'brand-body-face',
    'the whole page in another typeface',
    (h, pick) =>
      rule(
        h,
        `body { font-family: ${chosen(pick, ["'Comic Neue', cursive", "'Times New Roman', Times, serif", "'Poppins', Verdana, sans-serif"])}; }`,
        one(h, 'body'),
      ),
  ],
  [
    'any',
    'brand-space-off',
    'padding between the steps of the scale',
    (h, pick) =>
      styled(
        h,
        pick([...cards(h), ...actions(h)]),
        `padding: ${chosen(pick, ['13px 19px', '11px 27px 15px', '0.7rem 1.3rem'])}`,
      ),
  ],
  [
    'must',
    'brand-hover-colour',
    'buttons turn to a foreign colour under the pointer',
    (h, pick) =>
      ruleFor(
        h,
        pick(actions(h)),
        'main-action',
        `&:hover { background-color: ${chosen(pick, ['#ff4081', '#7b1fa2'])}; color: #ffffff; }`,
      ),
  ],
  [
    'any',
    'brand-capitals',
    'headings in capitals where sentence case is the rule',
    (h, pick) => {
      const place = pick(headings(h));
      const isStyled = pick([true, false]) === true || place === undefined || place.kids.length > 0;
      return isStyled
        ? styled(h, place, 'text-transform: uppercase')
        : inner(h, place, place.text.toUpperCase().replace(/&/g, '&amp;'));
    },
  ],
  [
    'any',
    'brand-weight-off',
    'a weight the document does not list',
    (h, pick) => styled(h, pick(headings(h)), `font-weight: ${chosen(pick, ['900', '200'])}`),
  ],
  [
    'any',
    'brand-drawing-fill',
    'a drawing filled with a foreign colour',
    (h, pick) =>
      block(
        h,
        pick,
        '<svg width="64" height="64" viewBox="0 0 64 64" role="img" aria-label="Three circles"><circle cx="14" cy="32" r="10" fill="#e91e63"/><circle cx="34" cy="32" r="10" fill="#ba68c8"/><circle cx="54" cy="32" r="8" fill="#ff80ab"/></svg>',
        '<svg width="120" height="12" viewBox="0 0 120 12" role="img" aria-label="A wave"><path d="M0 6q15 -12 30 0t30 0t30 0t30 0" fill="none" stroke="#d500f9" stroke-width="3"/></svg>',
      ),
  ],
  [
    'any',
    'brand-superlative',
    'a boast where superlatives are ruled out',
    (h, pick) =>
      sentence(
        h,
        pick,
        'We are simply the best in the world.',
        'It is the most advanced product ever made.',
        'Nobody does it better, guaranteed.',
      ),
  ],
  [
    'any',
    'brand-tag-pill',
    'a pill badge with a foreign ground',
    (h, pick) =>
      block(
        h,
        pick,
        '<span style="display:inline-block;padding:4px 12px;border-radius:999px;background:#fce4ec;color:#880e4f">New</span>',
        '<span style="display:inline-block;padding:4px 12px;border-radius:50px;background:#ede7f6;color:#4a148c">Now open</span>',
      ),
  ],
]);

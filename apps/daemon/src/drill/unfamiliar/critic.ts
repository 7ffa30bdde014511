/** Defects for whoever answers for the design. */
import { before, chosen, edits, operatorsFor, rule, ruleFor, styled, tagText } from './planting.ts';
import { cards, fields, headings, isDark, one, paragraphs, sections, tags } from './source.ts';

const BUSY =
  "background: url('data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%2240%22 height=%2240%22%3E%3Crect width=%2220%22 height=%2240%22 fill=%22%23888%22/%3E%3Crect x=%2220%22 width=%2220%22 height=%2240%22 fill=%22%23999%22/%3E%3C/svg%3E'); color: #a5a5a5";
const EMOJI = ['🚀', '💡', '⚡', '🎯'];
const SIZES = [13, 17, 15, 19, 14];

export const CRITIC = operatorsFor('critic', [
  [
    'must',
    'text-on-busy-picture',
    'text straight on a picture of like lightness',
    (h, pick) => styled(h, pick(paragraphs(h)), BUSY),
  ],
  [
    'must',
    'placeholder-too-faint',
    'placeholder text hardly to be seen',
    (h, pick) => {
      const field = pick(fields(h).filter(({ tag }) => tag !== 'select'));
      if ((field?.attrs.placeholder ?? '') === '') return null;
      return ruleFor(
        h,
        field,
        'lead-field',
        isDark(h)
          ? '&::placeholder { color: #3a3a3a; opacity: 1; }'
          : '&::placeholder { color: #d4d4d4; opacity: 1; }',
      );
    },
  ],
  [
    'any',
    'tracking-crushed',
    'letters of running text pushed together',
    (h, pick) =>
      styled(h, pick(paragraphs(h)), chosen(pick, ['letter-spacing: -0.08em', 'letter-spacing: -1.6px'])),
  ],
  [
    'any',
    'long-text-centred',
    'a long paragraph set centred',
    (h, pick) => styled(h, pick(paragraphs(h, 160)), 'text-align: center'),
  ],
  [
    'must',
    'dark-scheme-half-done',
    'dark scheme turns the ground dark and leaves the text dark',
    (h) =>
      isDark(h) || h.includes('prefers-color-scheme')
        ? null
        : rule(
            h,
            '@media (prefers-color-scheme: dark) { html, body, body * { background-color: #16181c !important; } }',
            one(h, 'body'),
          ),
  ],
  [
    'must',
    'text-never-wraps',
    'a paragraph that runs out of the screen',
    (h, pick) =>
      styled(
        h,
        pick(paragraphs(h, 140)),
        chosen(pick, ['white-space: nowrap', 'white-space: pre; text-wrap: nowrap']),
      ),
  ],
  [
    'must',
    'part-faded',
    'a whole part at a quarter of its strength',
    (h, pick) =>
      styled(h, pick(sections(h)), chosen(pick, ['opacity: 0.28', 'opacity: 25%', 'filter: opacity(.3)'])),
  ],
  [
    'any',
    'heading-hugs-wrong-side',
    'a heading nearer to what it follows than to its own text',
    (h, pick) =>
      styled(
        h,
        pick(headings(h, 'h2', 'h3')),
        chosen(pick, ['margin-top: 0; margin-bottom: 4rem', 'margin: 2px 0 72px']),
      ),
  ],
  [
    'any',
    'card-out-of-line',
    'one card of a row hangs lower',
    (h, pick) =>
      styled(
        h,
        pick(cards(h)),
        chosen(pick, ['margin-top: 23px', 'position: relative; top: 17px', 'transform: translateY(19px)']),
      ),
  ],
  [
    'any',
    'radius-mixed',
    'one card of a row has other corners',
    (h, pick) =>
      styled(
        h,
        pick(cards(h)),
        chosen(pick, [
          'border: 1px solid currentColor; border-radius: 34px',
          'border: 2px solid currentColor; border-radius: 0 40px',
        ]),
      ),
  ],
  [
    'any',
    'side-stripe',
    'thick coloured stripe on the left of a rounded card',
    (h, pick) =>
      styled(
        h,
        pick([...cards(h), ...sections(h)]),
        chosen(pick, [
          'border-left: 5px solid #8b5cf6; border-radius: 12px; padding-left: 20px',
          'border-inline-start: 4px solid #6366f1; border-radius: 1rem; padding-inline-start: 1rem',
        ]),
      ),
  ],
  [
    'any',
    'weight-hairline',
    'running text in the thinnest weight',
    (h, pick) => styled(h, pick(paragraphs(h)), 'font-weight: 100; font-size: 14px'),
  ],
  [
    'must',
    'bar-covers-content',
    'a fixed bar over the middle of the page',
    (h, pick) =>
      before(
        h,
        one(h, 'main'),
        chosen(pick, [
          '<div style="position:fixed;left:0;right:0;top:30%;height:240px;background:#222;color:#fff;z-index:999;padding:24px">We are moving house this summer.</div>',
          '<div style="position:fixed;inset:20% 10%;background:#ffef9f;color:#222;z-index:50;padding:2rem">Sign up for our letter before you go on.</div>',
        ]),
      ),
  ],
  [
    'any',
    'column-too-narrow',
    'running text in a column of a dozen letters',
    (h, pick) => styled(h, pick(paragraphs(h, 100)), chosen(pick, ['max-width: 12ch', 'width: 96px'])),
  ],
  [
    'any',
    'emoji-icons',
    'emoji in front of every heading instead of icons',
    (h) => {
      const places = headings(h, 'h2', 'h3').slice(0, EMOJI.length);
      return places.length < 2
        ? null
        : edits(
            h,
            places.map(({ open }, index) => [open, open, `${EMOJI[index]} `]),
          );
    },
  ],
  [
    'any',
    'sizes-everywhere',
    'five list items, five sizes',
    (h, pick) => {
      const list = pick(tags(h, 'ul', 'ol').filter(({ isMain, kids }) => isMain && kids.length >= 3));
      return list === undefined
        ? null
        : edits(
            h,
            list.kids
              .slice(0, SIZES.length)
              .map((kid, index) => [
                kid.start,
                kid.open,
                tagText(h, kid, { style: `font-size: ${SIZES[index]}px` }),
              ]),
          );
    },
  ],
  [
    'any',
    'full-bleed-overflow',
    '100vw plus padding: the page scrolls sideways',
    (h, pick) =>
      styled(
        h,
        pick(sections(h)),
        'width: 100vw; padding-left: 48px; padding-right: 48px; box-sizing: content-box',
      ),
  ],
]);

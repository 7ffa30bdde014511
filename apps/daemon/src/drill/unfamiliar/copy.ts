/** Defects for whoever answers for the words. */
import { after, append, chosen, englishBlock, operatorsFor, sentence, setAttribute } from './planting.ts';
import { isEnglish, paragraphs, textLinks } from './source.ts';

export const COPY = operatorsFor('copy', [
  [
    'must',
    'slot-left',
    'a slot nobody filled',
    (h, pick) =>
      sentence(
        h,
        pick,
        'Founded in [year], [Company Name] serves customers in [city].',
        'Ask for <strong>[insert name here]</strong> at the desk.',
        'Your Company Name is here for you.',
        'Add your description here.',
      ),
  ],
  [
    'must',
    'value-undefined',
    'a program value that is not there shows',
    (h, pick) =>
      englishBlock(
        h,
        pick,
        '<p>Total so far: NaN</p>',
        '<p>Welcome back, undefined.</p>',
        '<p>Last change: Invalid Date</p>',
        '<p>Chosen: [object Object]</p>',
        '<p>Delivered to null, null.</p>',
      ),
  ],
  [
    'must',
    'local-file-missing',
    'a link to a file of the site that is not there',
    (h, pick) =>
      setAttribute(h, pick(textLinks(h)), {
        href: chosen(pick, ['./pages/imprint-old.html', 'downloads/price-list.pdf', '../about/team.html']),
      }),
  ],
  [
    'any',
    'same-label-other-target',
    'several "Read more" to different places',
    (h, pick) =>
      englishBlock(
        h,
        pick,
        '<p><a href="https://www.w3.org/WAI/">Read more</a> · <a href="https://www.rfc-editor.org/">Read more</a> · <a href="https://www.unicode.org/charts/">Read more</a></p>',
      ),
  ],
  [
    'must',
    'count-contradiction',
    'the number said is not the number listed',
    (h, pick) =>
      englishBlock(
        h,
        pick,
        '<p>There are three ways to reach us:</p>\n<ul><li>by phone</li><li>by post</li><li>by e-mail</li><li>at the counter</li></ul>',
        '<p>You need five things:</p>\n<ol><li>A pencil</li><li>A ruler</li><li>Some patience</li></ol>',
      ),
  ],
  [
    'any',
    'buzzwords',
    'a sentence of nothing but fashion',
    (h, pick) =>
      sentence(
        h,
        pick,
        'We leverage synergies to empower stakeholders with a holistic, best-in-class, next-generation ecosystem.',
        'Elevate your journey with game-changing, AI-powered solutions that supercharge your workflow.',
      ),
  ],
  [
    'must',
    'shares-over-hundred',
    'shares of one whole that add up to more',
    (h, pick) =>
      sentence(
        h,
        pick,
        'Of all the visitors, 45% came by train, 40% by car and 25% on foot, each counted once.',
        'The budget is split three ways: 50% for people, 35% for rooms and 30% for tools.',
      ),
  ],
  [
    'must',
    'mojibake',
    'text in the wrong encoding',
    (h, pick) =>
      sentence(
        h,
        pick,
        'Itâ€™s open all year.',
        'The cafÃ© next door â€“ our neighbour â€“ opens early.',
        'Donâ€™t forget the ticket.',
      ),
  ],
  [
    'must',
    'range-backwards',
    'it ends before it begins',
    (h, pick) =>
      sentence(
        h,
        pick,
        'The exhibition runs from 18 June 2026 to 12 June 2026.',
        'Bookings are open from 5 pm until 9 am on the same day.',
        'Registration: 30 November 2026 – 2 November 2026.',
      ),
  ],
  [
    'must',
    'mail-link-broken',
    'a mail link without a usable address',
    (h, pick) =>
      englishBlock(
        h,
        pick,
        '<p>Write to <a href="mailto:">the editors</a>.</p>',
        '<p>Contact <a href="mailto:office at harbourhall">the office</a> for group visits.</p>',
        '<p>Call <a href="tel:">our desk</a> on weekdays.</p>',
      ),
  ],
  [
    'must',
    'phone-dummy',
    'a dummy telephone number',
    (h, pick) =>
      sentence(
        h,
        pick,
        'Call us on (555) 123-4567.',
        'Telephone: 000-000-0000.',
        'Ring 123-456-7890 between nine and five.',
      ),
  ],
  [
    'any',
    'spelling-mixed',
    'British and American spelling in one breath',
    (h, pick) =>
      sentence(
        h,
        pick,
        'Choose the colour you like; each color costs the same.',
        'The centre organises tours, and the center organizes talks.',
      ),
  ],
  [
    'must',
    'paragraph-twice',
    'the same paragraph stands twice',
    (h, pick) => {
      const place = pick(paragraphs(h, 80));
      return place === undefined
        ? null
        : after(h, place, h.slice(place.start, place.end).replace(/ id="[^"]*"/, ''));
    },
  ],
  [
    'must',
    'sentence-breaks-off',
    'a sentence that breaks off',
    (h, pick) =>
      append(
        h,
        pick(isEnglish(h) ? paragraphs(h) : []),
        chosen(pick, [
          ' Before you come, please make sure that the',
          ' We started small, and then in the second year we',
        ]),
      ),
  ],
]);

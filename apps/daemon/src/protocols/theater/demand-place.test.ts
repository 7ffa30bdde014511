import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { processorMs } from '../../../../../scripts/machine-pace.ts';
import { untouchedOf } from './demand-place.ts';

const page = (hero: string, rest = '<footer class="end">2026</footer>'): string =>
  `<!doctype html><html><head><style>a{color:red}</style></head><body><section id="hero">${hero}</section>${rest}</body></html>`;

/** The targets whose place did not change between the two pages. */
function same(before: string, after: string, targets: readonly (string | null)[]): (string | null)[] {
  const demands = targets.map((target, index) => ({ id: String(index), page: 'before', target }));
  const pages = new Map([
    ['before', before],
    ['now', after],
  ]);
  return untouchedOf({ pages, now: 'now', demands }).map((id) => targets[Number(id)] ?? null);
}

describe('[S8] a page that changes', () => {
  const before = page('<p>One</p><a class="cta" href="#x">Go</a>');

  test('elsewhere leaves the places of other demands as they were', () => {
    const after = before.replace('2026', '2027');
    expect(same(before, after, ['#hero > a.cta:hover', '.end', 'p', 'footer'])).toEqual([
      '#hero > a.cta:hover',
      'p',
    ]);
  });

  test('beside a place, above it, or in its styles has changed there', () => {
    expect(same(before, before.replace('One', 'Two'), ['a.cta'])).toEqual([]);
    expect(same(before, before.replace('id="hero"', 'id="hero" class="wide"'), ['a.cta'])).toEqual([]);
    expect(same(before, before.replace('red', 'blue'), ['a.cta', '.end'])).toEqual([]);
  });

  test('meets a demand that points at no place of the page before, or at none at all', () => {
    const after = before.replace('2026', '2027');
    expect(same(before, after, [null, '.nowhere', '*', ':root'])).toEqual([]);
  });

  test('elsewhere leaves words as they were that a demand without a place quotes', () => {
    const untouched = (after: string, text: string): string[] =>
      untouchedOf({
        pages: new Map([
          ['before', before],
          ['now', after],
        ]),
        now: 'now',
        demands: [{ id: 'open', page: 'before', target: null, text }],
      });
    const elsewhere = before.replace('2026', '2027');
    for (const text of [
      'Say more than "One".',
      'Replace “One” by "First of all".',
      "It says 'One' and no more",
      '「One」 ist zu wenig',
      '`One` is no sentence',
    ])
      expect([text, untouched(elsewhere, text)]).toEqual([text, ['open']]);
    expect(untouched(before.replace('One', 'First of all'), 'Replace "One".')).toEqual([]);
    expect(untouched(before.replace('red', 'blue'), '"One" is hard to read.')).toEqual([]);
    // The year is quoted too, and changed; what nobody finds on the page says nothing.
    expect(untouched(elsewhere, '"One" or "2026", not both.')).toEqual([]);
    for (const text of ['Say "Hello".', "It's the reader's turn.", 'Larger.', '""', ''])
      expect([text, untouched(elsewhere, text)]).toEqual([text, []]);
  });

  test('anywhere has changed where a demand means the whole page, and nowhere when it is the same page', () => {
    expect(same(before, before.replace('2026', '2027'), ['body', 'html'])).toEqual([]);
    expect(same(before, before, ['body', '.nowhere', null])).toEqual(['body', '.nowhere', null]);
  });

  test('is compared with the page each demand was made of; one that is not kept says nothing', () => {
    const pages = new Map([
      ['first', before],
      ['second', before.replace('One', 'Two')],
      ['now', before.replace('One', 'Two').replace('2026', '2027')],
    ]);
    const demands = ['first', 'second', 'lost'].map((made) => ({ id: made, page: made, target: 'a.cta' }));
    expect(untouchedOf({ pages, now: 'now', demands })).toEqual(['second']);
    expect(untouchedOf({ pages, now: 'lost', demands })).toEqual([]);
  });
});

describe('[S8] a page that is written in another way', () => {
  const before = [
    '<!doctype html><html lang="en"><head><style>:root{--ink:#111} h2{margin:0} .cta{color:red}',
    "@media print{.cta{display:none}.end::after{content:'}'}} @font-face{font-family:A}</style></head><body>",
    '<section id="hero"><p>One</p>\n<a class="cta big" href="#x">Go on</a></section><h2>Two</h2></body></html>',
  ].join('');
  const places = ['a.cta', 'body', null];

  test.each([
    ['blank lines', before.replaceAll('\n', '\n\n').replaceAll('; ', ';\n')],
    ['another case', before.replace('<a class', '<A CLASS').replace('</a>', '</A>')],
    ['another order', before.replace('class="cta big" href="#x"', "href='#x' class='big  cta'")],
    ['a comment', before.replace('</section>', '<!-- done --></section>')],
    ['entities', before.replace('Go on', 'G&#111; on')],
    ['characters nobody sees', before.replace('Go on', 'Go\u200b on')],
  ])('by %s is the same page', (_name, after) => {
    expect(same(before, after, places)).toEqual(places);
  });

  test.each([
    ['h2', before.replace('h2{margin:0}', 'h2{margin:9px}')],
    ['another class in a condition', before.replace("content:'}'", "content:'{'")],
  ])('in the styles of %s leaves the other places as they were', (_name, after) => {
    expect(same(before, after, places)).toEqual(['a.cta']);
  });

  test.each([
    ['its own rule', before.replace('color:red', 'color:blue')],
    ['its rule under a condition', before.replace('display:none', 'display:block')],
    ['a variable', before.replace('#111', '#000')],
    ['a font', before.replace('family:A', 'family:B')],
    ['what holds it', before.replace('h2{', 'section{')],
    ['a rule with rules of its own', before.replace('h2{margin:0}', 'h2{a{margin:0}}')],
    ['an import', before.replace(':root', '@import "b.css"; :root')],
    ['a rule that is never closed', before.replace('</style>', ' .x{color:red</style>')],
    ['its words', before.replace('Go on', 'Order')],
    ['a script', before.replace('</body>', '<script>go()</script></body>')],
  ])('in %s has changed there', (_name, after) => {
    expect(same(before, after, places)).toEqual([]);
  });
});

test.each([
  [199, 0],
  [200, 0],
  [201, 1],
])('[S8] of %d demands that quote what changed, %d were not looked at and stand', (count, standing) => {
  const pages = new Map([
    ['before', page('<p>One</p>')],
    ['now', page('<p>Uno</p>')],
  ]);
  const quoting = Array.from({ length: count }, (_, index) => ({
    id: `quote-${index}`,
    page: 'before',
    target: null,
    text: '"One" is no Italian.',
  }));
  const wordless = { id: 'none', page: 'before', target: null, text: 'Larger.' };
  const ids = untouchedOf({ pages, now: 'now', demands: [...quoting, wordless] });
  expect(ids).toEqual(quoting.slice(count - standing).map(({ id }) => id));
});

test('[S8] hundreds of demands on one long page are compared about as soon as one', () => {
  const landing = readFileSync(new URL('../../../../../examples/landing.html', import.meta.url), 'utf8');
  const long = landing.replace(
    /<body[^>]*>([\s\S]*)<\/body>/,
    (_, inner: string) => `<body>${inner.repeat(8)}</body>`,
  );
  const after = `${long}<p>more</p>`;
  const took = (count: number): number => {
    const started = processorMs();
    same(
      long,
      after,
      Array.from({ length: count }, (_, index) => `.place-${index}`),
    );
    return processorMs() - started;
  };
  took(1);
  const one = Math.max(...Array.from({ length: 3 }, () => took(1)));
  expect(took(400) / one).toBeLessThan(40);
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contactsOf, piecesOf } from './addresses.ts';
import { readBrief } from './brief.ts';
import { draftPage } from './draft.ts';
import { chartOf, isNumeric, numberIn } from './figures.ts';
import { fillTemplate, LinkedText, TemplateError } from './template.ts';
import { tilesOf } from './tiles.ts';
import { toldFigure } from './told-figures.ts';

describe('a brief with structure', () => {
  const brief = readBrief(`# Bread before seven

Name: Kornfeld
Audience: people who wake early
Action: Order bread -> mailto:brot@kornfeld.de
Tone: warm
Opens: Tuesday to Sunday

We bake at night.

## Loaves
- Rye: dark, with caraway (Anna)
- Spelt

> It is still warm.
> — A neighbour

| Loaf | Price |
|---|---|
| Rye | €6.40 |
`);

  test('keys, sections, items, quotes and tables are each in their place', ({ expect }) => {
    expect(brief).toMatchObject({
      title: 'Bread before seven',
      name: 'Kornfeld',
      summary: 'We bake at night.',
      audience: 'people who wake early',
      action: { label: 'Order bread', href: 'mailto:brot@kornfeld.de' },
      facts: [{ key: 'Opens', value: 'Tuesday to Sunday' }],
      quotes: [{ text: 'It is still warm.', who: 'A neighbour' }],
      sections: [
        {
          heading: 'Loaves',
          items: [
            { title: 'Rye', text: 'dark, with caraway', note: 'Anna' },
            { title: null, text: 'Spelt', note: null },
          ],
          table: { head: ['Loaf', 'Price'], rows: [['Rye', '€6.40']] },
        },
      ],
    });
  });

  test('a wish about the making is no content', ({ expect }) => {
    expect(JSON.stringify(brief)).not.toContain('warm"');
  });
});

describe('a brief in prose', () => {
  test('who, what, what to do; what it says stays whole', ({ expect }) => {
    const brief = readBrief(
      'Landing page for Tidewater, a booking tool for small ferries. 40 lines use it. It costs €29 per boat. Start a free trial. Make it calm.',
    );
    expect(brief).toMatchObject({
      name: 'Tidewater',
      title: 'Booking tool for small ferries',
      summary: '40 lines use it.',
      action: { label: 'Start a free trial', href: null },
      sections: [
        {
          heading: null,
          paragraphs: ['It costs €29 per boat.'],
        },
      ],
    });
    expect(JSON.stringify(brief)).not.toContain('calm');
  });

  test.for([
    'Make your own candles at our evening workshops.',
    'Keep dogs on a lead.',
    'It must be booked two days ahead.',
    'The board should approve the budget.',
    'Colours of forty kinds are in stock.',
    'Use green bins for glass.',
    'Look around the garden before you go.',
    'The page should say that lunch is at noon.',
  ])('%s is content, and no wish about the making', (sentence, { expect }) => {
    const { sections } = readBrief(`A mill by the river. It is old. ${sentence}`);
    expect(sections[0]?.paragraphs.at(-1)).toBe(sentence.replace(/^The page should say that l/, 'L'));
  });

  test.for([
    'Use nice colours and great pictures.',
    'It should look premium and be very user-friendly.',
    'The tone should be warm.',
    'Keep it short and simple.',
    'No stock photos.',
    'Use green and dark brown.',
    'Include pricing and testimonials.',
  ])('%s is a wish about the making, and no content', (sentence, { expect }) => {
    expect(readBrief(`A mill by the river. It is old. ${sentence}`).sections).toEqual([]);
  });

  test.for([
    [
      'For the garden festival we still have to rent the tent, print the signs and find somebody for the first-aid post.',
      'For the garden festival we still have to rent the tent, print the signs and find somebody for the first-aid post',
      null,
    ],
    [
      'The clinic for small animals has cared for dogs, cats, rabbits and birds in the north of Dundee since 1987.',
      'The clinic for small animals has cared for dogs, cats, rabbits and birds',
      'In the north of Dundee since 1987.',
    ],
    ['We are hosting a fair for old radios on Sunday 4 April.', 'Fair for old radios', 'On Sunday 4 April.'],
  ] as const)('%s: its title does not end inside a list', ([sentence, title, summary], { expect }) => {
    expect(readBrief(sentence)).toMatchObject({ title, summary });
  });

  test('what people are to know is content, without the words that ask for it', ({ expect }) => {
    const said = 'A mill by the river. It is old. We’d like visitors to know that the bridge is shut.';
    expect(readBrief(said).sections[0]?.paragraphs).toEqual(['The bridge is shut.']);
  });

  test('telephones and pages without their scheme are addresses, figures are none', ({ expect }) => {
    const hrefs = (text: string): string[] => contactsOf(text).map(({ href }) => href);
    expect(hrefs('Ring +44 (0)1497 555 0101, or see www.fernhill.example.')).toEqual([
      'https://www.fernhill.example',
      'tel:+4414975550101',
    ]);
    expect(hrefs('My number is 07700 900123.')).toEqual(['tel:07700900123']);
    expect(hrefs('We sold 1 284 000 tickets from 2019 to 2026, 07700 900123 in all.')).toEqual([]);
  });

  test('a shortened word and a day end no sentence', ({ expect }) => {
    const { sections } = readBrief(
      'Ein Hoffest. Es gibt Kuchen. Am 14. September spricht Dr. Weber. Dann wird getanzt.',
    );
    expect(sections[0]?.paragraphs).toEqual(['Am 14. September spricht Dr. Weber.', 'Dann wird getanzt.']);
  });

  test('a sentence that names its figure is a tile in its own order, and no time or day is a figure', ({
    expect,
  }) => {
    expect(toldFigure('Last week the desk answered 1,284 tickets, 96 more than before.')).toEqual({
      before: 'Last week the desk answered',
      value: '1,284',
      after: 'tickets, 96 more than before.',
    });
    expect(toldFigure('Satisfaction was 88 %, down from 91 %.')).toMatchObject({
      value: '88 %',
      after: 'down from 91 %.',
    });
    expect(toldFigure('We expect a profit of between NOK 9 and 11 million.')?.value).toBe(
      'NOK 9 and 11 million',
    );
    for (const sentence of [
      'It starts at 9 am on 5 June.',
      'We meet on 12 January 2027 in room 4.',
      'Founded in 1987.',
      'Open from 8:00 to 19:00.',
      'Ouvert de 10 h à 18 h.',
      'Ring 01382 555 0140.',
      'Buses 18 and 22 stop in front of the door.',
    ])
      expect([sentence, toldFigure(sentence)]).toEqual([sentence, null]);
  });

  test.for([
    '',
    '   ',
    '#',
    '\u202Eevil\u0000',
    'x'.repeat(200_000),
    '- '.repeat(50_000),
    '|'.repeat(50_000),
    '('.repeat(20_000),
  ])('whatever comes, there is a title and an end (%#)', (text, { expect }) => {
    const { title } = readBrief(text);
    expect(title.length).toBeGreaterThan(0);
    expect(title).not.toMatch(/[\u202a-\u202e]/);
  });
});

describe('figures', () => {
  test.for([
    ['1,240', 1240],
    ['1.240,50', 1240.5],
    ['€3.2 million', 3_200_000],
    ['−4 %', -4],
    ['23 min', 23],
    ['9 of 14', null],
    ['Rye', null],
  ] as const)('%s', ([text, value], { expect }) => {
    expect(isNumeric(text) ? numberIn(text) : null).toBe(value);
  });

  test('bars are as long as their numbers', ({ expect }) => {
    const chart = chartOf({
      head: ['Day', 'Rides'],
      rows: [
        ['Mon', '2,980'],
        ['Sun', '1,490'],
      ],
    });
    expect(chart?.bars.map(({ share }) => share)).toEqual([100, 50]);
    expect(
      chartOf({
        head: ['Day', 'Change'],
        rows: [
          ['Mon', '+3'],
          ['Sun', '−2'],
        ],
      }),
    ).toBeNull();
  });
});

describe('slots', () => {
  test('values are escaped, unfilled slots leave nothing', ({ expect }) => {
    const page = fillTemplate('<p title="{{a}}">{{a}}{{missing}}</p>{{#none}}x{{/none}}{{^none}}y{{/none}}', {
      a: `"<b>'&`,
    });
    expect(page).toBe('<p title="&quot;&lt;b&gt;&apos;&amp;">&quot;&lt;b&gt;&apos;&amp;</p>y');
  });

  test('lists repeat, outer values are seen inside, a slot in a value stays text', ({ expect }) => {
    expect(fillTemplate('{{#list}}{{n}}{{.}};{{/list}}', { n: '#', list: ['a', '{{n}}'] })).toBe(
      '#a;#{{n}};',
    );
  });

  test('an address in a text is a link, but not in an attribute, a title or another link', ({ expect }) => {
    const text = new LinkedText(piecesOf('Write to "a" <b@c.example>.'));
    const words = 'Write to &quot;a&quot; &lt;b@c.example&gt;.';
    expect(
      fillTemplate('<p title="{{t}}">{{t}}</p><title>{{t}}</title><a href="#x">{{t}}</a>', { t: text }),
    ).toBe(
      `<p title="${words}">Write to &quot;a&quot; &lt;<a href="mailto:b@c.example">b@c.example</a>&gt;.</p><title>${words}</title><a href="#x">${words}</a>`,
    );
  });

  test('names of the prototype are no values', ({ expect }) => {
    expect(fillTemplate('{{constructor}}{{a.constructor}}{{__proto__}}', { a: {} })).toBe('');
  });

  test.for([
    ['{{#a}}', '{{#a}} is never closed'],
    ['{{/a}}', '{{/a}} closes what was not opened'],
    ['{{#a}}{{/b}}', '{{/b}} closes what was not opened'],
  ] as const)('%j: %s', ([template, message], { expect }) => {
    expect(() => fillTemplate(template, {})).toThrow(new TemplateError(1, message));
  });

  test('a page that grows without end is refused', ({ expect }) => {
    const many = Array.from({ length: 300 }, () => 'x');
    expect(() => fillTemplate('{{#a}}{{#a}}{{#a}}xxxxxxxxxx{{/a}}{{/a}}{{/a}}', { a: many })).toThrow(
      'more than 4194304 characters',
    );
  });
});

const wordsOf = (html: string): string =>
  html.replace(/<style>[\s\S]*?<\/style>|<title>.*?<\/title>|<[^>]*>/g, '\n').replace(/\s*\n\s*/g, '\n');

describe('a brief of prose', () => {
  const ONE =
    'We are a family bakery in Freiburg that bakes bread through the night and brings it to your door before seven.';

  test('a long first sentence is parted into title and summary, and nothing is said twice', () => {
    expect(readBrief(ONE)).toMatchObject({
      title: 'A family bakery in Freiburg',
      summary: 'Bakes bread through the night and brings it to your door before seven.',
    });
    const choir = readBrief(
      'Our choir sings in the old cold store every Thursday evening and looks for tenors. Come on Thursday at seven. The rehearsal is free. The rehearsal is free. Come on Thursday at seven.',
    );
    expect(choir.title).toBe(
      'Our choir sings in the old cold store every Thursday evening and looks for tenors',
    );
    expect([choir.summary, choir.action?.label, choir.sections]).toEqual([
      'The rehearsal is free.',
      'Come on Thursday at seven',
      [],
    ]);
    expect(readBrief('A tool for ferries. Write to hello@tide.example.').summary).toBeNull();
  });

  test.each(['saas-landing', 'magazine-poster', 'kanban-board', 'hr-onboarding', 'dashboard'])(
    'without a name %s says the title once',
    (skill) => {
      const file = new URL(`../../../../skills/${skill}/template.html`, import.meta.url);
      const words = wordsOf(draftPage({ template: readFileSync(file, 'utf8'), brief: ONE, design: null }));
      expect(words.match(/A family bakery in Freiburg/g)).toHaveLength(1);
      expect(words.match(/Bakes bread/g)).toHaveLength(1);
    },
  );
});

test('when something happens stands below what happens; what a page is to bring about is no sentence of it', () => {
  const shop = readBrief(
    'Our bakery in Görlitz opens a second shop on Saturday 3 May at Steinstraße 8. The first hundred visitors get a free rye roll.',
  );
  expect(shop.title).toBe('Our bakery in Görlitz opens a second shop');
  expect(shop.summary).toBe('On Saturday 3 May at Steinstraße 8.');
  expect(shop.sections[0]?.paragraphs).toEqual(['The first hundred visitors get a free rye roll.']);
  const trainer = 'A simple site for a dog trainer. A first visit costs 45 euro. People should call her.';
  expect(JSON.stringify(readBrief(trainer))).not.toContain('call her');
  const reached = `${trainer.replace('call', 'contact')} Her address is an@honden.example.`;
  expect(readBrief(reached).action).toEqual({ label: 'Contact her', href: 'mailto:an@honden.example' });
  // A rule for visitors is content.
  expect(JSON.stringify(readBrief('Open day at the mill. Visitors should book early.'))).toContain(
    'book early',
  );
});

test('a title has its own drawing, and always the same; strong tiles are at the corner', () => {
  const [one, other] = [tilesOf('Slow Radio Night'), tilesOf('Bread before seven')];
  expect(tilesOf('Slow Radio Night')).toEqual(one);
  expect(other).not.toEqual(one);
  for (const tiles of [one, other]) {
    expect(tiles.length).toBeGreaterThan(10);
    expect(tiles.length).toBeLessThan(40);
  }
});

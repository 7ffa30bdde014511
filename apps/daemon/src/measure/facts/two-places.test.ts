import { describe, expect, test } from 'vitest';
import { emptyPraise } from '../audits/empty-praise.ts';
import { NOTE_TO_AUTHOR } from '../model/notes-to-author.ts';
import { buildPage } from '../model/page.ts';
import { freeAndPriced } from './free-or-priced.ts';
import { contradictingNumbers } from './labelled-numbers.ts';
import { chosenOtherwise } from './one-of-two.ts';
import { contradictingDays } from './open-days.ts';
import { overAlready } from './over-already.ts';

const page = (body: string, lang = 'en') =>
  buildPage({
    html: `<!doctype html><html lang="${lang}"><head><title>T</title></head><body>${body}</body></html>`,
  });
const TABLE =
  '<main><h1>Bakery</h1><p>INTRO</p><h2>Hours</h2><table><tr><th>Monday</th><td>Closed</td></tr><tr><th>Tuesday to Friday</th><td>8:00 to 14:00</td></tr></table></main>';

describe('days of a house', () => {
  test('open every day at the top, closed on Monday in the table', async () => {
    expect(contradictingDays(await page(TABLE.replace('INTRO', 'We are open every day.')))).toHaveLength(1);
  });
  test.each([
    'We are open from Tuesday to Friday.',
    'We are open every day in August.',
    'Our café is open every day.',
    'Closed on Mondays.',
  ])('"%s" agrees, or is of a season or a part', async (intro) => {
    expect(contradictingDays(await page(TABLE.replace('INTRO', intro)))).toEqual([]);
  });
  test('two tables are of two houses', async () => {
    const two = TABLE.replace('INTRO', 'We are open every day.').replace(
      '</main>',
      '<h2>East</h2><table><tr><th>Monday</th><td>9:00 to 12:00</td></tr></table></main>',
    );
    expect(contradictingDays(await page(two))).toEqual([]);
  });
});

describe('free, and a price', () => {
  test.each([
    ['en', '<h1>Free admission for everyone</h1><p>Admission costs £12.</p>'],
    ['de', '<h1>Eintritt frei</h1><p>Der Eintritt kostet 5 Euro.</p>'],
    ['fr', "<h1>Entrée gratuite pour tous</h1><p>L'entrée coûte 45 € par personne.</p>"],
  ])('%s', async (lang, body) => {
    expect(freeAndPriced(await page(body, lang))).toHaveLength(1);
  });
  test.each([
    '<p>Admission is free for children.</p><p>Admission costs £12.</p>',
    '<p>Free delivery over £50.</p><p>Delivery costs £4.</p>',
    '<p>Free admission on Sundays.</p><p>Admission costs £12.</p>',
    '<p>Parking is free.</p><p>Admission costs £12.</p>',
  ])('for some, or of something else: %s', async (body) => {
    expect(freeAndPriced(await page(body))).toEqual([]);
  });
});

describe('over when it was published', () => {
  test('an invitation to a day before the page', async () => {
    const body =
      '<p>Published on 4 November 2026</p><p>Thursday 14 March 2024, 18:30. Places are limited, so register now.</p>';
    expect(overAlready(await page(body))).toHaveLength(1);
  });
  test.each([
    '<p>Published on 4 November 2026</p><p>The last one was on 14 March 2024.</p>',
    '<p>Published on 4 November 2026</p><p>Register now for 14 March 2027.</p>',
    '<p>Register now for 14 March 2024.</p>',
    '<p>Published on 4 November 2026</p><p>After 14 March 2024 it comes again on 3 May 2027. Join us.</p>',
  ])('%s', async (body) => {
    expect(overAlready(await page(body))).toEqual([]);
  });
});

describe('two numbers under one name', () => {
  const list = (label: string, number: string): string => `<dl><dt>${label}</dt><dd>${number}</dd></dl>`;
  test('in a sentence and in the list', async () => {
    const body = `<p>Call our emergency line at any hour: 01584 555071.</p>${list('Emergency line, any hour', '01432 555918')}`;
    expect(contradictingNumbers(await page(body))).toHaveLength(1);
  });
  test.each([
    `<p>Call our emergency line: 01584 555071.</p>${list('Emergency line', '+44 1584 555071')}`,
    `<p>Call our emergency line: 01584 555071.</p>${list('Reception desk', '01432 555918')}`,
    `<p>Telephone: 01584 555071.</p>${list('Telephone', '01432 555918')}`,
  ])('the same, or of another: %s', async (body) => {
    expect(contradictingNumbers(await page(body))).toEqual([]);
  });
});

describe('one of two', () => {
  test('full-time above, part-time below', async () => {
    const body = '<h1>Nurse, full-time</h1><ul><li>A part-time post of 20 hours</li></ul>';
    expect(chosenOtherwise(await page(body))).toHaveLength(1);
  });
  test.each([
    '<h1>Nurse, full-time or part-time</h1><p>A part-time post of 20 hours</p>',
    '<h1>Nurse, full-time</h1><p>Part-time is possible after a year.</p>',
    '<h1>Nurse, full-time</h1><p>We train three people.</p>',
  ])('%s', async (body) => {
    expect(chosenOtherwise(await page(body))).toEqual([]);
  });
});

describe('notes to an author', () => {
  test.each([
    'Diesen Absatz eventuell streichen, klingt so, als hätten wir keinen Trainer.',
    'Petra, schickst du mir hier noch zwei, drei Sätze zum Bootshaus?',
    'This paragraph should probably be cut.',
    'Delete this section?',
    'Ce paragraphe est à raccourcir.',
  ])('%s', async (text) => {
    expect(text.match(NOTE_TO_AUTHOR)).not.toBeNull();
  });
  test.each([
    'This section describes how to cut a hedge.',
    'Delete this account in your settings.',
    'Dieser Abschnitt der Strecke ist gesperrt.',
    'Schickst du mir ein Paket, hole ich es ab.',
    'Could you send me some lines for fishing?',
  ])('ordinary: %s', async (text) => {
    expect(text.match(NOTE_TO_AUTHOR)).toBeNull();
  });
});

describe('praise and nothing else', () => {
  const EMPTY = [
    'We believe in the power of innovation and excellence.',
    'By leveraging cutting-edge technology we stay ahead of the curve.',
    'Our holistic approach fosters synergy across your ecosystem.',
    'Reimagine your work with robust and future-proof solutions.',
    'Harness actionable insights to supercharge your growth every day.',
  ];
  const asPage = (lines: readonly string[]) =>
    page(`<main><h1>Unlock more</h1>${lines.map((line) => `<p>${line}</p>`).join('')}</main>`);
  test('most sentences would fit any company', async () => {
    expect(emptyPraise(await asPage(EMPTY))?.severity).toBe('major');
  });
  test('a figure, or sentences that say something', async () => {
    expect(emptyPraise(await asPage([...EMPTY, 'It costs 7 euros a month for each person.']))).toBeNull();
    const plain = 'The box copies the computers of an office each night and restores one every month.';
    expect(emptyPraise(await asPage([...EMPTY.slice(0, 3), plain, plain, plain]))).toBeNull();
  });
});

/** What looks like a claim against the documents and is none, and what is one beside it. */
import { expect, test } from 'vitest';
import { loadContentLibrary } from '../library.ts';
import { offlineContentAgent } from './agent.ts';
import { readFacts } from './facts.ts';
import { madeUpIn } from './worked-out.ts';

const library = await loadContentLibrary();
const DOCS = {
  positioning:
    'Product: Spoke\nCategory: a bicycle workshop on wheels\nUnique: a mechanic, twice a year\nPrice: 9 euros a month for each bicycle\nCall to action: Book at spoke.example/visit\n',
  research:
    '- La espera media es de 2 días laborables; los motores eléctricos no se reparan, se llevan al taller del fabricante.\n- Sheffield is planned for 2027, and our posts must not promise it.\n- 80 offices took part, with 1,480 bicycles, for fifteen months.\n',
};
const SOUND =
  '# A bicycle workshop on wheels\n\nA mechanic comes twice a year. It costs 9 euros a month for each bicycle.\n\nBook at spoke.example/visit.\n';

async function told(sentence: string): Promise<{ issues: string; notes: string }> {
  const recipe = library.recipes.find(({ contentType }) => contentType === 'blog-post');
  const critic = library.advisors.find(({ id }) => id === 'positioning');
  if (recipe === undefined || critic === undefined) throw new Error('no recipe');
  const answer = await offlineContentAgent().criticise(
    { recipe, critic, docs: DOCS, draft: SOUND.replace('It costs', `${sentence} It costs`), isOwn: true },
    AbortSignal.timeout(60_000),
  );
  if (!answer.ok) throw new Error(answer.message);
  const { issues, notes = [] } = answer.critique;
  const said = (all: typeof issues): string => all.map(({ description }) => description).join('\n');
  return { issues: said(issues), notes: said(notes) };
}

test.each([
  ['what the document says itself', 'La espera media es de 2 días laborables.'],
  ['what another clause than the prohibition says', 'Una espera media de 2 días laborables es poco.'],
  [
    'what is denied there and here',
    'Un motor eléctrico no se repara aquí, se lleva al taller del fabricante.',
  ],
])('%s is not ruled out', async (_, sentence) => {
  expect((await told(sentence)).issues).not.toMatch(/rule it out/);
});

test.each([
  ['what must not be promised', 'Our van arrives in Sheffield this summer.'],
  ['what is not done', 'Los motores eléctricos se reparan en un día, mejor que en el taller del fabricante.'],
])('%s is ruled out', async (_, sentence) => {
  expect((await told(sentence)).issues).toMatch(/rule it out/);
});

test.each([
  ['how people talk of all', 'Until all colleagues know about something new, weeks pass by.'],
  ['a boast of nobody', 'The biggest trouble begins in autumn.'],
  ['who leads a shift', 'Ask the leader of the late shift.'],
  ['one of several', 'One of three things happens then.'],
])('%s is worth a look and decides nothing', async (_, sentence) => {
  const { issues, notes } = await told(sentence);
  expect(issues).not.toMatch(/supports it/);
  expect(notes).toContain(sentence);
});

test.each([
  ['a boast of ours', 'We are the biggest team in the north.'],
  ['a boast of the product', 'Spoke is the fastest help there is.'],
  ['all with a figure', 'Nearly all colleagues elsewhere lose 14 mornings by flat tyres.'],
  ['a share', 'One in three riders gives up.'],
])('%s needs support', async (_, sentence) => {
  expect((await told(sentence)).issues).toContain(sentence);
});

test.each([
  ['worked out', 'At 30 bicycles that is 270 euros a month.'],
  ['supposed', 'If you have 30 bicycles, begin with half of them.'],
])('an example that is %s is no claim', async (_, sentence) => {
  expect((await told(sentence)).issues).not.toMatch(/Unsupported|otherwise/);
});

test('a wrong price that is all of its section is not mended by leaving the section empty', async () => {
  const recipe = library.recipes.find(({ contentType }) => contentType === 'blog-post');
  const [author] = library.advisors;
  if (recipe === undefined || author === undefined) throw new Error('no recipe');
  const issue = { severity: 'high' as const, description: 'Unsupported figures: “95”', suggestion: '' };
  const mended = async (section: string): Promise<string> => {
    const answer = await offlineContentAgent().revise(
      {
        recipe,
        author,
        docs: DOCS,
        draft: `${SOUND}\n## What it costs\n\n${section}\n`,
        brief: '',
        issues: [issue],
      },
      AbortSignal.timeout(60_000),
    );
    return answer.ok ? answer.text : '';
  };
  expect(await mended('It costs 95 euros a month.')).toContain('95 euros');
  expect(await mended('It costs 95 euros a month. The van comes to you.')).not.toContain('95 euros');
});

test('a figure is the same however it is written', async () => {
  const { issues } = await told('In 15 months 80 offices took part with 1480 bicycles.');
  expect(issues).not.toMatch(/Unsupported/);
});

test('a line that would have had room in the one before is a statement of its own', () => {
  const keywords = (strategy: string): readonly string[] => readFacts({ 'seo-strategy': strategy }).keywords;
  expect(keywords('Primary keyword: pallet planning\nTitle at most 60 characters\n')).toEqual([
    'pallet planning',
  ]);
  expect(
    keywords(
      'Primary keyword: bookkeeping for sports clubs\nThe primary keyword stands in the first heading and in the first paragraph.\n',
    ),
  ).toEqual(['bookkeeping for sports clubs']);
  const value = 'Value: a book of all that a club of volunteers has paid for its';
  expect(readFacts({ positioning: `${value}\nSaturday matches\n` }).value).toEqual([
    'a book of all that a club of volunteers has paid for its Saturday matches',
  ]);
});

test.each([
  ['a price', 'If you pay 17 euros a month for each bicycle, all is included.'],
  ['another result', 'At 30 bicycles that is 150 euros a month.'],
  ['a claim behind a condition', 'If you ask around, 900 offices took part.'],
  ['a claim with a pronoun', 'En 2024 se hicieron 750 visitas.'],
])('%s is still held against the documents', async (_, sentence) => {
  expect((await told(sentence)).issues).toMatch(/Unsupported/);
});

test('an example takes a figure and says what it makes, in any language', () => {
  const known = new Set(['0,12', '12']);
  expect([...madeUpIn('Bei 400 Essen am Tag sind das 48 Euro am Tag.', known)]).toEqual(['400', '48']);
  expect([...madeUpIn('Pour 500 palettes, ce sont 60 de moins.', known)]).toEqual(['500', '60']);
  expect([...madeUpIn('Wir arbeiten mit 400 Schulen.', known)]).toEqual([]);
  expect([...madeUpIn('Mehr als 900 Schulen sparen 48 %.', known)]).toEqual([]);
});

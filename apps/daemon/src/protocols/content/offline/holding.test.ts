/** What documents demand of a text, and a text of the user's own that does otherwise. */
import { describe, expect, test } from 'vitest';
import { loadContentLibrary } from '../library.ts';
import { offlineContentAgent } from './agent.ts';
import { languageOf } from './language-of.ts';

const library = await loadContentLibrary();
const DOCS = {
  positioning:
    'Product: Spoke\nUnique: a mechanic, twice a year\nPrice: £9 a month, without contract, chains included\nCall to action: Book at spoke.example/visit\n',
  strategy:
    'Sheffield follows in 2027 and must not be promised before.\n\nPosts have: what it costs, an honest "not for you if" part, and the booking link.\n',
  'brand-voice':
    'Never name a competitor. At most one hashtag.\n\n| Not | Instead |\n|---|---|\n| Patient | Kundin |\n',
};
const SOUND =
  '# Is it worth it?\n\nThe noise starts in October. It costs £9 a month.\n\nThis is not for you if you ride once a year.\n\nBook at spoke.example/visit.\n';

async function said(draft: string, isOwn = true, docs: Record<string, string> = DOCS) {
  const [recipe, critic] = [
    library.recipes.find(({ contentType }) => contentType === 'blog-post'),
    library.advisors.find(({ id }) => id === 'positioning'),
  ];
  if (recipe === undefined || critic === undefined) throw new Error('no recipe');
  const answer = await offlineContentAgent().criticise(
    { recipe, critic, docs, draft, isOwn },
    AbortSignal.timeout(60_000),
  );
  if (!answer.ok) throw new Error(answer.message);
  return answer.critique;
}

test('a sound text of the user has no issue, and what nobody asked for is a note', async () => {
  const { issues, notes = [] } = await said(SOUND);
  expect(issues).toEqual([]);
  expect(notes.map(({ description }) => description).join()).toContain('unique');
  expect((await said(SOUND, false)).issues.length).toBeGreaterThan(0);
});

describe('is told', () => {
  test.each([
    ['what must not be promised', 'Our van arrives in Sheffield this summer.', /Sheffield/],
    ['a share nobody counted', 'Nine out of ten riders stay.', /Nine out of ten/],
    ['a source nobody knows', 'According to the Polytechnic, riders eat more.', /Polytechnic/],
    ['a distinction', 'We are an award-winning team.', /award/],
    ['a boast', 'We are the largest team in the north.', /largest/],
    ['days nobody gave', 'We run on Fridays and Saturdays.', /Fridays/],
    [
      'what is said twice',
      'The noise starts in October, and by December the chain is grinding badly.\n\nBy December the chain is grinding badly: the noise starts in October.',
      /twice/,
    ],
    ['a gap', 'Back in XX days.', /Placeholder/],
    ['a picture that is missing', '[PIC OF THE VAN HERE, ask Sian]', /Placeholder/],
    ['what the documents include', 'Chains are charged separately, you buy them.', /otherwise/],
    ['what there is not', 'The plan has a contract of twelve months.', /contract/],
    ['that it is free', 'It is free with the city card.', /otherwise/],
    ['a competitor', 'Unlike Bikefix Pro, we come to you.', /competitor/],
    ['too many hashtags', 'Ride on. #bike #van #leeds', /hashtags/],
    ['a word of a table', 'Unsere Patienten kennen uns.', /Patient/i],
    ['another rhythm', 'A mechanic comes four times a year.', /otherwise/],
  ])('%s', async (_, sentence, about) => {
    const { issues } = await said(SOUND.replace('It costs', `${sentence}\n\nIt costs`));
    expect(issues.map(({ description }) => description).join('\n')).toMatch(about);
  });

  test.each([
    [
      'a part that is missing',
      SOUND.replace('This is not for you if you ride once a year.\n\n', ''),
      /not for you if/,
    ],
    ['a call that is missing', SOUND.replace('Book at spoke.example/visit.', 'See you.'), /call to action/],
  ])('%s', async (_, draft, about) => {
    expect((await said(draft)).issues.map(({ description }) => description).join('\n')).toMatch(about);
  });
});

test('the language of a text is told by its small words, and not where there are few', () => {
  expect(languageOf('Our vegetables come from the farm and we love them with all of it')).toBe('en');
  expect(languageOf('La verdura de la comarca que se cultiva en el campo y no en un invernadero')).toBe('es');
  expect(languageOf('花の定期便です')).toBe('ja');
  expect(languageOf('Rehearsal rooms')).toBeNull();
});

const BOOTH = {
  positioning:
    'Product: Hushbox\nCategory: a soundproof phone booth for offices\nAudience: office managers of firms with 20 to 100 people\nUnique: it is built in 40 minutes without tools\nValue: calls that nobody else hears\n',
};

test.each([
  [
    'a text about something else',
    '# Cats\n\nCats are nice animals. My cat is called Tom.\n',
    /not about what the documents/,
  ],
  [
    'a text that denies its product',
    '# Hushbox\n\nHushbox is built in 40 minutes. It is not soundproof.\n',
    /otherwise.*not soundproof/,
  ],
])('%s is a serious issue', async (_, draft, words) => {
  const { issues, pass } = await said(draft, true, BOOTH);
  expect(issues.filter(({ severity }) => severity === 'high').map(({ description }) => description)).toEqual(
    expect.arrayContaining([expect.stringMatching(words)]),
  );
  expect(pass).toBe(false);
});

test.each([
  ['the product in another language', '# Hushbox\n\nEndlich Ruhe beim Telefonieren.\n'],
  ['what others are not', '# Hushbox\n\nA meeting room is not soundproof. Hushbox is a soundproof booth.\n'],
  ['the subject without its name', '# Quiet calls\n\nA phone booth for offices, built without tools.\n'],
])('%s is neither another subject nor a denial', async (_, draft) => {
  const told = (await said(draft, true, BOOTH)).issues.map(({ description }) => description).join();
  expect(told).not.toMatch(/not about what|not soundproof/);
});

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

async function said(draft: string, isOwn = true) {
  const [recipe, critic] = [
    library.recipes.find(({ contentType }) => contentType === 'blog-post'),
    library.advisors.find(({ id }) => id === 'positioning'),
  ];
  if (recipe === undefined || critic === undefined) throw new Error('no recipe');
  const answer = await offlineContentAgent().criticise(
    { recipe, critic, docs: DOCS, draft, isOwn },
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

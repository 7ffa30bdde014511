import { describe, expect, test } from 'vitest';
import { processorMs } from '../../../../../../scripts/machine-pace.ts';
import { type Advisor, loadContentLibrary, type Recipe } from '../library.ts';
import { tidewatchDocs } from '../test/tidewatch.ts';
import { offlineContentAgent } from './agent.ts';
import { readFacts } from './facts.ts';
import { measuredIn, termsIn } from './material.ts';
import { inVoice, readVoice } from './voice.ts';

const library = await loadContentLibrary();
const contentAgent = offlineContentAgent();
const { signal } = new AbortController();

function found<Entry>(list: readonly Entry[], is: (entry: Entry) => boolean): Entry {
  const entry = list.find(is);
  if (entry === undefined) throw new Error('it is not in the library');
  return entry;
}
const recipe: Recipe = found(library.recipes, ({ contentType }) => contentType === 'website');
const author: Advisor = found(library.advisors, ({ id }) => id === 'copywriter');
const positioning: Advisor = found(library.advisors, ({ id }) => id === 'positioning');

describe('a brand voice is read for what can be counted', () => {
  test.each<[string, Record<string, string | null>]>([
    ['We say "water", "quay" and "berth", not "solution" or "platform".', { solution: null, platform: null }],
    ['- Say “boat”, not “vessel”.', { vessel: 'boat' }],
    ['- “Nutzer” statt „User“', { user: 'Nutzer' }],
    ['Never say synergy, leverage or unlock.', { synergy: null, leverage: null, unlock: null }],
    ['| Say | Not |\n|---|---|\n| text message | notification |', { notification: 'text message' }],
    [
      '## Words we avoid\n\n- disrupt\n- best-in-class\n\n## Words we like\n\n- calm',
      { disrupt: null, 'best-in-class': null },
    ],
    ['Plain words of people who work outdoors. No superlatives.', {}],
    ['Say "you".', {}],
  ])('%j', (text, avoid) => {
    expect(Object.fromEntries(readVoice(text).avoid)).toEqual(avoid);
  });

  test.each([
    ['No exclamation marks.', true, null],
    ['Keine Ausrufezeichen, Sätze mit höchstens 18 Wörter', true, 18],
    ['Sentences of at most 20 words.', false, 20],
    ['Warm and plain.', false, null],
  ])('%j', (text, isCalm, longest) => {
    expect(readVoice(text)).toMatchObject({ isCalm, longest });
  });

  test('hostile text is read in bounded time', () => {
    const begun = processorMs();
    for (const unit of ['"', 'not ', '"a" not ', '| a ', 'never say a, ', '*'])
      readVoice(unit.repeat(60_000 / unit.length));
    expect(processorMs() - begun).toBeLessThan(4_000);
  });
});

test('words are replaced as words, in the case they have; addresses and links stay', () => {
  const voice = readVoice('Say "boat", not "vessel".\nNo exclamation marks.');
  expect(
    inVoice(
      'Vessels and vesselry! See [the vessel](https://vessel.example/vessel) or vessel@x.example',
      voice,
    ),
  ).toBe('Boats and vesselry. See [the boat](https://vessel.example/vessel) or vessel@x.example');
});

describe('without a model', () => {
  const docs = tidewatchDocs();
  const loud = { ...docs, 'brand-voice': '- Say "mooring", not "berth".\n- No exclamation marks.\n' };
  const written = async (given: typeof docs): Promise<string> => {
    const draft = await contentAgent.draft({ recipe, author, docs: given }, signal);
    if (!draft.ok) throw new Error(draft.message);
    return draft.text;
  };
  const issues = async (draft: string, given: typeof docs): Promise<string[]> => {
    const answer = await contentAgent.criticise({ recipe, critic: positioning, docs: given, draft }, signal);
    if (!answer.ok) throw new Error(answer.message);
    return answer.critique.issues.map(({ description }) => description);
  };

  test('the brand voice decides about words of the draft', async () => {
    const [plain, spoken] = [await written(docs), await written(loud)];
    expect(plain).toContain('berths');
    expect(spoken).toContain('moorings');
    expect(spoken).not.toContain('berth');
  });

  test('a text of one’s own that says what the voice rules out is told so, and the revision mends it', async () => {
    const draft = (await written(docs)).replace('## Start', 'Every berth counts!\n\n## Start');
    expect(await issues(draft, docs)).not.toContainEqual(expect.stringContaining('brand voice'));
    const raised = await issues(draft, loud);
    expect(raised).toContainEqual('Words the brand voice rules out: “berth”');
    const revised = await contentAgent.revise(
      {
        recipe,
        author,
        docs: loud,
        draft,
        brief: '',
        issues: raised.map((description) => ({ severity: 'medium' as const, description, suggestion: '' })),
      },
      signal,
    );
    expect(revised.ok && /berth/i.test(revised.text)).toBe(false);
  });

  test('what the voice rules out is no evidence for a boast', () => {
    expect(readFacts({ ...docs, 'brand-voice': 'Never "world-class".' }).text).not.toContain('world-class');
  });

  test('research and keywords reach the draft and its critics', async () => {
    const given = {
      ...docs,
      research:
        '# Interviews\n\n- 9 of 11 harbour masters were surprised by a surge in 2023\n\n## Sources\n\n- Survey of 2023\n',
      keywords: 'surge alarm (900 a month)\nharbour flood text\n',
    };
    const draft = await written(given);
    expect(draft).toContain('9 of 11 harbour masters were surprised by a surge in 2023');
    expect(draft).not.toContain('Survey of 2023');
    expect(await issues(draft, given)).not.toContainEqual(expect.stringContaining('Unsupported figures'));
    expect(await issues(draft, docs)).toContainEqual(expect.stringContaining('Unsupported figures'));
    expect(readFacts(given).keywords).toEqual(expect.arrayContaining(['surge alarm', 'harbour flood text']));
  });
});

test.each([
  ['- tide alert\n- surge warning', ['tide alert', 'surge warning']],
  ['tide alert, surge warning', ['tide alert', 'surge warning']],
  ['| Term | Volume |\n|---|---|\n| tide alert | 1200 |', ['Term', 'tide alert']],
  ['# Keywords\n\n1. tide alert – 1,200 a month', ['tide alert']],
  ['These are the words we want to be found for, more or less, in this order.', ['more or less']],
])('terms of %j', (text, terms) => {
  expect(termsIn(text).filter((term) => term !== 'in this order')).toEqual(terms);
});

test.each([
  [
    'Of 40 skippers 31 check the tide twice a day. They like it.',
    ['Of 40 skippers 31 check the tide twice a day.'],
  ],
  ['- Source: 2021 census of all harbours\n- 12 harbours flooded in 2022', ['12 harbours flooded in 2022']],
  ['Nothing was counted here.', []],
])('what was measured in %j', (text, statements) => {
  expect(measuredIn(text)).toEqual(statements);
});

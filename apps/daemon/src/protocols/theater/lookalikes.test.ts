/** A demand whose tag only looks like one is a demand; words about demands are not. */
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { describe, expect, test } from 'vitest';
import { judgeText } from './judge-text.ts';
import { asItLooks } from './parsers/lookalikes.ts';
import { createRenderer } from './render.ts';
import { CODE } from './test/answers.ts';
import { DISGUISES } from './test/disguises.ts';
import { JUDGES } from './test/smuggling.ts';
import { PAGE } from './test/theater.ts';

const IDENTITY = { runId: 'run', adapter: 'any', artifactRef: { projectId: 'p', artifactId: 'a' } };

/** One round that ships, but for what the critic's block holds besides. */
function outcomeOf(inBlock: string, code: string | null, inNote = 'Looked.') {
  const write = createRenderer(code);
  const text = [
    write.runOpen({ maxRounds: 3, threshold: 8, scale: 10 }),
    write.roundOpen(1),
    write.panelist({ role: 'designer', artifact: { mime: 'text/html', content: PAGE } }),
    ...JUDGES.map((role) => {
      const said = write.panelist({ role, score: 9, notes: role === 'critic' ? '@@' : 'Looked.' });
      const end = said.lastIndexOf('</');
      return role === 'critic'
        ? `${said.slice(0, end)}${inBlock}${said.slice(end)}`.replace('@@', () => inNote)
        : said;
    }),
    write.roundEnd({ round: 1 }),
    write.roundClose,
    write.ship({ round: 1, summary: 'Done.' }),
    write.runClose,
  ].join('');
  return judgeText([text], IDENTITY, DEFAULT_CRITIQUE_CONFIG, { code: CODE });
}

test('the block as it is ships', () => {
  for (const code of [CODE, null]) expect(outcomeOf('', code).outcome?.status).toBe('shipped');
});

describe.each(Object.entries(DISGUISES))('%s', (_, disguise) => {
  test.each([
    ['with the code', `-${CODE}`],
    ['without it', ''],
  ])('[P28] a demand under such letters, %s, keeps the page from shipping', (_name, mark) => {
    const { outcome, state } = outcomeOf(disguise('MUST_FIX', mark, 'Name the price.'), CODE);
    expect(outcome?.status).not.toBe('shipped');
    if (outcome?.status === 'below_threshold')
      expect(state.ledger.map(({ text }) => text)).toContainEqual(expect.stringContaining('Name the price.'));
  });

  test('[P28] so it does inside a note that was not closed before it, with the code', () => {
    const said = disguise('MUST_FIX', `-${CODE}`, 'Name the price.');
    // Without a `<` it is a word of the note.
    if (said.startsWith('<')) expect(outcomeOf('', CODE, said).outcome?.status).not.toBe('shipped');
  });

  test('[P28] so it does in version 1', () => {
    expect(outcomeOf(disguise('MUST_FIX', '', 'Name the price.'), null).outcome?.status).not.toBe('shipped');
  });

  test('[P28] one that says there is nothing to fix demands nothing', () => {
    expect(outcomeOf(disguise('MUST_FIX', `-${CODE}`, 'None.'), CODE).outcome?.status).toBe('shipped');
  });
});

test.each([
  'No MUST_FIX is needed here.',
  'Nothing that a МUST_FIX could name.',
  'A ＜MUST_FIX＞ would be unfair; the price is named.',
  'МUST FIX: nothing. Цена названа, всё читается.',
  'Ein &lt;MUST_FIX&gt; ist nicht nötig.',
  '価格は明記されている。＜必須修正＞はない。',
])('[P28] a note that mentions one is a note: %s', (note) => {
  expect(outcomeOf('', CODE, note).outcome?.status).toBe('shipped');
});

test.each([
  'Цена названа, заголовки по порядку.',
  'Η τιμή αναφέρεται, όλα διαβάζονται.',
  '価格は明記されている。',
  'a < b and c > d: must the figures fix themselves? No.',
])('[P28] words beside the blocks of a judge are words: %s', (words) => {
  expect(outcomeOf(`\n${words}\n`, CODE).outcome?.status).toBe('shipped');
});

test('[P28] a demand far behind other words is found all the same', () => {
  const far = `${'Prose. '.repeat(3_000)}<МUST_FIX>Name the price.</МUST_FIX>`;
  expect(outcomeOf(far, CODE).outcome?.status).not.toBe('shipped');
});

test('letters of other scripts and widths are read as they look, others stay', () => {
  expect(asItLooks('ＭＵＳＴ＿ＦＩＸ')).toBe('MUST_FIX');
  expect(asItLooks('М\u00adUЅТ\u200b_ϜІХ')).toBe('MUST_FIX');
  expect(asItLooks('必須')).toBe('必須');
});

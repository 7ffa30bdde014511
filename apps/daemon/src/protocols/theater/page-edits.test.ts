/** [P29] Edits instead of whole pages: what is applied, what is refused and by which name, and what ships then. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editedPage, MAX_EDITS } from './page-edits.ts';
import { createRenderer } from './render.ts';
import { JUDGES } from './test/smuggling.ts';
import { PAGE, perform, say, scriptedAgent } from './test/theater.ts';

const CODE = 'kx7wqz3mbn5r9t';
const edit = (search: string, replace: string, code = CODE): string =>
  `<SEARCH-${code}>${search}</SEARCH-${code}><REPLACE-${code}>${replace}</REPLACE-${code}>`;

describe('[P29] edits', () => {
  test('change the places they name, in any order, and nothing else', () => {
    const text = `\n${edit('<h1>Pay</h1>', '<h1>Pay now</h1>')}\n  ${edit('Invoices', 'Bills $& $1')}\n`;
    expect(editedPage(PAGE, text, CODE)).toEqual({
      ok: true,
      content: PAGE.replace('<h1>Pay</h1>', '<h1>Pay now</h1>').replace('Invoices', () => 'Bills $& $1'),
    });
  });

  test('a line break behind an opening tag and before a closing one is not part of them', () => {
    expect(editedPage('a\nb\nc\n', edit('\nb\n', '\nB\nbb\n'), CODE)).toEqual({
      ok: true,
      content: 'a\nB\nbb\nc\n',
    });
    expect(editedPage('a\r\nb\r\nc', edit('a\nb', 'A\nB'), CODE)).toEqual({
      ok: true,
      content: 'A\r\nB\r\nc',
    });
  });

  test.each([
    [
      'words that are not there',
      edit('Nowhere', 'x'),
      'edit 1 of 1, SEARCH "Nowhere" does not stand on the page',
    ],
    [
      'words that are there twice',
      `${edit('Pay', 'x')}${edit('t', 'x')}`,
      'edit 2 of 2, SEARCH "t" stands on the page more than once',
    ],
    ['places that overlap', `${edit('<h1>Pay', 'x')}${edit('Pay</h1>', 'y')}`, 'edit 2 of 2 overlaps edit 1'],
    ['nothing to look for', edit(' \n', 'x'), 'edit 1 of 1 looks for nothing'],
    ['no edit at all', ' \n', 'there is no edit'],
    ['a whole page', PAGE, 'edit 1 does not begin with SEARCH under the code of the run'],
    [
      'tags without the code',
      '<SEARCH>Pay</SEARCH><REPLACE>x</REPLACE>',
      'edit 1 does not begin with SEARCH under the code of the run',
    ],
    [
      'tags with another code',
      edit('Pay', 'x', 'bcdfghjkmnpqrs'),
      'edit 1 does not begin with SEARCH under the code of the run',
    ],
    [
      'words between the edits',
      `${edit('Pay', 'x')} and ${edit('Invoices', 'y')}`,
      'edit 2 does not begin with SEARCH under the code of the run',
    ],
    [
      'a replacement that is missing',
      `<SEARCH-${CODE}>Pay</SEARCH-${CODE}>`,
      'edit 1, SEARCH "Pay", has no REPLACE under the code of the run',
    ],
    [
      'one that never ends',
      `<SEARCH-${CODE}>Pay`,
      'edit 1 does not begin with SEARCH under the code of the run',
    ],
    ['too many', edit('Pay', 'x').repeat(MAX_EDITS + 1), `there are more than ${MAX_EDITS} edits`],
  ])('refuse %s by name', (_, text, problem) => {
    expect(editedPage(PAGE, text, CODE)).toEqual({ ok: false, problem });
  });

  test('need a page', () => {
    expect(editedPage(null, edit('Pay', 'x'), CODE)).toMatchObject({ ok: false });
    expect(editedPage('aaa', edit('aa', 'b'), CODE)).toMatchObject({ ok: false });
  });

  test('as many as are allowed, and any page and any words: exactly once, or not at all', () => {
    const words = Array.from({ length: MAX_EDITS }, (_, i) => `<p>${i}.</p>`);
    const all = words.map((word) => edit(word, word.toUpperCase())).join('');
    expect(editedPage(words.join('\n'), all, CODE)).toMatchObject({ ok: true });
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.string({ minLength: 1 }),
        fc.string(),
        (a, b, search, replace) => {
          const base = `${a}${search}${b}`;
          const at = base.indexOf(search);
          const isOnce = search.trim() !== '' && base.indexOf(search, at + 1) === -1;
          const content = `${base.slice(0, at)}${replace}${base.slice(at + search.length)}`;
          const edited = editedPage(base, edit(search, replace), CODE);
          expect(edited.ok ? edited.content : null).toBe(isOnce ? content : null);
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** A review: the judges demand something of round 1, and the author answers with edits. */
async function review(artifactOf: (code: string) => string) {
  let code = '';
  const prompts: string[] = [];
  const { agent, heard } = scriptedAgent((turn) => {
    const round = turn.kind === 'round' ? turn.round : 1;
    const write = createRenderer(code);
    const demand = {
      text: 'Say what is paid.',
      dim: null,
      target: 'h1',
      severity: 'major',
      evidence: null,
      witness: null,
    } as const;
    return [
      say(
        [
          write.roundOpen(round),
          round === 1
            ? write.panelist({ role: 'designer', notes: 'As given.' })
            : `<PANELIST-${code} role="designer">${artifactOf(code)}</PANELIST-${code}>`,
          ...JUDGES.map((role) =>
            write.panelist({
              role,
              score: round === 1 ? 6 : 9,
              mustFix: round === 1 && role === 'critic' ? [demand] : [],
            }),
          ),
          write.roundEnd({ round }),
          write.roundClose,
        ].join(''),
      ),
    ];
  });
  const open = agent.open;
  agent.open = (request, signal) => {
    code = request.code ?? '';
    return open(request, signal);
  };
  const theater = await perform(agent, {
    config: { grounding: 'off', maxRounds: 2 },
    limits: { drainMs: 20 },
    subject: { kind: 'artifact', content: PAGE, mime: 'text/html', path: null },
    prompt: (turn, board) => {
      prompts.push(board.ledger.map(({ text }) => text).join('\n'));
      return `turn ${turn}`;
    },
  });
  const end = await theater.end();
  const pages = theater.events.flatMap((event) => (event.type === 'critique.round_artifact' ? [event] : []));
  const demands = theater.events.flatMap((event) =>
    event.type === 'critique.panelist_must_fix' ? [event.text] : [],
  );
  const text = JSON.stringify(theater.events);
  await theater.dispose();
  return { end, pages, demands, heard, text, code };
}

const artifact = (code: string, edits: string): string =>
  `<ARTIFACT-${code} form="edits">\n${edits}\n</ARTIFACT-${code}>`;

test('[P29] edits that apply are the page that is judged, and that ships', async () => {
  const { end, pages, text, code } = await review((own) =>
    artifact(own, edit('<h1>Pay</h1>', '<h1>Pay your invoice</h1>', own)),
  );
  expect(end).toMatchObject({ type: 'critique.ship', status: 'shipped', round: 2 });
  expect(pages.map(({ round, bytes }) => [round, bytes])).toEqual([
    [1, PAGE.length],
    [2, PAGE.length + ' your invoice'.length],
  ]);
  expect(text).not.toContain(code);
});

test('[P29] an edit that does not apply is named, leaves the page as it was, and does not ship', async () => {
  const { end, pages, demands } = await review((own) =>
    artifact(own, edit('<h1>Paid</h1>', '<h1>Pay your invoice</h1>', own)),
  );
  expect(end).not.toMatchObject({ status: 'shipped' });
  expect(pages).toHaveLength(1);
  expect(demands.at(-1)).toBe(
    'The edits were not applied: edit 1 of 1, SEARCH "<h1>Paid</h1>" does not stand on the page. The page is as it was before them.',
  );
});

test('[P29] edits that write the code of the run into the page are refused', async () => {
  const { end, text, code } = await review((own) => artifact(own, edit('Pay</h1>', `${own}</h1>`, own)));
  expect(end).toMatchObject({ type: 'critique.degraded', reason: 'ambiguous_answer' });
  expect(text).not.toContain(code);
});

/** `jury review` with an agent: the flags of the panel, and what they may not be combined with. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Place, place } from '../test/jury.ts';

const VOTES = fileURLToPath(new URL('../../agents/test/votes.mjs', import.meta.url));
const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Tide alerts</title></head><body><main><h1>Tide alerts</h1><p>Boats are moved before the quay floods.</p></main></body></html>';
/** A contrast of 1.9:1. */
const PALE = PAGE.replace('<h1>', '<h1 style="color:#bbb;background:#fff">');

function harbour(page: string): Place {
  const here = place();
  here.write('page.html', page);
  here.agents(['ann', 'bob'].map((id) => ({ id, name: id, command: process.execPath, args: [VOTES, id] })));
  return here;
}

async function review(here: Place, ...args: string[]) {
  const { status, stdout, stderr } = await here.jury('review', 'page.html', '--json', '--quiet', ...args);
  return { status, stderr, ...(stdout !== '' && JSON.parse(stdout)) };
}

/** Everything the panel said, as it lies beside the page. */
const transcript = (here: Place): string =>
  readFileSync(join(here.folder, '.jury/page/transcript.ndjson'), 'utf8');

test('an independent panel judges a page that is there, seat by seat', async () => {
  using here = harbour(PAGE);
  const result = await review(here, '--agent', 'ann', '--panel', 'independent', '--grounding', 'off');
  expect(result).toMatchObject({ status: 'shipped', agent: 'ann' });
  expect(result.rounds).toHaveLength(2);
  const said = transcript(here);
  expect(said).toContain('The page as it was given.');
  expect(said).not.toContain('critique.grounding');
});

// Whoever asks for a held-out panel gets one, with --trust and without it.
test.for([
  ['--trust', '--trust-runs', '0'],
  ['--trust-runs', '0'],
])('another agent is asked once of the kept page, and can stop the ship: %s', async (asked, { expect }) => {
  using here = harbour(PAGE);
  const flags = ['--agent', 'ann', '--panel', 'independent', '--grounding', 'off', '--browser', 'never'];
  const belief = [...asked, '--held-out-agent', 'bob', '--held-out', 'stop'];
  const { stdout, status } = await here.jury('review', 'page.html', '--json', '--quiet', ...flags, ...belief);
  // Its copy seat demands one thing in its first round, which is its only one.
  expect({ exit: status, ...JSON.parse(stdout) }).toMatchObject({
    exit: 1,
    status: 'shipped',
    trust: { recall: null, heldOut: { agent: 'bob', passes: false, mustFix: 1 } },
  });
  expect(transcript(here)).not.toContain('bob');
});

test('seats may be given away', async () => {
  using here = harbour(PAGE);
  const result = await review(here, '--agent', 'ann', '--seats', 'critic=bob', '--grounding', 'off');
  expect(result).toMatchObject({ status: 'shipped', agent: 'independent:ann+bob' });
});

// The seat for copy demands one thing in its first round, whoever measures.
test.for([
  ['gate', 2],
  ['advise', 1],
] as const)('%s: a measured fault makes the must-fixes %i', async ([mode, mustFix], { expect }) => {
  using here = harbour(PALE);
  const panel = ['--agent', 'ann', '--panel', 'independent', '--grounding', mode, '--browser', 'never'];
  const result = await review(here, ...panel, '--max-rounds', '1', '--threshold', '1');
  expect(transcript(here)).toContain(`"mode":"${mode}"`);
  expect(result).toMatchObject({ status: 'below_threshold', rounds: [{ mustFix }] });
  // What an agent and instruments said together can be signed, and is judged alike by whoever checks it.
  await here.jury('key', 'new');
  expect((await here.jury('certify', '.jury/page')).status).toBe(0);
  expect((await here.jury('verify', '.jury/page/certificate.dsse.json')).stdout).toContain(
    'Holds: not shipped',
  );
});

test.for([
  [['--grounding', 'off'], "--grounding is about an agent's page"],
  [['--grounding', 'off', '--agent', 'grounded'], "--grounding is about an agent's page"],
  [['--grounding', 'loud', '--agent', 'ann'], '--grounding is "loud"; it takes off, advise, gate.'],
  [['--panel', 'independent'], '--panel independent asks every role alone'],
  [['--panel', 'both', '--agent', 'ann'], '--panel is "both"; it takes single-session, independent.'],
  [
    ['--seats', 'critic=bob', '--agent', 'ann', '--panel', 'single-session'],
    'leave out --panel single-session',
  ],
  [['--seats', 'judge=bob', '--agent', 'ann'], '--seats has "judge=bob"; it takes role=agent'],
  [['--seats', 'critic=bob'], 'has no agent; the grounded panel measures and sits as one'],
  [['--plateau', '21'], '--plateau is "21"; it takes a whole number from 0 to 20.'],
  [['--model', ' '], '--model needs a name'],
  [['--agent', 'nobody'], 'there is no agent "nobody"'],
] as const)('%j is refused with 2', async ([args, message], { expect }) => {
  using here = harbour(PAGE);
  const { status, stdout, stderr } = await here.jury('review', 'page.html', ...args);
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect([status, stdout]).toEqual([2, '']);
  expect(await here.projects()).toEqual([]);
});

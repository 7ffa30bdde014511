/** What seats that are asked apart answer, well-formed and not, for the gate's own property; and what of it was earned. */
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import fc from 'fast-check';
import type { Agent } from '../../../agents/session.ts';
import { independentPanel } from '../independent-panel.ts';
import { page } from './answers.ts';
import { DISGUISES } from './disguises.ts';
import { composite, HALF_A_STEP, instrumentsProblem, sha256Of, standsAsItWas, THRESHOLD } from './earned.ts';
import { WORDS } from './elsewhere.ts';
import { contentOf, PLACES, type PlannedPage } from './planned-pages.ts';
import { JUDGES } from './smuggling.ts';
import { say, scriptedAgent } from './theater.ts';
import { playAgent } from './whole-run.ts';

type Judge = (typeof JUDGES)[number];

/** A vote, and where something else is said in the same answer; null: nowhere. */
interface SeatVote {
  score: number | null;
  demands: readonly { id: string; text: string; target: string | null }[];
  code: 'own' | 'none' | 'another';
  elsewhere: string | null;
}

export interface Apart {
  given: PlannedPage | null;
  grounding: 'off' | 'gate';
  /** The author's page of each round, and the four votes on it; a page that is given is the one of round 1. */
  rounds: readonly { page: PlannedPage; votes: Readonly<Record<Judge, SeatVote>> }[];
}

type Vote = Record<string, unknown>;

/** A demand, a no or another scale beside the vote: as a field, in the words of a dim, around the document. */
const ELSEWHERE: Readonly<Record<string, (vote: Vote) => string>> = {
  'a field of another name': (vote) => JSON.stringify({ ...vote, must_fix: [{ text: WORDS }] }),
  'a count': (vote) => JSON.stringify({ ...vote, must_fix: 2 }),
  'a field of demands': (vote) => JSON.stringify({ ...vote, demands: [WORDS] }),
  'a field that blocks': (vote) => JSON.stringify({ ...vote, blocking: WORDS }),
  'a name with a character nobody sees': (vote) => JSON.stringify({ ...vote, 'must\u200bFix': WORDS }),
  'a field that refuses': (vote) => JSON.stringify({ ...vote, verdict: 'reject' }),
  'a field that does not approve': (vote) => JSON.stringify({ ...vote, approved: false }),
  'another scale': (vote) => JSON.stringify({ ...vote, max: 20 }),
  'a second score': (vote) => JSON.stringify({ ...vote, final: { score: 3 } }),
  'a no in a dim': (vote) =>
    JSON.stringify({ ...vote, dims: [{ name: 'words', note: 'This cannot ship as it is.', score: 9 }] }),
  'a demand in a dim': (vote) =>
    JSON.stringify({ ...vote, dims: [{ name: 'words', note: 'Read.', score: 9, mustFix: WORDS }] }),
  'a document before it': (vote) =>
    `${JSON.stringify({ mustFixes: [{ text: WORDS }] })}\n${JSON.stringify(vote)}`,
  'a document behind it': (vote) => `${JSON.stringify(vote)}\n${JSON.stringify({ ...vote, score: 2 })}`,
  'a line before it': (vote) => `MUST_FIX: ${WORDS}\n${JSON.stringify(vote)}`,
  'a line behind it': (vote) => `${JSON.stringify(vote)}\n- **Must-fix (major):** ${WORDS}`,
  'a no before it': (vote) => `This cannot ship as it is.\n${JSON.stringify(vote)}`,
  'a no behind it': (vote) => `${JSON.stringify(vote)}\nThe missing label is a blocker.`,
  'a tag behind it': (vote) => `${JSON.stringify(vote)}\n<MUST_FIX>${WORDS}</MUST_FIX>`,
  ...Object.fromEntries(
    Object.entries(DISGUISES).map(([name, disguise]) => [
      `a tag in ${name}`,
      (vote: Vote) => `${disguise('MUST_FIX', '', WORDS)}\n${JSON.stringify(vote)}`,
    ]),
  ),
};

const YES: SeatVote = { score: 9, demands: [], code: 'own', elsewhere: null };
const vote: fc.Arbitrary<SeatVote> = fc.record({
  score: fc.constantFrom<number | null>(10, 9, 9, 8.2, 8, 7.9, 5, 12, null),
  demands: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.array(
        fc.record({
          id: fc.constantFrom('1', '2', 'price'),
          text: fc.constantFrom(WORDS, 'Darker.', '"Pay" says nothing.'),
          target: fc.constantFrom<string | null>(null, ...Object.values(PLACES), '.nowhere'),
        }),
        { minLength: 1, maxLength: 2 },
      ),
    },
  ),
  code: fc.constantFrom('own' as const, 'own' as const, 'own' as const, 'none' as const, 'another' as const),
  elsewhere: fc.option(fc.constantFrom(...Object.keys(ELSEWHERE)), { nil: null, freq: 2 }),
});
/** Mostly one judge who is not content, so that what it says is all that speaks against the page. */
const votes: fc.Arbitrary<Record<Judge, SeatVote>> = fc
  .tuple(
    fc.constantFrom(...JUDGES),
    fc.constantFrom(...JUDGES),
    fc.option(vote),
    fc.option(vote, { freq: 1 }),
  )
  .map(([one, other, first, second]) => ({
    ...{ critic: YES, brand: YES, a11y: YES, copy: YES },
    ...(second !== null && { [other]: second }),
    ...(first !== null && { [one]: first }),
  }));

export const apart: fc.Arbitrary<Apart> = fc.record({
  given: fc.option(page),
  grounding: fc.constantFrom('off', 'off', 'gate'),
  rounds: fc.array(fc.record({ page, votes }), { minLength: 3, maxLength: 3 }),
});

/** Null when all is well: it did not ship, or it was earned. */
export async function unearnedApart(said: Apart): Promise<string | null> {
  const { shipped } = await playApart(said);
  if (shipped === null) return null;
  if (sha256Of(shipped.content) !== shipped.sha256) return 'the bytes that ship have another hash';
  const pages = said.rounds.map(({ page: own }, i) =>
    contentOf(i === 0 && said.given !== null ? said.given : own),
  );
  const now = pages[shipped.round - 1];
  if (shipped.content !== now) return 'other bytes ship than the page of the round';
  const rounds = said.rounds.slice(0, shipped.round);
  return (
    instrumentsProblem(said.grounding, now) ??
    votesProblem(rounds.at(-1)?.votes ?? null, now) ??
    demandsProblem(rounds, pages, now)
  );
}

function votesProblem(given: Apart['rounds'][number]['votes'] | null, content: string): string | null {
  if (given === null) return 'there is no such round';
  for (const role of JUDGES) {
    const { score, demands, code, elsewhere } = given[role];
    if (elsewhere !== null) return `${role} says no by ${elsewhere}`;
    if (demands.length > 0) return `${role} demands something in the last round`;
    if (score === null || score < 0 || score > 10) return `${role} gave no vote that can be used`;
    if (code === 'another') return `the vote of ${role} carries another code`;
    if (code === 'none' && /"mustFixes"/.test(content)) return `the vote of ${role} may be one of the page`;
  }
  const sum = composite((role) => given[role].score ?? 0);
  return sum < THRESHOLD - HALF_A_STEP ? `the votes come to ${sum}` : null;
}

function demandsProblem(rounds: Apart['rounds'], pages: readonly string[], now: string): string | null {
  for (const [i, { votes: given }] of rounds.entries())
    for (const role of JUDGES) {
      const { score, demands, code, elsewhere } = given[role];
      // Of a vote that cannot be used nothing is known but that it is missing.
      if (elsewhere !== null || code !== 'own' || score === null || score > 10) continue;
      const open = demands.find((one) => standsAsItWas(one, pages[i] ?? '', now));
      if (open !== undefined)
        return `"${open.text}" of round ${i + 1} is open: nothing changed where it points`;
    }
  return null;
}

export function playApart({ given, grounding, rounds }: Apart) {
  let drafted = given === null ? 0 : 1;
  const asked: Partial<Record<Judge, number>> = {};
  const seat: Agent = {
    ...scriptedAgent(() => []).agent,
    open(request, signal) {
      let answer = '';
      return scriptedAgent((turn) => {
        const role = /one judge of a design jury, the (\w+)/.exec(turn.prompt)?.[1] as Judge | undefined;
        if (role !== undefined) {
          const nth = asked[role] ?? 0;
          asked[role] = nth + 1;
          const own = rounds[nth]?.votes[role];
          answer = own === undefined ? '' : voteText(own, turn.prompt);
        } else if (answer === '') {
          const own = rounds[drafted++]?.page;
          answer = own === undefined ? '' : contentOf(own);
        }
        // Asked to mend its answer, it says the same again.
        return [say(answer)];
      }).agent.open(request, signal);
    },
  };
  const panel = independentPanel({
    cast: DEFAULT_CRITIQUE_CONFIG.cast,
    seats: { designer: seat, critic: seat, brand: seat, a11y: seat, copy: seat },
    head: { maxRounds: 3, threshold: THRESHOLD, scale: 10 },
    material: { brief: null, brand: null, skill: null },
  });
  return playAgent(panel, { grounding, given: given === null ? null : contentOf(given) });
}

function voteText({ score, demands, code, elsewhere }: SeatVote, prompt: string): string {
  const own = /The code of your vote is (\w+)/.exec(prompt)?.[1] ?? '';
  const said: Vote = {
    ...(code !== 'none' && { code: code === 'own' ? own : 'bcdfghjkmnpqrs' }),
    dims: [],
    mustFixes: demands.map((one) => ({ ...one, evidence: null, dim: null, severity: 'major' })),
    score,
  };
  return elsewhere === null ? JSON.stringify(said) : (ELSEWHERE[elsewhere]?.(said) ?? '');
}

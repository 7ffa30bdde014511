/**
 * What a ship has to have earned, read from what the run said and from the answer itself, by other means than the
 * gate's: every weighted judge voted in the round that ships, on the page that ships, and none of its words demands
 * anything there.
 */
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { judgeText } from '../judge-text.ts';
import { CODE } from './answers.ts';
import { cutAt } from './read.ts';
import { JUDGES } from './smuggling.ts';

const IDENTITY = { runId: 'run', adapter: 'any', artifactRef: { projectId: 'p', artifactId: 'a' } };

export interface Said {
  text: string;
  code: string | null;
  /** A judge of the last round demands something, under a tag that only looks like one. */
  hidden: boolean;
}

/** Null when all is well: it did not ship, or it was earned. */
export function unearned({ text, code, hidden }: Said, places: readonly number[] = []): string | null {
  const { events, outcome } = judgeText(cutAt(text, places), IDENTITY, DEFAULT_CRITIQUE_CONFIG, {
    code: CODE,
  });
  if (outcome?.status !== 'shipped') return null;
  const round = outcome.round ?? 0;
  const lastPage = events.findLastIndex((event) => event.type === 'critique.round_artifact');
  const page = events[lastPage];
  if (page?.type !== 'critique.round_artifact' || page.round > round) return 'no page, or one after the vote';
  for (const role of JUDGES) {
    const own = events.filter(
      (event, at) =>
        at > lastPage &&
        event.type === 'critique.panelist_close' &&
        event.role === role &&
        event.round === round,
    );
    const scores = own.map((event) => (event.type === 'critique.panelist_close' ? event.score : null));
    if (scores.length === 0 || scores.includes(null)) return `${role} did not vote on the page that ships`;
  }
  if (hidden) return 'a demand in disguise is open';
  return demandInLastRound(text, code) ? 'a demand of the last round is open' : null;
}

function demandInLastRound(text: string, code: string | null): boolean {
  const mark = code === null ? '' : `-${code}`;
  const outside = text.replace(new RegExp(`<ARTIFACT${mark}[\\s\\S]*?</ARTIFACT${mark}>`, 'g'), '');
  const last = outside.slice(outside.lastIndexOf(`<ROUND${mark} `));
  return [...last.matchAll(new RegExp(`<MUST_FIX${mark}[^>]*>([^<]*)</MUST_FIX${mark}>`, 'g'))].some(
    ([, said = '']) => said.trim() !== '' && said.trim() !== 'None.',
  );
}

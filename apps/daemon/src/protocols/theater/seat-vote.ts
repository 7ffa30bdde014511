/**
 * The vote of a seat that is asked alone. Its fields are the ones that were asked for; what stands in it beside them is
 * looked at as well, because a demand or a no under another name was meant all the same.
 */
import { MUST_FIX_SEVERITIES } from '@design-jury/contracts/theater/critique';
import { z } from 'zod';
import { isNoDemand, isOtherScale, refuses, scoreIn } from './parsers/claims.ts';
import { asItLooks } from './parsers/lookalikes.ts';
import { demandsIn } from './parsers/stray-demands.ts';
import { withheldIn } from './parsers/withheld.ts';

/** A field nobody asked for, by a name under which demands are made. */
const LIKE_DEMANDS = /must|fix|demand|issue|block|require|problem|change/i;
/** Or by one under which a second vote is given. */
const LIKE_SCORE = /^(?:final|overall|total)?[\s_-]*(?:score|vote|rating)$/i;
const DIM_FIELDS: ReadonlySet<string> = new Set(['name', 'note', 'score']);
/** What looks deeper than any vote is not read. */
const MAX_DEPTH = 8;

/** [P3] Asked for as a number; written as a judge writes one ("8,5", "9/10") it is read, of another scale it is none. */
function figure(scale: number) {
  const message = `it is a number from 0 to ${scale}; the scale is ${scale}`;
  return z.preprocess(
    (written) => (typeof written === 'string' ? (scoreIn(written, scale) ?? written) : written),
    z.number(message).refine((score) => score >= 0 && score <= scale, message),
  );
}

const fieldsOf = (scale: number) => ({
  /** Of the seat. Asked for; a vote without it counts only where nothing on the page could be mistaken for one. */
  code: z.string().default(''),
  dims: z
    .array(
      z.looseObject({
        name: z.string().min(1).max(60),
        note: z.string().max(2_000),
        score: figure(scale).nullable(),
      }),
    )
    .max(20),
  mustFixes: z
    .array(
      z.object({
        id: z.string().min(1).max(60),
        target: z.string().max(500).nullable(),
        evidence: z.string().max(2_000).nullable(),
        dim: z.string().max(60).nullable(),
        severity: z.enum(MUST_FIX_SEVERITIES),
        text: z.string().min(1).max(2_000),
      }),
    )
    .max(50),
  score: figure(scale),
});

export type Vote = z.infer<ReturnType<typeof voteSchema>>;

export function voteSchema(scale: number) {
  const fields = fieldsOf(scale);
  return z.looseObject(fields).superRefine((vote, context) => {
    const beside = [
      ...Object.entries(vote).filter(([key]) => !Object.hasOwn(fields, key)),
      ...vote.dims.flatMap((dim) => Object.entries(dim).filter(([key]) => !DIM_FIELDS.has(key))),
    ];
    for (const [key, value] of beside) {
      const message = whyNot(key, value, { scale, demands: vote.mustFixes.length, depth: 0 });
      if (message !== null) context.addIssue({ code: 'custom', path: [key], message });
    }
    if (vote.mustFixes.length === 0 && vote.dims.some(({ note }) => withheldIn(note) !== null))
      context.addIssue({ code: 'custom', path: ['dims'], message: SAYS_NO });
  });
}

const SAYS_NO = 'it says no; what has to change belongs into mustFixes';

interface Beside {
  scale: number;
  demands: number;
  depth: number;
}

/** Why a field that nobody asked for makes the vote unusable; null for one that harms nothing. */
function whyNot(written: string, value: unknown, beside: Beside): string | null {
  const key = asItLooks(written);
  if (LIKE_DEMANDS.test(key) && !isEmpty(value)) return 'demands belong into mustFixes';
  if (LIKE_SCORE.test(key.trim())) return 'a vote has one score';
  if (typeof value === 'object' && value !== null) {
    if (beside.depth === MAX_DEPTH) return 'it is nested too deep';
    const deeper = { ...beside, depth: beside.depth + 1 };
    for (const [inner, held] of Object.entries(value)) {
      const message = whyNot(inner, held, deeper);
      if (message !== null) return message;
    }
    return null;
  }
  const words = value === null ? '' : String(value);
  if (isOtherScale(key, words, beside.scale)) return `the scale is ${beside.scale}`;
  if (beside.demands === 0 && refuses(key, words)) return SAYS_NO;
  return null;
}

/** Nothing, none and no are said in many ways; anything else under such a name is a demand. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === false || value === 0 || value === '') return true;
  if (typeof value === 'string') return isNoDemand(value);
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** What stands beside the document of a vote and would be lost with it. */
export function demandedBeside(answer: string): string | null {
  for (const words of demandsIn(answer, 'told'))
    return `a demand stands beside the document: ${words.slice(0, 100)}`;
  const from = answer.indexOf('{');
  // What it says in the document is read there.
  const around =
    from === -1 ? answer : `${answer.slice(0, from)}\n${answer.slice(answer.lastIndexOf('}') + 1)}`;
  const no = withheldIn(around);
  return no === null ? null : `a no stands beside the document: ${no.slice(0, 100)}`;
}

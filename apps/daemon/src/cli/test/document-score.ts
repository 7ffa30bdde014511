/** How findings about a document are held against its known answers. The rules are in docs/evals.md. */
import { z } from 'zod';

const LinesSchema = z.tuple([z.int(), z.int()]);
const SpotSchema = z.object({ file: z.string(), lines: LinesSchema });
const EntrySchema = z.object({
  file: z.string().nullable(),
  lines: LinesSchema.nullable(),
  also: z.array(SpotSchema).default([]),
});

export const AnswersSchema = z.object({
  protocol: z.enum(['loop', 'plan', 'accept', 'converge', 'content']),
  language: z.string(),
  class: z.enum(['tidy', 'sloppy']),
  command: z.array(z.string()),
  truths: z.array(EntrySchema.extend({ id: z.string(), kind: z.string(), mustMention: z.array(z.string()) })),
  mustNot: z.array(EntrySchema.extend({ mentions: z.array(z.string()) })),
  arguable: z.array(EntrySchema.extend({ mentions: z.array(z.string()) })),
});
export type Answers = z.infer<typeof AnswersSchema>;
type Entry = z.infer<typeof EntrySchema>;

export interface Place {
  /** Null: the document the command was given. */
  file: string | null;
  line: number;
}

/** What a program says is wrong or open, once for each fault. */
export interface DocumentFinding {
  places: readonly Place[];
  /** Everything said about it, quotes and evidence included. */
  text: string;
}

export interface Judged extends DocumentFinding {
  verdict: 'right' | 'wrong' | 'not counted';
  truths: string[];
}

export interface CaseScore {
  right: number;
  wrong: number;
  found: number;
  truths: number;
  missed: string[];
  judged: Judged[];
}

const DOCUMENT = {
  loop: 'spec.md',
  plan: 'plan.md',
  accept: 'brief.md',
  content: 'draft.md',
  converge: null,
};
/** Lines a finding may be off where it does not name what is wrong. */
const SLACK = 2;

export function score(findings: readonly DocumentFinding[], answers: Answers): CaseScore {
  const judged = findings.map((finding) => ({ ...finding, ...judge(finding, answers) }));
  const found = new Set(judged.flatMap(({ truths }) => truths));
  return {
    right: judged.filter(({ verdict }) => verdict === 'right').length,
    wrong: judged.filter(({ verdict }) => verdict === 'wrong').length,
    found: found.size,
    truths: answers.truths.length,
    missed: answers.truths.map(({ id }) => id).filter((id) => !found.has(id)),
    judged,
  };
}

function judge(
  { places: given, text }: DocumentFinding,
  answers: Answers,
): Pick<Judged, 'verdict' | 'truths'> {
  const places = given.flatMap(({ file, line }) => {
    const named = file ?? DOCUMENT[answers.protocol];
    return named === null ? [] : [{ file: named, line }];
  });
  const onClean = answers.mustNot.filter((entry) => touches(places, entry, 0));
  const said = answers.truths.filter(
    (truth) => says(text, truth.mustMention) && (onClean.length === 0 || touches(places, truth, 0)),
  );
  if (said.length > 0) {
    const near = said.filter((truth) => touches(places, truth, SLACK));
    return { verdict: 'right', truths: (near.length > 0 ? near : said).map(({ id }) => id) };
  }
  const isAnywhere = places.length === 0 || answers.protocol === 'accept';
  if (onClean.length > 0 || (isAnywhere && answers.mustNot.some(({ mentions }) => says(text, mentions))))
    return { verdict: 'wrong', truths: [] };
  const near = answers.truths.filter((truth) => touches(places, truth, SLACK));
  const [nearest] = [...near.filter((truth) => touches(places, truth, 0)), ...near];
  if (nearest !== undefined) return { verdict: 'right', truths: [nearest.id] };
  const isArguable = answers.arguable.some(
    (entry) => touches(places, entry, 0) || says(text, entry.mentions),
  );
  return { verdict: isArguable ? 'not counted' : 'wrong', truths: [] };
}

function touches(places: readonly { file: string; line: number }[], entry: Entry, slack: number): boolean {
  const spots = [
    ...(entry.file === null || entry.lines === null ? [] : [{ file: entry.file, lines: entry.lines }]),
    ...entry.also,
  ];
  return places.some(({ file, line }) =>
    spots.some(
      ({ file: other, lines: [from, to] }) =>
        isSameFile(file, other) && line - slack <= to && line + slack >= from,
    ),
  );
}

/** A report may name a file from another folder: the shorter path must be the end of the longer one. */
function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((file) => file.replaceAll('\\', '/').replace(/^\.\//, ''));
  return a === b || `${a}`.endsWith(`/${b}`) || `${b}`.endsWith(`/${a}`);
}

function says(text: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => new RegExp(pattern, 'i').test(text));
}

export interface Total {
  right: number;
  wrong: number;
  found: number;
  truths: number;
  /** Null without a finding. */
  precision: number | null;
  /** Null without anything to find. */
  recall: number | null;
}

/** Summed over cases, not averaged over them: a case with one fault weighs one fault. */
export function total(scores: readonly Pick<CaseScore, 'right' | 'wrong' | 'found' | 'truths'>[]): Total {
  const sum = (key: 'right' | 'wrong' | 'found' | 'truths') => scores.reduce((n, one) => n + one[key], 0);
  const [right, wrong, found, truths] = [sum('right'), sum('wrong'), sum('found'), sum('truths')];
  return {
    right,
    wrong,
    found,
    truths,
    precision: right + wrong === 0 ? null : right / (right + wrong),
    recall: truths === 0 ? null : found / truths,
  };
}

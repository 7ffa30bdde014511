/** What each protocol's JSON tells the user is wrong or open, once for each fault. */
import { z } from 'zod';
import type { Answers, DocumentFinding, Place } from './document-score.ts';

type Reader = (json: unknown) => DocumentFinding[];

const LINES = /\blines? (\d+)(?: and (\d+))?/gi;

function placesIn(text: string): Place[] {
  return [...text.matchAll(LINES)].flatMap(({ 1: first, 2: second }) =>
    [first, second].flatMap((line) => (line === undefined ? [] : [{ file: null, line: Number(line) }])),
  );
}

function unique(findings: readonly DocumentFinding[]): DocumentFinding[] {
  const seen = new Map<string, DocumentFinding>();
  // The same slip in a later pass may stand on another line.
  for (const finding of findings) {
    const key = finding.text.replace(LINES, '');
    if (!seen.has(key)) seen.set(key, finding);
  }
  return [...seen.values()];
}

const LoopSchema = z.object({
  passes: z.array(
    z.object({ results: z.array(z.object({ concerns: z.array(z.object({ text: z.string() })) })) }),
  ),
});

/** Every concern of every pass. Questions and scenarios are made from concerns and repeat them. */
const loopFindings: Reader = (json) =>
  unique(
    LoopSchema.parse(json).passes.flatMap(({ results }) =>
      results.flatMap(({ concerns }) => concerns.map(({ text }) => ({ text, places: placesIn(text) }))),
    ),
  );

const VoteSchema = z.looseObject({
  verdict: z.string(),
  reason: z.string().optional(),
  note: z.string().optional(),
  also: z.array(z.object({ reason: z.string() })).default([]),
});
const PlanSchema = z.object({
  gate: z
    .object({
      items: z.array(
        z.object({
          item: z.object({
            id: z.string(),
            text: z.string(),
            refs: z.array(z.object({ ref: z.string(), line: z.int().optional() })),
          }),
          votes: z.record(z.string(), VoteSchema),
        }),
      ),
    })
    .nullable(),
});

/** Every reason against an item, whoever gives it, and what is worth a look about it. */
const planFindings: Reader = (json) =>
  unique(
    (PlanSchema.parse(json).gate?.items ?? []).flatMap(({ item, votes }) => {
      const reasons = Object.values(votes).flatMap((vote) =>
        vote.verdict === 'disagree'
          ? [vote.reason ?? '', ...vote.also.map(({ reason }) => reason)]
          : (vote.note ?? '').split('; ').filter((note) => note !== ''),
      );
      const own = item.refs.flatMap(({ ref, line }): Place[] =>
        line !== undefined && (ref === 'plan' || ref === 'brief')
          ? [{ file: ref === 'plan' ? null : 'brief.md', line }]
          : [],
      );
      return [...new Set(reasons)].map((reason) => ({
        text: `${item.id} ${reason} ${item.text}`,
        places: [...own, ...placesIn(reason)],
      }));
    }),
  );

const EvidenceSchema = z.array(
  z.object({ kind: z.string(), ref: z.string(), line: z.int().optional(), quote: z.string().default('') }),
);

/** A requirement stands in the brief; a file is named from the folder of its project. */
function cited(text: string, evidence: z.infer<typeof EvidenceSchema>): DocumentFinding {
  return {
    text: [text, ...evidence.map(({ quote }) => quote)].join('\n'),
    places: evidence.flatMap(({ kind, ref, line }): Place[] =>
      line === undefined ? [] : [{ file: kind === 'requirement' ? 'brief.md' : ref, line }],
    ),
  };
}

const RaisedSchema = z.array(z.object({ statement: z.string(), evidence: EvidenceSchema }));
const AcceptSchema = z.object({
  acceptance: z.object({ blockers: RaisedSchema, risks: RaisedSchema }),
});

/** Whatever speaks against a requirement, confirmed or not. */
const acceptFindings: Reader = (json) => {
  const { blockers, risks } = AcceptSchema.parse(json).acceptance;
  return [...blockers, ...risks].map(({ statement, evidence }) => cited(statement, evidence));
};

const ConvergeSchema = z.object({
  findings: z.array(
    z.object({ claim: z.string(), classification: z.string().nullable(), originEvidence: EvidenceSchema }),
  ),
});

/** What the workers agree on; what one of them says alone is shown as that. */
const convergeFindings: Reader = (json) =>
  ConvergeSchema.parse(json)
    .findings.filter(({ classification }) => classification?.endsWith('-consensus') === true)
    .map(({ claim, originEvidence }) => cited(claim, originEvidence));

const ContentSchema = z.object({
  rounds: z
    .array(
      z.object({
        critiques: z.array(
          z.object({
            issues: z.array(z.object({ description: z.string(), suggestion: z.string().default('') })),
          }),
        ),
      }),
    )
    .default([]),
});

/** What the first round says of the draft as it was given; later ones are about what was made of it. */
const contentFindings: Reader = (json) =>
  unique(
    (ContentSchema.parse(json).rounds[0]?.critiques ?? []).flatMap(({ issues }) =>
      issues.map(({ description, suggestion }) => ({
        text: `${description} ${suggestion}`,
        places: placesIn(description),
      })),
    ),
  );

/** Protocols whose findings can be read; a case of another is left out and named. */
export const FINDINGS: Record<Answers['protocol'], Reader> = {
  loop: loopFindings,
  plan: planFindings,
  accept: acceptFindings,
  converge: convergeFindings,
  content: contentFindings,
};

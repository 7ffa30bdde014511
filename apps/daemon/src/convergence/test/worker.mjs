// An agent that answers from a script: what it finds alone, what it says of the claims of others, how it misbehaves.
import { readFileSync } from 'node:fs';

const script = JSON.parse(readFileSync(process.argv[2], 'utf8'));
let prompt = '';
process.stdin.setEncoding('utf8');
for await (const text of process.stdin) prompt += text;

const KINDS = [
  ['analysis', /^You analyse a task alone/],
  ['votes', /^(?:Try to break each claim|Say for each claim)/],
  ['plan', /^Check each item of a plan/],
  ['gaps', /^These findings of phase/],
  ['candidates', /^Argue against/],
  ['candidateVotes', /^Check each candidate/],
];
const kind = KINDS.find(([, begins]) => begins.test(prompt))?.[0] ?? 'unknown';

/** The first rule whose words stand in the line decides. */
const ruled = (rules, line) => rules.find(({ says }) => new RegExp(says, 'i').test(line)) ?? null;
const listed = (pattern) => [...prompt.matchAll(pattern)].map(([, id, line]) => ({ id, line }));

function answer() {
  switch (kind) {
    case 'analysis':
      return { findings: [], questions: [], coverage: [], ...script.analysis };
    case 'votes':
      return {
        votes: listed(/^([FG]-\d{3}): (.*)$/gm).flatMap(({ id, line }) => {
          const rule = ruled(script.votes ?? [], line);
          if (rule === null) return [];
          const { says: _, ...vote } = rule;
          return [{ id, evidence: [], rationale: 'scripted', ...vote }];
        }),
      };
    case 'plan':
      return {
        votes: listed(/^(P-\w+-\d+): (.*)$/gm).map(({ id, line }) => {
          const rule = ruled(script.plan ?? [], line);
          return { id, reason: 'scripted', verdict: rule?.verdict ?? 'AGREE', kind: rule?.kind ?? null };
        }),
      };
    case 'gaps':
      return { findings: script.gaps ?? [] };
    case 'candidates':
      return { candidates: script.candidates ?? [] };
    case 'candidateVotes':
      return {
        votes: listed(/^(B-\d{3}) \(\w+\): (.*)$/gm).map(({ id, line }) => {
          const rule = ruled(script.candidateVotes ?? [], line);
          return { id, evidence: rule?.evidence ?? [], reason: 'scripted', confirmed: rule !== null };
        }),
      };
    default:
      return {};
  }
}

const misbehaves = script.misbehaves?.[kind] ?? script.misbehaves?.all;
if (misbehaves === 'hangs') setInterval(() => {}, 1_000);
else if (misbehaves === 'garbage') process.stdout.write('{"votes": [lorem ipsum, no JSON at all');
else if (misbehaves === 'error-frame')
  process.stdout.write(
    `${JSON.stringify({ type: 'result', subtype: 'error_during_execution', is_error: true, result: 'overloaded' })}\n`,
  );
else process.stdout.write(JSON.stringify(answer()));

/** What the documents rule out of a text, and a text that speaks of it all the same. */
import { isSaid, wordsSaid } from '../../convergence/delivered/said-in.ts';
import { NEGATION } from '../../convergence/facts/sentence-words.ts';
import { anyOf } from '../../documents/language/patterns.ts';
import type { Copy } from '../copy.ts';
import { type Check, quote } from './check.ts';
import type { Facts } from './facts.ts';
import { PROHIBITED } from './holding-words.ts';
import { statementsOf } from './parts.ts';
import { sentencesOf } from './supported.ts';

const MOST_SHOWN = 3;
const FEWEST_SHARED = 3;

/** Before a comma it makes a clause of its own; of all verbs these are enough to be sure. */
const FINITE = anyOf(
  'is|are|was|were|has|have|had|can|will|does|do|ist|sind|war|waren|hat|haben|kann|können|wird|werden|est|sont|a|ont|peut|peuvent|fait|es|son|está|están|tiene|tienen|hay|puede|pueden|é|são|tem|têm|pode|podem|è|sono|ha|hanno|può|possono|heeft|hebben|kan|kunnen|wordt|worden',
);
/** What is ruled out was named before: "…, and we must not promise it". */
const NAMED_BEFORE = anyOf(
  'it|they|them|this|that|these|those|es|dies|davon|darüber|dafür|cela|ça|en|ello|esto|eso|isto|isso|questo|ciò|dit|dat',
);

/** A rule of what a text says; without one of these it may tell of the thing itself, such as what is not done. */
const OF_SAYING = anyOf(
  'say*|mention*|promis*|name|named|announc*|writ*|use|used|talk*|claim*|show*|word|sag*|nennen|genannt|erwähn*|versprech*|versproch*|schreib*|ankündig*|angekündigt|dire|parl*|prom*|cit*|mentionn*|decir|mencion*|hablar|hablamos|nombrar|anunci*|dizer|falar|falamos|nomin*|annunci*|noemen|beloven|vermelden|zeggen',
  '触れ|書か|約束|言わ|提',
);

/** A clause that has a subject of its own says its own thing; one that has none goes on with the clause before it. */
function hasOwnSubject(clause: string): boolean {
  const ahead = clause.slice(0, clause.search(PROHIBITED));
  return wordsSaid(ahead).some((word) => word.length > 3) && !NAMED_BEFORE.test(clause);
}

/** "The wait is two days; emergencies are not taken.": what the second clause rules out, the first does not. */
function clausesOf(statement: string): string[] {
  const clauses: string[] = [];
  for (const { 0: part, index } of statement.matchAll(/[^;,；]+[;,；]?/gu)) {
    const before = clauses.at(-1);
    const isNew =
      before === undefined ||
      // What follows a prohibition belongs to it, unless a semicolon ends it.
      ((/[;；]\s*$/u.test(statement.slice(0, index)) || (FINITE.test(before) && !PROHIBITED.test(before))) &&
        (!PROHIBITED.test(part) || hasOwnSubject(part)));
    if (isNew) clauses.push(part);
    else clauses[clauses.length - 1] = before + part;
  }
  return clauses;
}

function plain(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
}

/** A name that the documents mention only where they rule it out, or most of what they rule out. */
function forbiddenIn(copy: Copy, facts: Facts): { sentence: string; rule: string }[] {
  const told = statementsOf(facts.text).flatMap((statement) =>
    clausesOf(statement).map((clause) => ({ statement, clause, isRule: PROHIBITED.test(clause) })),
  );
  const said = told
    .filter(({ isRule }) => !isRule)
    .map(({ clause }) => clause)
    .join('\n');
  const others = [{ path: '', text: said }];
  // What a document says itself, with these words, it does not rule out.
  const own = new Set(told.flatMap(({ statement, clause }) => [plain(statement), plain(clause)]));
  const known = plain(said);
  const mine = sentencesOf(copy).filter(
    (sentence) => !own.has(plain(sentence)) && !known.includes(plain(sentence)),
  );
  return told
    .filter(({ isRule }) => isRule)
    .flatMap(({ statement, clause }) => {
      const words = wordsSaid(clause).filter((word) => word.length > 3 && !isSaid(word, others));
      return mine.flatMap((sentence) => {
        const shared = words.filter((word) => isSaid(word, [{ path: '', text: sentence }]));
        const isName = shared.some(
          (word) =>
            /^\p{Lu}/u.test(word) &&
            new RegExp(`(?<=[\\p{Ll},]\\s)${RegExp.escape(word)}`, 'u').test(sentence),
        );
        // What is not done and a sentence that denies it as well say the same.
        const isDenied = !OF_SAYING.test(clause) && sentence.match(NEGATION) !== null;
        const isMost = shared.length >= FEWEST_SHARED && !isDenied;
        return isName || isMost ? [{ sentence, rule: statement }] : [];
      });
    });
}

export const FORBIDDEN_TOPIC: Check = {
  id: 'forbidden-topic',
  look({ copy, facts }) {
    const said = forbiddenIn(copy, facts);
    const [first] = said;
    if (first === undefined) return null;
    return {
      severity: 'high',
      description: `The documents rule it out: ${said
        .slice(0, MOST_SHOWN)
        .map(({ sentence }) => quote(sentence))
        .join(', ')} against ${quote(first.rule)}`,
      suggestion: 'Leave it out, or change the document first.',
    };
  },
};

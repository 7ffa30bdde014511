/** A value of something that the document lists all values of, and not this one. */
import { contentWords } from '../../documents/language/content.ts';
import { BECOMES, CAN_BE, STATE, STATE_BEFORE } from '../../documents/language/state-words.ts';
import { sentencesOf } from '../../documents/sentences.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

const ONE =
  '(?:`[^`\\n]{2,30}`|"[^"\\n]{2,30}"|“[^”\\n]{2,30}”|„[^“”\\n]{2,30}[“”]|«\\s?[^»\\n]{2,30}?\\s?»|「[^」\\n]{1,20}」|(?<![*\\p{L}])\\*[^*\\n]{2,30}\\*(?![*\\p{L}]))';
const JOINED = String.raw`(?:\s*(?:,|/|\||、|・|と|や|または|か)\s*(?:(?:and|or|und|oder|et|ou|y|o|e|of|en)\s+)?|\s+(?:and|or|und|oder|et|ou|y|o|e|of|en)\s+)`;
const RUN = new RegExp(`${ONE}(?:${JOINED}${ONE}){1,20}`, 'giu');
const MARKED = new RegExp(ONE, 'giu');
/** "States: new, paid, sent.": names without a mark, set off by a colon. */
const PLAIN_RUN =
  /[:\uFF1A]\s*((?:[\p{L}][\p{L}\p{N}_ -]{1,24}(?:\s*[,、/|]\s*|\s+(?:and|or|und|oder|et|ou|y|o|e|en|of|i|lub|oraz)\s+)){2,12}[\p{L}][\p{L}\p{N}_ -]{1,24}?)\s*(?:$|[.;。(])/u;
/** "NEW -> PAID -> SENT": each is followed by the next. */
const ARROWS = /[\p{L}][\p{L}_-]{1,24}(?:\s*(?:->|-->|=>|→|⇒)\s*[\p{L}][\p{L}_-]{1,24}){2,12}/gu;
const MOST_WORDS = 3;
/** A word in capitals is a name where the listed ones are. */
const CAPITALS = /(?<![\p{L}\p{N}_])[A-Z][A-Z_]{2,24}(?![\p{L}\p{N}_])/gu;
const NAME = /^[\p{L}][\p{L}\p{N}_ -]{0,29}$/u;

interface Listed {
  line: number;
  names: readonly string[];
  about: ReadonlySet<string>;
  isStates: boolean;
}

export const states: Check = (document) => {
  const told = sentencesOf(document).map((sentence) => ({
    sentence,
    raw: document.source.slice(sentence.start, sentence.start + sentence.text.length),
  }));
  const lists = told.flatMap(({ sentence, raw }): Listed[] => {
    const heading = document.headings[sentence.statement.section]?.text ?? '';
    const plain = sentence.statement.kind === 'row' ? null : PLAIN_RUN.exec(sentence.text.trim());
    const runs = [
      ...[...raw.matchAll(RUN)].map(([run]) => ({
        run,
        names: [...run.matchAll(MARKED)].map(([one]) => bare(one)),
      })),
      ...[...raw.matchAll(ARROWS)].map(([run]) => ({ run, names: run.split(/\s*(?:-+>|=>|→|⇒)\s*/u) })),
      ...(plain?.[1] === undefined ? [] : [{ run: plain[1], names: namesIn(plain[1]) }]),
    ];
    return runs.flatMap(({ run, names }): Listed[] => {
      if (
        names.length < 3 ||
        !names.every((name) => NAME.test(name) && name.split(/\s+/).length <= MOST_WORDS)
      )
        return [];
      const rest = raw.replace(run, ' ');
      const isMarked = run !== plain?.[1];
      return [
        {
          line: sentence.line,
          names,
          about: new Set(contentWords(rest)),
          isStates:
            STATE.test(rest) ||
            CAN_BE.test(raw.slice(0, raw.indexOf(run))) ||
            (isMarked && (STATE.test(heading) || BECOMES.test(raw.slice(0, raw.indexOf(run))))),
        },
      ];
    });
  });
  const usable = lists.filter(({ isStates, about }) => isStates && about.size > 0);
  const remarks = told.flatMap(({ sentence, raw }): Remark[] =>
    usedIn(raw, usable).flatMap(({ name, ahead, isCalled }): Remark[] => {
      const list = usable.find(
        ({ about, line, names }) =>
          line !== sentence.line &&
          (isCalled || [...about].some((word) => sentence.words.has(word))) &&
          !names.some((own) => isSameName(own, name)),
      );
      const isOther = lists.some(
        ({ names, line }) => line === sentence.line || names.some((own) => isSameName(own, name)),
      );
      if (list === undefined || isOther || !NAME.test(name) || !(isCalled || BECOMES.test(ahead))) return [];
      return [
        {
          check: 'contradiction',
          isDoubt: !isCalled,
          line: sentence.line,
          text: `"${name}" is none of the states line ${list.line} lists (${list.names.join(', ')}): ${quote(sentence.text)}`,
          remedy: write(`add "${name}" to line ${list.line} or use one of those`),
        },
      ];
    }),
  );
  const seen = new Set<string>();
  return {
    remarks: remarks.filter(({ text }) => {
      const name = text.split('"', 2)[1] ?? '';
      return !seen.has(name) && seen.add(name) !== undefined;
    }),
    looked: usable.length,
    things: 'lists of states name all that are used',
  };
};

interface Used {
  name: string;
  ahead: string;
  /** The word for a state stands right before it. */
  isCalled: boolean;
}

/** Names a sentence uses as values: in marks, or in capitals where the listed ones are. */
function usedIn(raw: string, lists: readonly Listed[]): Used[] {
  const areCapitals = lists.some(({ names }) => names.every((name) => name === name.toUpperCase()));
  const marked = [...raw.matchAll(MARKED)];
  const capitals = areCapitals
    ? [...raw.matchAll(CAPITALS)].filter(
        ({ index }) => !marked.some((one) => index >= one.index && index < one.index + one[0].length),
      )
    : [];
  return [...marked, ...capitals].map(({ 0: name, index }) => {
    const ahead = raw.slice(0, index);
    return { name: bare(name), ahead, isCalled: STATE_BEFORE.test(ahead) };
  });
}

function namesIn(run: string): string[] {
  return run
    .split(
      /\s*[,、/|]\s*(?:(?:and|or|und|oder|et|ou|y|o|e|en|of|i|lub|oraz)\s+)?|\s+(?:and|or|und|oder|et|ou|y|o|e|en|of|i|lub|oraz)\s+/u,
    )
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** "cancelled" and "Cancelled", "bewilligt" and "bewilligten". */
function isSameName(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => name.toLowerCase().trim());
  if (a === undefined || b === undefined) return false;
  return a === b || (Math.min(a.length, b.length) >= 5 && (a.startsWith(b) || b.startsWith(a)));
}

function bare(marked: string): string {
  return marked.replace(/^[`"“„«「*]\s?|\s?[`"”“»」*]$/gu, '');
}

/** A value of something that the document lists all values of, and not this one. */
import { contentWords } from '../language/content.ts';
import { anyOf } from '../language/patterns.ts';
import { sentencesOf } from '../sentences.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

const ONE =
  '(?:`[^`\\n]{2,30}`|"[^"\\n]{2,30}"|“[^”\\n]{2,30}”|„[^“”\\n]{2,30}[“”]|«\\s?[^»\\n]{2,30}?\\s?»|「[^」\\n]{1,20}」)';
const JOINED = String.raw`(?:\s*(?:,|/|\||、|・|と|や|または|か)\s*(?:(?:and|or|und|oder|et|ou|y|o|e|of|en)\s+)?|\s+(?:and|or|und|oder|et|ou|y|o|e|of|en)\s+)`;
const RUN = new RegExp(`${ONE}(?:${JOINED}${ONE}){1,20}`, 'giu');
const MARKED = new RegExp(ONE, 'giu');
const STATE = anyOf(
  'states?|status|stages?|phases?|modes?|types?|kinds?|roles?|levels?|values?|zustand|zustände|zuständen|status|stufen?|arten|typen|rollen?|werte?|états?|statuts?|rôles?|valeurs?|modes?|niveaux|estados?|tipos?|roles|valores?|papéis|níveis|stati|stato|tipi|ruoli|valori|statussen|rollen',
  '状態|ステータス|種類|区分|役割|状态|类型|角色|상태',
);
/** "is", "becomes", "stays": what stands behind it is a value. */
const BECOMES =
  /(?:\b(?:is|are|becomes?|stays?|remains?|turns?|set to|goes to|marked(?: as)?|ist|sind|wird|bleibt|steht auf|gilt als|est|sont|devient|reste|passe à|es|está|queda|pasa a|fica|é|torna-se|diventa|è|resta|wordt|blijft)\s+(?:then |set to |as |als |auf |en |a )?|(?:を|に|は|が)\s*)$/iu;
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
  const lists = told.flatMap(({ sentence, raw }): Listed[] =>
    [...raw.matchAll(RUN)].flatMap(([run]) => {
      const names = [...run.matchAll(MARKED)].map(([one]) => bare(one));
      if (names.length < 3 || !names.every((name) => NAME.test(name))) return [];
      const rest = raw.replace(run, ' ');
      const heading = document.headings[sentence.statement.section]?.text ?? '';
      return [
        {
          line: sentence.line,
          names,
          about: new Set(contentWords(rest)),
          isStates: STATE.test(rest) || STATE.test(heading) || BECOMES.test(raw.slice(0, raw.indexOf(run))),
        },
      ];
    }),
  );
  const usable = lists.filter(({ isStates, about }) => isStates && about.size > 0);
  const remarks = told.flatMap(({ sentence, raw }): Remark[] =>
    [...raw.matchAll(MARKED)].flatMap((match): Remark[] => {
      const name = bare(match[0]);
      const list = usable.find(
        ({ about, line, names }) =>
          line !== sentence.line &&
          [...about].some((word) => sentence.words.has(word)) &&
          !names.some((own) => own.toLowerCase() === name.toLowerCase()),
      );
      const isOther = lists.some(({ names, line }) => line === sentence.line || names.includes(name));
      if (list === undefined || isOther || !NAME.test(name) || !BECOMES.test(raw.slice(0, match.index)))
        return [];
      return [
        {
          check: 'contradiction',
          line: sentence.line,
          text: `"${name}" is none of the states line ${list.line} lists (${list.names.join(', ')}): ${quote(sentence.text)}`,
          remedy: write(`add "${name}" to line ${list.line} or use one of those`),
        },
      ];
    }),
  );
  return { remarks, looked: usable.length, things: 'lists of states name all that are used' };
};

function bare(marked: string): string {
  return marked.replace(/^[`"“„«「]\s?|\s?[`"”“»」]$/gu, '');
}

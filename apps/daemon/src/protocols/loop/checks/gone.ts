/** What a step destroys and a later one, or the way back, still needs. */
import type { MarkdownDocument } from '../../documents/document.ts';
import { DEED_NAMES } from '../../documents/language/concepts.ts';
import { anyOf } from '../../documents/language/patterns.ts';
import { DESTROYS, ROLLBACK } from '../../documents/language/plan-words.ts';
import { NEGATION } from '../../documents/language/polarity.ts';
import { termsOf } from '../../documents/meaning/terms.ts';
import { weightsOf } from '../../documents/meaning/weights.ts';
import { clauseAt, type Sentence, sentencesOf } from '../../documents/sentences.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

const THROWS_AWAY = anyOf(
  'delet(?:ed|es|ing)|dropp(?:ed|ing)|drops|remov(?:ed|es|ing)|discard\\p{L}*|purge\\p{L}*|throw(?:n|s)? away|scrap(?:ped|s)?|wipe[ds]?|overwrit\\p{L}*|drop the|destroy\\p{L}*|shred\\p{L}*|format the|vernicht\\p{L}*|entsorg\\p{L}*|verschrott\\p{L}*|überschr\\p{L}*|jet(?:er|te|ée?s?)|détrui\\p{L}*|écras\\p{L}*|tirar|destru\\p{L}*|desech\\p{L}*|sobrescri\\p{L}*|descart\\p{L}*|gettare|buttare|distrugg\\p{L}*|sovrascriv\\p{L}*|weggooien|vernietig\\p{L}*|wyrzuc\\p{L}*|zniszcz\\p{L}*|släng\\p{L}*|förstör\\p{L}*',
  '廃棄|破棄|上書き|销毁|丢弃|覆盖|폐기',
);
const STILL_THERE = anyOf(
  'still (?:hold|has|have|contain|there|available)|as before|switch back|go back|restore|from the old|noch (?:vorhanden|da)|zurück|wieder|comme avant|encore|revenir|volver|como antes|todavía|tornare|come prima|ancora|terug|nog|wrócić|nadal|återgå|fortfarande',
  '戻す|復元|まだ|恢复|回退',
);
const FEWEST = 2;
const LEAST_WEIGHT = 1.5;

interface Destroyed {
  sentence: Sentence;
  object: readonly string[];
  names: readonly string[];
  at: number;
}

export const gone: Check = (document) => {
  const all = sentencesOf(document);
  const weights = weightsOf(all);
  const destroyed = all.flatMap((sentence, at): Destroyed[] => destroyedIn(sentence, at, document));
  const remarks = destroyed.flatMap((one): Remark[] => {
    const needed = all.slice(one.at + 1).find((sentence) => {
      if (sentence.statement === one.sentence.statement && one.names.length === 0) return false;
      if (
        DESTROYS.test(sentence.own) ||
        THROWS_AWAY.test(sentence.own) ||
        sentence.own.search(NEGATION) !== -1
      )
        return false;
      const isLater =
        isStep(sentence, document) && sentence.statement.section >= one.sentence.statement.section;
      if (!isLater && !isBack(sentence, document)) return false;
      if (one.names.some((name) => sentence.text.includes(name) && document.source.includes(`\`${name}\``)))
        return true;
      const terms = new Set(termsOf(sentence.own));
      const shared = one.object.filter((term) => terms.has(term));
      return (
        shared.length >= FEWEST && shared.length === one.object.length && weights.sum(shared) >= LEAST_WEIGHT
      );
    });
    return needed === undefined
      ? []
      : [
          {
            check: 'gone',
            line: one.sentence.line,
            text: `line ${one.sentence.line} destroys what line ${needed.line} still needs: ${quote(one.sentence.text)} against ${quote(needed.text)}`,
            remedy: write(`do line ${needed.line} first, or keep it`),
          },
        ];
  });
  return {
    remarks,
    looked: destroyed.length,
    things: 'things are destroyed when nobody needs them any more',
  };
};

function isStep({ statement }: Sentence, { headings }: MarkdownDocument): boolean {
  return statement.isOrdered || /\d/.test(headings[statement.section]?.text ?? '') || statement.id !== null;
}

function isBack({ own, statement }: Sentence, { headings }: MarkdownDocument): boolean {
  return (
    ROLLBACK.test(headings[statement.section]?.text ?? '') || (ROLLBACK.test(own) && STILL_THERE.test(own))
  );
}

function destroyedIn(sentence: Sentence, at: number, document: MarkdownDocument): Destroyed[] {
  const { own } = sentence;
  const match = DESTROYS.exec(own) ?? THROWS_AWAY.exec(own);
  if (match === null || !isStep(sentence, document) || isBack(sentence, document)) return [];
  const raw = document.source.slice(sentence.start, sentence.start + sentence.text.length);
  const clause = clauseAt(own, match.index, match.index + match[0].length);
  if (clause.search(NEGATION) !== -1) return [];
  const behind = clause.slice(clause.indexOf(match[0]) + match[0].length);
  // "The old tables are deleted to free the disk": what it is for is not what is deleted.
  const [said = ''] = (termsOf(behind).length >= FEWEST ? behind : clause).split(
    /\s(?:to|um|pour|para|per|om|aby|för|on|in|from|and|und|et|y|e|en|i|och)\s/u,
  );
  const object = [...new Set(termsOf(said))].filter((term) => !DEED_NAMES.has(term)).slice(0, 3);
  const after = raw.slice(Math.max(0, raw.toLowerCase().indexOf(match[0].toLowerCase())));
  const names = [...after.matchAll(/`([\w./-]{4,40})`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !/\s/.test(name));
  return object.length < FEWEST && names.length === 0 ? [] : [{ sentence, object, names, at }];
}

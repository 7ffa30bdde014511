/** How long a thing is kept, said in one place, and asked for of a longer time in another. */
import { contentWords } from '../../documents/language/content.ts';
import { CONDITIONAL } from '../../documents/language/polarity.ts';
import { quantitiesIn } from '../../documents/language/quantities.ts';
import { lineOf, type Sentence, sentencesOf } from '../../documents/sentences.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

/** What stands before it is kept; how long stands behind it. */
const KEPT =
  /(?<!\p{L})(?:(?:is|are|(?:must|shall|will) be) (?:kept|retained|stored|preserved|archived|deleted|removed|purged|erased)|(?:wird|werden|bleib(?:t|en))(?= )|(?:est|sont|(?:doit|doivent) être) (?:conservée?s?|gardée?s?|stockée?s?|archivée?s?|supprimée?s?|effacée?s?)|se (?:conserva[n]?|guarda[n]?|almacena[n]?|archiva[n]?|elimina[n]?|borra[n]?)|(?:é|são) (?:guardad|conservad|mantid|armazenad|eliminad|apagad)[oa]s?|(?:è|sono) (?:conservat|archiviat|cancellat|eliminat)[oaie])(?!\p{L})/iu;
/** In German the deed stands at the end. */
const KEPT_LAST =
  /(?<!\p{L})(?:aufbewahrt|gespeichert|vorgehalten|archiviert|gelöscht|erhalten|entfernt)(?!\p{L})/iu;
/** "entries of the last 7 years are available": so long they have to be there. */
const OF_LAST =
  /(?<!\p{L})(?:(?:of|from) the (?:last|past)|der (?:letzten|vergangenen)|des|de los últimos|de las últimas|dos últimos|das últimas|degli ultimi)(?!\p{L})/iu;
const THERE =
  /(?<!\p{L})(?:available|accessible|retrievable|queryable|searchable|can be (?:viewed|read|queried|retrieved|exported|searched)|verfügbar|abrufbar|einsehbar|disponibles?|consultables?|accessibles?|consultabili|disponíve(?:l|is)|disponibil[ei])(?!\p{L})/iu;
/** Elsewhere, or a part of them: two places may keep a thing for two times. */
const ELSEWHERE =
  /(?<!\p{L})(?:archiv\p{L}*|back-?ups?|sicherung\p{L}*|sauvegarde\p{L}*|respaldos?|copias?|cold|hot|cache\p{L}*|local\p{L}*|lokal\p{L}*|aggregat\p{L}*|anonym\p{L}*|anonim\p{L}*|pseudonym\p{L}*)(?!\p{L})/iu;

interface Kept {
  sentence: Sentence;
  things: readonly string[];
  value: number;
  shown: string;
  start: number;
  /** How long it must be there, by a sentence that does not say how long it is kept. */
  isAskedFor: boolean;
}

export const retention: Check = (document) => {
  const kept = sentencesOf(document).flatMap(keptIn);
  const remarks = kept.flatMap((one, index): Remark[] => {
    const other = kept
      .slice(0, index)
      .find((before) => isSameThing(before, one) && before.value !== one.value && isClash(before, one));
    return other === undefined
      ? []
      : [
          {
            check: 'contradiction',
            line: lineOf(one.sentence, one.start),
            text: `${other.shown} (line ${lineOf(other.sentence, other.start)}) and ${one.shown} (line ${lineOf(one.sentence, one.start)}) are said of how long the same is kept: ${quote(other.sentence.text)} against ${quote(one.sentence.text)}`,
            remedy: write(`decide how long it is kept: ${other.shown} or ${one.shown}`),
          },
        ];
  });
  return { remarks, looked: kept.length, things: 'times for which things are kept agree' };
};

function keptIn(sentence: Sentence): Kept[] {
  const { own, statement } = sentence;
  if (statement.kind === 'row' || CONDITIONAL.test(own) || ELSEWHERE.test(own)) return [];
  const times = quantitiesIn(own).filter(({ dimension }) => dimension === 'time');
  const [time] = times;
  if (time === undefined || times.length !== 1) return [];
  const last = OF_LAST.exec(own);
  const isAskedFor = last !== null && last.index < time.start && THERE.test(own);
  const kept = KEPT.exec(own);
  const isKept =
    kept !== null &&
    kept.index < time.start &&
    (!/^(?:w|b)/iu.test(kept[0]) || KEPT_LAST.test(own.slice(time.end)));
  if (!isAskedFor && !isKept) return [];
  const ahead = own.slice(0, isAskedFor ? last?.index : kept?.index);
  const subject = (ahead.split(/[,;:\uFF1A]/u).at(-1) ?? '').split(QUANTIFIER).at(-1) ?? '';
  const things = [
    ...new Set(contentWords(statement.id === null ? subject : subject.replace(statement.id, ' '))),
  ];
  if (things.length === 0 || things.length > MOST_THINGS) return [];
  return [{ sentence, things, value: time.value, shown: time.shown, start: time.start, isAskedFor }];
}

/** What stands behind it is the thing itself: "for inspections all audit entries". */
const QUANTIFIER =
  /(?<!\p{L})(?:all|any|every|each|the|alle|die|der|das|tou(?:s|tes) les|les|todos los|todas las|los|las|todos os|todas as|os|as|tutt[ie] (?:i|gli|le)|gli|le)(?!\p{L})/iu;
const MOST_THINGS = 4;

function isSameThing({ things: one, sentence }: Kept, { things: other, sentence: later }: Kept): boolean {
  return sentence !== later && one.length === other.length && one.every((thing) => other.includes(thing));
}

/** Whoever keeps a thing longer than is asked for has it there. */
function isClash(one: Kept, other: Kept): boolean {
  if (one.isAskedFor === other.isAskedFor) return !one.isAskedFor;
  const [asked, kept] = one.isAskedFor ? [one, other] : [other, one];
  return asked.value > kept.value;
}

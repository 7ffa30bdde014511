/** The language of a stretch of text, by its script and its small words; null where that cannot be told. */

const SMALL: Readonly<Record<string, string>> = {
  en: 'the and of to is in it you that for with are this we on your our from be as at by or an not have has will what when how they',
  de: 'der die das und ist nicht mit ein eine für auf wir sie ihr von zu den dem im es auch wie bei sich aus oder wird sind haben kann',
  fr: 'le la les des est et une un dans pour que qui vous nous avec sur pas ce il elle sont au aux votre notre plus ou mais sans',
  es: 'el la los las de que y en un una es por con para se del al lo su te no más como pero sin nuestro está son hay tu',
  pt: 'o os as de que e em um uma é por com para se do da no na não mais como mas sem seu nosso você são está dos das ao',
  it: 'il lo gli le di che e un una è per con si del della dei al alla non più come ma senza sono nel nella ti tuo ci',
  nl: 'de het een en van is niet met voor op wij je u dat die te in zijn ook aan door bij of maar om uit naar deze',
};
const WORDS = new Map(
  Object.entries(SMALL).map(([language, words]) => [language, new Set(words.split(' '))]),
);
const FEWEST = 6;
const LEAST_SHARE = 0.2;
/** A language must be ahead of the next by so much. */
const AHEAD = 1.5;

export function languageOf(text: string): string | null {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  if ((text.match(/\p{Script=Han}/gu)?.length ?? 0) > text.length / 4) return 'zh';
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length < FEWEST) return null;
  const counts = [...WORDS]
    .map(([language, small]) => ({ language, count: words.filter((word) => small.has(word)).length }))
    .toSorted((one, other) => other.count - one.count);
  const [first, second] = counts;
  if (first === undefined || first.count < LEAST_SHARE * words.length) return null;
  return first.count >= AHEAD * Math.max(1, second?.count ?? 0) ? first.language : null;
}

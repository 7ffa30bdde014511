/**
 * A judge that says in plain words that the page may not go out as it is: that something has to change before it ships,
 * that it cannot ship, that something blocks it. That is a no, whatever score stands beside it. Wishes, conditions, what
 * was so before and what a page says itself are none.
 */
import { asItLooks, isPlain } from './lookalikes.ts';

/** Nearly no note speaks of it. */
const MAY_BE_ONE = /ship|launch|releas|publi|go(?:es|ing)? (?:live|out)|approv|blocker|stopper|breaker/i;
const GOES_OUT =
  '(?:ship(?:s|ped|ping)?|launch(?:es|ed|ing)?|releas(?:e|es|ed|ing)|publish(?:es|ed|ing)?|publication|go(?:es|ing)? (?:live|out))';
const WHAT = '(?:(?:it|this|that|we|you|they|the (?:page|draft|design|version|site))\\s+)?';
const CAN = '(?:(?:can|may|could|is|gets?|be|is to|to|to be|the|being)\\s+){0,2}';
/** "The price has to be named before this ships." */
const NEEDED_BEFORE = new RegExp(
  String.raw`\b(?:must|needs? to|needs? \w+ing|has to|have to|is required)\b[^\n]{0,160}\b(?:before|prior to)\s+${WHAT}${CAN}${GOES_OUT}\b`,
  'i',
);
/** "Fix the button before it ships." */
const TOLD_BEFORE = new RegExp(
  String.raw`^[\s\-*>#\d.)]{0,12}(?:please\s+)?(?:fix|change|remove|replace|add|correct|rewrite|repair|resolve|address|name|label)\b[^\n]{0,160}\b(?:before|prior to)\s+${WHAT}${CAN}${GOES_OUT}\b`,
  'i',
);
/** "It cannot ship like this." Goods are shipped, too: what follows tells. */
const NOT_LIKE_THIS =
  /\b(?:do not|don['\u2019]t|must not|mustn['\u2019]t|should not|shouldn['\u2019]t|cannot|can['\u2019]t|can not|may not|would not|wouldn['\u2019]t|not (?:yet )?(?:ready|fit|safe)(?: to| for)?|isn['\u2019]t ready(?: to| for)?)\s+(?:yet\s+|be\s+)?(?:ship(?:ped|ping)?|launch(?:ed|ing)?|releas(?:e|ed|ing)|publish(?:ed|ing)?|publication|go (?:live|out)|approved?)(?=\s*(?:$|[.,;:!)\u2014]|(?:this|it|the (?:page|draft|design|version)|as (?:is|it)|like|until|till|before|unless|yet|while|without|because|now)\b))/i;
/** "The missing label is a blocker." */
const BLOCKS =
  /\b(?:is|are|remains?|stays?)\s+(?:still\s+)?(?:an?\s+)?(?:(?:ship|release|launch|hard|clear|absolute)(?:ping)?[\s-])?(?:blockers?|show-?stoppers?|deal-?breakers?)\b|\bblocks?\s+(?:the\s+)?(?:shipping|release|launch|publication|approval)\b/i;
/** What is said of another time, of a condition, or of nothing. */
const ELSEWHEN =
  /\b(?:if|was|were|had|used to|previous(?:ly)?|earlier|last round|round \d|no longer|anymore|any more|says|said|reads|states|asks|means|called)\b/i;
const OF_NOTHING =
  /\b(?:no|not|nothing|none|never|neither|nobody|nor|without|would|could|might|once)\b|n['\u2019]t\b/i;
/** A double negation ("no reason not to ship"), what is told of others, and goods. */
const OF_OTHERS =
  /\b(?:no (?:reason|cause|grounds?)|nothing(?: here| left| that)?)\b(?:(?!\b(?:and|so|but)\b)[^,;:]){0,60}(?:\bnot\b|\bcannot\b|n['\u2019]t\b)|\b(?:what|whatever|everything that|all (?:the )?\w+ that|visitors|readers|users|customers|authors|guests|members)\b[^,;]{0,40}\b(?:must|needs? to|has to|have to)\b|\b(?!(?:this|is|was)\b)\w{2,}s (?:that )?(?:cannot|can['\u2019]t|can not|may not|must not|should not)\b/i;
/** Words of the page. */
const QUOTED =
  /"[^"\n]{0,300}"|\u201c[^\u201d\n]{0,300}\u201d|\u00ab[^\u00bb\n]{0,300}\u00bb|`[^`\n]{0,300}`|(?<=^|[\s(])['\u2018][^'\u2019\n]{3,300}['\u2019](?=$|[\s.,;:)])/g;
const SENTENCE_END = /(?<=[.!?;])\s+|\n+/;
/** Of one note; a judge that needs more has said it by then. */
const LONGEST_READ = 4_000;

/** `can't ship` has ten letters. */
const SHORTEST_NO = 8;

/** The first sentence of a note that says so; null where none does. */
export function withheldIn(note: string): string | null {
  if (note.length < SHORTEST_NO || !MAY_BE_ONE.test(note)) return null;
  const seen = (isPlain(note) ? note : asItLooks(note)).slice(0, LONGEST_READ).replace(QUOTED, '\u2026');
  for (const sentence of seen.split(SENTENCE_END)) {
    if (ELSEWHEN.test(sentence) || OF_OTHERS.test(sentence)) continue;
    const asks = NEEDED_BEFORE.test(sentence) || TOLD_BEFORE.test(sentence) || BLOCKS.test(sentence);
    if ((asks && !OF_NOTHING.test(sentence)) || NOT_LIKE_THIS.test(sentence)) return sentence.trim();
  }
  return null;
}

/** "Ships, but MUST_FIX: name the price." */
const LEFT_OPEN =
  /\b(?:but|still|yet|except(?: for)?|however|open|remaining|left)\b[^.\n]{0,40}\bMUST[_ -]?FIX\s{0,3}[:\uff1a-]\s{0,3}(\S[^\n]{2,400})/i;

/** A must-fix that a summary leaves open, in the middle of a sentence. */
export function leftOpenIn(summary: string): string | null {
  const seen = isPlain(summary) ? summary : asItLooks(summary);
  const [, words] = LEFT_OPEN.exec(seen.slice(0, LONGEST_READ).replace(QUOTED, '\u2026')) ?? [];
  return words === undefined || /^(?:none|no|0|nothing|met|done|fixed|resolved)\b/i.test(words)
    ? null
    : words;
}

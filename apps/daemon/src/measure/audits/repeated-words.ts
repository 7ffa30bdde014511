import { phraseAudit } from './phrase.ts';

/** "had had", "that that", "so so" can be right, and so can names such as "Duran Duran". */
export const DOUBLED =
  /\b(?!(?:had|that|so|very|bye|no|ha|ho|yeah|knock|go|please|now|there|really|many|much|again|blah|la|cha|tuk|tut|pom|chop|hush|hip|hear|boo|win|fifty|same|er|um|night|long|far|beep|click|tap|tick|ding|yum|quack|woof|choo|tsk|ylang|mahi|agar)\b)([a-z]{2,})\s+\1\b(?![-'’])/g;

export const repeatedWords = phraseAudit({
  id: 'repeated-words',
  role: 'copy',
  dim: 'plain',
  weight: 7,
  title: 'No word is written twice in a row',
  why: 'A doubled word is the mistake every reader sees and no spell checker marks.',
  link: 'https://github.com/retextjs/retext-repeated-words',
  severity: 'major',
  tier: 'automatic',
  unit: 'doubled words',
  scope: 'all',
  alsoSpoken: true,
  required: 'the word once',
  describe: (hit) => `The same word twice: "${hit}".`,
  patterns: [
    // Other languages double other words on purpose: "nous nous", "die die", "yavaş yavaş". Which, only a reader knows.
    {
      pattern:
        /(?<![\p{L}-])(?!(?:nous|vous|die|das|der|den|sie|ihr|que|si|no|non|ja|ha|ho|la|bla|so|dat|die|zij|er|det|att|som|vi|you|had|that|very|muy|più|molto|très|sehr|bye|tuk|yo|cha|pom|win|mano|poco|piano|passo|man|ni|na|to|za|oj|hej)\s)(\p{Ll}{2,})\s+\1(?![\p{L}'’-])/gu,
      advice: 'Delete one of the two.',
      anyLanguage: true,
      notEnglish: true,
      isGuess: true,
    },
    {
      pattern: DOUBLED,
      advice: 'Delete one of the two.',
    },
    {
      pattern:
        /\b(The|the|A|a|An|an|And|and|Of|of|To|to|In|in|Is|is) (?:the|a|an|and|of|to|in|is)\b(?<=\b(The the|A a|An an|And and|Of of|To to|In in|Is is))/g,
      advice: 'Delete one of the two.',
    },
  ],
});

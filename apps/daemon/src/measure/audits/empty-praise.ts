/** A page of praise: most of its sentences would fit any company, and nowhere stands a figure. */
import type { Observation } from '../finding.ts';
import type { Page } from '../model/page.ts';
import { proseBlocks, visibleBlocks } from '../model/reading.ts';
import { sentences } from '../model/sentences.ts';
import { countWords } from '../model/text.ts';

const LANGUAGES = [
  'cutting[- ]edge|state[- ]of[- ]the[- ]art|world[- ]class|best[- ]in[- ]class|next level|game[- ]chang\\p{L}+|revolutioni[sz]\\p{L}+|seamless(?:ly)?|effortless(?:ly)?|supercharge\\p{L}*|unleash\\p{L}*|unlock\\p{L}*|empower\\p{L}*|elevat\\p{L}+|leverag\\p{L}+|synerg\\p{L}+|holistic|robust|innovat\\p{L}+|transformative|future-proof|forward-thinking|fast-paced|reimagin\\p{L}+|ahead of the curve|possibilities|actionable insights|meaningful outcomes|ecosystem|full potential|passion(?:ate)? for|excellence',
  'ganzheitlich\\p{L}*|zukunftsweisend\\p{L}*|zukunftssicher\\p{L}*|maßgeschneidert\\p{L}*|mehrwert\\p{L}*|nahtlos\\p{L}*|innovati(?:v|on)\\p{L}*|synergi\\p{L}+|nächste (?:level|stufe)|potenzial\\p{L}*|wegweisend\\p{L}*|erstklassig\\p{L}*|leidenschaft\\p{L}*|exzellenz|visionär\\p{L}*|lösungen',
  'innovant\\p{L}*|innovation\\p{L}*|sur mesure|à la pointe|de demain|excellence|synergies?|potentiel|révolutionn\\p{L}+|holistique|valeur ajoutée|passion\\p{L}*|écosystème|solutions',
  'innovador\\p{L}*|innovaci\\p{L}+|a medida|de vanguardia|excelencia|sinergias?|potencial|revolucion\\p{L}+|holístic\\p{L}+|valor añadido|pasión|soluciones|inovador\\p{L}*|inovaç\\p{L}+|excelência|à medida|vanguarda|paixão|soluções',
  "innovativ\\p{L}+|innovazion\\p{L}+|su misura|all[’']avanguardia|eccellenza|sinergi\\p{L}+|potenziale|rivoluzion\\p{L}+|passione|soluzioni|baanbrekend\\p{L}*|naadloos|innovatie\\p{L}*|op maat|passie|oplossingen",
];
const EMPTY = new RegExp(`(?<!\\p{L})(?:${LANGUAGES.join('|')})(?!\\p{L})`, 'giu');
/** Where to write to is no fact of what is sold. Bounded: a text without a space is read once, not once per letter. */
const CONTACT = /\S{1,64}@\S{1,253}|\+?\d[\d\s()/-]{6,30}\d|(?:©|\(c\))?\s?(?:19|20)\d\d/giu;
const FEWEST_SENTENCES = 5;
const FEWEST_WORDS = 5;
const MOST_SENTENCES = 60;
const SHARE = 0.6;
/** In a sentence: one such word may stand in any. */
const FEWEST_IN_ALL = 8;

export function emptyPraise(page: Page): Observation | null {
  if (visibleBlocks(page).some(({ said }) => /\d/.test(said.replace(CONTACT, ' ')))) return null;
  const all = proseBlocks(page).flatMap(({ element: at, said }) =>
    sentences(said)
      .filter((sentence) => countWords(sentence) >= FEWEST_WORDS)
      .map((sentence) => ({ at, sentence, hits: sentence.match(EMPTY)?.length ?? 0 })),
  );
  const empty = all.filter(({ hits }) => hits > 0);
  const [first] = empty;
  const isEnough = all.length >= FEWEST_SENTENCES && all.length <= MOST_SENTENCES;
  if (first === undefined || !isEnough || empty.length < SHARE * all.length) return null;
  if (empty.reduce((sum, { hits }) => sum + hits, 0) < FEWEST_IN_ALL) return null;
  return {
    at: first.at,
    measured: `${empty.length} of ${all.length} sentences, and no figure`,
    required: 'plain claims',
    message: `Most sentences would fit any company, and none has a figure: "${first.sentence.slice(0, 60)}".`,
    suggestion: 'Say what it does, with a fact or a figure.',
    severity: 'major',
  };
}

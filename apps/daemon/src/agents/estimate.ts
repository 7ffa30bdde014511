/**
 * What a run may use before anybody has used it: by the length of what is given and by the rounds that are allowed. Rough on
 * purpose: a text is counted by its characters, every allowed round is thought to happen, and nothing is thought to be cached.
 */

/** Of English; other scripts take more. */
const CHARS_PER_TOKEN = 4;
/** What is said beside the text itself, in tokens: of one turn, and in one answer. */
const FRAME = {
  theater: { asked: 4_000, answered: 1_500 },
  loop: { asked: 2_000, answered: 1_500 },
  convergence: { asked: 3_000, answered: 1_500 },
} as const;
const SEATS = 5;

export interface EstimateOrder {
  protocol: keyof typeof FRAME;
  /** Of everything that is read. */
  chars: number;
  /** At most. */
  rounds: number;
  /** Each seat is asked alone. */
  independent: boolean;
}

export function expectedTokens({ protocol, chars, rounds, independent }: EstimateOrder): {
  inputTokens: number;
  outputTokens: number;
} {
  const text = Math.ceil(chars / CHARS_PER_TOKEN);
  const { asked, answered } = FRAME[protocol];
  const turn = asked + text;
  switch (protocol) {
    case 'theater': {
      // One conversation: what was said in earlier rounds is sent again, and each round writes the page anew.
      const said = answered + text;
      const votes = independent ? SEATS : 1;
      const again = (rounds * (rounds - 1)) / 2;
      return {
        inputTokens: votes * rounds * turn + again * said,
        outputTokens: rounds * (votes * answered + text),
      };
    }
    case 'loop':
      return { inputTokens: rounds * turn, outputTokens: rounds * (answered + text) };
    case 'convergence':
      // The analysis reads everything; a round of votes reads what is in question.
      return { inputTokens: turn + rounds * asked, outputTokens: (1 + rounds) * answered };
  }
}

/**
 * Votes that stand in somebody else's text, in any spelling an agent may undo while it repeats it. In an answer whose
 * tags carry no code of the run, every vote may then be a quotation, word for word or nearly so.
 */
import { anyReading } from './other-readings.ts';
import { asItLooks } from './parsers/lookalikes.ts';

/** A tag nobody has on a page, under any namespace and in brackets that only look like ours. */
const TAG = /[<‹〈⟨]\s*(?:[\w.-]{1,40}:)?PANELIST\b/i;

/** Words that stand together in a vote, in letters and figures alone: read forwards, backwards, and thirteen letters on. */
interface Signature {
  name: RegExp;
  beside: readonly RegExp[];
}

const SCORE = /(?:score|rating|value|fpber|engvat|inyhr)\d|\d(?:erocs|gnitar|eulav)/;
const OF_A_PANEL: Signature = {
  name: /panelist|tsilenap|cnaryvfg/g,
  beside: [/critic|brand|a11y|copy|citirc|dnarb|y11a|ypoc|pevgvp|oenaq|n11l|pbcl/, SCORE],
};
const OF_A_SEAT: Signature = { name: /mustfixes|sexiftsum|zhfgsvkrf/g, beside: [SCORE] };
/** Letters and figures on both sides of the name in which the others stand. */
const LONGEST_VOTE = 120;
/** What a text looks like that holds the vote of a seat. */
const SEAT_VOTE = /must[\s_-]*fix(?:es)?["'\s]*:|["']score["']\s*:/i;

/** What the prompts of a run hold that somebody else wrote. Read only where somebody asks, and each text once. */
export class WordsOfOthers {
  #unread: readonly string[];
  #quotes = false;

  constructor(texts: readonly string[]) {
    this.#unread = texts;
  }

  add(texts: readonly string[]): void {
    if (texts.length > 0) this.#unread = [...this.#unread, ...texts];
  }

  get quoteVotes(): boolean {
    this.#quotes ||= quotesVotes(this.#unread);
    this.#unread = [];
    return this.#quotes;
  }
}

function quotesVotes(texts: readonly string[]): boolean {
  return texts.some((text) =>
    anyReading(text, (reading) => TAG.test(reading) || spells(OF_A_PANEL, reading)),
  );
}

/** The same for the vote of a seat that is asked alone. */
export function quotesSeatVote(text: string): boolean {
  return anyReading(text, (reading) => SEAT_VOTE.test(reading) || spells(OF_A_SEAT, reading));
}

/** However it is bracketed, quoted, put together of pieces or turned around. */
function spells({ name, beside }: Signature, text: string): boolean {
  const letters = asItLooks(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');
  for (const { index } of letters.matchAll(name)) {
    const around = letters.slice(Math.max(0, index - LONGEST_VOTE), index + LONGEST_VOTE);
    if (beside.every((words) => words.test(around))) return true;
  }
  return false;
}

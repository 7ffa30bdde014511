/**
 * Version 1, live: nothing tells its tags from a quotation of them, so an answer in which they are quoted, or do not
 * fit together, is ambiguous and is not judged. Wraps the grammar; stored text does not pass here.
 */
import type { PanelEvent, WarningKind } from '@design-jury/contracts/theater/critique';
import { AmbiguousAnswerError } from '../errors.ts';
import type { TokenSink } from './tokenizer.ts';

/** Words before a run or behind it that are still a greeting. */
const MAX_GREETING_CHARS = 200;
const TAG =
  /<\/?(?:[A-Za-z_]+:)?(?:CRITIQUE_RUN|PANELIST|MUST_FIX|ROUND_END|ROUND|ARTIFACT|SHIP|DIM|NOTES|REASON|SUMMARY)[\s/>]|<\/?(?:critique_run|panelist|must_fix|round_end)[\s/>]/i;
/** Elements of HTML have these names too: only in capitals are they ours. */
const ELEMENTS = /^<\/?(?:[a-z_]+:)?(?:summary|dim|notes|reason|round|ship|artifact)[\s/>]/;
const LONGEST_TAG = 40;

const ODD: ReadonlySet<WarningKind> = new Set<WarningKind>([
  'stray_close',
  'stray_tag',
  'artifact_misplaced',
  'unclosed_region',
]);

export interface LiveV1 extends TokenSink {
  /** Nothing but white space or a fence stood before the first tag. */
  readonly begunClean: boolean;
}

/**
 * Between the tokenizer and the grammar. `sink` is asked anew each time: the first tag chooses it. `quoted` are votes
 * that stand in the material, as `Attributes.canonical` has them.
 */
export function watchV1(sink: () => TokenSink, quoted: ReadonlySet<string>): LiveV1 {
  let begun = false;
  let clean = true;
  let greeting = '';
  let tail = '';
  const begin = (position: number): void => {
    if (begun) return;
    begun = true;
    const words = greeting.replace(/```\w*/g, '').trim();
    clean = words === '';
    if (words.length > MAX_GREETING_CHARS || words.includes('<'))
      throw new AmbiguousAnswerError('the run stands inside other text', position);
    greeting = '';
  };
  return {
    get begunClean() {
      return clean;
    },
    open(name, attributes, selfClosing, start, end) {
      begin(start);
      tail = '';
      if (name === 'PANELIST' && quoted.has(attributes.canonical))
        throw new AmbiguousAnswerError('a vote stands word for word in the material', start);
      sink().open(name, attributes, selfClosing, start, end);
    },
    close(name, start) {
      begin(start);
      sink().close(name, start);
    },
    text(text, literal) {
      if (literal && quotesTag(text)) throw new AmbiguousAnswerError('a note quotes the protocol', 0);
      sink().text(text, literal);
    },
    data(text, bytes) {
      if (quotesTag(tail + text)) throw new AmbiguousAnswerError('the page quotes the protocol', 0);
      tail = (tail + text).slice(-LONGEST_TAG);
      sink().data(text, bytes);
    },
    warn(kind, position, detail) {
      sink().warn(kind, position, detail);
    },
    stray(text, position) {
      if (!begun) {
        if (greeting.length <= MAX_GREETING_CHARS * 2) greeting += text;
        return;
      }
      if (text.includes('<') || text.includes(']]>'))
        throw new AmbiguousAnswerError('markup stands between the blocks', position);
    },
  };
}

/** What a stored reading only warns of. */
export function refuseOdd(event: PanelEvent): void {
  if (event.type === 'warning' && ODD.has(event.kind))
    throw new AmbiguousAnswerError(event.detail, event.position);
}

function quotesTag(text: string): boolean {
  const found = TAG.exec(text);
  return found !== null && !ELEMENTS.test(found[0]);
}

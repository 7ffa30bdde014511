/**
 * A live answer, watched between the tokenizer and the grammar. In version 1 nothing tells tags from a quotation of
 * them, so an answer in which they are quoted, or do not fit together, is ambiguous and is not judged. In version 2
 * the code tells them; what an agent itself puts into a fence is still not said. Stored text does not pass here.
 */
import type { PanelEvent, WarningKind } from '@design-jury/contracts/theater/critique';
import { AmbiguousAnswerError } from '../errors.ts';
import { decodeText } from './attributes.ts';
import { isNoDemand, readDemand } from './claims.ts';
import { demandsIn, LESS } from './stray-demands.ts';
import { isLeafTag } from './tags.ts';
import type { TokenSink } from './token-sink.ts';
import { withheldIn } from './withheld.ts';

/** Words before a run or behind it that are still a greeting. */
const MAX_GREETING_CHARS = 200;
/** Text between two blocks that is looked at in one go. */
const MAX_STRAY_CHARS = 4_000;
/** Of it, what is looked at once more with what follows: a tag may lie across. */
const STRAY_OVERLAP = 500;
const TAG =
  /<\/?(?:[A-Za-z_]+:)?(?:CRITIQUE_RUN|PANELIST|MUST_FIX|ROUND_END|ROUND|ARTIFACT|SHIP|DIM|NOTES|REASON|SUMMARY)[\s/>]|<\/?(?:critique_run|panelist|must_fix|round_end)[\s/>]/i;
/** Elements of HTML have these names too: only in capitals are they ours. */
const ELEMENTS = /^<\/?(?:[a-z_]+:)?(?:summary|dim|notes|reason|round|ship|artifact)[\s/>]/;
const LONGEST_TAG = 40;
const SHORTEST_FENCE = 3;
const FENCE = /```|~~~/g;
/** How a model stresses a word of its own sentences. No page begins or ends with it alone. */
const STRESS = /<\/?(?:b|i|u|em|strong|code|br)\s?\/?>/gi;
const MARKUP = /<|\]\]>/;
const ODD: ReadonlySet<WarningKind> = new Set<WarningKind>([
  'stray_close',
  'stray_tag',
  'artifact_misplaced',
  'unclosed_region',
]);

export interface Watched extends TokenSink {
  /** A tag was read, and nothing but white space or a fence stood before the first. */
  readonly begunClean: boolean;
  readonly tagsRead: number;
  /** The turn is over: what stands behind its last tag is looked at, and a fence it left open is closed. */
  endTurn(): void;
  /** What was said of this turn is taken back. */
  forget(): void;
  /** Who is told from now on. */
  redirect(sink: TokenSink): void;
}

export interface WatchOptions {
  /** Until the first tag chooses another. */
  sink: TokenSink;
  /** Version 2: only the code makes a tag. */
  sealed: boolean;
  /** Whether votes stand in the material. Asked with a vote that carries no code, and only then. */
  isQuoted: () => boolean;
  /** A demand without the code, or in other letters, outside of the page and of what its author says. */
  onDemand: (text: string, position: number) => void;
}

export function watchLive({ sink: first, sealed, isQuoted, onDemand }: WatchOptions): Watched {
  let sink = first;
  let begun = false;
  let tagsRead = 0;
  let clean = true;
  let stray = '';
  let strayAt = 0;
  let tail = '';
  let fenced = false;
  /** Whose block is open. */
  let speaker: 'judge' | 'author' | null = null;
  /** The open leaf, its pieces after the first, and whether something in it may begin a tag. */
  let leaf = '';
  let leafMore: string[] = [];
  let leafAt = 0;
  let isMarked = false;
  let isDemand = false;
  /** A tag of this turn was read: a fence in front of it holds the whole answer. */
  let inTurn = false;
  /** Somebody demands something in this round. */
  let isDemanded = false;
  /** What the attributes of the open demand say, until its words are read: "None." asks for nothing. */
  let demand: ReturnType<typeof readDemand> | null = null;
  const settleDemand = (): void => {
    if (demand === null) return;
    const words = decodeText(leaf + leafMore.join('')) || demand.demand.text;
    isDemanded = words === '' ? demand.id !== null : !isNoDemand(words);
    demand = null;
  };
  const look = (text: string): void => {
    if (speaker !== 'author') {
      for (const words of demandsIn(text, speaker === 'judge' ? 'made' : 'told')) onDemand(words, strayAt);
      // [S20] A no in plain words, where nothing else holds the round.
      const no = isDemanded ? null : withheldIn(text);
      if (no !== null) onDemand(no, strayAt);
    }
    if (inTurn) for (const _ of text.matchAll(FENCE)) fenced = !fenced;
  };
  /** Version 1: a page that ended its own block would go on here. */
  const refuseMarkup = (text: string): void => {
    if (!sealed && MARKUP.test(text) && MARKUP.test(text.replace(STRESS, '')))
      throw new AmbiguousAnswerError('markup stands between the blocks', strayAt);
  };
  /** Literal text, with the end of the piece before it: chunks may cut a tag anywhere. Nothing: other text began. */
  const quote = (text: string, problem: string): void => {
    const seen = tail + text;
    if (quotesTag(seen)) throw new AmbiguousAnswerError(problem, strayAt);
    tail = text === '' ? '' : seen.slice(-LONGEST_TAG);
  };
  /** Whole pieces of a long text between blocks; what is left is looked at before the next tag. */
  const lookAhead = (): void => {
    while (stray.length > MAX_STRAY_CHARS + STRAY_OVERLAP) {
      const window = stray.slice(MAX_STRAY_CHARS - STRAY_OVERLAP, MAX_STRAY_CHARS);
      // Where a tag may begin, or a line: neither is torn.
      const place =
        Math.max(window.search(/[<\uff1c\ufe64\u02c2\u1438][^<\uff1c\ufe64]*$/), 0) ||
        window.lastIndexOf('\n') + 1;
      const cut = MAX_STRAY_CHARS - STRAY_OVERLAP + (place || STRAY_OVERLAP);
      const piece = stray.slice(0, cut);
      refuseMarkup(piece);
      look(piece);
      stray = stray.slice(cut);
    }
  };
  /** Before every tag: what stood since the last one. */
  const settle = (position: number): void => {
    if (tail !== '') tail = '';
    if (demand !== null) settleDemand();
    if (isMarked) {
      isMarked = false;
      for (const words of demandsIn(leaf + leafMore.join(''), 'noted')) onDemand(words, leafAt);
    }
    if (leaf !== '') {
      leaf = '';
      if (leafMore.length > 0) leafMore = [];
    }
    // A fence in front of the first tag of a turn holds the whole answer.
    if (stray !== '') settleStray(position);
    begun = true;
    inTurn = true;
    tagsRead++;
  };
  const settleStray = (position: number): void => {
    const text = stray;
    stray = '';
    if (begun) {
      refuseMarkup(text);
      if (text.length >= SHORTEST_FENCE) look(text);
      return;
    }
    begun = true;
    const words = text.replace(/(?:```|~~~)\w*/g, '').trim();
    clean = words === '';
    if (!sealed && (words.length > MAX_GREETING_CHARS || words.includes('<')))
      throw new AmbiguousAnswerError('the run stands inside other text', position);
  };
  return {
    get begunClean() {
      return begun && clean;
    },
    get tagsRead() {
      return tagsRead;
    },
    open(name, attributes, selfClosing, start, end) {
      settle(start);
      if (fenced) throw new AmbiguousAnswerError(`<${name}> stands inside a fence`, start);
      leafAt = start;
      // The commonest tag by far, and none of what follows.
      if (name === 'DIM') {
        isDemand = false;
        sink.open(name, attributes, selfClosing, start, end);
        return;
      }
      isDemand = name === 'MUST_FIX';
      if (isDemand) demand = isDemanded ? null : readDemand(attributes, '');
      else if (name === 'ROUND') isDemanded = false;
      // One that was left open ends here.
      if (!isLeafTag(name) && name !== 'ARTIFACT') speaker = null;
      if (name === 'PANELIST') {
        if (!selfClosing) speaker = attributes.find('role')?.value === 'designer' ? 'author' : 'judge';
        if (!sealed && attributes.find('score') !== null && isQuoted())
          throw new AmbiguousAnswerError('votes stand in the material, and these carry no code', start);
      }
      sink.open(name, attributes, selfClosing, start, end);
    },
    close(name, start) {
      settle(start);
      if (name === 'PANELIST') speaker = null;
      sink.close(name, start);
    },
    text(text, literal, marked) {
      if (!sealed && (literal || tail !== '')) quote(literal ? text : '', 'a note quotes the protocol');
      if (isDemand ? demand !== null : speaker !== 'author') {
        if (leaf === '') leaf = text;
        else leafMore.push(text);
        if (marked && !isDemand) isMarked ||= LESS.test(text);
      }
      sink.text(text, literal, marked);
    },
    data(text, bytes) {
      quote(text, 'the page quotes the protocol');
      sink.data(text, bytes);
    },
    warn(kind, position, detail) {
      sink.warn(kind, position, detail);
    },
    stray(text, position) {
      if (stray === '') strayAt = position;
      if (begun || stray.length < MAX_STRAY_CHARS) stray += text;
      if (begun) lookAhead();
    },
    endTurn() {
      try {
        if (!begun) return;
        settleDemand();
        refuseMarkup(stray);
        look(stray);
      } finally {
        this.forget();
      }
    },
    redirect(chosen) {
      sink = chosen;
    },
    forget() {
      stray = '';
      leaf = '';
      leafMore = [];
      isMarked = false;
      demand = null;
      fenced = false;
      inTurn = false;
      speaker = null;
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

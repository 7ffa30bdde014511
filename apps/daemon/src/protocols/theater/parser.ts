/** The edge: picks the grammar by version and turns chunks of text, or bytes, into events. */
import type { CritiqueConfig, PanelEvent } from '@design-jury/contracts/theater/critique';
import { AmbiguousAnswerError, CritiqueError, OversizeBlockError, ProtocolVersionError } from './errors.ts';
import type { Attributes } from './parsers/attributes.ts';
import { isNoDemand, plainDemand } from './parsers/claims.ts';
import type { Grammar, GrammarLimits } from './parsers/grammar.ts';
import { refuseOdd, type Watched, watchLive } from './parsers/live-watch.ts';
import { type ParserStep, PieceSteps } from './parsers/piece-steps.ts';
import { type Dialect, LOOSE, STORED, sealedBy } from './parsers/tags.ts';
import type { TokenSink } from './parsers/token-sink.ts';
import { Tokenizer } from './parsers/tokenizer.ts';
import { createGrammarV1 } from './parsers/v1.ts';
import { createGrammarV2 } from './parsers/v2.ts';

export type ParserConfig = Pick<CritiqueConfig, 'scoreScale' | 'cast' | 'parserMaxBlockBytes'>;

export type { ParserStep };

export interface CritiqueParser {
  write(chunk: string): ParserStep;
  /** The agent's turn is over; another may follow in the same session. */
  endTurn(): ParserStep;
  end(): ParserStep;
  /**
   * The agent takes back what it said in this turn. False when some of it was protocol: that has been judged, and
   * cannot be unsaid.
   */
  retract(): boolean;
}

/** How an answer is read while it is given. Without it text is read as it was stored. */
export interface LiveReading {
  /** What every tag of version 2 carries. Null: the run speaks version 1. */
  code: string | null;
  /** @default false */
  pageGiven?: boolean;
  /** Whether votes stand in the material of the prompt: without a code nothing tells them from the agent's. @default none do */
  isQuoted?: () => boolean;
}

/** Grammars by version; 2 is read only with the code of its run. */
const GRAMMARS = { 1: createGrammarV1, 2: createGrammarV2 } as const;
export const SUPPORTED_VERSIONS: readonly number[] = Object.keys(GRAMMARS).map(Number);

const NO_EVENTS: PanelEvent[] = [];
const NOTHING: ParserStep = { events: NO_EVENTS, error: null };

export function createParser(config: ParserConfig, live?: LiveReading): CritiqueParser {
  if (live === undefined) return createReader(config, STORED);
  if (live.code === null) {
    const limits = { ...config, live: true, pageGiven: live.pageGiven ?? false };
    return createReader(limits, LOOSE, live.isQuoted);
  }
  return createLiveParser(config, live, live.code);
}

const NOTHING_QUOTED = (): boolean => false;

interface Reader extends CritiqueParser {
  /** A tag of it was read, though nothing may have been told of it yet. */
  readonly begun: boolean;
  /** Something of it was protocol. */
  readonly spoke: boolean;
  readonly begunClean: boolean;
}

/** One text under one dialect. */
function createReader(
  limits: GrammarLimits,
  dialect: Dialect,
  isQuoted: () => boolean = NOTHING_QUOTED,
): Reader {
  let events = NO_EVENTS;
  let grammar: Grammar | null = null;
  /** The grammar, where pages go to it past the watch. */
  let pages: Grammar | null = null;
  const steps = new PieceSteps();
  let spoken = false;
  let spoke = false;
  /** Tags of answers that were taken back. */
  let takenBack = 0;
  const emit = (event: PanelEvent): void => {
    if (event.type !== 'warning') {
      spoken = true;
      spoke = true;
    } else if (dialect.loose) refuseOdd(event);
    // A literal of one is exact; pushing to an empty array reserves seventeen places for every chunk.
    if (events === NO_EVENTS) events = [event];
    else events.push(event);
  };

  const create = (): Grammar =>
    dialect.code === null
      ? GRAMMARS[1](tokenizer, limits, emit)
      : GRAMMARS[2](tokenizer, limits, emit, dialect.code);
  const choose = (): Grammar => {
    grammar = create();
    if (watch === null) tokenizer.redirect(grammar);
    else watch.redirect(grammar);
    // With a code a page is only a page: there is nothing in it to watch for.
    if (watch !== null && dialect.code !== null) tokenizer.redirectData(grammar);
    if (watch === null || dialect.code !== null) pages = grammar;
    return grammar;
  };
  /** Stands in until the first tag tells which grammar speaks. */
  const chooser: TokenSink = {
    open(name, attributes, selfClosing, start, end) {
      if (name === 'CRITIQUE_RUN') checkVersion(attributes, start, dialect);
      choose().open(name, attributes, selfClosing, start, end);
    },
    close(name, start) {
      choose().close(name, start);
    },
    text() {},
    data() {},
    warn(kind, position, detail) {
      emit({ type: 'warning', kind, position, detail });
    },
  };
  const watch: Watched | null =
    dialect === STORED
      ? null
      : watchLive({
          sink: chooser,
          sealed: dialect.code !== null,
          isQuoted,
          onDemand: (text, position) => {
            if (!isNoDemand(text))
              emit({ type: 'stray_demand', from: null, demand: plainDemand(text), position });
          },
        });
  const tokenizer = new Tokenizer(watch ?? chooser, limits.parserMaxBlockBytes, dialect);

  const take = (): ParserStep => {
    const { error: raised } = tokenizer;
    const stands =
      raised === null || (grammar?.complete === true && !(raised instanceof AmbiguousAnswerError));
    const error = stands ? null : raised;
    if (events === NO_EVENTS) return error === null ? NOTHING : { events: NO_EVENTS, error };
    const step = { events, error };
    events = NO_EVENTS;
    return step;
  };
  const guarded = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof CritiqueError)) throw error;
      tokenizer.error = error;
    }
  };
  const finish = (ending: (grammar: Grammar) => void): ParserStep => {
    guarded(() => watch?.endTurn());
    if (tokenizer.error === null) guarded(() => ending(grammar ?? choose()));
    return take();
  };

  return {
    get begun() {
      return watch !== null && watch.tagsRead > takenBack;
    },
    get spoke() {
      return spoke;
    },
    get begunClean() {
      return watch?.begunClean === true;
    },
    write(chunk) {
      // Most of any text in the smallest chunks: told at once, with nothing kept that would outlive the telling.
      if (pages === null) {
        tokenizer.write(chunk);
        return take();
      }
      const piece = tokenizer.pieceOf(chunk);
      if (piece === null) {
        tokenizer.scan(chunk);
        return take();
      }
      const place = piece.length === 0 ? null : pages.passes(piece, piece.length);
      return place === null ? NOTHING : steps.of(place, piece);
    },
    endTurn() {
      // What follows a SHIP is not read; where the gate refused it, another turn may follow.
      if (grammar?.complete === true && !(tokenizer.error instanceof AmbiguousAnswerError))
        tokenizer.restart();
      else tokenizer.flush();
      const step = finish((speaking) => speaking.endTurn());
      spoken = false;
      return step;
    },
    end() {
      tokenizer.end();
      return finish((speaking) => speaking.end());
    },
    retract() {
      if (spoken || grammar?.resting === false) return false;
      tokenizer.restart();
      watch?.forget();
      takenBack = watch?.tagsRead ?? 0;
      return true;
    },
  };
}

/** Characters of an answer that are held back while nothing tells its version; a longer one is not version 1. */
const MAX_HELD_CHARS = 4 * 1_048_576;

/**
 * Tags with the run's code are version 2, and then everything else is text, wherever it stands. An agent that cannot
 * write them is read as version 1: at once where its answer begins with the run, else when the answer is whole and no
 * tag in it carried the code. Both in one answer contradict each other.
 */
function createLiveParser(config: ParserConfig, live: LiveReading, code: string): CritiqueParser {
  const limits: GrammarLimits = { ...config, live: true, pageGiven: live.pageGiven ?? false };
  const sealed = createReader(limits, sealedBy(code));
  let plain = createReader(limits, LOOSE, live.isQuoted);
  let version: 1 | 2 | null = null;
  let held: PanelEvent[] = [];
  let heldError: CritiqueError | null = null;
  let heldChars = 0;
  let heldSealed: PanelEvent[] = [];
  const both = (): ParserStep => ({
    events: NO_EVENTS,
    error: new AmbiguousAnswerError("tags with the run's code follow tags without it", 0),
  });
  /** Only one reader is listened to. Asked, not compared: it may have changed in between. */
  const isKnown = (): boolean => version === 2;
  const isSealed = (step: ParserStep): boolean => step.error !== null || sealed.begun;

  /** What is read of a piece of text, or of its end. */
  const read = (piece: (reader: Reader) => ParserStep, whole: boolean): ParserStep => {
    if (version === 2) return piece(sealed);
    if (version === 1) {
      const step = piece(plain);
      return !whole && isSealed(piece(sealed)) ? both() : step;
    }
    if (!whole) {
      const step = piece(sealed);
      for (const event of step.events) heldSealed.push(event);
      if (isSealed(step)) {
        version = 2;
        const events = heldSealed;
        heldSealed = [];
        return { events, error: step.error };
      }
    }
    if (heldError === null) {
      const step = piece(plain);
      for (const event of step.events) held.push(event);
      heldError = step.error;
    }
    const speaks = plain.spoke || (heldError !== null && heldError.reason !== 'missing_artifact');
    if (!speaks) {
      if (!whole) return NOTHING;
      // Told with the first tag that follows, like everything else in front of it, however the text was cut.
      const step = piece(sealed);
      for (const event of step.events) heldSealed.push(event);
      return { events: NO_EVENTS, error: step.error };
    }
    // Only what was said tells the version, not what could not be read: tags with the code may still follow that.
    if (!whole && !(plain.begunClean && plain.spoke)) {
      if (heldChars > MAX_HELD_CHARS) heldError = tooLong();
      return NOTHING;
    }
    version = 1;
    const step = { events: held, error: heldError };
    held = [];
    heldError = null;
    return step;
  };

  return {
    write(chunk) {
      if (version === 2) return sealed.write(chunk);
      const told: PanelEvent[] = [];
      let from = 0;
      while (from < chunk.length) {
        const to = isKnown() ? chunk.length : nextPiece(chunk, from);
        const piece = chunk.slice(from, to);
        from = to;
        if (version === null) heldChars += piece.length;
        const step = isKnown() ? sealed.write(piece) : read((reader) => reader.write(piece), false);
        for (const event of step.events) told.push(event);
        if (step.error !== null) return { events: told, error: step.error };
      }
      return told.length === 0 ? NOTHING : { events: told, error: null };
    },
    endTurn: () => read((reader) => reader.endTurn(), true),
    end: () => read((reader) => reader.end(), true),
    retract() {
      if (version === 1) return plain.retract() && sealed.retract();
      const isTaken = sealed.retract();
      // A tag of which nothing was told has told the version; taken back, it has not.
      if (!isTaken || sealed.spoke) return isTaken;
      version = null;
      plain = createReader(limits, LOOSE, live.isQuoted);
      held = [];
      heldError = null;
      heldChars = 0;
      heldSealed = [];
      return true;
    },
  };
}

/**
 * Each `>` is read alone, and what stands before it: two readers of one text are asked who spoke first, and a tag is told at
 * its `>`. In larger pieces both would have spoken, or failed, by the time they are asked.
 */
function nextPiece(text: string, from: number): number {
  const end = text.indexOf('>', from);
  if (end === from) return from + 1;
  return end === -1 ? text.length : end;
}

function tooLong(): CritiqueError {
  return new OversizeBlockError('nothing tells the version of an answer this long', MAX_HELD_CHARS);
}

function checkVersion(attributes: Attributes, start: number, { code, loose }: Dialect): void {
  const version = attributes.find('version')?.value ?? '1';
  // The code is proof enough of version 2, whatever number is written beside it.
  if (code !== null || Number(version) === 1) return;
  throw new ProtocolVersionError(
    Number(version) === 2 && loose
      ? 'protocol version 2 is announced, but the tags carry no code of this run'
      : `protocol version "${version.slice(0, 20)}" is unknown; this build reads 1`,
    start,
  );
}

/**
 * The only asynchronous part. The consumer's pull is the back-pressure: nothing is read ahead.
 * Throws one `CritiqueError` after the events that came before it.
 */
export async function* parse(
  chunks: AsyncIterable<string | Uint8Array>,
  config: ParserConfig,
): AsyncGenerator<PanelEvent, void, undefined> {
  const parser = createParser(config);
  // The mark is the tokenizer's to skip: it counts its bytes.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const chunk of chunks) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    yield* deliver(parser.write(text));
  }
  const tail = decoder.decode();
  if (tail !== '') yield* deliver(parser.write(tail));
  yield* deliver(parser.end());
}

function* deliver(step: ParserStep): Generator<PanelEvent, void, undefined> {
  yield* step.events;
  if (step.error !== null) throw step.error;
}

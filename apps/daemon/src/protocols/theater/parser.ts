/** The edge: picks the grammar by version and turns chunks of text, or bytes, into events. */
import type { CritiqueConfig, PanelEvent } from '@design-jury/contracts/theater/critique';
import { CritiqueError, ProtocolVersionError } from './errors.ts';
import type { Attributes } from './parsers/attributes.ts';
import { Tokenizer, type TokenSink } from './parsers/tokenizer.ts';
import { createGrammarV1, type Grammar } from './parsers/v1.ts';

export type ParserConfig = Pick<CritiqueConfig, 'scoreScale' | 'cast' | 'parserMaxBlockBytes'>;

/** Events in order; `error` ends the text: what follows is not read. */
export interface ParserStep {
  events: PanelEvent[];
  error: CritiqueError | null;
}

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

const GRAMMARS: Readonly<Record<number, typeof createGrammarV1>> = { 1: createGrammarV1 };
const FIRST_GRAMMAR = createGrammarV1;

export const SUPPORTED_VERSIONS: readonly number[] = Object.keys(GRAMMARS).map(Number);

const NO_EVENTS: PanelEvent[] = [];
const NOTHING: ParserStep = { events: NO_EVENTS, error: null };

export function createParser(config: ParserConfig): CritiqueParser {
  let events = NO_EVENTS;
  let grammar: Grammar | null = null;
  let spoken = false;
  const emit = (event: PanelEvent): void => {
    if (event.type !== 'warning') spoken = true;
    // A literal of one is exact; pushing to an empty array reserves seventeen places for every chunk.
    if (events === NO_EVENTS) events = [event];
    else events.push(event);
  };

  const choose = (create: typeof createGrammarV1): Grammar => {
    grammar = create(tokenizer, config, emit);
    tokenizer.redirect(grammar);
    return grammar;
  };
  /** Stands in until the first tag tells which grammar speaks. */
  const chooser: TokenSink = {
    open(name, attributes, selfClosing, start, end) {
      const create = name === 'CRITIQUE_RUN' ? grammarFor(attributes, start) : FIRST_GRAMMAR;
      choose(create).open(name, attributes, selfClosing, start, end);
    },
    close(name, start) {
      choose(FIRST_GRAMMAR).close(name, start);
    },
    text() {},
    data() {},
    warn(kind, position, detail) {
      emit({ type: 'warning', kind, position, detail });
    },
  };
  const tokenizer = new Tokenizer(chooser, config.parserMaxBlockBytes);

  const take = (): ParserStep => {
    const error = grammar?.complete === true ? null : tokenizer.error;
    if (events === NO_EVENTS) return error === null ? NOTHING : { events: NO_EVENTS, error };
    const step = { events, error };
    events = NO_EVENTS;
    return step;
  };
  const finish = (ending: (grammar: Grammar) => void): ParserStep => {
    if (tokenizer.error === null) {
      try {
        ending(grammar ?? choose(FIRST_GRAMMAR));
      } catch (error) {
        if (!(error instanceof CritiqueError)) throw error;
        tokenizer.error = error;
      }
    }
    return take();
  };

  return {
    write(chunk) {
      tokenizer.write(chunk);
      return take();
    },
    endTurn() {
      // What follows a SHIP is not read; where the gate refused it, another turn may follow.
      if (grammar?.complete === true) tokenizer.restart();
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
      return true;
    },
  };
}

function grammarFor(attributes: Attributes, start: number): typeof createGrammarV1 {
  const version = attributes.find('version')?.value ?? '1';
  const create = GRAMMARS[Number(version)];
  if (create !== undefined) return create;
  const known = SUPPORTED_VERSIONS.join(', ');
  throw new ProtocolVersionError(
    `protocol version "${version.slice(0, 20)}" is unknown; this build reads ${known}`,
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

/**
 * Characters → tokens. Knows `<`, attributes, CDATA, comments and byte limits; knows nothing of rounds.
 *
 * Linear for any chunking: content is searched with `indexOf` in the *new* text only and handed on at once;
 * a small state machine runs only between `<` and `>`. What is carried from one chunk to the next is either a
 * delimiter that may still complete (`held`, a few characters) or the fragments of one unfinished tag.
 * Never join a growing buffer here: reading a rope flattens it, and that is quadratic.
 *
 * Its states, from the ground up: `scanned-text.ts`, `tag-scanner.ts`, `text-scanner.ts`, `artifact-scanner.ts`,
 * `artifact-flow.ts`, `character-flow.ts`. Each builds on the one before: the text is one, and so is the state.
 */
import { MalformedBlockError } from '../errors.ts';
import { createAnsiSkipper, ESCAPE } from './ansi.ts';
import { SHORT_CHUNK, SMALL_CHUNK } from './artifact-flow.ts';
import { CharacterFlow } from './character-flow.ts';
import { STORED } from './tags.ts';
import type { TokenSink } from './token-sink.ts';

/** Of longer chunks most is a page. */
const LONGEST_COPIED = 8_192;

export class Tokenizer extends CharacterFlow {
  readonly #ansi = createAnsiSkipper();
  #atStart = true;
  #copy: Buffer | null = null;

  /** Bytes of text seen so far. */
  get position(): number {
    return this.consumed;
  }

  redirect(sink: TokenSink): void {
    this.sink = sink;
    this.dataSink = sink;
  }

  /** Pieces of artifacts, most of any text, go to this one; nobody between has to see them. */
  redirectData(sink: TokenSink): void {
    this.dataSink = sink;
  }

  write(chunk: string): void {
    if (this.error !== null || chunk.length === 0) return;
    const piece = this.pieceOf(chunk);
    if (piece === null) this.scan(chunk);
    else if (piece !== '') this.hand(piece, piece.length);
  }

  /** A chunk that is no piece of an artifact alone. */
  scan(chunk: string): void {
    if (this.error !== null || chunk.length === 0) return;
    let text = chunk;
    if (this.#atStart) {
      this.#atStart = false;
      if (text.charCodeAt(0) === 0xfeff) {
        text = text.slice(1);
        this.consumed += 3;
      }
    }
    if (this.surrogate !== '') {
      text = this.surrogate + text;
      this.surrogate = '';
    }
    // A pair cut in two would count as six bytes instead of four: keep its first half for the next chunk.
    if ((text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800) {
      this.surrogate = text.slice(-1);
      text = text.slice(0, -1);
    }
    this.#withoutEscapes(text);
  }

  /** Hands on what was held back for a delimiter that never completed. */
  end(): void {
    if (this.error !== null) return;
    if (this.surrogate !== '') {
      const last = this.surrogate;
      this.surrogate = '';
      this.#withoutEscapes(last);
    }
    this.flush();
  }

  /** Forgets whatever is unfinished, an error included: the next text begins between blocks. */
  restart(): void {
    this.error = null;
    this.blockLimit = Number.POSITIVE_INFINITY;
    this.mode = 'outside';
    this.inEscape = false;
    this.surrogate = '';
    this.held = '';
    this.tagParts.length = 0;
  }

  /** The turn is over: nothing that follows can complete what is held. */
  flush(): void {
    if (this.error !== null) return;
    const held = this.held;
    this.held = '';
    try {
      if (this.mode === 'tag') {
        throw new MalformedBlockError(`<${this.tagName}> is never finished by a ">"`, this.tagStart);
      }
      if (this.mode === 'region') {
        this.mode = 'outside';
        // Silence about it would hide whatever it swallowed.
        if (this.dialect !== STORED)
          this.sink.warn('unclosed_region', this.regionStart, `no ${this.regionCloser} follows`);
        return;
      }
      if (held === '') return;
      this.begin(held, this.heldAt, 0);
      if (this.mode === 'outside') this.junk(0, held.length);
      else if (this.mode === 'leaf' || this.mode === 'leaf_cdata') this.sink.text(held, false, true);
      else this.data(0, held.length);
    } catch (error) {
      this.caught(error);
    }
  }

  #withoutEscapes(text: string): void {
    const length = text.length;
    if (!this.inEscape) {
      if (length <= SHORT_CHUNK) {
        if (this.#shortChunk(text, length)) return;
      } else if (text.indexOf(ESCAPE) === -1) {
        const bytes = Buffer.byteLength(text);
        const ascii = bytes === length;
        this.#segment(ascii && length <= LONGEST_COPIED ? this.#flat(text) : text, bytes, ascii);
        return;
      }
    }
    let i = 0;
    while (i < length && this.error === null) {
      if (this.inEscape) {
        const after = this.#ansi.skip(text, i);
        this.inEscape = this.#ansi.inside;
        this.#skipped(Buffer.byteLength(text.slice(i, after)));
        i = after;
        continue;
      }
      const found = text.indexOf(ESCAPE, i);
      const end = found === -1 ? length : found;
      if (end > i) {
        const segment = text.slice(i, end);
        const bytes = Buffer.byteLength(segment);
        this.#segment(segment, bytes, bytes === segment.length);
      }
      i = end;
      if (found !== -1) {
        this.#ansi.begin();
        this.inEscape = true;
        this.#skipped(1);
        i++;
      }
    }
  }

  /** Escapes take no place in the text: what is held moves up to what will follow it, so that sizes stay true. */
  #skipped(bytes: number): void {
    this.consumed += bytes;
    this.heldAt += bytes;
  }

  /** Below a length a plain loop tells sooner than native calls that text is plain. */
  #shortChunk(text: string, length: number): boolean {
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code === 0x1b || code > 0x7f) return false;
    }
    if (length === 1 && this.takes(text)) return true;
    if (this.mode !== 'artifact_sealed' || !this.flowSealed(text, length)) this.#segment(text, length, true);
    return true;
  }

  #segment(segment: string, bytes: number, ascii: boolean): void {
    const held = this.held;
    const { length } = segment;
    if (length > SHORT_CHUNK && length <= SMALL_CHUNK) {
      if (this.mode === 'artifact_sealed') {
        if (this.flowSealed(segment, bytes)) return;
      } else if (this.isFlowing(bytes) && !segment.includes(']')) {
        this.flow(segment, bytes);
        return;
      }
    }
    if (held === '') this.begin(segment, this.consumed, 0);
    else {
      this.begin(held + segment, this.consumed, held.length);
      this.held = '';
    }
    this.ascii = ascii;
    this.consumed += bytes;
    try {
      this.#scan();
    } catch (error) {
      this.caught(error);
    }
  }

  /**
   * The same ASCII text in a piece of its own. Chunks are often cut from a larger text: then each letter is looked for in
   * two steps, and what is kept of an answer keeps all of that text. In a page only its end is searched for: it is left.
   */
  #flat(text: string): string {
    const { mode } = this;
    if (text.length <= SMALL_CHUNK || (mode !== 'outside' && mode !== 'leaf' && mode !== 'tag')) return text;
    this.#copy ??= Buffer.allocUnsafeSlow(LONGEST_COPIED);
    return this.#copy.toString('latin1', 0, this.#copy.write(text, 0, 'latin1'));
  }

  #scan(): void {
    const length = this.text.length;
    let i = 0;
    while (i < length) {
      switch (this.mode) {
        case 'outside':
          i = this.outside(i);
          break;
        case 'tag':
          i = this.inTag(i);
          break;
        case 'artifact_cdata':
          i = this.artifactCdata(i);
          break;
        case 'leaf':
          i = this.inLeaf(i);
          break;
        case 'artifact_start':
          i = this.artifactStart(i);
          break;
        case 'artifact_raw':
          i = this.artifactRaw(i);
          break;
        case 'artifact_sealed':
          i = this.artifactSealed(i);
          break;
        case 'leaf_cdata':
          i = this.leafCdata(i);
          break;
        case 'region':
          i = this.inRegion(i);
          break;
      }
    }
  }
}

/**
 * Characters → tokens. Knows `<`, attributes, CDATA, comments and byte limits; knows nothing of rounds.
 *
 * Linear for any chunking: content is searched with `indexOf` in the *new* text only and handed on at once;
 * a small state machine runs only between `<` and `>`. What is carried from one chunk to the next is either a
 * delimiter that may still complete (`held`, a few characters) or the fragments of one unfinished tag.
 * Never join a growing buffer here: reading a rope flattens it, and that is quadratic.
 */
import type { WarningKind } from '@design-jury/contracts/theater/critique';
import { AmbiguousAnswerError, CritiqueError, MalformedBlockError, OversizeBlockError } from '../errors.ts';
import { createAnsiSkipper, ESCAPE } from './ansi.ts';
import { Attributes, readAttributes, readPlainTag } from './attributes.ts';
import { isPlain } from './lookalikes.ts';
import {
  CDATA_CLOSE,
  CDATA_OPEN,
  COMMENT_OPEN,
  type Dialect,
  isLeafTag,
  isSpace,
  LEAF_ENDS,
  type LeafTag,
  type Markup,
  markupIn,
  STORED,
  type TagName,
} from './tags.ts';

/** A tag longer than this never was one. */
const MAX_TAG_BYTES = 16_384;
/** White space accepted between `]]>` and `</ARTIFACT>`. */
const MAX_CLOSE_GAP = 256;
/** Below this length a plain loop beats two native calls. */
const SHORT_CHUNK = 24;
/** Below this length it pays to look for a delimiter before setting up a scan. */
const SMALL_CHUNK = 256;

const ARTIFACT_CLOSE = '</ARTIFACT';
/** Of the name in an artifact's end, as much as pages hardly ever have. */
const CLOSE_START = 3;

/** Receives tokens in order. Positions are byte offsets into the text as it was written. */
export interface TokenSink {
  open(name: TagName, attributes: Attributes, selfClosing: boolean, start: number, end: number): void;
  close(name: TagName, start: number): void;
  /**
   * Running text inside a leaf; `literal` text came from CDATA and carries no entities. Nothing in text that is not
   * `marked` can look like the beginning of a tag.
   */
  text(text: string, literal: boolean, marked: boolean): void;
  /** A piece of an artifact. */
  data(text: string, bytes: number): void;
  warn(kind: WarningKind, position: number, detail: string): void;
  /** What stands between blocks; for a reader that has to know. */
  stray?(text: string, position: number): void;
}

type Mode =
  | 'outside'
  | 'leaf'
  | 'leaf_cdata'
  | 'artifact_start'
  | 'artifact_cdata'
  | 'artifact_raw'
  | 'artifact_sealed'
  | 'tag'
  | 'region';

const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
/** Typographic quotes, as editors make them of straight ones. */
const LEFT_QUOTE = 0x201c;
const RIGHT_QUOTE = 0x201d;
const GREATER = 62;
const SLASH = 47;
const LESS = 60;
const SPACE = 32;
const RIGHT_BRACKET = 93;

export class Tokenizer {
  /** No open block may reach beyond this byte; the grammar sets it when a capped block opens. */
  blockLimit = Number.POSITIVE_INFINITY;
  error: CritiqueError | null = null;

  #sink: TokenSink;
  #dataSink: TokenSink;
  readonly #maxRegionBytes: number;
  readonly #dialect: Dialect;
  readonly #leafEnds: Readonly<Record<LeafTag, string>>;
  /** As the artifact's opening tag is written, so its end is looked for. */
  #artifactClose = ARTIFACT_CLOSE;
  /** Of its name, without `</`: pages are full of `<`, and each would stop the search. */
  #artifactCloseStart = ARTIFACT_CLOSE.slice(2, 2 + CLOSE_START);
  /** It is all ASCII: then its characters are its bytes. */
  #artifactClosePlain = true;
  /** Tags were seen in lower case: then all names are read so. */
  #anyCase = false;
  readonly #ansi = createAnsiSkipper();
  #inEscape = false;
  #mode: Mode = 'outside';
  /** The leaf whose text is being read; decides whether CDATA belongs there. */
  #leaf: LeafTag = 'NOTES';
  #leafEnd: string = LEAF_ENDS.NOTES;
  #attributes = new Attributes();
  /** Where a leaf may be ended by the next tag, its own attributes have to outlive that one's. */
  #otherAttributes = new Attributes();
  #tagName: TagName = 'NOTES';
  #tagClosing = false;
  #tagStart = 0;
  /** 0, or the character code of the quote the scan of a tag is inside of. */
  #tagQuote = 0;
  /** What earlier chunks held of the unfinished tag. */
  #tagParts: string[] = [];
  #tagLength = 0;
  #regionCloser = '';
  #regionLimit = 0;
  #regionStart = 0;
  #junkSeen = false;
  #cdataEndSeen = false;
  /** A sealed artifact stands in CDATA, whose end is then no part of it. */
  #wrapped = false;

  /** Bytes consumed before the text being scanned, not counting `held`. */
  #consumed = 0;
  #atStart = true;
  #surrogate = '';
  #held = '';
  #heldAt = 0;
  #heldAscii = true;

  // The text being scanned: `held` and then the new segment.
  #text = '';
  #heldLength = 0;
  #segmentAt = 0;
  #ascii = true;
  #cursorIndex = 0;
  #cursorByte = 0;

  constructor(sink: TokenSink, maxRegionBytes: number, dialect: Dialect = STORED) {
    this.#sink = sink;
    this.#dataSink = sink;
    this.#maxRegionBytes = maxRegionBytes;
    this.#dialect = dialect;
    this.#leafEnds = leafEndsOf(dialect.code);
  }

  /** Bytes of text seen so far. */
  get position(): number {
    return this.#consumed;
  }

  redirect(sink: TokenSink): void {
    this.#sink = sink;
    this.#dataSink = sink;
  }

  /** Pieces of artifacts, most of any text, go to this one; nobody between has to see them. */
  redirectData(sink: TokenSink): void {
    this.#dataSink = sink;
  }

  write(chunk: string): void {
    const { length } = chunk;
    if (this.error !== null || length === 0) return;
    if (length <= SHORT_CHUNK && this.#flowsShort(chunk, length)) return;
    let text = chunk;
    if (this.#atStart) {
      this.#atStart = false;
      if (text.charCodeAt(0) === 0xfeff) {
        text = text.slice(1);
        this.#consumed += 3;
      }
    }
    if (this.#surrogate !== '') {
      text = this.#surrogate + text;
      this.#surrogate = '';
    }
    // A pair cut in two would count as six bytes instead of four: keep its first half for the next chunk.
    if ((text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800) {
      this.#surrogate = text.slice(-1);
      text = text.slice(0, -1);
    }
    this.#withoutEscapes(text);
  }

  /** Hands on what was held back for a delimiter that never completed. */
  end(): void {
    if (this.error !== null) return;
    if (this.#surrogate !== '') {
      const last = this.#surrogate;
      this.#surrogate = '';
      this.#withoutEscapes(last);
    }
    this.flush();
  }

  /** Forgets whatever is unfinished, an error included: the next text begins between blocks. */
  restart(): void {
    this.error = null;
    this.blockLimit = Number.POSITIVE_INFINITY;
    this.#mode = 'outside';
    this.#inEscape = false;
    this.#surrogate = '';
    this.#held = '';
    this.#tagParts.length = 0;
  }

  /** The turn is over: nothing that follows can complete what is held. */
  flush(): void {
    if (this.error !== null) return;
    const held = this.#held;
    this.#held = '';
    try {
      if (this.#mode === 'tag') {
        throw new MalformedBlockError(`<${this.#tagName}> is never finished by a ">"`, this.#tagStart);
      }
      if (this.#mode === 'region') {
        this.#mode = 'outside';
        // Silence about it would hide whatever it swallowed.
        if (this.#dialect !== STORED)
          this.#sink.warn('unclosed_region', this.#regionStart, `no ${this.#regionCloser} follows`);
        return;
      }
      if (held === '') return;
      this.#begin(held, this.#heldAt, 0);
      if (this.#mode === 'outside') this.#junk(0, held.length);
      else if (this.#mode === 'leaf' || this.#mode === 'leaf_cdata') this.#sink.text(held, false, true);
      else this.#data(0, held.length);
    } catch (error) {
      this.#caught(error);
    }
  }

  #withoutEscapes(text: string): void {
    const length = text.length;
    if (!this.#inEscape) {
      if (length <= SHORT_CHUNK) {
        if (this.#shortChunk(text, length)) return;
      } else if (text.indexOf(ESCAPE) === -1) {
        const bytes = Buffer.byteLength(text);
        this.#segment(text, bytes, bytes === length);
        return;
      }
    }
    let i = 0;
    while (i < length && this.error === null) {
      if (this.#inEscape) {
        const after = this.#ansi.skip(text, i);
        this.#inEscape = this.#ansi.inside;
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
        this.#inEscape = true;
        this.#skipped(1);
        i++;
      }
    }
  }

  /** Escapes take no place in the text: what is held moves up to what will follow it, so that sizes stay true. */
  #skipped(bytes: number): void {
    this.#consumed += bytes;
    this.#heldAt += bytes;
  }

  /**
   * Token-sized chunks of plain text inside an artifact, with nothing held: without a `]` (or `<`, where it is sealed)
   * they can only be more of it, and need no native call to be known as such.
   */
  #flowsShort(text: string, length: number): boolean {
    if (!this.#isFlowing(length) || this.#inEscape || this.#surrogate !== '') return false;
    const stop = this.#mode === 'artifact_sealed' ? LESS : RIGHT_BRACKET;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f || code === stop || code === RIGHT_BRACKET || code === 0x1b) return false;
    }
    this.#flow(text, length);
    return true;
  }

  #isFlowing(bytes: number): boolean {
    return (
      (this.#mode === 'artifact_cdata' || this.#mode === 'artifact_sealed') &&
      this.#held === '' &&
      this.#consumed + bytes <= this.blockLimit
    );
  }

  /** Below a length a plain loop tells sooner than native calls that text is plain. */
  #shortChunk(text: string, length: number): boolean {
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code === 0x1b || code > 0x7f) return false;
    }
    if (this.#mode !== 'artifact_sealed') this.#segment(text, length, true);
    else if (length === 1 && this.#flowSealedCharacter(text, text.charCodeAt(0))) return true;
    else if (!this.#flowSealed(text, length)) this.#segment(text, length, true);
    return true;
  }

  /**
   * The same where the code seals the artifact: only a `<` at the end may still become its close, and only a `]` there
   * the end of its CDATA. False where more than that has to be asked.
   */
  #flowSealed(segment: string, bytes: number): boolean {
    const held = this.#held;
    if (held !== '' && !(this.#heldAscii && held.charCodeAt(0) === LESS)) return false;
    if (this.#consumed + bytes > this.blockLimit || !this.#artifactClosePlain) return false;
    const text = held === '' ? segment : held + segment;
    const kept = this.#mayCloseAt(text, 0);
    const close = text.indexOf(this.#artifactCloseStart);
    if (close !== -1 && close < kept) return false;
    if (this.#wrapped && mayEndCdata(text.charCodeAt(kept - 1)) && beforeCdataEnd(text, 0, kept) < kept)
      return false;
    const start = held === '' ? this.#consumed : this.#heldAt;
    this.#consumed += bytes;
    if (kept === text.length) this.#held = '';
    else {
      this.#held = kept === 0 ? text : text.slice(kept);
      this.#heldAt = kept < held.length ? start + kept : this.#consumed - this.#held.length;
      this.#heldAscii = true;
    }
    if (kept > 0)
      this.#hand(
        kept === text.length ? text : text.slice(0, kept),
        held.length + bytes - (text.length - kept),
      );
    return true;
  }

  /** Where the end of the text begins that may become the artifact's close; its length where none does. */
  #mayCloseAt(text: string, from: number): number {
    const { length } = text;
    const first = Math.max(from, length - this.#artifactClose.length);
    for (let i = length - 1; i >= first; i--) {
      const code = text.charCodeAt(i);
      if (code === LESS) return this.#artifactClose.startsWith(text.slice(i)) ? i : length;
      // Nothing of a name.
      if (code <= SPACE || code === GREATER) break;
    }
    return length;
  }

  /**
   * One character of a sealed artifact: streams of single ones are the slowest, and a page is full of `<`. False
   * where more has to be asked.
   */
  #flowSealedCharacter(text: string, code: number): boolean {
    const held = this.#held;
    if (this.#consumed + 1 > this.blockLimit) return false;
    if (held === '') {
      if (code !== LESS) return false;
      this.#heldAt = this.#consumed;
    } else {
      if (!this.#heldAscii || held.charCodeAt(0) !== LESS || code === LESS || code === RIGHT_BRACKET)
        return false;
      if (held.length >= this.#artifactClose.length) return false;
      if (this.#artifactClose.charCodeAt(held.length) !== code) {
        this.#held = '';
        this.#flow(held + text, 1, held.length + 1);
        return true;
      }
    }
    this.#consumed++;
    this.#held = held + text;
    this.#heldAscii = true;
    return true;
  }

  #flow(text: string, fresh: number, bytes = fresh): void {
    this.#consumed += fresh;
    this.#hand(text, bytes);
  }

  #hand(text: string, bytes: number): void {
    try {
      this.#dataSink.data(text, bytes);
    } catch (error) {
      this.#caught(error);
    }
  }

  #segment(segment: string, bytes: number, ascii: boolean): void {
    const held = this.#held;
    const { length } = segment;
    if (length > SHORT_CHUNK && length <= SMALL_CHUNK) {
      if (this.#mode === 'artifact_sealed') {
        if (this.#flowSealed(segment, bytes)) return;
      } else if (this.#isFlowing(bytes) && !segment.includes(']')) {
        this.#flow(segment, bytes);
        return;
      }
    }
    if (held === '') this.#begin(segment, this.#consumed, 0);
    else {
      this.#begin(held + segment, this.#consumed, held.length);
      this.#held = '';
    }
    this.#ascii = ascii;
    this.#consumed += bytes;
    try {
      this.#scan();
    } catch (error) {
      this.#caught(error);
    }
  }

  #begin(text: string, segmentAt: number, heldLength: number): void {
    this.#text = text;
    this.#segmentAt = segmentAt;
    this.#heldLength = heldLength;
    this.#ascii = true;
    this.#cursorIndex = heldLength;
    this.#cursorByte = segmentAt;
  }

  /** States and sinks throw a `CritiqueError` to end the scan; it becomes the `error` field. */
  #caught(error: unknown): void {
    if (!(error instanceof CritiqueError)) throw error;
    this.error = error;
  }

  #markupAt(text: string, at: number): Markup {
    return markupIn(this.#dialect, text, at, this.#anyCase);
  }

  /** The byte offset of an index of the scanned text. Indexes must not go back by more than `held`. */
  #byteAt(index: number): number {
    if (index < this.#heldLength)
      return this.#heldAt + (this.#heldAscii ? index : Buffer.byteLength(this.#text.slice(0, index)));
    if (this.#ascii) return this.#segmentAt + index - this.#heldLength;
    if (index < this.#cursorIndex) {
      this.#cursorIndex = this.#heldLength;
      this.#cursorByte = this.#segmentAt;
    }
    this.#cursorByte += Buffer.byteLength(this.#text.slice(this.#cursorIndex, index));
    this.#cursorIndex = index;
    return this.#cursorByte;
  }

  /** The first index whose byte offset is not below `byte`, searched from `from`. */
  #indexAt(byte: number, from: number): number {
    let at = this.#byteAt(from);
    let index = from;
    while (at < byte && index < this.#text.length) {
      const code = this.#text.charCodeAt(index);
      const pair = isPair(this.#text, index);
      at += code < 0x80 ? 1 : code < 0x800 ? 2 : pair ? 4 : 3;
      index += pair ? 2 : 1;
    }
    return index;
  }

  #hold(from: number): void {
    this.#heldAt = this.#byteAt(from);
    this.#held = this.#text.slice(from);
    this.#heldAscii = this.#ascii || Buffer.byteLength(this.#held) === this.#held.length;
  }

  /** Content up to `end` is about to pass: no open block may grow beyond its limit. */
  #allow(end: number): void {
    if (this.#byteAt(end) > this.blockLimit) this.#oversize();
  }

  #oversize(): never {
    throw new OversizeBlockError('a block is larger than parserMaxBlockBytes allows', this.blockLimit);
  }

  #scan(): void {
    const length = this.#text.length;
    let i = 0;
    while (i < length) {
      switch (this.#mode) {
        case 'outside':
          i = this.#outside(i);
          break;
        case 'tag':
          i = this.#inTag(i);
          break;
        case 'artifact_cdata':
          i = this.#artifactCdata(i);
          break;
        case 'leaf':
          i = this.#inLeaf(i);
          break;
        case 'artifact_start':
          i = this.#artifactStart(i);
          break;
        case 'artifact_raw':
          i = this.#artifactRaw(i);
          break;
        case 'artifact_sealed':
          i = this.#artifactSealed(i);
          break;
        case 'leaf_cdata':
          i = this.#leafCdata(i);
          break;
        case 'region':
          i = this.#inRegion(i);
          break;
      }
    }
  }

  /** Between blocks: only a known tag means something; everything else is skipped and said once. */
  #outside(from: number): number {
    const text = this.#text;
    const less = text.indexOf('<', from);
    const end = less === -1 ? text.length : less;
    if (end > from) this.#junk(from, end);
    if (less === -1) return end;
    const markup = this.#markupAt(text, less);
    switch (markup.kind) {
      case 'tag':
        return this.#enterTag(markup.name, markup.closing, less, markup.nameEnd);
      case 'need_more':
        this.#hold(less);
        return text.length;
      case 'comment':
        return this.#enterRegion(less, '-->', COMMENT_OPEN.length);
      case 'thinking':
        return this.#enterRegion(less, markup.closer, markup.closer.length - 1);
      case 'cdata':
      case 'text':
        this.#junk(less, less + 1);
        return less + 1;
    }
  }

  #junk(from: number, end: number): void {
    const first = this.#junkSeen ? from : this.#firstJunk(from, end);
    this.#allow(end);
    // White space right behind a tag, as it stands behind nearly every one, is nothing anybody has to know.
    if (first < end && this.#sink.stray !== undefined)
      this.#sink.stray(this.#text.slice(first, end), this.#byteAt(first));
  }

  /** Where the first character is that is not white space; `end` when none is. */
  #firstJunk(from: number, end: number): number {
    for (let i = from; i < end; i++) {
      const code = this.#text.charCodeAt(i);
      if (isSpace(code)) continue;
      // The limit is asked before the warning, so that any chunking gives the same events.
      this.#allow(isPair(this.#text, i) ? i + 2 : i + 1);
      this.#junkSeen = true;
      this.#sink.warn('unexpected_text', this.#byteAt(i), 'text between blocks was skipped');
      return i;
    }
    return end;
  }

  #enterRegion(at: number, closer: string, openerLength: number): number {
    if (!this.#junkSeen) this.#firstJunk(at, at + 1);
    this.#allow(at + 1);
    this.#mode = 'region';
    this.#regionCloser = closer;
    this.#regionStart = this.#byteAt(at);
    this.#regionLimit = this.#regionStart + this.#maxRegionBytes;
    return at + openerLength;
  }

  #inRegion(from: number): number {
    const text = this.#text;
    const found = text.indexOf(this.#regionCloser, from);
    const end = found === -1 ? text.length : found + this.#regionCloser.length;
    const cut = this.#dialect !== STORED ? this.#tagsHidden(from, found === -1 ? text.length : found) : -1;
    if (this.#byteAt(end) > this.#regionLimit) {
      if (this.blockLimit < this.#regionLimit) this.#oversize();
      this.#mode = 'outside';
      this.#sink.warn('unclosed_region', this.#regionStart, `no ${this.#regionCloser} follows`);
      return Math.max(from, this.#indexAt(this.#regionLimit, from));
    }
    if (found === -1) {
      const partial = partialEnd(text, from, this.#regionCloser);
      const keep = cut === -1 ? partial : Math.min(cut, partial);
      this.#allow(keep);
      if (keep < text.length) this.#hold(keep);
      return text.length;
    }
    this.#allow(end);
    this.#mode = 'outside';
    return end;
  }

  /** A live answer hides no protocol in a comment or a thought. Says where a tag begins that is cut off; -1: nowhere. */
  #tagsHidden(from: number, end: number): number {
    const text = this.#text;
    for (let less = text.indexOf('<', from); less !== -1 && less < end; less = text.indexOf('<', less + 1)) {
      const markup = this.#markupAt(text, less);
      if (markup.kind === 'need_more') return less;
      if (markup.kind === 'tag')
        throw new AmbiguousAnswerError(
          `<${markup.name}> stands inside ${this.#regionCloser.replace('/', '').replace('-->', '<!-- -->')}`,
          this.#regionStart,
        );
    }
    return -1;
  }

  #enterTag(name: TagName, closing: boolean, at: number, nameEnd: number): number {
    const start = this.#byteAt(at);
    if (this.#dialect !== STORED && !closing) {
      const last = this.#attributes;
      this.#attributes = this.#otherAttributes;
      this.#otherAttributes = last;
      this.#learn(name, at, nameEnd);
    }
    // The commonest closing tags carry nothing: no need for the tag state.
    if (closing && this.#text.charCodeAt(nameEnd) === GREATER) {
      this.#closeAt(name, start);
      return nameEnd + 1;
    }
    if (start > this.blockLimit) this.#oversize();
    this.#junkSeen = false;
    if (!closing) {
      const end = readPlainTag(this.#text, nameEnd, this.#attributes);
      if (end !== -1 && end - nameEnd <= MAX_TAG_BYTES) {
        this.#finishOpen(name, this.#text.charCodeAt(end - 2) === SLASH, start, end);
        return end;
      }
    }
    this.#tagName = name;
    this.#tagClosing = closing;
    this.#tagStart = start;
    this.#tagQuote = 0;
    this.#tagLength = 0;
    this.#mode = 'tag';
    return this.#inTag(nameEnd);
  }

  #learn(name: TagName, at: number, nameEnd: number): void {
    if (name === 'ARTIFACT') {
      this.#artifactClose = ['</', this.#text.slice(at + 1, nameEnd)].join('');
      this.#artifactCloseStart = this.#artifactClose.slice(2, 2 + CLOSE_START);
      this.#artifactClosePlain = isPlain(this.#artifactClose);
    } else if (this.#dialect.loose && (name === 'CRITIQUE_RUN' || name === 'PANELIST'))
      this.#anyCase ||= !this.#text.slice(at, nameEnd).includes(name);
  }

  /** A `>` inside quotes belongs to a value; the first one outside ends the tag. */
  #inTag(from: number): number {
    const text = this.#text;
    const length = text.length;
    let quote = this.#tagQuote;
    for (let i = from; i < length; i++) {
      const code = text.charCodeAt(i);
      if (quote !== 0) {
        if (code === quote) quote = 0;
      } else if (code === GREATER) {
        this.#finishTag(from, i);
        return i + 1;
      } else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) quote = code;
      else if (code === LEFT_QUOTE) quote = RIGHT_QUOTE;
    }
    this.#tagQuote = quote;
    this.#tagParts.push(text.slice(from));
    this.#tagLength += length - from;
    if (this.#tagLength > MAX_TAG_BYTES) this.#endlessTag();
    return length;
  }

  #endlessTag(): never {
    throw new MalformedBlockError(
      `<${this.#tagName}> is not finished within ${MAX_TAG_BYTES} bytes`,
      this.#tagStart,
    );
  }

  /** The tag's last piece is `text[from, greater)`; what chunks before it held is in `tagParts`. */
  #finishTag(from: number, greater: number): void {
    if (this.#tagLength + greater - from > MAX_TAG_BYTES) this.#endlessTag();
    if (this.#tagParts.length === 0) {
      this.#deliverTag(this.#text, from, greater, greater + 1);
      return;
    }
    // With its `>`: a name at the very end must look the same as in a tag that came whole.
    const raw = this.#tagParts.join('') + this.#text.slice(from, greater + 1);
    this.#tagParts.length = 0;
    this.#deliverTag(raw, 0, raw.length - 1, greater + 1);
  }

  #deliverTag(text: string, from: number, to: number, end: number): void {
    const name = this.#tagName;
    const start = this.#tagStart;
    // A lost quote makes a tag swallow its neighbours: then it holds another tag of ours.
    for (let less = text.indexOf('<', from); less !== -1 && less < to; less = text.indexOf('<', less + 1)) {
      if (this.#markupAt(text, less).kind === 'tag') {
        throw new MalformedBlockError(`<${name}> swallows the tag after it; a quote is missing`, start);
      }
    }
    if (this.#tagClosing) {
      this.#finishClose(name, start);
      return;
    }
    const selfClosing = text.charCodeAt(to - 1) === SLASH;
    readAttributes(text, from, selfClosing ? to - 1 : to, this.#attributes);
    this.#finishOpen(name, selfClosing, start, end);
  }

  #finishOpen(name: TagName, selfClosing: boolean, start: number, end: number): void {
    if (selfClosing) this.#mode = 'outside';
    else if (name === 'ARTIFACT') {
      this.#mode = 'artifact_start';
      this.#cdataEndSeen = false;
    } else if (isLeafTag(name)) {
      this.#mode = 'leaf';
      this.#leaf = name;
      this.#leafEnd = this.#leafEnds[name];
    } else this.#mode = 'outside';
    this.#sink.open(name, this.#attributes, selfClosing, start, this.#byteAt(end));
  }

  #closeAt(name: TagName, start: number): void {
    if (start > this.blockLimit) this.#oversize();
    this.#junkSeen = false;
    this.#finishClose(name, start);
  }

  #finishClose(name: TagName, start: number): void {
    this.#mode = 'outside';
    this.#sink.close(name, start);
  }

  #inLeaf(from: number): number {
    const text = this.#text;
    const less = text.indexOf('<', from);
    const end = less === -1 ? text.length : less;
    if (end > from) this.#leafText(from, end, false, !this.#ascii);
    if (less === -1) return end;
    // Nearly always the leaf's own end, whole: no need to ask what else it could be.
    if (text.startsWith(this.#leafEnd, less)) {
      this.#closeAt(this.#leaf, this.#byteAt(less));
      return less + this.#leafEnd.length;
    }
    const markup = this.#markupAt(text, less);
    switch (markup.kind) {
      case 'tag':
        // The bare name of a block that cannot stand here is a word about it.
        if (this.#dialect.loose && isMention(markup, text)) {
          this.#leafText(less, less + 1, false, true);
          return less + 1;
        }
        return this.#enterTag(markup.name, markup.closing, less, markup.nameEnd);
      case 'need_more':
        this.#hold(less);
        return text.length;
      case 'cdata':
        if (this.#leaf !== 'NOTES') {
          this.#sink.warn('cdata_not_allowed', this.#byteAt(less), `CDATA inside <${this.#leaf}>`);
        }
        this.#mode = 'leaf_cdata';
        return less + CDATA_OPEN.length;
      case 'comment':
      case 'thinking':
      case 'text':
        this.#leafText(less, less + 1, false, true);
        return less + 1;
    }
  }

  #leafText(from: number, end: number, literal: boolean, marked: boolean): void {
    this.#allow(end);
    this.#sink.text(this.#text.slice(from, end), literal, marked);
  }

  #leafCdata(from: number): number {
    const text = this.#text;
    const found = text.indexOf(CDATA_CLOSE, from);
    const end = found === -1 ? partialEnd(text, from, CDATA_CLOSE) : found;
    if (end > from) this.#leafText(from, end, true, true);
    if (found === -1) {
      if (end < text.length) this.#hold(end);
      return text.length;
    }
    this.#mode = 'leaf';
    return found + CDATA_CLOSE.length;
  }

  /** An artifact may come in CDATA or bare; the first character that is not white space tells. */
  #artifactStart(from: number): number {
    const text = this.#text;
    let i = from;
    while (i < text.length && isSpace(text.charCodeAt(i))) i++;
    this.#allow(i);
    if (i === text.length) return i;
    const sealed = this.#dialect.code !== null;
    if (text.startsWith(CDATA_OPEN, i)) {
      this.#mode = sealed ? 'artifact_sealed' : 'artifact_cdata';
      this.#wrapped = true;
      return i + CDATA_OPEN.length;
    }
    if (CDATA_OPEN.startsWith(text.slice(i, i + CDATA_OPEN.length))) {
      this.#hold(i);
      return text.length;
    }
    this.#mode = sealed ? 'artifact_sealed' : 'artifact_raw';
    this.#wrapped = false;
    return i;
  }

  /** Version 2: nothing but the closing tag with the code ends an artifact, whatever stands in it. */
  #artifactSealed(from: number): number {
    const text = this.#text;
    const found = this.#sealedClose(from);
    const after = found + this.#artifactClose.length;
    if (found === -1 || after >= text.length) {
      const stop = found === -1 ? this.#mayCloseAt(text, from) : found;
      const end = this.#wrapped ? beforeCdataEnd(text, from, stop) : stop;
      this.#data(from, end);
      if (end < text.length) this.#hold(end);
      return text.length;
    }
    const markup = this.#markupAt(text, found);
    if (markup.kind !== 'tag') {
      this.#data(from, after);
      return after;
    }
    this.#data(from, this.#wrapped ? beforeCdataEnd(text, from, found) : found);
    return this.#enterTag('ARTIFACT', true, found, markup.nameEnd);
  }

  #sealedClose(from: number): number {
    const text = this.#text;
    const start = this.#artifactCloseStart;
    // A short word is found without the tables that a long one is searched with.
    for (let at = text.indexOf(start, from + 2); at !== -1; at = text.indexOf(start, at + 1))
      if (text.startsWith(this.#artifactClose, at - 2)) return at - 2;
    return -1;
  }

  #data(from: number, end: number): void {
    const start = this.#byteAt(from);
    const bytes = this.#byteAt(end) - start;
    if (start + bytes > this.blockLimit) {
      // Hand on exactly what the limit allows, so that the same bytes leave under any chunking.
      const allowed = Math.min(end, this.#indexAt(this.blockLimit, from));
      if (allowed > from) this.#dataSink.data(this.#text.slice(from, allowed), this.#byteAt(allowed) - start);
      this.#oversize();
    }
    if (end > from) this.#dataSink.data(this.#text.slice(from, end), bytes);
  }

  #artifactCdata(from: number): number {
    const text = this.#text;
    const found = text.indexOf(CDATA_CLOSE, from);
    if (found === -1) {
      const end = partialEnd(text, from, CDATA_CLOSE);
      this.#data(from, end);
      if (end < text.length) this.#hold(end);
      return text.length;
    }
    this.#data(from, found);
    return this.#afterCdata(found);
  }

  /**
   * `]]>` is common in scripts (`a[b[0]]>1`), so it ends the artifact only where `</ARTIFACT` follows;
   * where another section follows, the two are one text; anywhere else it is content.
   */
  #afterCdata(at: number): number {
    const text = this.#text;
    let i = at + CDATA_CLOSE.length;
    if (text.startsWith(CDATA_OPEN, i)) return i + CDATA_OPEN.length;
    const gapEnd = Math.min(text.length, i + MAX_CLOSE_GAP);
    while (i < gapEnd && isSpace(text.charCodeAt(i))) i++;
    // `<![CDATA[` counts only directly behind `]]>`; `</ARTIFACT` may stand behind white space.
    if (
      i === text.length ||
      isPrefixAtEnd(text, i, this.#artifactClose) ||
      isPrefixAtEnd(text, at + CDATA_CLOSE.length, CDATA_OPEN)
    ) {
      this.#hold(at);
      return text.length;
    }
    if (this.#closesArtifact(i)) return this.#enterTag('ARTIFACT', true, i, i + this.#artifactClose.length);
    if (!this.#cdataEndSeen) {
      this.#cdataEndSeen = true;
      this.#sink.warn('cdata_end_in_artifact', this.#byteAt(at), ']]> stands in the artifact and was kept');
    }
    this.#data(at, at + CDATA_CLOSE.length);
    return at + CDATA_CLOSE.length;
  }

  #closesArtifact(at: number): boolean {
    if (this.#text.charCodeAt(at) !== LESS || !this.#text.startsWith(this.#artifactClose, at)) return false;
    const code = this.#text.charCodeAt(at + this.#artifactClose.length);
    return code === GREATER || isSpace(code);
  }

  #artifactRaw(from: number): number {
    const text = this.#text;
    const found = text.indexOf(this.#artifactClose, from);
    const after = found + this.#artifactClose.length;
    if (found === -1 || after >= text.length) {
      const end = found === -1 ? partialEnd(text, from, this.#artifactClose) : found;
      this.#data(from, end);
      if (end < text.length) this.#hold(end);
      return text.length;
    }
    if (this.#closesArtifact(found)) {
      this.#data(from, found);
      return this.#enterTag('ARTIFACT', true, found, after);
    }
    this.#data(from, after);
    return after;
  }
}

const MENTIONED: ReadonlySet<TagName> = new Set<TagName>([
  'CRITIQUE_RUN',
  'ROUND',
  'PANELIST',
  'ROUND_END',
  'SHIP',
]);

function isMention(markup: Extract<Markup, { kind: 'tag' }>, text: string): boolean {
  return !markup.closing && MENTIONED.has(markup.name) && text.charCodeAt(markup.nameEnd) === GREATER;
}

/** Whether text that ends with this character may end with a `]]>`, white space behind it, or a part of both. */
function mayEndCdata(last: number): boolean {
  return last === RIGHT_BRACKET || last === GREATER || isSpace(last);
}

/** Where a `]]>`, and the white space behind it, begins that ends at `stop`; `stop` when there is none. */
function beforeCdataEnd(text: string, from: number, stop: number): number {
  let i = stop;
  while (i > from && stop - i < MAX_CLOSE_GAP && isSpace(text.charCodeAt(i - 1))) i--;
  if (i - CDATA_CLOSE.length >= from && text.startsWith(CDATA_CLOSE, i - CDATA_CLOSE.length))
    return i - CDATA_CLOSE.length;
  if (stop < text.length) return stop;
  // It may still become one.
  return partialEnd(text, from, CDATA_CLOSE);
}

/** Whether a character of two units begins here. A half alone is one unit, and counts as the three of U+FFFD. */
function isPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}

/** Where the longest tail of `text` that may still become `delimiter` begins; `text.length` when none does. */
function partialEnd(text: string, from: number, delimiter: string): number {
  const first = delimiter.charCodeAt(0);
  for (let i = Math.max(from, text.length - delimiter.length + 1); i < text.length; i++) {
    if (text.charCodeAt(i) === first && isPrefixAtEnd(text, i, delimiter)) return i;
  }
  return text.length;
}

function leafEndsOf(code: string | null): Readonly<Record<LeafTag, string>> {
  if (code === null) return LEAF_ENDS;
  // Joined, not a template: that would be a rope, and every comparison would walk it.
  const end = (leaf: LeafTag): string => ['</', leaf, '-', code, '>'].join('');
  return {
    DIM: end('DIM'),
    MUST_FIX: end('MUST_FIX'),
    NOTES: end('NOTES'),
    REASON: end('REASON'),
    SUMMARY: end('SUMMARY'),
  };
}

/** Whether the text ends, from `at` on, inside `delimiter` or exactly behind it. */
function isPrefixAtEnd(text: string, at: number, delimiter: string): boolean {
  return text.length - at <= delimiter.length && delimiter.startsWith(text.slice(at));
}

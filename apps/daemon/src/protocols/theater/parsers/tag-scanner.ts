/** Between a `<` and its `>`: names, attributes, and which state a tag leads to. */
import { MalformedBlockError } from '../errors.ts';
import { Attributes, readAttributes, readPlainTag } from './attributes.ts';
import { isPlain } from './lookalikes.ts';
import { ScannedText } from './scanned-text.ts';
import {
  type Dialect,
  isLeafTag,
  LEAF_ENDS,
  type LeafTag,
  type Markup,
  markupIn,
  STORED,
  type TagName,
} from './tags.ts';
import type { TokenSink } from './token-sink.ts';

/** A tag longer than this never was one. */
const MAX_TAG_BYTES = 16_384;
const ARTIFACT_CLOSE = '</ARTIFACT';
/** Of the name in an artifact's end, as much as pages hardly ever have. */
const CLOSE_START = 3;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
/** Typographic quotes, as editors make them of straight ones. */
const LEFT_QUOTE = 0x201c;
const RIGHT_QUOTE = 0x201d;
const GREATER = 62;
const SLASH = 47;

export class TagScanner extends ScannedText {
  readonly #leafEnds: Readonly<Record<LeafTag, string>>;
  /** As the artifact's opening tag is written, so its end is looked for. */
  protected artifactClose = ARTIFACT_CLOSE;
  /** Of its name, without `</`: pages are full of `<`, and each would stop the search. */
  protected artifactCloseStart = ARTIFACT_CLOSE.slice(2, 2 + CLOSE_START);
  /** It is all ASCII: then its characters are its bytes. */
  protected artifactClosePlain = true;
  /** Tags were seen in lower case: then all names are read so. */
  #anyCase = false;
  /** The leaf whose text is being read; decides whether CDATA belongs there. */
  protected leaf: LeafTag = 'NOTES';
  protected leafEnd: string = LEAF_ENDS.NOTES;
  #attributes = new Attributes();
  /** Where a leaf may be ended by the next tag, its own attributes have to outlive that one's. */
  #otherAttributes = new Attributes();
  protected tagName: TagName = 'NOTES';
  #tagClosing = false;
  protected tagStart = 0;
  /** 0, or the character code of the quote the scan of a tag is inside of. */
  #tagQuote = 0;
  /** What earlier chunks held of the unfinished tag. */
  protected tagParts: string[] = [];
  #tagLength = 0;
  protected junkSeen = false;
  protected cdataEndSeen = false;

  constructor(sink: TokenSink, dialect: Dialect = STORED) {
    super(sink, dialect);
    this.#leafEnds = leafEndsOf(dialect.code);
  }

  protected markupAt(text: string, at: number): Markup {
    return markupIn(this.dialect, text, at, this.#anyCase);
  }

  protected enterTag(name: TagName, closing: boolean, at: number, nameEnd: number): number {
    const start = this.byteAt(at);
    if (this.dialect !== STORED && !closing) {
      const last = this.#attributes;
      this.#attributes = this.#otherAttributes;
      this.#otherAttributes = last;
      this.#learn(name, at, nameEnd);
    }
    // The commonest closing tags carry nothing: no need for the tag state.
    if (closing && this.text.charCodeAt(nameEnd) === GREATER) {
      this.closeAt(name, start);
      return nameEnd + 1;
    }
    if (start > this.blockLimit) this.oversize();
    this.junkSeen = false;
    if (!closing) {
      const end = readPlainTag(this.text, nameEnd, this.#attributes);
      if (end !== -1 && end - nameEnd <= MAX_TAG_BYTES) {
        this.#finishOpen(name, this.text.charCodeAt(end - 2) === SLASH, start, end);
        return end;
      }
    }
    this.tagName = name;
    this.#tagClosing = closing;
    this.tagStart = start;
    this.#tagQuote = 0;
    this.#tagLength = 0;
    this.mode = 'tag';
    return this.inTag(nameEnd);
  }

  #learn(name: TagName, at: number, nameEnd: number): void {
    if (name === 'ARTIFACT') {
      this.artifactClose = ['</', this.text.slice(at + 1, nameEnd)].join('');
      this.artifactCloseStart = this.artifactClose.slice(2, 2 + CLOSE_START);
      this.artifactClosePlain = isPlain(this.artifactClose);
    } else if (this.dialect.loose && (name === 'CRITIQUE_RUN' || name === 'PANELIST'))
      this.#anyCase ||= !this.text.slice(at, nameEnd).includes(name);
  }

  /** A `>` inside quotes belongs to a value; the first one outside ends the tag. */
  protected inTag(from: number): number {
    const text = this.text;
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
    this.tagParts.push(text.slice(from));
    this.#tagLength += length - from;
    if (this.#tagLength > MAX_TAG_BYTES) this.#endlessTag();
    return length;
  }

  #endlessTag(): never {
    throw new MalformedBlockError(
      `<${this.tagName}> is not finished within ${MAX_TAG_BYTES} bytes`,
      this.tagStart,
    );
  }

  /** The tag's last piece is `text[from, greater)`; what chunks before it held is in `tagParts`. */
  #finishTag(from: number, greater: number): void {
    if (this.#tagLength + greater - from > MAX_TAG_BYTES) this.#endlessTag();
    if (this.tagParts.length === 0) {
      this.#deliverTag(this.text, from, greater, greater + 1);
      return;
    }
    // With its `>`: a name at the very end must look the same as in a tag that came whole.
    const raw = this.#joined(this.text.slice(from, greater + 1));
    if (!this.#tagClosing && readPlainTag(raw, 0, this.#attributes) === raw.length)
      this.#finishOpen(this.tagName, raw.charCodeAt(raw.length - 2) === SLASH, this.tagStart, greater + 1);
    else this.#deliverTag(raw, 0, raw.length - 1, greater + 1);
  }

  /** What earlier chunks held of the tag, and its last piece. */
  #joined(last: string): string {
    const parts = this.tagParts;
    parts.push(last);
    const raw = parts.join('');
    parts.length = 0;
    return raw;
  }

  #deliverTag(text: string, from: number, to: number, end: number): void {
    const name = this.tagName;
    const start = this.tagStart;
    // A lost quote makes a tag swallow its neighbours: then it holds another tag of ours.
    for (let less = text.indexOf('<', from); less !== -1 && less < to; less = text.indexOf('<', less + 1)) {
      if (this.markupAt(text, less).kind === 'tag') {
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
    if (selfClosing) this.mode = 'outside';
    else if (name === 'ARTIFACT') {
      this.mode = 'artifact_start';
      this.cdataEndSeen = false;
    } else if (isLeafTag(name)) {
      this.mode = 'leaf';
      this.leaf = name;
      this.leafEnd = this.#leafEnds[name];
    } else this.mode = 'outside';
    this.sink.open(name, this.#attributes, selfClosing, start, this.byteAt(end));
  }

  protected closeAt(name: TagName, start: number): void {
    if (start > this.blockLimit) this.oversize();
    this.junkSeen = false;
    this.#finishClose(name, start);
  }

  #finishClose(name: TagName, start: number): void {
    this.mode = 'outside';
    this.sink.close(name, start);
  }
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

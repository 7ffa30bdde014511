/** Between the blocks and inside of the leaves: running text, comments and thoughts. */
import { AmbiguousAnswerError } from '../errors.ts';
import { isPair, partialEnd } from './scanned-text.ts';
import { TagScanner } from './tag-scanner.ts';
import {
  CDATA_CLOSE,
  CDATA_OPEN,
  COMMENT_OPEN,
  type Dialect,
  INSTRUCTION_OPEN,
  isSpace,
  type Markup,
  STORED,
  type TagName,
} from './tags.ts';
import type { TokenSink } from './token-sink.ts';

const GREATER = 62;
const LESS = 60;
const NEWLINE = 10;
/** Letters that are read sooner than a search begins. */
const SHORT_NOTE = 8;

export class TextScanner extends TagScanner {
  readonly #maxRegionBytes: number;
  protected regionCloser = '';
  #regionLimit = 0;
  protected regionStart = 0;

  constructor(sink: TokenSink, maxRegionBytes: number, dialect: Dialect = STORED) {
    super(sink, dialect);
    this.#maxRegionBytes = maxRegionBytes;
  }

  /** Between blocks: only a known tag means something; everything else is skipped and said once. */
  protected outside(from: number): number {
    const text = this.text;
    // A line end and the next tag, as they stand behind nearly every one: nothing to search for, nothing to say.
    const near = !this.junkSeen && text.charCodeAt(from) === NEWLINE && text.charCodeAt(from + 1) === LESS;
    const less = near ? from + 1 : text.indexOf('<', from);
    const end = less === -1 ? text.length : less;
    if (near) this.allow(end);
    else if (end > from) this.junk(from, end);
    if (less === -1) return end;
    const markup = this.markupAt(text, less);
    switch (markup.kind) {
      case 'tag':
        return this.enterTag(markup.name, markup.closing, less, markup.nameEnd);
      case 'need_more':
        this.hold(less);
        return text.length;
      case 'comment':
        return this.#enterRegion(less, '-->', COMMENT_OPEN.length);
      case 'thinking':
        return this.#enterRegion(less, markup.closer, markup.closer.length - 1);
      case 'instruction':
        return this.#enterRegion(less, '?>', INSTRUCTION_OPEN.length);
      case 'cdata':
        // [P24] Text, whatever stands in it: where the code tells tags from text, none may stand there.
        if (this.dialect.code !== null) return this.#enterRegion(less, CDATA_CLOSE, CDATA_OPEN.length);
        break;
      case 'text':
        break;
    }
    this.junk(less, less + 1);
    return less + 1;
  }

  protected junk(from: number, end: number): void {
    const first = this.junkSeen ? from : this.#firstJunk(from, end);
    const allowed = this.allowedEnd(first, end);
    // White space right behind a tag, as it stands behind nearly every one, is nothing anybody has to know.
    if (first < allowed && this.sink.stray !== undefined)
      this.sink.stray(this.text.slice(first, allowed), this.byteAt(first));
    this.allow(end);
  }

  /** Where the first character is that is not white space; `end` when none is. */
  #firstJunk(from: number, end: number): number {
    for (let i = from; i < end; i++) {
      const code = this.text.charCodeAt(i);
      if (isSpace(code)) continue;
      // The limit is asked before the warning, so that any chunking gives the same events.
      this.allow(isPair(this.text, i) ? i + 2 : i + 1);
      this.junkSeen = true;
      this.sink.warn('unexpected_text', this.byteAt(i), 'text between blocks was skipped');
      return i;
    }
    return end;
  }

  #enterRegion(at: number, closer: string, openerLength: number): number {
    if (!this.junkSeen) this.#firstJunk(at, at + 1);
    this.allow(at + 1);
    this.mode = 'region';
    this.regionCloser = closer;
    this.regionStart = this.byteAt(at);
    this.#regionLimit = this.regionStart + this.#maxRegionBytes;
    return at + openerLength;
  }

  protected inRegion(from: number): number {
    const text = this.text;
    const found = text.indexOf(this.regionCloser, from);
    const end = found === -1 ? text.length : found + this.regionCloser.length;
    const tooLong = this.byteAt(end) > this.#regionLimit;
    const limit = tooLong ? Math.max(from, this.indexAt(this.#regionLimit, from)) : text.length;
    const cut =
      this.dialect !== STORED ? this.#tagsHidden(from, found === -1 ? limit : Math.min(found, limit)) : -1;
    if (tooLong) {
      if (this.blockLimit < this.#regionLimit) this.oversize();
      this.mode = 'outside';
      this.sink.warn('unclosed_region', this.regionStart, `no ${this.regionCloser} follows`);
      return limit;
    }
    if (found === -1) {
      const partial = partialEnd(text, from, this.regionCloser);
      const keep = cut === -1 ? partial : Math.min(cut, partial);
      this.allow(keep);
      if (keep < text.length) this.hold(keep);
      return text.length;
    }
    this.allow(end);
    this.mode = 'outside';
    return end;
  }

  /** A live answer hides no protocol in a comment or a thought. Says where a tag begins that is cut off; -1: nowhere. */
  #tagsHidden(from: number, end: number): number {
    const text = this.text;
    for (let less = text.indexOf('<', from); less !== -1 && less < end; less = text.indexOf('<', less + 1)) {
      const markup = this.markupAt(text, less);
      if (markup.kind === 'need_more') return less;
      // One that goes on behind the end is not hidden in it.
      if (markup.kind === 'tag' && markup.nameEnd < end)
        throw new AmbiguousAnswerError(
          `<${markup.name}> stands inside ${this.regionCloser.replace('/', '').replace('-->', '<!-- -->')}`,
          this.regionStart,
        );
    }
    return -1;
  }

  protected inLeaf(from: number): number {
    const text = this.text;
    const less = nextLess(text, from);
    const end = less === -1 ? text.length : less;
    if (end > from) this.#leafText(from, end, false, !this.ascii);
    if (less === -1) return end;
    // Nearly always the leaf's own end, whole: no need to ask what else it could be.
    if (text.startsWith(this.leafEnd, less)) {
      this.closeAt(this.leaf, this.byteAt(less));
      return less + this.leafEnd.length;
    }
    const markup = this.markupAt(text, less);
    switch (markup.kind) {
      case 'tag':
        // The bare name of a block that cannot stand here is a word about it.
        if (this.dialect.loose && isMention(markup, text)) {
          this.#leafText(less, less + 1, false, true);
          return less + 1;
        }
        return this.enterTag(markup.name, markup.closing, less, markup.nameEnd);
      case 'need_more':
        this.hold(less);
        return text.length;
      case 'cdata':
        if (this.leaf !== 'NOTES') {
          this.sink.warn('cdata_not_allowed', this.byteAt(less), `CDATA inside <${this.leaf}>`);
        }
        this.mode = 'leaf_cdata';
        return less + CDATA_OPEN.length;
      case 'comment':
      case 'instruction':
      case 'thinking':
      case 'text':
        this.#leafText(less, less + 1, false, true);
        return less + 1;
    }
  }

  #leafText(from: number, end: number, literal: boolean, marked: boolean): void {
    const allowed = this.allowedEnd(from, end);
    if (allowed > from) this.sink.text(this.text.slice(from, allowed), literal, marked);
    this.allow(end);
  }

  protected leafCdata(from: number): number {
    const text = this.text;
    const found = text.indexOf(CDATA_CLOSE, from);
    const end = found === -1 ? partialEnd(text, from, CDATA_CLOSE) : found;
    if (end > from) this.#leafText(from, end, true, true);
    if (found === -1) {
      if (end < text.length) this.hold(end);
      return text.length;
    }
    this.mode = 'leaf';
    return found + CDATA_CLOSE.length;
  }
}

/** Where the next `<` is; -1 where there is none. Many a note is a few letters. */
function nextLess(text: string, from: number): number {
  const near = Math.min(text.length, from + SHORT_NOTE);
  for (let i = from; i < near; i++) if (text.charCodeAt(i) === LESS) return i;
  return near === text.length ? -1 : text.indexOf('<', near);
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

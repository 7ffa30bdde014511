/** Inside of an artifact: where it ends, in CDATA, bare, or sealed by the code of version 2. */
import { isPrefixAtEnd, partialEnd } from './scanned-text.ts';
import { CDATA_CLOSE, CDATA_OPEN, isSpace } from './tags.ts';
import { TextScanner } from './text-scanner.ts';

/** White space accepted between `]]>` and `</ARTIFACT>`. */
const MAX_CLOSE_GAP = 256;
const GREATER = 62;
const LESS = 60;
const SPACE = 32;

export class ArtifactScanner extends TextScanner {
  /** A sealed artifact stands in CDATA, whose end is then no part of it. */
  protected wrapped = false;

  /** An artifact may come in CDATA or bare; the first character that is not white space tells. */
  protected artifactStart(from: number): number {
    const text = this.text;
    let i = from;
    while (i < text.length && isSpace(text.charCodeAt(i))) i++;
    this.allow(i);
    if (i === text.length) return i;
    const sealed = this.dialect.code !== null;
    if (text.startsWith(CDATA_OPEN, i)) {
      this.mode = sealed ? 'artifact_sealed' : 'artifact_cdata';
      this.wrapped = true;
      return i + CDATA_OPEN.length;
    }
    if (CDATA_OPEN.startsWith(text.slice(i, i + CDATA_OPEN.length))) {
      this.hold(i);
      return text.length;
    }
    this.mode = sealed ? 'artifact_sealed' : 'artifact_raw';
    this.wrapped = false;
    return i;
  }

  /** Version 2: nothing but the closing tag with the code ends an artifact, whatever stands in it. */
  protected artifactSealed(from: number): number {
    const text = this.text;
    const found = this.#sealedClose(from);
    const after = found + this.artifactClose.length;
    if (found === -1 || after >= text.length) {
      const stop = found === -1 ? this.mayCloseAt(text, from) : found;
      const end = this.wrapped ? beforeCdataEnd(text, from, stop) : stop;
      this.data(from, end);
      if (end < text.length) this.hold(end);
      return text.length;
    }
    const markup = this.markupAt(text, found);
    if (markup.kind !== 'tag') {
      this.data(from, after);
      return after;
    }
    this.data(from, this.wrapped ? beforeCdataEnd(text, from, found) : found);
    return this.enterTag('ARTIFACT', true, found, markup.nameEnd);
  }

  #sealedClose(from: number): number {
    const text = this.text;
    const start = this.artifactCloseStart;
    // A short word is found without the tables that a long one is searched with.
    for (let at = text.indexOf(start, from + 2); at !== -1; at = text.indexOf(start, at + 1))
      if (text.startsWith(this.artifactClose, at - 2)) return at - 2;
    return -1;
  }

  /** Where the end of the text begins that may become the artifact's close; its length where none does. */
  protected mayCloseAt(text: string, from: number): number {
    const { length } = text;
    const first = Math.max(from, length - this.artifactClose.length);
    for (let i = length - 1; i >= first; i--) {
      const code = text.charCodeAt(i);
      if (code === LESS) return this.artifactClose.startsWith(text.slice(i)) ? i : length;
      // Nothing of a name.
      if (code <= SPACE || code === GREATER) break;
    }
    return length;
  }

  protected data(from: number, end: number): void {
    const start = this.byteAt(from);
    const bytes = this.byteAt(end) - start;
    if (start + bytes > this.blockLimit) {
      // Hand on exactly what the limit allows, so that the same bytes leave under any chunking.
      const allowed = Math.min(end, this.indexAt(this.blockLimit, from));
      if (allowed > from) this.dataSink.data(this.text.slice(from, allowed), this.byteAt(allowed) - start);
      this.oversize();
    }
    if (end > from) this.dataSink.data(this.text.slice(from, end), bytes);
  }

  protected artifactCdata(from: number): number {
    const text = this.text;
    const found = text.indexOf(CDATA_CLOSE, from);
    if (found === -1) {
      const end = partialEnd(text, from, CDATA_CLOSE);
      this.data(from, end);
      if (end < text.length) this.hold(end);
      return text.length;
    }
    this.data(from, found);
    return this.#afterCdata(found);
  }

  /**
   * `]]>` is common in scripts (`a[b[0]]>1`), so it ends the artifact only where `</ARTIFACT` follows;
   * where another section follows, the two are one text; anywhere else it is content.
   */
  #afterCdata(at: number): number {
    const text = this.text;
    let i = at + CDATA_CLOSE.length;
    if (text.startsWith(CDATA_OPEN, i)) return i + CDATA_OPEN.length;
    const gapEnd = Math.min(text.length, i + MAX_CLOSE_GAP);
    while (i < gapEnd && isSpace(text.charCodeAt(i))) i++;
    // `<![CDATA[` counts only directly behind `]]>`; `</ARTIFACT` may stand behind white space.
    if (
      i === text.length ||
      isPrefixAtEnd(text, i, this.artifactClose) ||
      isPrefixAtEnd(text, at + CDATA_CLOSE.length, CDATA_OPEN)
    ) {
      this.hold(at);
      return text.length;
    }
    if (this.#closesArtifact(i)) return this.enterTag('ARTIFACT', true, i, i + this.artifactClose.length);
    if (!this.cdataEndSeen) {
      this.cdataEndSeen = true;
      this.sink.warn('cdata_end_in_artifact', this.byteAt(at), ']]> stands in the artifact and was kept');
    }
    this.data(at, at + CDATA_CLOSE.length);
    return at + CDATA_CLOSE.length;
  }

  #closesArtifact(at: number): boolean {
    if (this.text.charCodeAt(at) !== LESS || !this.text.startsWith(this.artifactClose, at)) return false;
    const code = this.text.charCodeAt(at + this.artifactClose.length);
    return code === GREATER || isSpace(code);
  }

  protected artifactRaw(from: number): number {
    const text = this.text;
    const found = text.indexOf(this.artifactClose, from);
    const after = found + this.artifactClose.length;
    if (found === -1 || after >= text.length) {
      const end = found === -1 ? partialEnd(text, from, this.artifactClose) : found;
      this.data(from, end);
      if (end < text.length) this.hold(end);
      return text.length;
    }
    if (this.#closesArtifact(found)) {
      this.data(from, found);
      return this.enterTag('ARTIFACT', true, found, after);
    }
    this.data(from, after);
    return after;
  }
}

/** Where a `]]>`, and the white space behind it, begins that ends at `stop`; `stop` when there is none. */
export function beforeCdataEnd(text: string, from: number, stop: number): number {
  let i = stop;
  while (i > from && stop - i < MAX_CLOSE_GAP && isSpace(text.charCodeAt(i - 1))) i--;
  if (i - CDATA_CLOSE.length >= from && text.startsWith(CDATA_CLOSE, i - CDATA_CLOSE.length))
    return i - CDATA_CLOSE.length;
  if (stop < text.length) return stop;
  // It may still become one.
  return partialEnd(text, from, CDATA_CLOSE);
}

/** What a tokenizer tells, in the order of the text. */
import type { WarningKind } from '@design-jury/contracts/theater/critique';
import type { Attributes } from './attributes.ts';
import type { TagName } from './tags.ts';

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

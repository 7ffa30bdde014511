/** Bytes to lines, each within a bound. Pure: the file's name only serves the error messages. */
import { TranscriptError } from './transcript-error.ts';

export interface Line {
  /** Counted from 1. */
  number: number;
  /** Without the newline. */
  bytes: Buffer;
  /** Where the line ends in the file, newline included. */
  end: number;
  /** False for a last line without a newline. */
  complete: boolean;
}

const NEWLINE = 0x0a;

export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  { file, maxLineBytes }: { file: string; maxLineBytes: number },
): AsyncGenerator<Line> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let number = 1;
  let end = 0;
  const bound = (bytes: number): void => {
    if (bytes <= maxLineBytes) return;
    throw new TranscriptError(
      'line_too_long',
      { file, line: number },
      `is longer than ${maxLineBytes} bytes`,
    );
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
      const tail = chunk.subarray(start, at);
      // Joined once per line, so that a long line in small chunks stays linear.
      const bytes = rest.length === 0 ? tail : Buffer.concat([...rest, tail]);
      bound(bytes.byteLength + 1);
      end += bytes.byteLength + 1;
      yield { number, bytes, end, complete: true };
      number += 1;
      rest = [];
      restBytes = 0;
      start = at + 1;
    }
    if (start < chunk.byteLength) {
      rest.push(chunk.subarray(start));
      restBytes += chunk.byteLength - start;
      bound(restBytes);
    }
  }
  if (restBytes > 0) yield { number, bytes: Buffer.concat(rest), end: end + restBytes, complete: false };
}

/**
 * A hash chain over the lines of a transcript: each link is the hash of the one before and of a line. Its last link stands for
 * every line, their order and their number. Pure.
 */
import { sha256Of } from './envelope.ts';

const FIRST_LINK = sha256Of('design-jury transcript v1');

export function chainHead(lines: readonly string[]): string {
  let link = FIRST_LINK;
  for (const line of lines) link = sha256Of(`${link}\n${line}`);
  return link;
}

/** The file that these lines are. */
export function transcriptHash(lines: readonly string[]): string {
  return sha256Of(`${lines.join('\n')}\n`);
}

/** How much of a file may be believed before it is refused. */

export interface ReadLimits {
  /** Longest line, newline included. A block of the agent's text, escaped, is far shorter. */
  maxLineBytes: number;
  /** Bytes read in all, after decompression. */
  maxBytes: number;
  /** Lines that may be skipped as damaged; more, and it is no transcript worth reading on. */
  maxCorruptLines: number;
  /** Decompressed bytes per stored byte. Ours reach about 20, 60 when very repetitive; an attack reaches 1000. */
  maxRatio: number;
  /** The ratio means nothing for a small file: it counts from here. */
  ratioFromBytes: number;
}

export const DEFAULT_READ_LIMITS: ReadLimits = {
  maxLineBytes: 8 * 1_048_576,
  maxBytes: 256 * 1_048_576,
  maxCorruptLines: 1_000,
  maxRatio: 250,
  ratioFromBytes: 1_048_576,
};

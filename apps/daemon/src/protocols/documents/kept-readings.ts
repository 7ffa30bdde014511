/**
 * What was read from a text, kept for whoever asks of the same text next. A document is read by many checks in turn, and a
 * draft again after every change of one sentence: nearly all that is read then was read before.
 */

/**
 * @param read a function of the text alone, whose answer nobody changes
 * @param mostChars of all texts that are kept; the one that was not asked for longest goes first
 */
export function keptReadings<Reading>(
  read: (text: string) => Reading,
  mostChars: number,
): (text: string) => Reading {
  const kept = new Map<string, { reading: Reading }>();
  let chars = 0;
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) {
      kept.delete(text);
      kept.set(text, known);
      return known.reading;
    }
    const reading = read(text);
    if (text.length > mostChars || kept.has(text)) return reading;
    kept.set(text, { reading });
    chars += text.length;
    for (const oldest of kept.keys()) {
      if (chars <= mostChars) break;
      kept.delete(oldest);
      chars -= oldest.length;
    }
    return reading;
  };
}

/**
 * Lines of a text that arrives in pieces. Pieces are joined once, when their line ends: a long line would otherwise
 * be copied and searched again with each of them.
 */
export function createLineSplitter(): (text: string) => string[] {
  let held: string[] = [];
  return (text) => {
    held.push(text);
    if (!/\n/.test(text)) return [];
    const lines = held.join('').split('\n');
    held = lines.splice(-1);
    return lines;
  };
}

/** Text cut into sentences, by the rules of Unicode; bounded by the block it came from. */

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

export function sentences(text: string): string[] {
  return [...segmenter.segment(text)]
    .map(({ segment }) => segment.trim())
    .filter((segment) => segment !== '');
}

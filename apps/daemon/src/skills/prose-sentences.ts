/** Prose cut into sentences, in the paragraphs it came in. */
import { plain } from './brief.ts';

/** A full stop behind these ends no sentence. */
const SHORTENED =
  /(?:^|[\s("“„])(?:Dr|Mr|Mrs|Ms|St|Prof|Sr|Sra|Mme|M|No|Nr|vs|approx|ca|bzw|inkl|evtl|ggf|usw|Tel|tel|Str|z\. ?B|d\. ?h|e\.g|i\.e|p\.m|a\.m)\.$/;
/** "am 14. September": a day and its month. */
const DAY = /(?:^|\s)\d{1,2}\.$/;
const MONTH = /^(?:Jan|Feb|Mär|Mar|Apr|Mai|May|Jun|Jul|Aug|Sep|Okt|Oct|Nov|Dez|Dec)\p{L}*/u;

export function paragraphsOf(text: string): string[][] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => sentencesOf(plain(paragraph)))
    .filter((sentences) => sentences.length > 0);
}

function sentencesOf(paragraph: string): string[] {
  const sentences: string[] = [];
  for (const piece of paragraph.split(/(?<=[.!?]["”“»]?)\s+(?=["“„«]?[\p{Lu}\d€$£])|(?<=[。！？])/u)) {
    const before = sentences.at(-1);
    const isOneWith =
      before !== undefined && (SHORTENED.test(before) || (DAY.test(before) && MONTH.test(piece)));
    if (isOneWith) sentences[sentences.length - 1] = `${before} ${piece.trim()}`;
    else if (piece.trim() !== '') sentences.push(piece.trim());
  }
  return sentences;
}

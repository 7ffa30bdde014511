import type { Audit, Observation } from '../finding.ts';
import { isEnglish } from '../model/language.ts';
import { gradeOf } from '../model/readability.ts';
import { proseBlocks } from '../model/reading.ts';

export const readingGrade: Audit = {
  id: 'reading-grade',
  role: 'copy',
  dim: 'reading load',
  weight: 3,
  title: 'The text reads easily',
  why: 'Half of all adults read best at school grade 8 or below.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/reading-level.html',
  severity: 'minor',
  tier: 'report',
  unit: 'texts that are hard to read',
  run(page) {
    if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
    const blocks = proseBlocks(page).filter(({ element }) => isEnglish(page, element));
    if (blocks.length === 0) return { checked: 0, found: [], note: 'the formula is for English' };
    const text = blocks
      .map((block) => block.text.replace(/[^.!?]$/, '$&.'))
      .join(' ')
      .slice(0, SAMPLE_CHARACTERS);
    const grade = gradeOf(text);
    if (grade === null) return { checked: 0, found: [] };
    const found: Observation[] =
      grade <= MOST_GRADE
        ? []
        : [
            {
              at: null,
              measured: `grade ${grade.toFixed(1)}`,
              required: `grade ${MOST_GRADE} or below`,
              message: `The text needs about ${Math.round(grade)} years of school to read.`,
              suggestion: 'Use shorter sentences and shorter words.',
            },
          ];
    return { checked: 1, found };
  },
};

/** Flesch-Kincaid; business pages sit around 11, legal texts above 14. */
const MOST_GRADE = 13;

/** The grade of the first fifty pages is the grade of the text. */
const SAMPLE_CHARACTERS = 100_000;

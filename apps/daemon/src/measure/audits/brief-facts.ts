import type { Audit, Observation } from '../finding.ts';
import { factsOf, isStated } from '../model/brief.ts';

export const briefFacts: Audit = {
  id: 'brief-facts',
  role: 'copy',
  dim: 'finished',
  weight: 10,
  title: 'The brief’s facts are on the page',
  why: 'What the brief names and the page leaves out was forgotten.',
  link: 'https://www.nngroup.com/articles/content-strategy/',
  severity: 'major',
  tier: 'report',
  unit: 'facts of the brief missing',
  run(page) {
    if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
    if (page.brief === null) return { checked: 0, found: [] };
    const text = page.blocks.map((block) => block.text).join(' ');
    const facts = factsOf(page.brief);
    const found: Observation[] = facts
      .filter((fact) => !isStated(text, fact))
      .map((fact) => ({
        at: page.byTag('body')[0] ?? null,
        measured: 'not on the page',
        required: `"${fact}" on the page`,
        message: `The brief names "${fact}", the page does not.`,
        suggestion: 'Say it where the reader looks for it.',
      }));
    return { checked: facts.length, found };
  },
};

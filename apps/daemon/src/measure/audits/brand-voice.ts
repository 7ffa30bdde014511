import type { Audit, Observation } from '../finding.ts';
import { visibleBlocks } from '../model/reading.ts';

export const brandVoice: Audit = {
  id: 'brand-voice',
  role: 'brand',
  againstDesign: true,
  dim: 'voice',
  weight: 7,
  title: 'The voice avoids what the design system forbids',
  why: 'Forbidden words are forbidden for a reason.',
  link: 'https://www.designtokens.org/',
  severity: 'major',
  tier: 'report',
  unit: 'forbidden words',
  run(page) {
    if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
    if (page.design === null) return { checked: 0, found: [] };
    const { avoid } = page.design;
    if (avoid.length === 0) return { checked: 0, found: [], note: 'the design system forbids no words' };
    const blocks = visibleBlocks(page);
    const found: Observation[] = [];
    for (const { element: at, text } of blocks) {
      for (const word of avoid) {
        // A name has its own letters; any other word may stand at the beginning of a sentence.
        const isName = /\p{L}\p{Lu}|^\p{Lu}+$/u.test(word) || isNameOtherwise(page.design.text, word);
        const pattern = new RegExp(
          // An address is not said.
          `(?<![\\p{L}\\d@/.-])${RegExp.escape(word.replace(/(?<=\p{L}{4})s$/u, ''))}(?:s|es)?(?![\\p{L}\\d@-]|\\.\\p{L})`,
          isName ? 'u' : 'iu',
        );
        const hit = pattern.exec(text)?.[0];
        if (hit !== undefined)
          found.push({
            at,
            measured: `"${hit}"`,
            required: `no "${word}"`,
            message: `The design system forbids "${word}".`,
            suggestion: 'Say it in the voice the design system describes.',
            evidence: text,
          });
      }
    }
    return { checked: blocks.length, found };
  },
};

/** "Ledger, never ledger": written with a capital the word is the name itself. */
function isNameOtherwise(text: string, word: string): boolean {
  const capital = word.charAt(0).toUpperCase() + word.slice(1);
  return (
    capital !== word &&
    new RegExp(`(?<=[\\p{L}\\d:,]\\s*["“\`]?)${RegExp.escape(capital)}(?![\\p{L}\\d])`, 'u').test(text)
  );
}

import type { Audit, Observation } from '../finding.ts';
import type { PageElement } from '../model/page.ts';
import { descendants, textOf } from '../model/reading.ts';

const LANDMARK = /^(main|nav|header|footer|aside)$/;
const MEANS = /^(h[1-6]|ul|ol|dl|table|nav|main|form|button|label|figure|section|article|p)$/;
const WHOLE = /^(html|body|main|h1)$/;
const PART = /^(html|body|main|nav|header|footer|form|table|h[1-6])$/;
/** Shorter ones are signs beside a word: an arrow, a price again. */
const LEAST_TEXT = 20;

export const hiddenContent: Audit = {
  id: 'hidden-content',
  role: 'a11y',
  dim: 'structure',
  weight: 7,
  title: 'What is seen is not taken from screen readers',
  why: 'aria-hidden and role="presentation" take a part of the page from whoever does not see it.',
  link: 'https://www.w3.org/WAI/WCAG22/Techniques/failures/F92',
  severity: 'major',
  tier: 'report',
  unit: 'parts that only the eye gets',
  run(page) {
    const found: Observation[] = [];
    let checked = 0;
    for (const at of page.elements) {
      if (!at.html || at.attributes.size === 0) continue;
      const role = (at.attributes.get('role') ?? '').trim().toLowerCase();
      const isEmptied =
        /^(presentation|none)$/.test(role) &&
        (/^(h[1-6]|ul|ol|dl|nav|main|form|fieldset|label|article)$/.test(at.tag) ||
          (at.tag === 'table' && descendants(at).some(({ tag }) => tag === 'th' || tag === 'caption')));
      const isHidden = at.attributes.get('aria-hidden') === 'true';
      const isInert = at.attributes.has('inert');
      if (!isEmptied && !isHidden && !isInert) continue;
      checked += 1;
      if (!page.isVisible(at) || !matters(at, isEmptied)) continue;
      // What a script shows and hides is inert while it is closed.
      const isScripted = page.byTag('script').length > 0;
      if (isInert && !isHidden && isScripted) continue;
      if (isHidden && isSaidAgain(at)) continue;
      const how = isEmptied ? `role="${role}"` : isHidden ? 'aria-hidden="true"' : 'inert';
      found.push({
        at,
        measured: `${how} on <${at.tag}>`,
        required: 'content that everybody gets',
        message: isEmptied
          ? `<${at.tag}> has ${how}, and is no ${at.tag.startsWith('h') ? 'heading' : at.tag} to a screen reader.`
          : `${how} hides "${textOf(at).slice(0, 40)}" from screen readers.`,
        suggestion: `Take ${how} away.`,
        // Slides, a closed drawer, a drawing made of boxes: a part of a page may be hidden for good reasons.
        ...(isEmptied || (isScripted ? WHOLE : PART).test(at.tag) ? {} : { severity: 'minor' as const }),
      });
    }
    return { checked, found };
  },
};

function matters(at: PageElement, isEmptied: boolean): boolean {
  const text = textOf(at);
  if (isEmptied) return text !== '';
  if (/^(body|html)$/.test(at.tag) || LANDMARK.test(at.tag)) return text !== '';
  return (
    text.length >= LEAST_TEXT &&
    /\p{L}{3,}/u.test(text) &&
    (MEANS.test(at.tag) || descendants(at).some(({ tag }) => MEANS.test(tag)))
  );
}

/** The same words stand right beside it for those who listen: a picture in text, a repeated price. */
function isSaidAgain(at: PageElement): boolean {
  const around = at.parent;
  if (around === null) return false;
  const words = new Set(
    textOf(at)
      .toLowerCase()
      .match(/[\p{L}\d]{3,}/gu) ?? [],
  );
  // Right before and behind it: to read all siblings of each would cost the square of them.
  const index = around.children.indexOf(at);
  const near = around.children
    .slice(Math.max(0, index - NEAR), index + NEAR + 1)
    .filter((child) => child !== at);
  const beside = near.flatMap((child) =>
    child.kind === 'text' ? [child.value] : [textOf(child), child.attributes.get('aria-label') ?? ''],
  );
  const others = new Set(
    `${beside.join(' ')} ${around.attributes.get('aria-label') ?? ''}`
      .slice(0, MOST_READ)
      .toLowerCase()
      .match(/[\p{L}\d]{3,}/gu) ?? [],
  );
  const again = [...words].filter((word) => others.has(word)).length;
  return words.size > 0 && again * 2 > words.size;
}

const MOST_READ = 5000;
const NEAR = 4;

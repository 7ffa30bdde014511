import type { Audit, Observation } from '../finding.ts';
import { certainLanguage, knownLanguage } from '../model/language.ts';
import type { Page, PageElement } from '../model/page.ts';
import { isSilent } from '../model/text.ts';

export const languageMatch: Audit = {
  id: 'language-match',
  role: 'a11y',
  dim: 'wcag',
  weight: 3,
  title: 'Text is in the language it says',
  why: 'A screen reader reads German with an English voice if the page tells it to.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/language-of-page.html',
  severity: 'major',
  tier: 'report',
  unit: 'texts in another language than they say',
  run(page) {
    const marked = page.elements.filter((element) => element.attributes.has('lang'));
    const found: Observation[] = [];
    let checked = 0;
    for (const at of marked) {
      const tag = at.attributes.get('lang') ?? '';
      const said = knownLanguage(tag);
      const spoken = said === null ? null : certainLanguage(ownText(page, at));
      if (said === null || spoken === null) continue;
      checked += 1;
      if (spoken === said) continue;
      found.push({
        at,
        measured: `lang="${tag}" around text in "${spoken}"`,
        required: 'the language of the text',
        message: `The text is marked as "${tag}" and reads as "${spoken}".`,
        suggestion: `Write lang="${spoken}", or mark the part that is in another language.`,
      });
    }
    return { checked, found };
  },
};

/** Its text, without parts that name a language of their own and without what nobody sees. */
function ownText(page: Page, root: PageElement): string {
  const texts: string[] = [];
  const stack: PageElement['children'][number][] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'text') texts.push(node.value);
    else if (node === root || (!node.attributes.has('lang') && !isSkipped(page, node)))
      for (let index = node.children.length - 1; index >= 0; index -= 1) {
        const child = node.children[index];
        if (child !== undefined) stack.push(child);
      }
  }
  return texts.join(' ');
}

/** Code is in no language, and what is not shown is not read. */
function isSkipped(page: Page, element: PageElement): boolean {
  return (
    isSilent(element) || /^(code|pre|kbd|samp|var)$/.test(element.tag) || !page.engine.isRendered(element)
  );
}

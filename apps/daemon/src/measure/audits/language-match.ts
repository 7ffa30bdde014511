import type { Audit, Observation } from '../finding.ts';
import { certainLanguage, knownLanguage, pageLanguageOf } from '../model/language.ts';
import type { Page, PageElement } from '../model/page.ts';
import { hasAncestor, visibleBlocks } from '../model/reading.ts';
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
    const other = untranslated(page);
    return { checked: checked + other.length, found: [...found, ...other] };
  },
};

const LEAST_WORDS = 6;
/** More of them: the page is in two languages, and says so nowhere. */
const MOST = 4;

/** Sentences in another language than the page, which nothing marks: they were not translated. */
function untranslated(page: Page): Observation[] {
  const lang = page.byTag('html')[0]?.attributes.get('lang') ?? '';
  const own = knownLanguage(lang);
  if (own === null || pageLanguageOf(page) !== own) return [];
  const found: Observation[] = [];
  for (const { element: at, said, kind } of visibleBlocks(page)) {
    if (kind === 'code' || isMarked(at) || hasAncestor(at, 'blockquote', 'cite', 'q', 'pre')) continue;
    for (const sentence of said.slice(0, LONGEST).split(/(?<=[.!?])\s+/)) {
      if (sentence.split(/\s+/).length < LEAST_WORDS || /["“”„«»‹›]/.test(sentence)) continue;
      const spoken = certainLanguage(sentence);
      if (spoken === null || spoken === own) continue;
      found.push({
        at,
        measured: `"${sentence.slice(0, 60)}"`,
        required: `text in "${own}", or its own lang`,
        message: `The text is marked as "${lang}" and reads as "${spoken}".`,
        suggestion: `Write lang="${spoken}", or mark the part that is in another language.`,
      });
      break;
    }
  }
  return found.length > MOST ? [] : found;
}

const LONGEST = 5_000;

function isMarked(at: PageElement): boolean {
  for (let one: PageElement | null = at; one !== null && one.tag !== 'html'; one = one.parent)
    if (one.attributes.has('lang') || one.attributes.has('translate')) return true;
  return at.children.some(
    (child) =>
      child.kind === 'element' && /^(?:i|em|cite|q|span)$/.test(child.tag) && child.attributes.has('lang'),
  );
}

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

import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { atDeclaration } from '../model/place.ts';
import { bodyFontSize, textOf, visibleBlocks } from '../model/reading.ts';
import type { ElementStyle } from '../model/style.ts';
import type { TextBlock } from '../model/text.ts';

export const readingForm: Audit = {
  id: 'reading-form',
  role: 'critic',
  dim: 'type',
  weight: 7,
  title: 'Text is set to be read',
  why: 'Blurred, hollow, turned or torn apart: text that is treated as a picture is looked at and not read.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/visual-presentation.html',
  severity: 'major',
  tier: 'report',
  unit: 'texts that are hard to read',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const blocks = visibleBlocks(page);
    const found: Observation[] = [];
    for (const block of blocks) {
      const style = page.styleOf(block.element);
      for (const { property, test, kindOf, isNote } of RULES) {
        const measured = test(style, block, page);
        if (measured === null) continue;
        found.push({
          at: block.element,
          measured,
          required: `text as it is read: ${kindOf}`,
          message: `This text is hard to read: ${measured}.`,
          suggestion: 'Correct it.',
          ...atDeclaration(page, style.source(property) ?? style.declared(property)?.source ?? null),
          ...(isNote === true ? { severity: 'minor' as const } : {}),
        });
        break;
      }
    }
    return { checked: blocks.length, found };
  },
};

interface Rule {
  property: string;
  /** What is measured; null where it is as it should be. */
  test(style: ElementStyle, block: TextBlock, page: Page): string | null;
  /** What is wrong, in a few words. */
  kindOf: string;
  isNote?: true;
}

const LEAST_VERTICAL = 8;
const isProse = ({ kind, words }: TextBlock): boolean => words >= 8 && /^(paragraph|item|other)$/.test(kind);
const own = (style: ElementStyle, property: string): string => style.declared(property)?.value.trim() ?? '';
const round = (value: number): number => Math.round(value * 100) / 100;

const RULES: readonly Rule[] = [
  {
    property: 'filter',
    kindOf: 'Text is blurred or faded',
    test: (style) => /blur\((?!0)[^)]*\)/.exec(own(style, 'filter'))?.[0] ?? null,
  },
  {
    property: '-webkit-text-stroke',
    kindOf: 'Letters are drawn hollow or fat',
    test: (style) => {
      const stroke = own(style, '-webkit-text-stroke') || own(style, '-webkit-text-stroke-width');
      return /[1-9]/.test(stroke) ? `-webkit-text-stroke: ${stroke}` : null;
    },
  },
  {
    property: 'text-shadow',
    kindOf: 'Text has a shadow that runs into it',
    isNote: true,
    test: (style) => {
      const shadow = own(style, 'text-shadow');
      return /[1-9]/.test(shadow.replace(/#[\da-f]+|rgba?\([^)]*\)/gi, ''))
        ? `text-shadow: ${shadow.slice(0, 40)}`
        : null;
    },
  },
  {
    property: 'writing-mode',
    kindOf: 'Text runs from top to bottom',
    // A word or two up the side of a page is an ornament.
    test: (style, { words, text }) =>
      words >= LEAST_VERTICAL &&
      /^(vertical|sideways)/.test(style.value('writing-mode') ?? own(style, 'writing-mode')) &&
      !/[\p{Lo}]/u.test(text)
        ? `writing-mode: ${own(style, 'writing-mode') || 'vertical'}`
        : null,
  },
  {
    property: 'text-align',
    kindOf: 'Running text is set against the right edge',
    test: (style, block, page) =>
      isProse(block) &&
      block.words >= 12 &&
      /^(right|end)$/.test(style.value('text-align') ?? '') &&
      style.value('direction') !== 'rtl' &&
      !/^(td|th|figcaption|blockquote|footer|address)$/.test(block.element.tag) &&
      !isRightToLeft(page, block.element)
        ? `text-align: ${style.value('text-align')}`
        : null,
  },
  {
    property: 'word-spacing',
    kindOf: 'Words are pushed apart or together',
    test: (style, block) => {
      const px = style.px('word-spacing') ?? 0;
      return isProse(block) && Math.abs(px) > style.fontSize * 0.2 ? `word-spacing: ${round(px)}px` : null;
    },
  },
  {
    property: 'text-indent',
    kindOf: 'The first line stands far out or far in',
    test: (style, block) => {
      const px = style.px('text-indent') ?? 0;
      return isProse(block) &&
        Math.abs(px) < 500 &&
        (px > style.fontSize * 4 || (px < -4 && (style.padding().left ?? 0) + px < -1))
        ? `text-indent: ${round(px)}px`
        : null;
    },
  },
  {
    property: 'line-height',
    kindOf: 'The lines of a text have lost each other',
    test: (style, block) =>
      isProse(block) && block.words >= 15 && (style.lineHeight ?? 1.5) > 2.2
        ? `line-height: ${round(style.lineHeight ?? 0)}`
        : null,
  },
  {
    property: 'text-transform',
    kindOf: 'Every word of a sentence has a capital',
    test: (style, block) =>
      isProse(block) && style.value('text-transform') === 'capitalize' ? 'text-transform: capitalize' : null,
  },
  {
    property: 'font-variant',
    kindOf: 'Running text is in small capitals',
    test: (style, block) => {
      const caps = `${own(style, 'font-variant')} ${own(style, 'font-variant-caps')}`;
      return isProse(block) && /small-caps|petite-caps|unicase/.test(caps) ? caps.trim() : null;
    },
  },
  {
    property: 'text-decoration',
    kindOf: 'Text that is no link is underlined',
    isNote: true,
    test: (style, { element, kind }) =>
      kind !== 'action' &&
      element.tag !== 'a' &&
      /underline/.test(own(style, 'text-decoration') || own(style, 'text-decoration-line')) &&
      !/underline.*(dotted|wavy|dashed)/.test(own(style, 'text-decoration'))
        ? 'text-decoration: underline'
        : null,
  },
  {
    property: 'text-decoration',
    kindOf: 'Running text is struck through',
    test: (style, block) =>
      isProse(block) &&
      !/^(del|s)$/.test(block.element.tag) &&
      /line-through/.test(own(style, 'text-decoration') || own(style, 'text-decoration-line'))
        ? 'text-decoration: line-through'
        : null,
  },
  {
    property: 'font-weight',
    kindOf: 'Running text is bold from beginning to end',
    isNote: true,
    test: (style, block) =>
      isProse(block) && block.words >= 20 && block.kind === 'paragraph' && style.fontWeight >= 700
        ? `font-weight: ${style.fontWeight}`
        : null,
  },
  {
    property: 'column-count',
    kindOf: 'A short text is torn into columns',
    test: (style, block) => {
      const count = Number(
        own(style, 'column-count') || (/(?:^|\s)(\d)(?:\s|$)/.exec(own(style, 'columns'))?.[1] ?? 0),
      );
      return isProse(block) && count >= 3 && block.words < 120 ? `${count} columns` : null;
    },
  },
  {
    property: 'font-size',
    kindOf: 'A text is far larger than the text around it',
    isNote: true,
    test: (style, block, page) =>
      isProse(block) &&
      block.kind === 'paragraph' &&
      block.words >= 25 &&
      style.fontSize > bodyFontSize(page) * 1.8
        ? `font-size: ${round(style.fontSize)}px`
        : null,
  },
  {
    property: 'font-family',
    kindOf: 'Running text is in a face for show',
    test: (style, block) =>
      isProse(block) &&
      /^(comic sans|papyrus|impact|brush script|curlz|jokerman|chiller|lucida handwriting|snell roundhand|zapfino|cursive|fantasy)/i.test(
        style.fontFamilies[0] ?? '',
      )
        ? (style.fontFamilies[0] ?? '')
        : null,
  },
];

function isRightToLeft(page: Page, at: PageElement): boolean {
  for (let one: PageElement | null = at; one !== null; one = one.parent) {
    const dir = one.attributes.get('dir');
    if (dir !== undefined) return dir.toLowerCase() === 'rtl';
  }
  return /[\u0590-\u08ff]/.test(textOf(at)) && page.elements.length > 0;
}

import { imageWords, isSaidBeside } from '../model/given-names.ts';
import type { PageElement } from '../model/page.ts';
import { actAudit } from './act.ts';

export const imageName = actAudit({
  id: 'image-name',
  role: 'a11y',
  dim: 'names',
  weight: 10,
  title: 'Images have a text alternative',
  why: 'Without one, a screen reader says the file name or nothing.',
  severity: 'critical',
  tier: 'automatic',
  unit: 'images without alternative',
  rules: ['R2'],
  required: 'a text alternative',
  says: 'The image has no text for readers who do not see it.',
  suggestion: 'Describe what the image shows, or mark it decorative with alt="".',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/non-text-content.html',
  // Inside a button the image is not exposed, so ACT passes it; once the button changes, it is.
  also: (page) => [
    ...page.byTag('img').filter((at) => isWrittenPicture(at) && page.engine.isRendered(at)),
    ...page
      .byTag('img')
      .filter(
        ({ attributes }) =>
          !['alt', 'aria-label', 'aria-labelledby', 'aria-hidden', 'role', 'title'].some((name) =>
            attributes.has(name),
          ),
      )
      .filter(
        (image) => page.engine.isRendered(image) && page.styleOf(image).value('visibility') !== 'hidden',
      ),
  ],
  isGiven: (at) => isSaidBeside(at) || imageWords(at) !== null,
});

const LONGEST_SOURCE = 20_000;

/** Words that are drawn, and called decoration. */
function isWrittenPicture({ attributes }: PageElement): boolean {
  const src = attributes.get('src') ?? '';
  if (
    (attributes.get('alt') ?? 'x').trim() !== '' ||
    !/^data:image\/svg/i.test(src) ||
    src.length > LONGEST_SOURCE
  )
    return false;
  const from = src.search(/(?:<|%3C)text\b/i);
  const [, text = ''] =
    from < 0
      ? []
      : (/^[^>]*>([^<]*)/.exec(
          src
            .slice(from + 1)
            .replaceAll(/%3E/gi, '>')
            .replaceAll(/%3C/gi, '<'),
        ) ?? []);
  return (text.match(/[\p{L}\d]/gu) ?? []).length >= 6;
}

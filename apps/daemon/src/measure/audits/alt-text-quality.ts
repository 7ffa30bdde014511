import type { Audit, Observation } from '../finding.ts';
import type { PageElement } from '../model/page.ts';
import { childElements, textOf } from '../model/reading.ts';

const POOR =
  /^(image|img|photo|picture|graphic|icon|logo|screenshot|banner|untitled|alt( text)?|placeholder)\s*\d*$|^\S.{0,80}\.(?:jpe?g|png|gif|svg|webp|avif|bmp|tiff?|heic)$|^(?:dsc|dscn|img|image|pxl|screenshot|photo|scan)[_-]?\d[\w-]*$|^[a-z0-9]+(?:[_-][a-z0-9]+)*[_-](?:final|v\d+|copy|edit|\d+x\d+|@?\dx)\w*$/i;

export const altTextQuality: Audit = {
  id: 'alt-text-quality',
  role: 'a11y',
  dim: 'names',
  weight: 3,
  title: 'Alternatives describe the image',
  why: '"image.png" read aloud is worse than silence.',
  link: 'https://www.w3.org/WAI/tutorials/images/decision-tree/',
  severity: 'major',
  tier: 'report',
  unit: 'alternatives that describe nothing',
  run(page) {
    const images = page.byTag('img').filter((image) => (image.attributes.get('alt') ?? '').trim() !== '');
    const found: Observation[] = [];
    const drawings = page.elements.filter(
      ({ tag, attributes }) =>
        tag !== 'img' && attributes.get('role') === 'img' && attributes.has('aria-label'),
    );
    for (const at of [...images, ...drawings]) {
      const alt = (at.attributes.get('alt') ?? at.attributes.get('aria-label') ?? '').trim();
      if (!POOR.test(alt)) continue;
      found.push({
        at,
        measured: `alt="${alt.slice(0, 60)}"`,
        required: 'what the image shows',
        message: `The alternative "${alt.slice(0, 60)}" describes nothing.`,
        suggestion: 'Say what the image shows, in a few words.',
      });
    }
    return { checked: images.length, found: [...found, ...repeated(images), ...clumsy(images)] };
  },
};

const LEAST_WORDS = 4;

/** The same sentence for two different files: one of them was copied. */
function repeated(images: readonly PageElement[]): Observation[] {
  const known = new Map<string, string>();
  return images.flatMap((at): Observation[] => {
    const alt = (at.attributes.get('alt') ?? '').trim();
    const src = at.attributes.get('src') ?? '';
    const file = src.startsWith('data:') ? src : src.replace(/[?#].*$/s, '');
    const before = known.get(alt.toLowerCase());
    if (before === undefined) known.set(alt.toLowerCase(), file);
    if (
      before === undefined ||
      before === file ||
      file === '' ||
      alt.split(/\s+/).length < LEAST_WORDS ||
      isVersionOf(before, file)
    )
      return [];
    return [
      {
        at,
        measured: `alt="${alt.slice(0, 60)}" again`,
        required: 'what this image shows',
        message: `Two different images have the alternative "${alt.slice(0, 60)}".`,
        suggestion: 'Say what is different in this one.',
      },
    ];
  });
}

/** One picture in another size, format or scheme. */
function isVersionOf(one: string, other: string): boolean {
  const stem = (file: string): string =>
    file
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '')
      .replace(
        /[-_@](?:\d+x?\d*|dark|light|small|large|mobile|desktop|wide|tall|thumb|2x|3x|white|black|colou?r|mono|inverse|inverted|footer|header|hover|square|min|full|sm|md|lg|xl)$/i,
        '',
      ) ?? '';
  return stem(one) === stem(other);
}

const LONGEST = 180;

/** Says that it is an image, says too much, or says again what stands below it. */
function clumsy(images: readonly PageElement[]): Observation[] {
  return images.flatMap((at): Observation[] => {
    const alt = (at.attributes.get('alt') ?? '').trim();
    const figure = at.parent?.tag === 'figure' ? at.parent : null;
    const caption =
      figure === null ? undefined : childElements(figure).find(({ tag }) => tag === 'figcaption');
    const why = /^(?:an? )?(?:image|picture|photo|photograph|graphic) (?:of|showing)\b/i.test(alt)
      ? 'begins by saying that it is an image'
      : alt.length > LONGEST
        ? `has ${alt.length} characters`
        : caption !== undefined && textOf(caption).toLowerCase() === alt.toLowerCase()
          ? 'says what the caption says'
          : null;
    if (why === null) return [];
    return [
      {
        at,
        measured: `alt="${alt.slice(0, 60)}"`,
        required: 'what the image shows, in a few words',
        message: `The alternative "${alt.slice(0, 40)}" ${why}.`,
        suggestion: 'Say only what the image shows.',
        severity: 'minor',
      },
    ];
  });
}

import type { Audit, Observation } from '../finding.ts';

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
    for (const at of images) {
      const alt = (at.attributes.get('alt') ?? '').trim();
      if (!POOR.test(alt)) continue;
      found.push({
        at,
        measured: `alt="${alt.slice(0, 60)}"`,
        required: 'what the image shows',
        message: `The alternative "${alt.slice(0, 60)}" describes nothing.`,
        suggestion: 'Say what the image shows, in a few words.',
      });
    }
    return { checked: images.length, found };
  },
};

import type { Audit, Observation } from '../finding.ts';

export const imageDimensions: Audit = {
  id: 'image-dimensions',
  role: 'copy',
  dim: 'finished',
  weight: 1,
  title: 'Images reserve their space',
  why: 'Without width and height the text jumps while images load.',
  link: 'https://web.dev/articles/optimize-cls',
  severity: 'minor',
  tier: 'report',
  unit: 'images without dimensions',
  run(page) {
    const images = page.byTag('img').filter((image) => page.engine.isRendered(image));
    const found: Observation[] = images
      .filter((image) => {
        if (image.attributes.has('width') && image.attributes.has('height')) return false;
        const style = page.styleOf(image);
        return (
          style.declared('aspect-ratio') === null && (style.declared('height')?.value ?? 'auto') === 'auto'
        );
      })
      .map((at) => ({
        at,
        measured: 'no width and height',
        required: 'width and height attributes',
        message: 'The image does not reserve its space.',
        suggestion: 'Add width and height.',
      }));
    return { checked: images.length, found };
  },
};

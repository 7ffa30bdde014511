import type { Audit, Observation } from '../finding.ts';
import { locate } from '../model/stylesheets.ts';

export const missingImages: Audit = {
  id: 'missing-images',
  role: 'copy',
  dim: 'finished',
  weight: 7,
  title: 'Images exist',
  why: 'A broken image is the first thing anyone sees.',
  link: 'https://web.dev/learn/images',
  severity: 'major',
  tier: 'report',
  unit: 'images that are not there',
  run(page) {
    if (page.folder === null) return { checked: 0, found: [] };
    const images = page.byTag('img').filter((image) => (image.attributes.get('src') ?? '').trim() !== '');
    const found: Observation[] = [];
    for (const at of images) {
      const src = (at.attributes.get('src') ?? '').trim();
      // A path from the site's root cannot be judged from one folder of it.
      if (
        src.startsWith('/') ||
        /\{\{|\$\{|<%/.test(src) ||
        locate(src, page.folder, page.site) !== 'not_found'
      )
        continue;
      found.push({
        at,
        measured: `${src.slice(0, 60)} is not there`,
        required: 'a file that exists',
        message: `The image ${src.slice(0, 60)} is not in the page's folder.`,
        suggestion: 'Add the file or correct the path.',
      });
    }
    return { checked: images.length, found };
  },
};

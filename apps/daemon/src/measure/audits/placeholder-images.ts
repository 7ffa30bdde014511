import type { Audit, Observation } from '../finding.ts';

export const placeholderImages: Audit = {
  id: 'placeholder-images',
  role: 'copy',
  dim: 'finished',
  weight: 7,
  title: 'No placeholder images',
  why: 'A grey box from a placeholder service is an unfinished page.',
  link: 'https://www.nngroup.com/articles/photos-as-web-content/',
  severity: 'major',
  tier: 'report',
  unit: 'placeholder images',
  run(page) {
    const images = page.byTag('img', 'source');
    const found: Observation[] = [];
    for (const at of images) {
      const src = at.attributes.get('src') ?? at.attributes.get('srcset') ?? '';
      const service = PLACEHOLDER.test(src);
      if (
        !service &&
        !(
          at.tag === 'img' &&
          src.trim() === '' &&
          ![...at.attributes.keys()].some((name) => LATE_SOURCE.test(name)) &&
          page.engine.isRendered(at)
        )
      )
        continue;
      found.push({
        at,
        measured: service ? src.slice(0, 60) : 'no source',
        required: 'a real image',
        message: service
          ? `The image comes from a placeholder service: ${src.slice(0, 60)}.`
          : 'The image has no source.',
        suggestion: 'Use a real picture of the subject, or none.',
        // A script may fill it when it is opened.
        ...(!service && page.byTag('script').length > 0 ? { severity: 'minor' as const } : {}),
      });
    }
    return { checked: images.length, found };
  },
};

/** Lazy loaders and frameworks fill the source in at run time: `data-src`, `:src`, `[src]`, `v-bind:src`. */
const LATE_SOURCE = /srcset|[-:[.]src|^data-(lazy|original)/i;

const PLACEHOLDER =
  /via\.placeholder|placehold\.(co|it)|placeholder\.com|dummyimage|picsum\.photos|placekitten|source\.unsplash|loremflickr|fakeimg|placeimg|lorempixel|dummy-image/i;

import type { Audit } from '../finding.ts';
import { soundOf } from '../model/linked-file.ts';
import { descendants } from '../model/reading.ts';
import { sourcesOf } from './autoplay.ts';

export const captions: Audit = {
  id: 'captions',
  role: 'a11y',
  dim: 'wcag',
  weight: 7,
  title: 'Videos with sound have captions',
  why: 'Captions are read by deaf people, and by everyone on a train.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/captions-prerecorded.html',
  // Whether a film speaks is not in the source: a question, not a verdict.
  severity: 'minor',
  tier: 'report',
  unit: 'videos without captions',
  run(page) {
    const videos = page
      .byTag('video')
      .filter((video) => !video.attributes.has('muted') && page.engine.isRendered(video))
      .filter((video) => sourcesOf(video).every((src) => soundOf(page, src).hasSound !== false));
    const found = videos
      .filter(
        (video) =>
          !descendants(video).some(
            (child) =>
              child.tag === 'track' && /^(captions|subtitles)?$/.test(child.attributes.get('kind') ?? ''),
          ),
      )
      .map((at) => ({
        at,
        measured: 'no captions track',
        required: '<track kind="captions">',
        message: 'The video has no captions.',
        suggestion: 'Add a captions track, unless the film is silent or shows its words.',
        open: true as const,
      }));
    return { checked: videos.length, found };
  },
};

import type { Audit } from '../finding.ts';
import { soundOf } from '../model/linked-file.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, descendants, textOf } from '../model/reading.ts';
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
        // A film that is called a talk has words in it; of any other the source does not say.
        ...(SPEAKS.test(nameOf(page, at)) ? { severity: 'major' as const } : { open: true as const }),
      }));
    return { checked: videos.length, found };
  },
};

const SPEAKS =
  /\b(?:interviews?|talks?|speech|speaks?|lectures?|webinars?|podcasts?|keynotes?|presentations?|testimonials?|explains?|explained|tells?|narrat\w+|conversations?|discussions?|statements?|address(?:es)? (?:by|from)|welcome (?:from|by)|message from|vortrag|gespräch|entretien|entrevista)\b/i;

const MOST_BESIDE = 200;

/** What it is called, and what stands below it. */
function nameOf(page: Page, at: PageElement): string {
  const figure =
    at.parent?.tag === 'figure'
      ? childElements(at.parent).find(({ tag }) => tag === 'figcaption')
      : undefined;
  const siblings = at.parent === null ? [] : childElements(at.parent);
  const place = siblings.indexOf(at);
  const beside = [siblings[place - 1], siblings[place + 1]]
    .flatMap((one) => (one === undefined ? [] : [textOf(one)]))
    .filter((text) => text.length < MOST_BESIDE);
  return `${beside.join(' ')} ${page.engine.name(at)} ${at.attributes.get('title') ?? ''} ${figure === undefined ? '' : textOf(figure)} ${sourcesOf(
    at,
  )
    .join(' ')
    .replace(/[-_/.]+/g, ' ')}`;
}

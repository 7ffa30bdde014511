import type { Audit, Observation } from '../finding.ts';
import { soundOf } from '../model/linked-file.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, descendants } from '../model/reading.ts';

/** WCAG lets a sound begin by itself if it ends as soon. */
const SHORT_SECONDS = 3;

export const autoplay: Audit = {
  id: 'autoplay',
  role: 'a11y',
  dim: 'wcag',
  weight: 7,
  title: 'Nothing makes a noise by itself',
  why: 'Sound that starts alone drowns out a screen reader.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/audio-control.html',
  severity: 'minor',
  tier: 'automatic',
  unit: 'media that play by themselves',
  run(page) {
    const media = page.byTag('video', 'audio');
    const found: Observation[] = [];
    for (const at of media) {
      if (!at.attributes.has('autoplay') || at.attributes.has('muted')) continue;
      const sounds = sourcesOf(at).map((src) => soundOf(page, src));
      if (
        sounds.some(({ hasSound, seconds }) => hasSound === false || (seconds ?? Infinity) <= SHORT_SECONDS)
      )
        continue;
      // The browser's own controls, or some beside it, stop it.
      if (at.attributes.has('controls') || isControlled(page, at)) continue;
      const isHeard = at.tag === 'audio' || sounds.some(({ hasSound }) => hasSound === true);
      found.push({
        at,
        measured: 'autoplay with sound, and nothing to stop it',
        required: 'muted, no autoplay, or controls',
        message: `<${at.tag}> plays with sound by itself, and nothing stops it.`,
        suggestion: 'Remove autoplay, add muted, or add controls.',
        // A film may be silent: that is not in the page.
        ...(isHeard ? { severity: 'major' as const } : { open: true as const }),
      });
    }
    return { checked: media.length, found };
  },
};

export function sourcesOf(medium: PageElement): string[] {
  const own = medium.attributes.get('src');
  const sources = childElements(medium).filter(({ tag }) => tag === 'source');
  return [own, ...sources.map(({ attributes }) => attributes.get('src'))].filter((src) => src !== undefined);
}

const STOPS = /\b(pause|stop|mute|play|sound|volume|turn off)\b/i;

/** A named button beside it that says it stops or mutes. */
function isControlled(page: Page, medium: PageElement): boolean {
  const around = medium.parent;
  if (around === null) return false;
  return descendants(around).some(
    (element) =>
      /^(button|switch|checkbox|slider)$/.test(page.engine.role(element) ?? '') &&
      page.isVisible(element) &&
      STOPS.test(page.engine.name(element)),
  );
}

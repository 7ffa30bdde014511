import type { Audit, Observation } from '../finding.ts';

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
      found.push({
        at,
        measured: 'autoplay with sound',
        required: 'muted, or no autoplay',
        message: `<${at.tag}> plays with sound by itself.`,
        suggestion: 'Remove autoplay, or add muted.',
      });
    }
    return { checked: media.length, found };
  },
};

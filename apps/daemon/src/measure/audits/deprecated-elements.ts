import type { Audit } from '../finding.ts';

/** The HTML standard's list of obsolete elements, those that show something. */
const OBSOLETE =
  'acronym applet basefont bgsound big blink center dir font frame frameset keygen listing marquee multicol nobr plaintext spacer strike tt xmp'.split(
    ' ',
  );

export const deprecatedElements: Audit = {
  id: 'deprecated-elements',
  role: 'a11y',
  dim: 'structure',
  weight: 3,
  title: 'No deprecated elements',
  why: 'center, font and marquee are no longer part of HTML and may stop working.',
  link: 'https://html.spec.whatwg.org/multipage/obsolete.html',
  severity: 'minor',
  tier: 'report',
  unit: 'deprecated elements',
  run(page) {
    const list = page.byTag(...OBSOLETE).filter((element) => element.html && page.engine.isRendered(element));
    const found = list.map((at) => ({
      at,
      measured: `<${at.tag}>`,
      required: 'an element of today’s HTML',
      message: `<${at.tag}> is no longer part of HTML.`,
      suggestion: 'Use CSS instead.',
    }));
    return { checked: Math.max(1, list.length), found };
  },
};

import type { Audit } from '../finding.ts';

export const mainLandmark: Audit = {
  id: 'main-landmark',
  role: 'a11y',
  dim: 'structure',
  weight: 7,
  title: 'The main content is marked',
  why: 'One jump to main skips the header and the menu on every page.',
  link: 'https://www.w3.org/WAI/ARIA/apg/patterns/landmarks/examples/main.html',
  severity: 'major',
  tier: 'automatic',
  unit: 'pages without one main',
  run(page) {
    if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
    const mains = page.elements.filter(
      (element) =>
        (element.tag === 'main' || element.attributes.get('role') === 'main') &&
        page.engine.isRendered(element) &&
        !page.engine.isIgnored(element),
    );
    if (mains.length === 1) return { checked: 1, found: [] };
    const at = mains[1] ?? page.byTag('body')[0] ?? null;
    const measured = `${mains.length} main landmarks`;
    const message =
      mains.length === 0 ? 'Nothing marks the main content.' : 'The page has more than one main landmark.';
    return {
      checked: 1,
      found: [
        { at, measured, required: '1 main landmark', message, suggestion: 'Wrap the content in one <main>.' },
      ],
    };
  },
};

import type { Audit, Observation } from '../finding.ts';
import { normalise } from '../model/text.ts';

export const titleQuality: Audit = {
  id: 'title-quality',
  role: 'copy',
  dim: 'finished',
  weight: 3,
  title: 'The title names the page',
  why: '"Document" and "Home" are names of nothing.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/page-titled.html',
  severity: 'major',
  tier: 'report',
  unit: 'titles that say nothing',
  run(page) {
    const title = page.byTag('title').find(({ html }) => html);
    const text = normalise(
      title?.children.map((child) => (child.kind === 'text' ? child.value : '')).join('') ?? '',
    );
    if (title === undefined || text === '') return { checked: 0, found: [] };
    const poor =
      GENERIC.test(text) ||
      /\b(?:untitled|just another wordpress|my (?:wordpress|wix) site|lorem ipsum)\b/i.test(text);
    const found: Observation[] =
      poor || text.length > MOST
        ? [
            {
              at: title,
              measured: `"${text.slice(0, 60)}" (${text.length} characters)`,
              required: `a title of its own, at most ${MOST} characters`,
              message: poor
                ? `The title "${text}" names nothing.`
                : `The title has ${text.length} characters and will be cut.`,
              suggestion: 'Name the page first, then the site.',
              severity: poor ? 'major' : 'minor',
            },
          ]
        : [];
    return { checked: 1, found };
  },
};

const MOST = 90;
/** What editors and frameworks write until somebody writes something else, and words that fit every page. */
const GENERIC =
  /^(?:document|(?:home|start|main|landing|web|new|test|sample|blank|default|index) ?page|home|index(?:\.html?)?|start|welcome|willkommen|bienvenue|bienvenidos?|startseite|accueil|inicio|neue seite|nouvelle page|página nueva|(?:my |our |your )?(?:web)?site|page(?: title| \d+)?|seite \d*|website|title|titel|test\w*|react app|next app|create next app|nuxt app|angular|vue app|vite(?: \+ .*)?|template|html(?:5)?(?: template| document)?|hello world|site title|title here|todo|tbd|\.+)$/i;

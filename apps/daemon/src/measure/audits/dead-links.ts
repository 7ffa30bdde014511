import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { hasAncestor, textOf } from '../model/reading.ts';
import { locate } from '../model/stylesheets.ts';

export const deadLinks: Audit = {
  id: 'dead-links',
  role: 'copy',
  dim: 'calls',
  weight: 7,
  title: 'Every link leads somewhere',
  why: 'A link that does nothing breaks the promise its words make.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context.html',
  severity: 'major',
  tier: 'report',
  unit: 'links that lead nowhere',
  run(page) {
    const links = page
      .byTag('a')
      // A closed menu is opened one day: its links count as well.
      .filter(
        (link) =>
          link.attributes.has('href') && !hasAncestor(link, 'template') && !hasAncestor(link, 'noscript'),
      );
    const found: Observation[] = [];
    for (const at of links) {
      const href = (at.attributes.get('href') ?? '').trim();
      const problem = problemOf(href, at, page.anchors) ?? missingFile(href, page);
      if (problem === null) continue;
      const label = textOf(at) || page.engine.name(at) || 'no text';
      found.push({
        at,
        measured: `href="${href}"`,
        required: 'a target that exists',
        message: `The link "${label.slice(0, 40)}" ${problem.text}.`,
        suggestion: 'Link to the real page, or take the link out.',
        severity: problem.severity,
      });
    }
    return { checked: links.length, found };
  },
};

/** Panels opened by `:target` are closed by a link to a name nobody has. */
const UNTARGET = /^(close|_|closed)$/i;

type Problem = { text: string; severity: 'major' | 'minor' };

function problemOf(href: string, at: PageElement, ids: ReadonlySet<string>): Problem | null {
  // A script may give such a link its meaning; then it should be a button, which is another audit's word.
  const scripted =
    at.attributes.has('onclick') ||
    [...at.attributes.keys()].some((name) =>
      /^(data-(bs-)?(toggle|target|dismiss)|aria-(controls|expanded|haspopup)|@click|x-on|v-on|role)/.test(
        name,
      ),
    );
  if (scripted) return null;
  if (href === '' || href === '#' || href === '#!') return { text: 'leads nowhere', severity: 'major' };
  if (/^javascript:/i.test(href))
    return { text: 'runs a script instead of leading somewhere', severity: 'major' };
  // Routes of a page built by scripts: `#/prices`, `#!/prices`.
  if (/^#!?\//.test(href)) return null;
  if (href.startsWith('#')) {
    const id = decode(href.slice(1));
    return id.toLowerCase() === 'top' || ids.has(id) || id.startsWith(':~:') || UNTARGET.test(id)
      ? null
      : { text: `points to #${id}, which is not on the page`, severity: 'major' };
  }
  if (
    /^https?:\/\/(www\.)?(example\.(com|org|net)|yourdomain\.com|yoursite\.com|placeholder\.com)/i.test(href)
  ) {
    return { text: 'leads to a sample address', severity: 'major' };
  }
  return null;
}

/** A file that is named and is not there is as dead as `#`. Markdown links to files of any kind beside it. */
function missingFile(href: string, { folder, site, format }: Page): Problem | null {
  const pattern = format === 'markdown' ? /^[^:?#/][^:?#]*\.\w{1,8}([?#].*)?$/ : /^[^:?#]+\.html?([?#].*)?$/i;
  if (folder === null || !pattern.test(href) || locate(href, folder, site) !== 'not_found') return null;
  // The pages a text is published beside may be made from other texts.
  const unsure = format === 'markdown' && /\.html?([?#]|$)/i.test(href);
  return { text: 'leads to a file that is not there', severity: unsure ? 'minor' : 'major' };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

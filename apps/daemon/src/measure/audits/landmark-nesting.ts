import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { hasAncestor, textOf } from '../model/reading.ts';

export const landmarkNesting: Audit = {
  id: 'landmark-nesting',
  role: 'a11y',
  dim: 'structure',
  weight: 3,
  title: 'Landmarks stand beside each other',
  why: 'A main inside a header, or a menu inside a menu, gives a jump that lands somewhere else.',
  link: 'https://www.w3.org/WAI/ARIA/apg/practices/landmark-regions/',
  severity: 'major',
  tier: 'report',
  unit: 'landmarks in the wrong place',
  run(page) {
    const found: Observation[] = [];
    const landmarks = page.elements.filter(
      (at) => kindOf(at) !== null && page.engine.isRendered(at) && !page.engine.isIgnored(at),
    );
    for (const at of landmarks) {
      const kind = kindOf(at) ?? '';
      const around = aroundOf(at, kind);
      if (around !== null)
        found.push({
          at,
          measured: `${kind} inside ${around}`,
          required: `${kind} beside it`,
          message: `<${at.tag}>${roleOf(at)} stands inside ${around}.`,
          suggestion: 'Move it out, or make it a plain <div>.',
          ...(kind === 'aside' ? { severity: 'minor' as const } : {}),
        });
    }
    found.push(
      ...twice(page, landmarks, 'header'),
      ...twice(page, landmarks, 'footer'),
      ...emptyOnes(landmarks),
    );
    return { checked: landmarks.length, found };
  },
};

const ROLES: Readonly<Record<string, string>> = {
  banner: 'header',
  contentinfo: 'footer',
  navigation: 'nav',
  main: 'main',
  complementary: 'aside',
};

function kindOf({ tag, html, attributes }: PageElement): string | null {
  const role = attributes.get('role');
  if (role !== undefined) return ROLES[role] ?? null;
  return html && /^(header|footer|nav|main|aside)$/.test(tag) ? tag : null;
}

function roleOf({ attributes }: PageElement): string {
  const role = attributes.get('role');
  return role === undefined ? '' : ` with role="${role}"`;
}

/** What may not be around it; a header in an article is the article's. */
function aroundOf(at: PageElement, kind: string): string | null {
  const sectioned = hasAncestor(at, 'article', 'section');
  for (let around = at.parent; around !== null; around = around.parent) {
    const other = kindOf(around);
    if (other === null) continue;
    if (kind === 'main' && /^(header|footer|nav|aside)$/.test(other)) return other;
    if (kind === 'nav' && other === 'nav') return 'another nav';
    if (/^(header|footer)$/.test(kind) && other === kind && !sectioned) return `another ${other}`;
    if (kind === 'header' && other === 'footer' && !sectioned) return 'the footer';
    if (kind === 'footer' && other === 'header' && !sectioned) return 'the header';
    if (kind === 'aside' && other === 'aside') return 'another aside';
  }
  return null;
}

/** The page's own header and footer are one each; those of articles and sections are theirs. */
function twice(page: Page, landmarks: readonly PageElement[], kind: string): Observation[] {
  const own = landmarks.filter(
    (at) =>
      kindOf(at) === kind &&
      !hasAncestor(
        at,
        'article',
        'section',
        'aside',
        'nav',
        'main',
        'blockquote',
        'td',
        'dialog',
        'header',
        'footer',
      ),
  );
  return own.slice(1).map((at) => ({
    at,
    measured: `${own.length} page ${kind}s`,
    required: 'one',
    message: `The page has ${own.length} ${kind}s of its own.`,
    suggestion: `Keep one <${kind}>; another part is a <section> or a <div>.`,
    severity: page.elements.length > 0 && own.length > 2 ? 'major' : 'minor',
  }));
}

function emptyOnes(landmarks: readonly PageElement[]): Observation[] {
  return landmarks
    .filter((at) => textOf(at) === '' && !at.children.some((child) => child.kind === 'element'))
    .map((at) => ({
      at,
      measured: `an empty <${at.tag}>`,
      required: 'content',
      message: `<${at.tag}> has nothing in it.`,
      suggestion: 'Fill it or take it out.',
      severity: 'minor',
    }));
}

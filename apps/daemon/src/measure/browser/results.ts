/** Merges what the browser saw into the static results. Each fact then says how it was measured. */
import type { AuditResult, Finding, SeenColours } from '../finding.ts';
import { MAX_FINDINGS_PER_AUDIT } from '../limits.ts';
import { quote } from '../measure.ts';
import type { Page, PageElement } from '../model/page.ts';
import { pathOf } from '../model/selector.ts';
import { locate } from '../model/stylesheets.ts';
import type { BrowserFacts } from './facts.ts';
import { LAYOUT_AUDITS } from './layout-words.ts';
import { lookGrade } from './look.ts';
import { allSeen, CLIPPED, CONTRAST, LINES, REST, SAME_QUESTION, type Seen, WIDTH } from './seen.ts';

const LOOK = 'drawn-look';

/** Audits to which a browser adds what only layout or pixels show. */
export const SEEN_IN_BROWSER: ReadonlySet<string> = new Set([
  ...Object.values(SAME_QUESTION),
  WIDTH,
  LINES,
  CLIPPED,
  REST,
  LOOK,
  ...LAYOUT_AUDITS,
]);

const OVERLAP = 'overlapping-text';
const FROM_SOURCE_TOO = new Set(['missing-images', 'target-size', 'visible-text', OVERLAP]);

/** To which the source has no answer at all. */
export const SEEN_ONLY_IN_BROWSER: ReadonlySet<string> = new Set([
  REST,
  LOOK,
  ...[...LAYOUT_AUDITS].filter((id) => !FROM_SOURCE_TOO.has(id)),
]);

/** What a page without its stylesheets says nothing about, in a browser as little as in the source. */
const NEEDS_STYLE = new Set([
  CONTRAST,
  WIDTH,
  LINES,
  CLIPPED,
  LOOK,
  ...[...LAYOUT_AUDITS].filter((id) => id !== 'missing-images'),
  'link-distinguishable',
  'scroll-focus',
]);

/**
 * What both saw is counted once, with the source's words. What only the browser saw is added. A question the
 * source left open takes the browser's answer, where it has one; what both leave open stays unmeasured.
 */
export function mergeBrowser(
  page: Page,
  results: readonly AuditResult[],
  facts: BrowserFacts,
): AuditResult[] {
  const places = new Map(page.elements.map((element) => [pathOf(element), element]));
  const seen = Map.groupBy(allSeen(facts), ({ audit }) => audit.id);
  return results.map((result) => {
    const { id } = result.audit;
    if (NEEDS_STYLE.has(id) && page.gaps.style !== null) return result;
    const base = answered(result, facts);
    const known = new Set(base.places);
    const added: Placed[] = [];
    const colours = new Map<PageElement, SeenColours>();
    for (const one of seen.get(id) ?? []) {
      const place = places.get(one.node.path) ?? null;
      // What lies beyond the site is not served here, and may well be there.
      if (id === 'missing-images' && isBeyond(page, place)) continue;
      // What the source says of a part is said of everything in it.
      if (id === 'visible-text' && isWithin(place, known)) continue;
      if (!known.has(place) || place === null) added.push(placed(page, one, place));
      if (place !== null && one.colours !== undefined) colours.set(place, one.colours);
      known.add(place);
    }
    const merged = withAdded(base, added);
    return colours.size === 0 ? merged : { ...merged, seen: colours };
  });
}

/**
 * With what axe calls serious once the scripts of a page have run, and did not before: visitors meet it, and it has no place
 * in the source.
 */
export function mergeBuilt(
  page: Page,
  results: readonly AuditResult[],
  still: BrowserFacts,
  built: BrowserFacts,
): AuditResult[] {
  const known = new Set(
    still.violations.flatMap(({ rule, nodes }) => nodes.map(({ path }) => `${rule} ${path}`)),
  );
  const violations = built.violations
    .filter(({ rule, impact }) => !LIGHT.has(impact) && rule !== 'target-size')
    .map((one) => ({ ...one, nodes: one.nodes.filter(({ path }) => !known.has(`${one.rule} ${path}`)) }));
  const layout = { ...built.layout, faults: [] };
  const only = { ...built, violations, pixelContrast: [], overflow: [], clipped: [], lines: [], layout };
  const seen = Map.groupBy(allSeen(only), ({ audit }) => audit.id);
  return results.map((result) => {
    const { id } = result.audit;
    if (NEEDS_STYLE.has(id) && page.gaps.style !== null) return result;
    return withAdded(
      result,
      (seen.get(id) ?? []).map((one) => placed(page, one, null)),
    );
  });
}

function isWithin(place: PageElement | null, known: ReadonlySet<PageElement | null>): boolean {
  for (let at = place?.parent ?? null; at !== null; at = at.parent) if (known.has(at)) return true;
  return false;
}

function isBeyond({ folder, site }: Page, place: PageElement | null): boolean {
  const found = locate(place?.attributes.get('src')?.trim() ?? '', folder, site);
  return found === 'outside' || found === 'remote' || folder === null;
}

/** Whether the source leaves a gating question open that a browser can answer without the network. */
export function leftOpen(page: Page, results: readonly AuditResult[]): boolean {
  if (page.gaps.content !== null) return page.byTag('script').some(isLocalScript);
  // The same stylesheets would be missing in the browser.
  if (page.gaps.style !== null) return false;
  const answerable = new Set(Object.values(SAME_QUESTION));
  return results.some(
    ({ audit, state, note }) =>
      (state === 'unmeasured' && answerable.has(audit.id)) || (audit.id === CONTRAST && note !== undefined),
  );
}

export function isLocalScript(script: PageElement): boolean {
  return !/^([a-z][a-z\d+.-]*:|\/\/)/i.test(script.attributes.get('src') ?? '');
}

/** Results on the page as scripts have built it: true, and not about lines of the source. */
export function asRendered(results: readonly AuditResult[]): AuditResult[] {
  return results.map((result) => ({
    ...result,
    how: 'browser',
    findings: result.findings.map((finding) => ({ ...finding, how: 'browser', line: 1, column: 1 })),
  }));
}

interface Counted {
  count: number;
  /** A hint of axe's, which may come along with a fix that takes away more. */
  isLight: boolean;
}

const LIGHT = new Set<string | null>(['minor', 'moderate']);

/** Places axe and the pixels call wrong, by what is wrong with them. */
function faultCounts({
  violations,
  pixelContrast,
  overflow,
  clipped,
  layout,
}: BrowserFacts): Map<string, Counted> {
  const grave = (count: number): Counted => ({ count, isLight: false });
  return new Map([
    ...violations.map(({ rule, impact, nodes }): [string, Counted] => [
      rule,
      { count: nodes.length, isLight: LIGHT.has(impact) },
    ]),
    ['contrast over pictures', grave(pixelContrast.filter((one) => one.ratio < one.required).length)],
    ['boxes beyond the screen', grave(overflow.length)],
    ['text cut off', grave(clipped.length)],
    ['text nobody sees', grave(layout.faults.filter(({ audit }) => audit === 'visible-text').length)],
    ['overlapping text', grave(layout.faults.filter(({ audit }) => audit === 'overlapping-text').length)],
  ]);
}

/** What a change has made worse, in words; null where it may stand: nothing grave grows, and hints only where more goes. */
export function worseThan(before: BrowserFacts, after: BrowserFacts): string | null {
  const [then, now] = [faultCounts(before), faultCounts(after)];
  const sum = (counts: ReadonlyMap<string, Counted>): number =>
    [...counts.values()].reduce((all, { count }) => all + count, 0);
  const isLess = sum(now) < sum(then);
  for (const [what, { count, isLight }] of now) {
    const old = then.get(what)?.count ?? 0;
    if (count > old && !(isLight && isLess))
      return `the browser sees ${count} faults of ${what} instead of ${old}`;
  }
  return null;
}

/** A result whose open questions the browser has answered, before what it found wrong is added. */
function answered(result: AuditResult, facts: BrowserFacts): AuditResult {
  const { id } = result.audit;
  if (id === LOOK) return { ...result, checked: 1, grade: lookGrade(facts.look), how: 'browser' };
  if (id === CONTRAST) return contrastAnswered(result, facts);
  if (id === LINES && facts.lines.length > 0) {
    const { note: _note, ...rest } = result;
    return { ...rest, checked: Math.max(rest.checked, facts.lines.length), how: 'browser' };
  }
  // Where the page is laid out, what lies on what is seen and not concluded.
  if (id === OVERLAP && facts.layout.looked[id] !== undefined)
    return {
      ...result,
      state: 'pass',
      failed: 0,
      findings: [],
      places: [],
      checked: facts.layout.looked[id],
      how: 'browser',
    };
  const looked = facts.layout.looked[id];
  if (looked !== undefined && result.state === 'pass')
    return { ...result, checked: Math.max(result.checked, looked), how: 'browser' };
  if (result.state !== 'unmeasured' || id === 'measurable-styles') return result;
  const rules = Object.keys(SAME_QUESTION).filter((rule) => SAME_QUESTION[rule] === id);
  const open = facts.incomplete.some(({ rule }) => rules.includes(rule));
  return rules.length === 0 || open ? result : { ...withoutNote(result), state: 'pass', how: 'browser' };
}

/** Text over pictures: decided by pixels where axe could not, and counted as open where neither could. */
function contrastAnswered(result: AuditResult, facts: BrowserFacts): AuditResult {
  const incomplete = facts.incomplete.find(({ rule }) => rule === 'color-contrast')?.nodes ?? [];
  const decided = new Set(facts.pixelContrast.map(({ node }) => node.path));
  const open = incomplete.filter(({ path }) => !decided.has(path)).length;
  const checked = result.checked + facts.pixelContrast.length;
  const note =
    open === 0
      ? {}
      : { undecided: open, note: `${open} text runs could not be decided in the browser either` };
  const rest = withoutOpen(withoutNote(result));
  if (rest.state === 'fail') return { ...rest, checked, ...note };
  const state = checked === 0 && (open > 0 || rest.state === 'unmeasured') ? 'unmeasured' : 'pass';
  return { ...rest, state, checked, how: 'browser', ...note };
}

function withoutNote({ note: _note, ...result }: AuditResult): AuditResult {
  return result;
}

/** What the source left open has been looked at. */
function withoutOpen({ undecided: _undecided, ...result }: AuditResult): AuditResult {
  const places = result.places.filter((_, index) => result.findings[index]?.open !== true);
  return { ...result, places, findings: result.findings.filter(({ open }) => open !== true) };
}

function withAdded(result: AuditResult, added: readonly Placed[]): AuditResult {
  if (added.length === 0) return result;
  const room = Math.max(0, MAX_FINDINGS_PER_AUDIT - result.findings.length);
  const kept = added.slice(0, room);
  const failed = result.failed + added.length;
  return {
    ...result,
    state: 'fail',
    checked: Math.max(result.checked, failed),
    failed,
    findings: [...result.findings, ...kept.map(({ finding }) => finding)],
    places: [...result.places, ...kept.map(({ place }) => place)],
    how: 'browser',
  };
}

interface Placed {
  finding: Finding;
  place: PageElement | null;
}

/** The browser's word about an element of the source, with our selector and its line. */
function placed(page: Page, { audit, node, ...said }: Seen, place: PageElement | null): Placed {
  const selector = place === null ? node.selector : page.selectorOf(place);
  const source =
    place?.startTag === null || place === null
      ? node.html
      : page.html.slice(place.startTag.start, place.startTag.end);
  const finding: Finding = {
    auditId: audit.id,
    role: audit.role,
    dim: audit.dim,
    severity:
      said.isGrave === true && audit.severity === 'minor' ? 'major' : (said.severity ?? audit.severity),
    selector,
    place: place === null ? selector : page.placeOf(place),
    line: place?.startTag?.line ?? 1,
    column: place?.startTag?.column ?? 1,
    measured: said.measured,
    required: said.required,
    evidence: quote(source),
    message: said.message,
    suggestion: said.suggestion ?? '',
    tier: audit.tier,
    how: 'browser',
    witness: { audit: audit.id, selector, predicate: said.required },
  };
  return { finding, place };
}

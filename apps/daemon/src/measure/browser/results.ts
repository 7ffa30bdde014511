/** Merges what the browser saw into the static results. Each fact then says how it was measured. */
import type { MustFixSeverity } from '@design-jury/contracts/theater/critique';
import { findAudit } from '../audits/index.ts';
import type { Audit, AuditResult, Finding } from '../finding.ts';
import { MAX_FINDINGS_PER_AUDIT } from '../limits.ts';
import { quote } from '../measure.ts';
import type { Page, PageElement } from '../model/page.ts';
import { pathOf } from '../model/selector.ts';
import { locate } from '../model/stylesheets.ts';
import type { AxeNode, BrowserFacts } from './facts.ts';
import { LAYOUT_AUDITS, layoutSaid, windowWords } from './layout-words.ts';

const CONTRAST = 'contrast-text';
const WIDTH = 'fixed-width';
const LINES = 'line-length';
const CLIPPED = 'clipped-text';

/** axe's rules that are the same question as one of our audits. */
const SAME_QUESTION: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    [CONTRAST]: 'color-contrast',
    'target-size': 'target-size',
    'image-name': 'image-alt',
    'alt-text-quality': 'image-redundant-alt',
    'graphic-name': 'role-img-alt svg-img-alt object-alt',
    'link-name': 'link-name area-alt',
    'button-name': 'button-name input-button-name input-image-alt aria-command-name',
    'field-name': 'label select-name aria-input-field-name aria-toggle-field-name',
    'menuitem-name': 'summary-name',
    'frame-name': 'frame-title',
    'frame-focus': 'frame-focusable-content',
    'heading-name': 'empty-heading',
    'heading-order': 'heading-order',
    'main-landmark': 'landmark-one-main',
    'landmark-names': 'landmark-unique',
    'in-landmarks': 'region',
    'link-distinguishable': 'link-in-text-block',
    'page-language': 'html-has-lang html-lang-valid',
    'part-language': 'valid-lang',
    'page-title': 'document-title',
    'zoom-allowed': 'meta-viewport',
    'meta-refresh': 'meta-refresh',
    'aria-attributes': 'aria-allowed-attr aria-valid-attr aria-valid-attr-value aria-prohibited-attr',
    'aria-roles': 'aria-roles aria-required-attr',
    'role-fits': 'aria-allowed-role aria-deprecated-role',
    'decorative-exposed': 'presentation-role-conflict',
    'hidden-focusable': 'aria-hidden-focus',
    'nested-interactive': 'nested-interactive',
    'required-context': 'list listitem dlitem definition-list aria-required-children aria-required-parent',
    'header-cells': 'th-has-data-cells',
    'table-headers': 'empty-table-header scope-attr-valid',
    'headers-attribute': 'td-headers-attr',
    'scroll-focus': 'scrollable-region-focusable',
    'positive-tabindex': 'tabindex',
    'duplicate-id': 'duplicate-id-aria',
    autocomplete: 'autocomplete-valid',
  }).flatMap(([audit, rules]) => rules.split(' ').map((rule) => [rule, audit])),
);

/** What axe calls serious and no audit of ours asks still holds a page up. */
const REST = 'browser-check';
const GRAVE = new Set<string | null>(['serious', 'critical']);

/** Audits to which a browser adds what only layout or pixels show. */
export const SEEN_IN_BROWSER: ReadonlySet<string> = new Set([
  ...Object.values(SAME_QUESTION),
  WIDTH,
  LINES,
  CLIPPED,
  REST,
  ...LAYOUT_AUDITS,
]);

/** To which the source has no answer at all. */
export const SEEN_ONLY_IN_BROWSER: ReadonlySet<string> = new Set([
  REST,
  ...[...LAYOUT_AUDITS].filter((id) => id !== 'missing-images' && id !== 'target-size'),
]);

/** What a page without its stylesheets says nothing about, in a browser as little as in the source. */
const NEEDS_STYLE = new Set([
  CONTRAST,
  WIDTH,
  LINES,
  CLIPPED,
  ...[...LAYOUT_AUDITS].filter((id) => id !== 'missing-images'),
  'link-distinguishable',
  'scroll-focus',
]);

const MOST_CHARACTERS = 110;

interface Seen {
  audit: Audit;
  node: AxeNode;
  measured: string;
  required: string;
  message: string;
  suggestion?: string;
  /** Not to be shipped, however lightly our own audit takes it. */
  isGrave?: boolean;
  /** Not the audit's own. */
  severity?: MustFixSeverity;
}

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
    for (const one of seen.get(id) ?? []) {
      const place = places.get(one.node.path) ?? null;
      // What lies beyond the site is not served here, and may well be there.
      if (id === 'missing-images' && isBeyond(page, place)) continue;
      if (!known.has(place) || place === null) added.push(placed(page, one, place));
      known.add(place);
    }
    return withAdded(base, added);
  });
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

function isLocalScript(script: PageElement): boolean {
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

/** Places axe and the pixels call wrong, by what is wrong with them: what a fix may not increase, any of it. */
export function faultCounts(facts: BrowserFacts): Map<string, number> {
  const { violations, pixelContrast, overflow, clipped, layout } = facts;
  const counts = new Map(violations.map(({ rule, nodes }) => [rule, nodes.length]));
  counts.set('contrast over pictures', pixelContrast.filter((one) => one.ratio < one.required).length);
  counts.set('boxes beyond the screen', overflow.length);
  counts.set('text cut off', clipped.length);
  counts.set('overlapping text', layout.faults.filter(({ audit }) => audit === 'overlapping-text').length);
  return counts;
}

function allSeen(facts: BrowserFacts): Seen[] {
  const seen: Seen[] = [];
  const add = (id: string, node: AxeNode, said: Omit<Seen, 'audit' | 'node'>): void => {
    const audit = findAudit(id);
    if (audit !== undefined) seen.push({ audit, node, ...said });
  };
  for (const { rule, impact, nodes } of facts.violations) {
    const id = SAME_QUESTION[rule] ?? (GRAVE.has(impact) ? REST : '');
    const title = findAudit(id)?.title ?? '';
    for (const node of nodes) {
      const message = quote(node.summary.replace(/^Fix (any|all) of the following:\s*/i, '')) || title;
      add(id, node, { measured: `axe rule ${rule}`, required: title, message, isGrave: GRAVE.has(impact) });
    }
  }
  for (const { node, ratio, required } of facts.pixelContrast.filter((one) => one.ratio < one.required)) {
    const measured = `${ratio.toFixed(2)}:1 against the picture behind it`;
    const message = `Text over a picture has a contrast of ${ratio.toFixed(2)}:1, below ${required}:1.`;
    add(CONTRAST, node, { measured, required: `at least ${required}:1`, message });
  }
  for (const { path, width, right, window } of facts.overflow) {
    const measured = `${width}px wide, ends at ${right}px of ${window}px`;
    const message = `${windowWords(window)} the page scrolls sideways: a box ends at ${right}px of ${window}px.`;
    add(WIDTH, nowhere(path), { measured, required: 'nothing beyond the screen', message });
  }
  for (const { path, text, window } of facts.clipped) {
    const message = `${windowWords(window)} the text "${text}" is cut off by its box.`;
    add(CLIPPED, nowhere(path), { measured: 'text beyond its box', required: 'room to grow', message });
  }
  for (const fault of facts.layout.faults) {
    const said = layoutSaid(fault);
    // Scripts that were not run may put it in order: a question for a person then, not a demand.
    const lighter = facts.layout.scripted ? { severity: 'minor' as const } : {};
    add(fault.audit, nowhere(fault.path), { ...said, ...lighter });
  }
  for (const { path, characters } of facts.lines.filter((one) => one.characters > MOST_CHARACTERS)) {
    const measured = `${characters} characters a line at 1280px`;
    const message = `Lines run to ${characters} characters.`;
    add(LINES, nowhere(path), { measured, required: `at most ${MOST_CHARACTERS}`, message });
  }
  return seen;
}

function nowhere(path: string): AxeNode {
  return {
    selector: path.replaceAll(/:\d+/g, '').replaceAll('/', ' > '),
    path,
    html: '',
    summary: '',
    reason: '',
  };
}

/** A result whose open questions the browser has answered, before what it found wrong is added. */
function answered(result: AuditResult, facts: BrowserFacts): AuditResult {
  const { id } = result.audit;
  if (id === CONTRAST) return contrastAnswered(result, facts);
  if (id === LINES && facts.lines.length > 0) {
    const { note: _note, ...rest } = result;
    return { ...rest, checked: Math.max(rest.checked, facts.lines.length), how: 'browser' };
  }
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

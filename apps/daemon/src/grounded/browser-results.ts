/** Merges what the browser saw into the static results. Each fact then says how it was measured. */
import { findAudit } from './audits/index.ts';
import type { AxeNode, BrowserFacts } from './browser.ts';
import type { Audit, AuditResult, Finding } from './finding.ts';
import { quote } from './measure.ts';
import type { Page, PageElement } from './page.ts';
import { pathOf } from './selector.ts';

/** axe's rules that are the same question as one of our audits. */
const SAME_QUESTION: Record<string, string> = {
  'color-contrast': 'contrast-text',
  'target-size': 'target-size',
  'image-alt': 'image-name',
  'link-name': 'link-name',
  'button-name': 'button-name',
  label: 'field-name',
  'select-name': 'field-name',
  'frame-title': 'frame-name',
  'heading-order': 'heading-order',
  'landmark-one-main': 'main-landmark',
  region: 'in-landmarks',
  'link-in-text-block': 'link-distinguishable',
  'html-has-lang': 'page-language',
  'document-title': 'page-title',
  'meta-viewport': 'zoom-allowed',
  'aria-allowed-attr': 'aria-attributes',
  'aria-valid-attr': 'aria-attributes',
  'aria-valid-attr-value': 'aria-attributes',
  'aria-roles': 'aria-roles',
  'aria-hidden-focus': 'hidden-focusable',
  'nested-interactive': 'nested-interactive',
  list: 'required-context',
  listitem: 'required-context',
  'scrollable-region-focusable': 'scroll-focus',
  tabindex: 'positive-tabindex',
};

/**
 * An audit that failed statically keeps its findings. One that passed or could not be measured takes the
 * browser's word: its violations become findings, and its silence becomes a pass.
 */
export function mergeBrowser(
  page: Page,
  results: readonly AuditResult[],
  facts: BrowserFacts,
): AuditResult[] {
  const places = new Map(page.elements.map((element) => [pathOf(element), element]));
  const toFinding = (audit: Audit, node: AxeNode): Placed =>
    placed(page, audit, node, places.get(node.path) ?? null);
  const seen = new Map<string, Placed[]>();
  for (const { rule, nodes } of facts.violations) {
    const audit = findAudit(SAME_QUESTION[rule] ?? '');
    if (audit === undefined) continue;
    const list = seen.get(audit.id) ?? [];
    list.push(...nodes.map((node) => toFinding(audit, node)));
    seen.set(audit.id, list);
  }
  for (const { selector, width } of facts.overflow) {
    const audit = findAudit('fixed-width');
    if (audit === undefined) break;
    const summary = `At 360px the page scrolls sideways: ${selector} is ${width}px wide.`;
    const finding = toFinding(audit, { selector, path: '', html: '', summary, data: null });
    seen.set(audit.id, [...(seen.get(audit.id) ?? []), finding]);
  }
  const answered = new Set(Object.values(SAME_QUESTION));
  return results.map((result) => {
    const { id } = result.audit;
    const found = seen.get(id) ?? [];
    if (result.state === 'fail' || (found.length === 0 && result.state === 'pass')) return result;
    if (found.length === 0) return answered.has(id) ? { ...passed(result), how: 'browser' } : result;
    return {
      ...result,
      state: 'fail',
      checked: Math.max(result.checked, found.length),
      failed: found.length,
      findings: found.map(({ finding }) => finding),
      places: found.map(({ place }) => place),
      how: 'browser',
    };
  });
}

function passed({ note: _note, ...result }: AuditResult): AuditResult {
  return { ...result, state: 'pass' };
}

interface Placed {
  finding: Finding;
  place: PageElement | null;
}

/** The browser's word about an element of the source, with our selector and its line. */
function placed(page: Page, audit: Audit, node: AxeNode, place: PageElement | null): Placed {
  const message = quote(node.summary.replace(/^Fix (any|all) of the following:\s*/i, '')) || audit.title;
  const selector = place === null ? node.selector : page.selectorOf(place);
  const finding: Finding = {
    auditId: audit.id,
    role: audit.role,
    dim: audit.dim,
    severity: audit.severity,
    selector,
    line: place?.startTag?.line ?? 1,
    column: place?.startTag?.column ?? 1,
    measured: message,
    required: audit.title,
    evidence: quote(node.html),
    message,
    suggestion: '',
    tier: audit.tier,
    witness: { audit: audit.id, selector, predicate: audit.title },
  };
  return { finding, place };
}

/** What the browser calls wrong, each under the audit that asks it and in the words it is told with. Pure. */
import type { MustFixSeverity } from '@design-jury/contracts/theater/critique';
import { findAudit } from '../audits/index.ts';
import type { Audit, SeenColours } from '../finding.ts';
import { quote } from '../measure.ts';
import { readColor } from '../model/style.ts';
import type { AxeNode, BrowserFacts } from './facts.ts';
import { layoutSaid, windowWords } from './layout-words.ts';

export const CONTRAST = 'contrast-text';
export const WIDTH = 'fixed-width';
export const LINES = 'line-length';
export const CLIPPED = 'clipped-text';

/** axe's rules that are the same question as one of our audits. */
export const SAME_QUESTION: Readonly<Record<string, string>> = Object.fromEntries(
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
export const REST = 'browser-check';
const GRAVE = new Set<string | null>(['serious', 'critical']);

const MOST_CHARACTERS = 110;

export interface Seen {
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
  /** What was compared, where it is about colours. */
  colours?: SeenColours;
}

export function allSeen(facts: BrowserFacts): Seen[] {
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
      const { colours } = node;
      const compared = colours && coloursOf(colours.text, [colours.behind], colours.required);
      add(id, node, {
        measured: `axe rule ${rule}`,
        required: title,
        message,
        isGrave: GRAVE.has(impact),
        ...(compared && id === CONTRAST ? { colours: compared } : {}),
      });
    }
  }
  for (const one of facts.pixelContrast.filter(({ ratio, required }) => ratio < required)) {
    const { node, ratio, required, text = '', behind = [] } = one;
    const colours = coloursOf(text, behind, required);
    const measured = `${ratio.toFixed(2)}:1 against the picture behind it`;
    const message = `Text over a picture has a contrast of ${ratio.toFixed(2)}:1, below ${required}:1.`;
    add(CONTRAST, node, {
      measured,
      required: `at least ${required}:1`,
      message,
      ...(colours && { colours }),
    });
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

function coloursOf(text: string, behind: readonly string[], required: number): SeenColours | null {
  const ink = readColor(text);
  const grounds = behind.flatMap((ground) => readColor(ground) ?? []);
  return ink === null || grounds.length === 0 ? null : { text: ink, behind: grounds, required };
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

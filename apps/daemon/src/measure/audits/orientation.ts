import type { Rule } from 'postcss';
import type { Audit, Observation } from '../finding.ts';
import { textOfSheet } from '../model/css.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements } from '../model/reading.ts';

/** A quarter turn, give or take: what a page is turned by to stay upright in a device that was turned. */
const QUARTER_DEG = 90;
const TOLERANCE_DEG = 15;

export const orientation: Audit = {
  id: 'orientation',
  role: 'a11y',
  dim: 'wcag',
  weight: 7,
  title: 'The page works upright and across',
  why: 'Who has a device mounted to a wheelchair cannot turn it.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/orientation.html',
  severity: 'major',
  tier: 'report',
  unit: 'boxes turned for one orientation',
  properties: ['transform', 'rotate'],
  run(page) {
    const turned = turnedRules(page);
    const found: Observation[] = [];
    for (const { rule, degrees } of turned) {
      const at = firstShown(page, rule.selector);
      if (at === null) continue;
      found.push({
        at,
        measured: `turned by ${Math.round(degrees)}° in one orientation`,
        required: 'the same content in both orientations',
        message: `${rule.selector} is turned by ${Math.round(degrees)}° when the device is turned: the page works one way round only.`,
        suggestion: 'Let the layout follow the orientation instead of turning it back.',
      });
    }
    return { checked: turned.length, found };
  },
};

/** Rules for one orientation that turn a box by a quarter, against what it has otherwise. */
function turnedRules(page: Page): { rule: Rule; degrees: number }[] {
  // Most pages do not ask for it, and a framework has thousands of rules to look through.
  if (!page.sheets.some((sheet) => /orientation/i.test(textOfSheet(sheet)))) return [];
  const always = new Map<string, number>();
  const turned: { rule: Rule; degrees: number }[] = [];
  for (const { root } of page.sheets) {
    root.walkRules((rule) => {
      const degrees = turnOf(rule);
      if (degrees === null) return;
      const media = mediaOf(rule);
      if (/orientation\s*:\s*(portrait|landscape)\s*\)/i.test(media)) turned.push({ rule, degrees });
      else if (media === '') always.set(rule.selector, degrees);
    });
  }
  return turned.filter(({ rule, degrees }) => {
    const difference = Math.abs(degrees - (always.get(rule.selector) ?? 0)) % (2 * QUARTER_DEG);
    return Math.abs(difference - QUARTER_DEG) <= TOLERANCE_DEG;
  });
}

function mediaOf(rule: Rule): string {
  const { parent } = rule;
  return parent?.type === 'atrule' && 'params' in parent ? `${parent.params}` : '';
}

/** Degrees a rule turns its box by, in the plane of the screen; null where it turns nothing. */
function turnOf(rule: Rule): number | null {
  let degrees: number | null = null;
  rule.each((node) => {
    if (node.type !== 'decl') return;
    if (node.prop === 'rotate') degrees = angleOf(node.value.trim().split(/\s+/).at(-1) ?? '');
    if (node.prop !== 'transform') return;
    for (const [, name = '', inside = ''] of node.value.matchAll(/([a-z0-9]+)\(([^()]*)\)/gi)) {
      const parts = inside.split(',').map((part) => part.trim());
      const turn = turnBy(name.toLowerCase(), parts);
      if (turn !== null) degrees = (degrees ?? 0) + turn;
    }
  });
  return degrees;
}

function turnBy(name: string, parts: readonly string[]): number | null {
  if ((name === 'rotate' || name === 'rotatez') && parts.length === 1) return angleOf(parts[0] ?? '');
  if (name === 'rotate3d') {
    const [x, y, z] = parts.map(Number);
    return x === 0 && y === 0 && z !== undefined ? Math.sign(z) * (angleOf(parts[3] ?? '') ?? 0) : null;
  }
  if (name !== 'matrix' && name !== 'matrix3d') return null;
  const [a = 1, b = 0] = parts.map(Number);
  return (Math.atan2(b, a) * 180) / Math.PI;
}

const DEGREES: Readonly<Record<string, number>> = { deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 };

function angleOf(text: string): number | null {
  const match = /^([-+]?[\d.]+(?:e[-+]?\d+)?)(deg|grad|rad|turn)$/i.exec(text);
  return match === null ? null : Number(match[1]) * (DEGREES[match[2]?.toLowerCase() ?? ''] ?? 1);
}

/** The first element a selector's last part names that shows something. */
function firstShown(page: Page, selector: string): PageElement | null {
  const lasts = selector.split(',').map(
    (one) =>
      one
        .trim()
        .split(/[\s>+~]+/)
        .at(-1) ?? '',
  );
  return (
    page.elements.find((element) => lasts.some((last) => isNamed(element, last)) && shows(page, element)) ??
    null
  );
}

function isNamed({ tag, attributes }: PageElement, last: string): boolean {
  const match = /^([a-z][\w-]*|\*)?((?:[.#][\w-]+)*)(:root)?$/i.exec(last);
  if (match === null) return false;
  const [, name, rest = '', root] = match;
  if (name !== undefined && name !== '*' && name.toLowerCase() !== tag) return false;
  if (root !== undefined && tag !== 'html') return false;
  const classes = new Set((attributes.get('class') ?? '').split(/\s+/));
  return (rest.match(/[.#][\w-]+/g) ?? []).every((part) =>
    part.startsWith('#') ? attributes.get('id') === part.slice(1) : classes.has(part.slice(1)),
  );
}

function shows(page: Page, element: PageElement): boolean {
  if (!page.engine.isRendered(element)) return false;
  if (element.tag !== 'html' && page.isVisible(element)) return true;
  return childElements(element).some((child) => child.tag !== 'head' && page.isVisible(child));
}

import type { Audit, Observation } from '../finding.ts';
import type { Forbidden } from '../model/design-rules.ts';
import type { Page, PageElement } from '../model/page.ts';
import { placeOfOffset } from '../model/place.ts';
import { renderedElements, textOf, visibleBlocks } from '../model/reading.ts';
import type { ElementStyle } from '../model/style.ts';

const ROUND_PX = 50;

export const brandRules: Audit = {
  id: 'brand-rules',
  role: 'brand',
  againstDesign: true,
  dim: 'rules',
  weight: 7,
  title: 'What the design system rules out is not there',
  why: 'A rule that is written down was argued about once; a page that breaks it opens the argument again.',
  link: 'https://www.designtokens.org/',
  severity: 'major',
  tier: 'report',
  unit: 'places that break a written rule',
  properties: ['background-image', 'box-shadow', 'font-style', 'text-transform', 'border-radius'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const forbids = page.design?.forbids ?? [];
    if (forbids.length === 0) return { checked: 0, found: [], note: 'the design system rules nothing out' };
    const found: Observation[] = [];
    const elements = renderedElements(page);
    for (const at of elements) {
      for (const thing of forbids) {
        const measured = paints(page, at, thing);
        if (measured !== null) found.push(brokenRule(at, thing, measured));
      }
    }
    const blocks = visibleBlocks(page);
    // What is written stands where its text does, not where its style is.
    const broken = (at: PageElement, thing: Forbidden, measured: string): Observation => ({
      ...brokenRule(at, thing, measured),
      ...(at.startTag === null ? {} : { position: { line: at.startTag.line, column: at.startTag.column } }),
    });
    for (const { element: at, text } of blocks) {
      if (forbids.includes('exclamation marks') && /[!！]/.test(text))
        found.push(broken(at, 'exclamation marks', `"${text.slice(0, 60)}"`));
      if (forbids.includes('emoji') && /\p{Extended_Pictographic}/u.test(text))
        found.push(broken(at, 'emoji', `"${text.slice(0, 60)}"`));
      if (forbids.includes('superlatives')) {
        const boast = BOASTS.exec(text)?.[0];
        if (boast !== undefined) found.push(broken(at, 'superlatives', `"${boast}"`));
      }
      if (forbids.includes('capitals') && isShouted(text))
        found.push(broken(at, 'capitals', `"${text.slice(0, 60)}"`));
    }
    if (forbids.includes('a dark scheme')) found.push(...darkRules(page));
    return { checked: elements.length + blocks.length, found };
  },
};

/** Words that claim a first place; "best" in "best before" claims none. */
const BOASTS =
  /\b(?:the (?:very )?best|world'?s best|best[- ](?:in|of)[- ](?:class|the)|most (?:advanced|powerful|trusted|beautiful|popular|innovative|reliable)|(?:fastest|greatest|finest|leading|unrivall?ed|unbeatable|unmatched|ultimate|world-class|number one|#1|perfect|guaranteed)(?= |[.,!]|$))\b/i;

function brokenRule(at: PageElement | null, thing: Forbidden, measured: string): Observation {
  return {
    at,
    measured,
    required: `no ${thing}`,
    message: `The design system rules out ${thing}.`,
    suggestion: 'Take it out.',
  };
}

/** What the author wrote and this element shows of it; null where it does not. */
function paints(page: Page, at: PageElement, thing: Forbidden): string | null {
  const style = page.styleOf(at);
  const own = (property: string): string | null => {
    const value = style.declared(property)?.value ?? null;
    return value === null || /^(?:none|normal|initial|inherit|unset|0)$/i.test(value.trim()) ? null : value;
  };
  switch (thing) {
    case 'gradients': {
      const image = own('background-image') ?? own('background');
      return image !== null && /-gradient\(/i.test(image) ? image.slice(0, 60) : null;
    }
    case 'shadows': {
      const shadow =
        own('box-shadow') ??
        own('text-shadow') ??
        /drop-shadow\([^)]*\)/.exec(own('filter') ?? '')?.[0] ??
        null;
      // A ring without blur is a border of another kind.
      return shadow !== null && !/^\s*(?:inset\s+)?0(?:px)?\s+0(?:px)?\s+0(?:px)?\s/.test(shadow)
        ? shadow.slice(0, 60)
        : null;
    }
    case 'italics':
      return /italic|oblique/i.test(own('font-style') ?? '') ? 'font-style: italic' : null;
    case 'transparency': {
      const opacity = own('opacity');
      if (opacity !== null && Number.parseFloat(opacity) > 0 && Number.parseFloat(opacity) < 1)
        return `opacity: ${opacity}`;
      const tinted = TINTED.find((property) => {
        const color = isOwn(style, property) ? style.color(property) : null;
        return color !== null && color.alpha > 0 && color.alpha < 1;
      });
      return tinted === undefined ? null : `${tinted} with an alpha of ${style.color(tinted)?.alpha}`;
    }
    case 'centred text':
      // The words of a button stand in its middle, whatever is said of text.
      return /^center$/i.test(own('text-align')?.trim() ?? '') && textOf(at) !== '' && !isButton(at)
        ? 'text-align: center'
        : null;
    case 'justified text':
      return /^justify/i.test(own('text-align')?.trim() ?? '') ? 'text-align: justify' : null;
    case 'dashed borders':
      return dashedIn(style);
    case 'animation': {
      const motion = own('animation') ?? own('animation-name') ?? own('transition');
      if (motion === null || /^0s\b/.test(motion.trim())) return null;
      // Where a time is written down, a change of colour within it is allowed.
      const isColour =
        /^(?:(?:color|background|background-color|border-color|fill|outline-color|text-decoration-color)\s[^,]*(?:,|$)\s*)+$/i.test(
          motion.trim(),
        );
      return isColour && page.design?.longestMotionMs != null && own('animation') === null
        ? null
        : motion.slice(0, 60);
    }
    case 'capitals':
      return /uppercase/i.test(own('text-transform') ?? '') ? 'text-transform: uppercase' : null;
    case 'spaced letters': {
      const spacing = own('letter-spacing');
      return spacing !== null && Math.abs(style.px('letter-spacing') ?? 0) > 0.05
        ? `letter-spacing: ${spacing}`
        : null;
    }
    case 'blur': {
      const filter = own('backdrop-filter') ?? own('-webkit-backdrop-filter') ?? own('filter');
      return filter !== null && /blur\(/.test(filter) ? filter.slice(0, 60) : null;
    }
    case 'pills':
      return (style.px('border-top-left-radius') ?? 0) >= ROUND_PX
        ? `border-radius: ${style.px('border-top-left-radius')}px`
        : null;
    default:
      return null;
  }
}

/** A rule for the dark scheme in the page's own styles. */
function darkRules(page: Page): Observation[] {
  return page.sheets.flatMap(({ root, offset }) => {
    const found: Observation[] = [];
    root.walkAtRules(/^media$/i, (rule) => {
      const start = rule.source?.start?.offset;
      if (
        found.length > 0 ||
        offset === null ||
        start === undefined ||
        !/prefers-color-scheme:\s*dark/i.test(rule.params)
      )
        return;
      found.push({
        ...brokenRule(page.byTag('html')[0] ?? null, 'a dark scheme', `@media ${rule.params}`),
        position: placeOfOffset(page, offset + start),
      });
    });
    return found;
  });
}

/** Two words in capitals are emphasis, side by side or not; one may be a name, and beside a figure it is a unit: NOK 48. */
function isShouted(text: string): boolean {
  const long = text.match(/(?<![\p{L}\d]|\d\s)\p{Lu}{3,}(?![\p{L}\d]|\s?\d)/gu) ?? [];
  return (
    long.length >= 2 ||
    /(?<![\p{L}\d])(?:\p{Lu}{2,} \p{Lu}{4,}|\p{Lu}{4,} \p{Lu}{2,})(?![\p{L}\d])/u.test(text)
  );
}

const TINTED = ['background-color', 'color', 'border-top-color'] as const;

/** Written for this element, not inherited. */
function isOwn(style: ElementStyle, property: string): boolean {
  return property === 'color' ? style.declared('color')?.source != null : style.source(property) !== null;
}

function dashedIn(style: ElementStyle): string | null {
  const side = ['top', 'right', 'bottom', 'left'].find(
    (edge) =>
      /dashed|dotted/.test(style.value(`border-${edge}-style`) ?? '') &&
      (style.px(`border-${edge}-width`) ?? 0) > 0,
  );
  return side === undefined ? null : `border-${side}: ${style.value(`border-${side}-style`)}`;
}

function isButton({ tag, attributes }: PageElement): boolean {
  return (
    /^(button|input|summary)$/.test(tag) ||
    attributes.get('role') === 'button' ||
    /\b(?:btn|button|cta)\b/i.test(attributes.get('class') ?? '')
  );
}

import type { Audit, Observation } from '../finding.ts';
import type { Forbidden } from '../model/design-rules.ts';
import type { Page, PageElement } from '../model/page.ts';
import { renderedElements, textOf, visibleBlocks } from '../model/reading.ts';
import type { ElementStyle } from '../model/style.ts';

const ROUND_PX = 50;

export const brandRules: Audit = {
  id: 'brand-rules',
  role: 'brand',
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
        if (measured !== null) found.push(broken(at, thing, measured));
      }
    }
    const blocks = visibleBlocks(page);
    for (const { element: at, text } of blocks) {
      if (forbids.includes('exclamation marks') && /[!！]/.test(text))
        found.push(broken(at, 'exclamation marks', `"${text.slice(0, 60)}"`));
      if (forbids.includes('emoji') && /\p{Extended_Pictographic}/u.test(text))
        found.push(broken(at, 'emoji', `"${text.slice(0, 60)}"`));
      if (forbids.includes('capitals') && isShouted(text))
        found.push(broken(at, 'capitals', `"${text.slice(0, 60)}"`));
    }
    return { checked: elements.length + blocks.length, found };
  },
};

function broken(at: PageElement, thing: Forbidden, measured: string): Observation {
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
      const shadow = own('box-shadow') ?? own('text-shadow');
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
      return /^center$/i.test(own('text-align')?.trim() ?? '') && textOf(at) !== ''
        ? 'text-align: center'
        : null;
    case 'justified text':
      return /^justify/i.test(own('text-align')?.trim() ?? '') ? 'text-align: justify' : null;
    case 'dashed borders':
      return dashedIn(style);
    case 'animation': {
      const motion = own('animation') ?? own('animation-name') ?? own('transition');
      return motion !== null && !/^0s\b/.test(motion.trim()) ? motion.slice(0, 60) : null;
    }
    case 'capitals':
      return /uppercase/i.test(own('text-transform') ?? '') ? 'text-transform: uppercase' : null;
    case 'pills':
      return (style.px('border-top-left-radius') ?? 0) >= ROUND_PX
        ? `border-radius: ${style.px('border-top-left-radius')}px`
        : null;
    default:
      return null;
  }
}

/** Two words in capitals are emphasis, side by side or not; one may be a name. */
function isShouted(text: string): boolean {
  const long = text.match(/(?<![\p{L}\d])\p{Lu}{3,}(?![\p{L}\d])/gu) ?? [];
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

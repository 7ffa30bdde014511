/** The properties that are computed here: how each is read, what it is without a declaration, and who may set it. */

export type PropertyType =
  | { kind: 'color' }
  | { kind: 'length'; words: readonly string[]; negative: boolean }
  | { kind: 'words'; words: readonly string[] }
  /** A width that is nothing where its line style draws nothing. */
  | { kind: 'line-width'; style: string }
  | {
      kind:
        | 'font-size'
        | 'font-weight'
        | 'font-family'
        | 'font-style'
        | 'line-height'
        | 'opacity'
        | 'decoration'
        | 'scheme'
        | 'display';
    };

export interface Property {
  inherits: boolean;
  initial: string;
  type: PropertyType;
}

const LINE_STYLES = [
  'none',
  'hidden',
  'dotted',
  'dashed',
  'solid',
  'double',
  'groove',
  'ridge',
  'inset',
  'outset',
];
const SIZES = [
  'auto',
  'min-content',
  'max-content',
  'fit-content',
  'stretch',
  '-webkit-fill-available',
  '-moz-available',
  'none',
];

export const SIDES = ['top', 'right', 'bottom', 'left'] as const;
export const CORNERS = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const;

const length = (
  initial: string,
  words: readonly string[] = [],
  negative = false,
  inherits = false,
): Property => ({
  inherits,
  initial,
  type: { kind: 'length', words, negative },
});
const oneOf = (initial: string, words: readonly string[], inherits = false): Property => ({
  inherits,
  initial,
  type: { kind: 'words', words: [initial, ...words] },
});
const special = (
  kind: Exclude<PropertyType['kind'], 'length' | 'words' | 'line-width'>,
  initial: string,
  inherits: boolean,
): Property => ({
  inherits,
  initial,
  type: { kind } as PropertyType,
});

function table(): Map<string, Property> {
  const list = new Map<string, Property>([
    ['color', special('color', 'canvastext', true)],
    ['background-color', special('color', 'transparent', false)],
    ['outline-color', special('color', 'currentcolor', false)],
    ['color-scheme', special('scheme', 'normal', true)],
    ['font-size', special('font-size', 'medium', true)],
    ['font-weight', special('font-weight', '400', true)],
    ['font-style', special('font-style', 'normal', true)],
    ['font-family', special('font-family', 'serif', true)],
    ['line-height', special('line-height', 'normal', true)],
    ['letter-spacing', length('normal', ['normal'], true, true)],
    ['text-indent', length('0px', [], true, true)],
    ['opacity', special('opacity', '1', false)],
    ['display', special('display', 'inline', false)],
    ['text-decoration-line', special('decoration', 'none', false)],
    ['row-gap', length('normal', ['normal'])],
    ['column-gap', length('normal', ['normal'])],
    ['width', length('auto', SIZES)],
    ['height', length('auto', SIZES)],
    ['min-width', length('auto', SIZES)],
    ['min-height', length('auto', SIZES)],
    ['max-width', length('none', SIZES)],
    ['max-height', length('none', SIZES)],
    ['outline-style', oneOf('none', ['auto', ...LINE_STYLES])],
    [
      'outline-width',
      { inherits: false, initial: 'medium', type: { kind: 'line-width', style: 'outline-style' } },
    ],
    [
      'text-transform',
      oneOf(
        'none',
        ['capitalize', 'uppercase', 'lowercase', 'full-width', 'full-size-kana', 'math-auto'],
        true,
      ),
    ],
    [
      'text-align',
      oneOf(
        'start',
        [
          'end',
          'left',
          'right',
          'center',
          'justify',
          'match-parent',
          '-webkit-center',
          '-webkit-left',
          '-webkit-right',
          '-webkit-auto',
        ],
        true,
      ),
    ],
    ['position', oneOf('static', ['relative', 'absolute', 'fixed', 'sticky', '-webkit-sticky'])],
    ['float', oneOf('none', ['left', 'right', 'inline-start', 'inline-end'])],
    ['visibility', oneOf('visible', ['hidden', 'collapse'], true)],
    ['direction', oneOf('ltr', ['rtl'], true)],
    ['overflow-x', oneOf('visible', ['hidden', 'scroll', 'auto', 'clip', 'overlay'])],
    ['overflow-y', oneOf('visible', ['hidden', 'scroll', 'auto', 'clip', 'overlay'])],
  ]);
  for (const side of SIDES) {
    list.set(`padding-${side}`, length('0px'));
    list.set(`margin-${side}`, length('0px', ['auto'], true));
    list.set(`border-${side}-style`, oneOf('none', LINE_STYLES));
    list.set(`border-${side}-color`, special('color', 'currentcolor', false));
    list.set(`border-${side}-width`, {
      inherits: false,
      initial: 'medium',
      type: { kind: 'line-width', style: `border-${side}-style` },
    });
  }
  for (const corner of CORNERS) list.set(`border-${corner}-radius`, length('0px'));
  return list;
}

export const PROPERTIES: ReadonlyMap<string, Property> = table();

type Direction = 'ltr' | 'rtl';

const LOGICAL_SIDE: Record<Direction, Record<string, string>> = {
  ltr: { top: 'block-start', bottom: 'block-end', left: 'inline-start', right: 'inline-end' },
  rtl: { top: 'block-start', bottom: 'block-end', left: 'inline-end', right: 'inline-start' },
};
const LOGICAL_CORNER: Record<Direction, Record<string, string>> = {
  ltr: {
    'top-left': 'start-start',
    'top-right': 'start-end',
    'bottom-right': 'end-end',
    'bottom-left': 'end-start',
  },
  rtl: {
    'top-left': 'start-end',
    'top-right': 'start-start',
    'bottom-right': 'end-start',
    'bottom-left': 'end-end',
  },
};
const ALIASES: Record<string, readonly string[]> = {
  'row-gap': ['gap', 'grid-gap', 'grid-row-gap'],
  'column-gap': ['gap', 'grid-gap', 'grid-column-gap', '-webkit-column-gap'],
  'background-color': ['background'],
  'font-size': ['font'],
  'font-weight': ['font'],
  'font-style': ['font'],
  'font-family': ['font'],
  'line-height': ['font'],
  'text-decoration-line': ['text-decoration', '-webkit-text-decoration'],
  'overflow-x': ['overflow'],
  'overflow-y': ['overflow'],
  'outline-color': ['outline'],
  'outline-style': ['outline'],
  'outline-width': ['outline'],
  width: ['inline-size'],
  height: ['block-size'],
  'min-width': ['min-inline-size'],
  'min-height': ['min-block-size'],
  'max-width': ['max-inline-size'],
  'max-height': ['max-block-size'],
};

const known = new Map<string, readonly string[]>();

/** Every name a declaration may have that sets this property, in a horizontal line that runs in this direction. */
export function settersOf(property: string, direction: Direction): readonly string[] {
  const key = `${property} ${direction}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = [
    property,
    ...(ALIASES[property] ?? []),
    ...boxSetters(property, direction),
    ...(property === 'direction' ? [] : ['all']),
  ];
  known.set(key, made);
  return made;
}

function boxSetters(property: string, direction: Direction): string[] {
  const space = /^(padding|margin)-(top|right|bottom|left)$/.exec(property);
  if (space !== null) {
    const [, box = '', side = ''] = space;
    const logical = LOGICAL_SIDE[direction][side] ?? '';
    return [box, `${box}-${axisOf(side)}`, `${box}-${logical}`];
  }
  const line = /^border-(top|right|bottom|left)-(width|style|color)$/.exec(property);
  if (line !== null) {
    const [, side = '', aspect = ''] = line;
    const logical = LOGICAL_SIDE[direction][side] ?? '';
    const axis = axisOf(side);
    return [
      'border',
      `border-${aspect}`,
      `border-${side}`,
      `border-${axis}`,
      `border-${axis}-${aspect}`,
      `border-${logical}`,
      `border-${logical}-${aspect}`,
    ];
  }
  const corner = /^border-(top-left|top-right|bottom-right|bottom-left)-radius$/.exec(property)?.[1];
  return corner === undefined
    ? []
    : [
        'border-radius',
        '-webkit-border-radius',
        `-webkit-border-${corner}-radius`,
        `border-${LOGICAL_CORNER[direction][corner] ?? ''}-radius`,
      ];
}

export function axisOf(side: string): 'block' | 'inline' {
  return side === 'top' || side === 'bottom' ? 'block' : 'inline';
}

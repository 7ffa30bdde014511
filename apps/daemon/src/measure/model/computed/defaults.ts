/**
 * What browsers give elements before any author speaks, as far as Alfa's own sheet leaves it out: the rendering
 * section of the HTML standard, with Chromium's figures for controls. And the old attributes that style.
 */
import type { PageElement } from '../dom.ts';

export type Defaults = readonly (readonly [property: string, value: string])[];

const block = (size: string): Defaults => [['margin-block', size]];
const list: Defaults = [
  ['margin-block', '1em'],
  ['padding-inline-start', '40px'],
];
const control: Defaults = [
  ['font-size', '13.3333px'],
  ['font-weight', '400'],
  ['font-style', 'normal'],
  ['letter-spacing', 'normal'],
  ['line-height', 'normal'],
  ['text-transform', 'none'],
  ['display', 'inline-block'],
];
const button: Defaults = [
  ...control,
  ['padding', '1px 6px'],
  ['border', '2px outset buttonborder'],
  ['text-align', 'center'],
  ['color', 'buttontext'],
];
const field: Defaults = [
  ...control,
  ['padding', '1px 2px'],
  ['border', '2px inset'],
  ['text-align', 'start'],
  ['color', 'fieldtext'],
  ['background-color', 'field'],
];

const BY_TAG: Record<string, Defaults> = {
  body: [['margin', '8px']],
  p: block('1em'),
  h1: block('0.67em'),
  h2: block('0.83em'),
  h3: block('1em'),
  h4: block('1.33em'),
  h5: block('1.67em'),
  h6: block('2.33em'),
  ul: list,
  ol: list,
  menu: [...list, ['display', 'block']],
  dir: list,
  dl: block('1em'),
  dd: [['margin-inline-start', '40px']],
  blockquote: [['margin', '1em 40px']],
  figure: [['margin', '1em 40px']],
  pre: [['margin-block', '1em'], ['font-family', 'monospace']],
  listing: [['margin-block', '1em'], ['font-family', 'monospace']],
  xmp: [['margin-block', '1em'], ['font-family', 'monospace']],
  hr: [['margin', '0.5em auto'], ['border', '1px inset']],
  fieldset: [['margin-inline', '2px'], ['padding', '0.35em 0.75em 0.625em'], ['border', '2px groove']],
  legend: [['padding-inline', '2px']],
  address: [['font-style', 'italic']],
  sub: [['font-size', 'smaller']],
  sup: [['font-size', 'smaller']],
  td: [['padding', '1px']],
  th: [['padding', '1px'], ['text-align', 'center']],
  caption: [['text-align', 'center']],
  center: [['text-align', '-webkit-center']],
  iframe: [['border', '2px inset']],
  dialog: [['position', 'absolute'], ['margin', 'auto'], ['padding', '1em'], ['border', 'solid']],
  search: [['display', 'block']],
  optgroup: [['font-weight', 'bold'], ['display', 'block']],
  option: [['display', 'block'], ['padding', '0 2px 1px']],
  table: [['text-indent', '0'], ['line-height', 'inherit']],
  img: [],
  meter: [['display', 'inline-block']],
  progress: [['display', 'inline-block']],
  button,
  select: [...control, ['border', '1px solid'], ['color', 'fieldtext'], ['background-color', 'field']],
  textarea: [...control, ['padding', '2px'], ['border', '1px solid'], ['color', 'fieldtext'], ['background-color', 'field']],
  input: field,
}; // biome-ignore format: a table

const INPUTS: Record<string, Defaults> = {
  submit: button,
  reset: button,
  button,
  checkbox: [...control, ['margin', '3px 3px 3px 4px'], ['border', 'initial'], ['padding', '0']],
  radio: [...control, ['margin', '3px 3px 0 5px'], ['border', 'initial'], ['padding', '0']],
  range: [...control, ['margin', '2px'], ['padding', '0']],
  image: [...control],
  file: [...control],
  color: [...control, ['padding', '1px 2px'], ['border', '1px solid']],
  hidden: [['display', 'none']],
};

const LISTS = new Set(['ul', 'ol', 'dl', 'menu', 'dir']);

export function browserDefaults(element: PageElement): Defaults {
  if (!element.html) return [];
  if (element.tag === 'input')
    return INPUTS[(element.attributes.get('type') ?? 'text').toLowerCase()] ?? field;
  const own = BY_TAG[element.tag] ?? [];
  const dir = element.attributes.get('dir')?.toLowerCase();
  const direction: Defaults = dir === 'rtl' || dir === 'ltr' ? [['direction', dir]] : [];
  return LISTS.has(element.tag) && isInList(element)
    ? [['margin-block', '0'], ...own.slice(1), ...direction]
    : [...direction, ...own];
}

function isInList(element: PageElement): boolean {
  for (let at = element.parent; at !== null; at = at.parent) if (LISTS.has(at.tag)) return true;
  return false;
}

const ALIGNED = new Set([
  'p',
  'div',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'td',
  'th',
  'tr',
  'tbody',
  'thead',
  'tfoot',
]);
const COLORED = new Set(['body', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th']);
const FONT_SIZES = ['x-small', 'x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large'];

/** Attributes that style, weaker than any rule of the author and stronger than the browser's own. */
export function attributeHints({ tag, html, attributes }: PageElement): Defaults {
  if (!html || attributes.size === 0) return [];
  const hints: [string, string][] = [];
  const add = (property: string, value: string | undefined): void => {
    if (value !== undefined && value.trim() !== '') hints.push([property, value.trim()]);
  };
  if (COLORED.has(tag)) add('background-color', legacyColor(attributes.get('bgcolor')));
  if (tag === 'body') add('color', legacyColor(attributes.get('text')));
  if (tag === 'font') {
    add('color', legacyColor(attributes.get('color')));
    add('font-family', attributes.get('face'));
    const size = Number(attributes.get('size'));
    if (attributes.has('size') && Number.isInteger(size) && size > 0)
      add('font-size', FONT_SIZES[Math.min(7, size)]);
  }
  const align = attributes.get('align')?.toLowerCase();
  if (ALIGNED.has(tag) && align !== undefined && /^(left|right|center|justify)$/.test(align))
    add('text-align', align === 'justify' || tag === 'p' || /^h\d/.test(tag) ? align : `-webkit-${align}`);
  return hints;
}

function legacyColor(value: string | undefined): string | undefined {
  return value !== undefined && /^[\da-f]{6}$/i.test(value.trim()) ? `#${value.trim()}` : value;
}

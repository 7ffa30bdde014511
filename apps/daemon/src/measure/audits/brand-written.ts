import type { Declaration } from 'postcss';
import type { Audit, Observation } from '../finding.ts';
import { isOwnStep, isSaidPlainly } from '../model/brand-tokens.ts';
import { difference } from '../model/color.ts';
import type { DesignSystem } from '../model/design-md.ts';
import type { Page } from '../model/page.ts';
import { placeOfOffset } from '../model/place.ts';
import { bodyFontSize, proseBlocks, visibleBlocks } from '../model/reading.ts';
import { readColor } from '../model/style.ts';

export const brandWritten: Audit = {
  id: 'brand-written',
  role: 'brand',
  dim: 'rules',
  weight: 7,
  title: 'Every value of the page is one that the design system writes down',
  why: 'A page that takes all its values from the design system but one has one slip.',
  link: 'https://www.designtokens.org/',
  severity: 'major',
  tier: 'report',
  unit: 'values that are nowhere in the design system',
  againstDesign: true,
  run(page) {
    const { design } = page;
    if (design === null) return { checked: 0, found: [] };
    const written = valuesIn(page);
    const answers = KINDS.map((kind) => strangers(page, kind, written, design));
    const found = [...answers.flatMap((answer) => answer.found), ...body(page, design)];
    const checked = answers.reduce((sum, answer) => sum + answer.checked, 0);
    return { checked: Math.max(checked, found.length), found };
  },
};

interface Written {
  property: string;
  value: string;
  /** In the page's source. */
  offset: number;
}

/** The page's own declarations, with variables and what is for other schemes and widths. */
function valuesIn(page: Page): Written[] {
  const found: Written[] = [];
  for (const { root, offset, origin } of page.sheets) {
    if (origin !== 'inline' || offset === null) continue;
    root.walkDecls((declaration: Declaration) => {
      const start = declaration.source?.start?.offset;
      if (start !== undefined && found.length < MOST)
        found.push({
          property: declaration.prop.toLowerCase(),
          value: declaration.value,
          offset: offset + start,
        });
    });
  }
  for (const at of page.elements) {
    const style = at.attributes.get('style');
    const range = at.attributeRanges.get('style');
    if (style === undefined || range === undefined) continue;
    for (const part of style.split(';')) {
      const [property = '', ...value] = part.split(':');
      if (value.length > 0 && found.length < MOST)
        found.push({
          property: property.trim().toLowerCase(),
          value: value.join(':').trim(),
          offset: range.start,
        });
    }
  }
  return found;
}

const MOST = 5_000;

interface Kind {
  /** The values of this kind in a declaration. */
  read(written: Written): string[];
  isWritten(value: string, design: DesignSystem): boolean;
  /** Different values that must be written down before another is a stranger. */
  least: number;
  /** Whether anything on the page shows it: a value may be written and lose. */
  isSeen?(page: Page, value: string): boolean;
  /** Strangers, beyond which the page has a system of its own. */
  most?: number;
}

const figures = (value: string): string[] =>
  [...value.matchAll(/(?<![\w.#-])(\d+(?:\.\d+)?|\.\d+)(px|rem)\b/g)].map(([, n, unit]) =>
    String(Math.round(Number(n) * (unit === 'rem' ? 16 : 1) * 100) / 100),
  );

/** A figure that stands anywhere in the design system, with or without its unit; in rem too. */
function hasFigure({ text }: DesignSystem, figure: string): boolean {
  const rem = String(Number(figure) / 16);
  return (
    new RegExp(`(?<![\\d.])${RegExp.escape(figure)}(?![\\d.]*\\d)`).test(text) ||
    new RegExp(`(?<![\\d.])${RegExp.escape(rem)}\\s?rem`).test(text)
  );
}

/** "multiples of 8px", "4 px base": what is one of them needs no line of its own. */
function isOnGrid({ text, spacing }: DesignSystem, px: number): boolean {
  const base =
    /(?:multiples?|vielfache\w*|multiples) (?:of|von|de) (\d{1,2})|(\d{1,2})[\s-]?(?:px|pixel|pt)[\s-]*(?:grid|base|raster|steps?|unit|rhythm)|(?:grid|raster|base|baseline|unit|step|steps of|rhythm)\D{0,12}?(\d{1,2})\s?px/i.exec(
      text,
    );
  const step = Number(base?.[1] ?? base?.[2] ?? base?.[3] ?? 0);
  return (step > 0 && px % step === 0) || spacing.includes(px);
}

const SPACE =
  /^(?:padding|margin|gap|row-gap|column-gap)(?:-(?:top|right|bottom|left|block|inline|block-start|block-end|inline-start|inline-end))?$/;

const KINDS: readonly Kind[] = [
  {
    least: 3,
    read: ({ value }) =>
      [...value.matchAll(/#[\da-f]{8}\b|#[\da-f]{6}\b|#[\da-f]{3,4}\b/gi)].map(([hex]) => hex.toLowerCase()),
    isWritten: (hex, { text, colors }) => {
      if (text.toLowerCase().includes(hex)) return true;
      const color = readColor(hex);
      if (color === null || color.alpha < 1 || isSaidPlainly(text, color)) return true;
      const named = [...text.matchAll(/#[\da-f]{3,8}\b/gi)].map(([one]) => one);
      return [...named, ...colors.map(({ value }) => value)].some((one) => {
        const other = readColor(one);
        return other !== null && difference(other, color) < 0.5;
      });
    },
  },
  {
    least: 3,
    most: 1,
    isSeen: (page, value) =>
      visibleBlocks(page).some(
        ({ element }) => Math.abs(page.styleOf(element).fontSize - Number(value)) < 0.1,
      ),
    read: ({ property, value }) =>
      property === 'font-size' ? figures(value) : property === 'font' ? figures(value).slice(0, 1) : [],
    isWritten: (figure, design) => hasFigure(design, figure),
  },
  {
    least: 1,
    read: ({ property, value }) =>
      /radius/.test(property) ? figures(value).filter((px) => Number(px) > 0 && Number(px) < 50) : [],
    isWritten: (figure, design) => hasFigure(design, figure),
  },
  {
    least: 1,
    read: ({ property, value }) =>
      property === 'font-weight' && /^[1-9]00$/.test(value.trim()) ? [value.trim()] : [],
    isWritten: (figure, { text }) =>
      text.includes(figure) || figure === '400' || (figure === '700' && /\bbold|fett|gras\b/i.test(text)),
  },
  {
    least: 0,
    read: ({ property, value }) =>
      (property === 'box-shadow' ||
        (property.startsWith('--') && /^(?:inset )?-?\d+(?:px)? -?\d+(?:px)? \d/.test(value))) &&
      !/^(?:none|0$|var\()/.test(value) &&
      !/^\s*(?:inset\s+)?0(?:px)?\s+0(?:px)?\s+0(?:px)?\s/.test(value)
        ? [value.replace(/\s+/g, ' ').trim()]
        : [],
    isWritten: (shadow, { text }) => {
      const bare = (one: string): string => one.replace(/\s+|(?<=[(,\s])0(?=\.)/g, '').toLowerCase();
      return (
        !/\d(?:px)? -?\d+(?:px)? \d+px/.test(text) ||
        bare(text).includes(bare(shadow)) ||
        /var\(/.test(shadow)
      );
    },
  },
  {
    least: 3,
    read: ({ property, value }) =>
      SPACE.test(property) && !/calc|clamp|var|auto|min\(|max\(/.test(value)
        ? figures(value).filter((px) => Number(px) >= 3 && Number(px) <= 96)
        : [],
    isWritten: (figure, design) =>
      hasFigure(design, figure) ||
      isOnGrid(design, Number(figure)) ||
      (design.spacing.length < 3 &&
        !/grid|raster|multiple|spacing|abstände|espacement|space|rhythm/i.test(design.text)),
  },
  {
    least: 0,
    read: ({ property, value }) => {
      if (
        property !== 'font-family' &&
        property !== 'font' &&
        !/^--.*(?:font|family|sans|serif|type)/.test(property)
      )
        return [];
      const families =
        property === 'font' ? value.replace(/^.*?\d(?:px|rem|em|%)(?:\s*\/\s*[\d.]+\w*)?\s+/, '') : value;
      const [first = ''] = families.split(',');
      const name = first.trim().replace(/^["']|["']$/g, '');
      return /^[\p{L}][\p{L}\d .+-]{2,}$/u.test(name) && !GENERIC.test(name) ? [name] : [];
    },
    isWritten: (name, { text, fonts }) =>
      text.toLowerCase().includes(name.toLowerCase()) ||
      (fonts.length === 0 &&
        !/typ(?:e|ograph)|font|schrift|police|letter|caractère|fuente|tipograf|carattere/i.test(text)),
  },
  {
    least: 0,
    read: ({ property, value }) =>
      property === 'max-width' && /^\d{2,3}ch$/.test(value.trim()) ? [value.trim().replace('ch', '')] : [],
    isWritten: (figure, { text }) => {
      const most = [
        ...text.matchAll(/(\d{2,3})\s?(?:ch\b|characters|caractères|zeichen|caracteres|caratteri|tekens)/gi),
      ].map(([, one]) => Number(one));
      return most.length === 0 || Number(figure) <= Math.max(...most);
    },
  },
];

const GENERIC =
  /^(?:inherit|initial|unset|serif|sans-serif|monospace|system-ui|cursive|fantasy|ui-[\w-]+|-apple-system|BlinkMacSystemFont|emoji|math|Menlo|Consolas|Monaco|Courier(?: New)?|SFMono-Regular|normal|bold|italic)$/i;
/** More of them: the page has another system, and each audit says its part. */
const MOST_STRANGERS = 2;

/** Counted only where it says something: a value passes also because the design system is silent about its kind. */
function strangers(
  page: Page,
  kind: Kind,
  written: readonly Written[],
  design: DesignSystem,
): { checked: number; found: Observation[] } {
  const known = new Set<string>();
  const strange = new Map<string, Written>();
  for (const one of written)
    for (const value of kind.read(one)) {
      if (known.has(value) || strange.has(value)) continue;
      if (kind.isWritten(value, design) || kind.isSeen?.(page, value) === false) known.add(value);
      else strange.set(value, one);
    }
  if (strange.size === 0 || strange.size > (kind.most ?? MOST_STRANGERS) || known.size < kind.least)
    return { checked: 0, found: [] };
  const found = [...strange].map(([value, { property, offset }]) => ({
    at: null,
    measured: `${property}: ${value}`,
    required: 'a value that it names',
    message: `"${value}" (${property}) is nowhere in the design system.`,
    suggestion: 'Use one that it names.',
    position: placeOfOffset(page, offset),
    ...(property === 'font-size' && isOwnStep(design, Number(value)) ? { severity: 'minor' as const } : {}),
  }));
  return { checked: known.size + strange.size, found };
}

/** Of body text alone: small print and the unit of spacing are other sizes. */
const BODY =
  /(?<!\b(?:helper|hint|small|caption|label|button|input|secondary|footer|meta|nav|legal|link|code|alt|placeholder|error|field)[ -])\b(?:body(?: copy| text)?|base(?! (?:spacing|unit|grid|radius|space|step|gap|line))|text size|copy|running text|grundschrift|fließtext|texte?|corps|texto|testo|basis(?!abstand)|brödtext)\b[^.;|\n]{0,30}?(?<![\d.])(1[4-9]|2[0-4])\s?(?:px)/gi;
/** A least or a most is no size. */
const BOUND = /\b(?:below|under|above|least|minimum|min|smaller|larger|most|than|never|no)\b/i;

/** The size that most of the text has, against the one that is written down for it. */
function body(page: Page, { text }: DesignSystem): Observation[] {
  const said = [...text.matchAll(BODY)].filter(([words]) => !BOUND.test(words));
  const sizes = said.map(([, px]) => Number(px));
  // Where several are named, the one that is called body.
  const wanted = Number(
    (said.find(([words]) => /^(?:body|fließtext|grundschrift|corps)/i.test(words)) ?? said[0])?.[1] ?? 0,
  );
  const size = bodyFontSize(page);
  const found = leading(page, text);
  const [block] = visibleBlocks(page).filter(({ element }) => page.styleOf(element).fontSize === size);
  if (wanted === 0 || block === undefined || sizes.some((one) => Math.abs(size - one) < 0.6)) return found;
  const source = page.styleOf(block.element).source('font-size');
  return [
    ...found,
    {
      at: block.element,
      measured: `${size}px`,
      required: `${wanted}px`,
      message: `Running text is ${size}px; the design system has ${wanted}px.`,
      suggestion: `Use ${wanted}px.`,
      ...(source?.valueRange == null ? {} : { position: placeOfOffset(page, source.valueRange.start) }),
    },
  ];
}

/** The leading of running text, against the figures that are written down for lines. */
function leading(page: Page, text: string): Observation[] {
  const plain = text.replaceAll(/(\d),(\d)/g, '$1.$2');
  const wanted = [
    ...plain.matchAll(
      /(?:line-?\s?heights?|leading|interligne|zeilenabstand|interlínea|interlinea|regelafstand|px\s?\/)\D{0,12}?(1\.\d{1,2})(?!\d|\s?px)/gi,
    ),
  ].map(([, one]) => Number(one));
  const [block] = proseBlocks(page).filter(({ kind, words }) => kind === 'paragraph' && words >= 12);
  const style = block === undefined ? null : page.styleOf(block.element);
  const height = style?.lineHeight ?? null;
  if (wanted.length === 0 || block === undefined || style === null || height === null) return [];
  if (wanted.some((one) => Math.abs(one - height) <= 0.04)) return [];
  const source = style.source('line-height');
  const shown = Math.round(height * 100) / 100;
  return [
    {
      at: block.element,
      measured: `line-height ${shown}`,
      required: `one of ${wanted.join(', ')}`,
      message: `A line height of ${shown} is none of the design system.`,
      suggestion: `Use ${wanted.join(' or ')}.`,
      ...(source?.valueRange == null ? {} : { position: placeOfOffset(page, source.valueRange.start) }),
    },
  ];
}

import type { AtRule, Declaration, Rule } from 'postcss';
import type { Audit, Observation } from '../finding.ts';
import type { StyleSheet } from '../model/css.ts';
import { AT_RULES, meantName, PROPERTIES, PSEUDOS, UNITS } from '../model/css-names.ts';
import type { Page } from '../model/page.ts';
import { placeOfOffset } from '../model/place.ts';
import { readColor } from '../model/style.ts';

export const validStyles: Audit = {
  id: 'valid-styles',
  role: 'critic',
  dim: 'rhythm',
  weight: 7,
  title: 'Style rules are written so that browsers read them',
  why: 'A browser drops a declaration it cannot read without a word, and what it was for is not there.',
  link: 'https://www.w3.org/TR/css-syntax-3/#error-handling',
  severity: 'major',
  tier: 'report',
  unit: 'style rules that browsers drop',
  run(page) {
    const found: Observation[] = [];
    const names = keyframesOf(page);
    let checked = 0;
    for (const sheet of page.sheets) {
      // What is in a file of others is theirs; what the page itself carries was written for it.
      if (sheet.origin !== 'inline') continue;
      sheet.root.walk((node) => {
        checked += 1;
        if (found.length >= MOST) return false;
        const said =
          node.type === 'decl'
            ? ofDeclaration(node, names)
            : node.type === 'rule'
              ? ofRule(node)
              : node.type === 'atrule'
                ? ofAtRule(node)
                : null;
        if (said !== null) found.push({ ...said, ...placeOf(page, sheet, node.source?.start?.offset) });
        return undefined;
      });
    }
    found.push(...undefinedVariables(page));
    return { checked, found };
  },
};

const MOST = 100;

/** A rule for what is not on this page was written for another one. */
function isUsed(page: Page, { parent }: Declaration): boolean {
  return parent?.type !== 'rule' || page.engine.select((parent as Rule).selector).length > 0;
}

/** Variables that nothing sets, used without a value to fall back to: the declaration counts for nothing. */
function undefinedVariables(page: Page): Observation[] {
  if (page.gaps.style !== null || page.styleSources.missing.length > 0) return [];
  // A script that is not in the page may set them, on the elements it makes.
  if (page.byTag('script').some(({ attributes }) => attributes.has('src'))) return [];
  const source = page.html;
  const set = new Set<string>();
  for (const { root } of page.sheets) {
    root.walkDecls(/^--/, ({ prop }) => void set.add(prop));
    root.walkAtRules(/^property$/i, ({ params }) => void set.add(params.trim()));
  }
  for (const [, name = ''] of source.matchAll(/["'`;\s](--[\w-]+)["'`]?\s*[:,]/g)) set.add(name);
  return page.sheets.flatMap((sheet) => {
    const found: Observation[] = [];
    if (sheet.origin !== 'inline') return found;
    sheet.root.walkDecls((declaration) => {
      for (const [, name = ''] of declaration.value.matchAll(/var\(\s*(--[\w-]+)\s*\)/g))
        if (
          !set.has(name) &&
          !/^--(?:tw|bs|wp|mdc|swiper|reach)-/.test(name) &&
          found.length < MOST &&
          isUsed(page, declaration)
        )
          found.push({
            ...unread(declaration, `nothing sets ${name}`),
            ...placeOf(page, sheet, declaration.source?.start?.offset),
          });
    });
    return found;
  });
}

function placeOf(
  page: Page,
  { offset }: StyleSheet,
  start: number | undefined,
): Pick<Observation, 'position'> {
  return offset === null || start === undefined ? {} : { position: placeOfOffset(page, offset + start) };
}

function slip(what: string, written: string, meant: string): Observation {
  return {
    at: null,
    measured: `${what} ${written}`,
    required: meant,
    message: `Browsers drop "${written}": they know no such name.`,
    suggestion: `Perhaps "${meant}" is meant.`,
  };
}

function unread({ prop, value }: Declaration, why: string): Observation {
  return {
    at: null,
    measured: `${prop}: ${value.slice(0, 60)}`,
    required: `a value that the property takes: ${why}`,
    message: `Browsers drop "${prop}: ${value.slice(0, 60)}".`,
    suggestion: 'Correct it.',
  };
}

function ofDeclaration(declaration: Declaration, keyframes: ReadonlySet<string>): Observation | null {
  const name = declaration.prop.toLowerCase().replace(/^[*_]/, '');
  const { value } = declaration;
  if (name.startsWith('--') || name.startsWith('$') || name.startsWith('@')) return null;
  if (!name.startsWith('-')) {
    const meant = meantName(name, PROPERTIES);
    if (meant !== null) return slip('property', declaration.prop, meant);
    if (!PROPERTIES.has(name)) return null;
  }
  return badValue(declaration, name, value) ?? missingKeyframes(name, value, keyframes);
}

const LENGTHS =
  /^(?:(?:padding|margin|inset|border-radius|gap|font-size|width|height|(?:min|max)-(?:width|height)|top|right|bottom|left|letter-spacing|outline-offset|border(?:-\w+)?-width)(?:-(?:top|right|bottom|left|block|inline|start|end))*)$/;
const LENGTH_NEEDED =
  /^(?:padding|margin|gap|font-size|width|height|(?:min|max)-(?:width|height)|top|right|bottom|left|border-radius|letter-spacing)(?:-(?:top|right|bottom|left))?$/;

function badValue(declaration: Declaration, name: string, value: string): Observation | null {
  const bare = value
    // Quoted first: an address may hold brackets.
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, ' ')
    .replace(/url\([^)]*\)/g, ' ')
    .replace(/\/\*.*?\*\//g, ' ')
    .trim();
  if (/var\(|env\(|attr\(|\\|progid|expression\(|\{\{|<%|@|\$/.test(bare)) return null;
  const hex = /#[\w]+/.exec(bare)?.[0];
  if (
    hex !== undefined &&
    /color|background|border|outline|shadow|fill|stroke/.test(name) &&
    !/^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(hex)
  )
    return unread(declaration, `${hex} is no colour`);
  const colour =
    /^(?:color|background-color|border-color|outline-color|border-(?:top|right|bottom|left)-color|fill|stroke)$/.test(
      name,
    ) && /^[a-z]{3,}$/i.test(bare)
      ? bare
      : undefined;
  if (colour !== undefined && readColor(colour) === null && !COLOUR_WORDS.test(colour))
    return unread(declaration, `${colour} is no colour`);
  if (/(?:^|[\s,(])-?(?:\d+(?:\.\d+)?|\.\d+) (?:px|rem|em|vh|vw|%|ms|s)(?=[\s,)]|$)/.test(bare))
    return unread(declaration, 'a space stands between a figure and its unit');
  for (const [, unit = ''] of bare.matchAll(/(?<![\w#.-])-?(?:\d+(?:\.\d+)?|\.\d+)([a-z]+)(?![\w(-])/gi))
    if (!UNITS.has(unit.toLowerCase()) && (LENGTHS.test(name) || /^(?:transition|animation)/.test(name)))
      return unread(declaration, `${unit} is no unit`);
  if (LENGTHS.test(name) && /\d,\s*\d/.test(bare) && !/\(/.test(bare))
    return unread(declaration, 'commas stand between its lengths');
  if (LENGTH_NEEDED.test(name) && !/\(/.test(bare)) {
    const figure = bare.split(/[\s/]+/).find((part) => /^-?(?:\d*\.)?\d+$/.test(part) && Number(part) !== 0);
    if (figure !== undefined) return unread(declaration, `${figure} has no unit`);
  }
  if (/:/.test(bare) && !/[({]/.test(bare) && /^[\w#%. -]+\s[a-z-]+\s*:/i.test(bare))
    return unread(declaration, 'a semicolon is missing');
  if ((bare.match(/\(/g)?.length ?? 0) !== (bare.match(/\)/g)?.length ?? 0))
    return unread(declaration, 'its brackets do not pair');
  const words = KEYWORDS[name];
  const meant =
    words === undefined || !/^[a-z-]+$/i.test(bare) || GLOBAL.has(bare.toLowerCase())
      ? null
      : meantName(bare.toLowerCase(), words);
  return meant === null ? null : unread(declaration, `perhaps ${meant} is meant`);
}

const COLOUR_WORDS =
  /^(?:inherit|initial|unset|revert|revert-layer|currentcolor|transparent|none|auto|context-fill|context-stroke|canvas\w*|linktext|visitedtext|activetext|button\w+|field\w*|highlight\w*|selecteditem\w*|mark\w*|graytext|accentcolor\w*|window\w*|menu\w*|info\w*|inactive\w+|threed\w+|scrollbar|background|appworkspace|captiontext)$/i;
const GLOBAL = new Set(['inherit', 'initial', 'unset', 'revert', 'revert-layer', 'none', 'auto', 'normal']);
const set = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** Properties that take one word of a few. */
const KEYWORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  display: set(
    'block inline inline-block flex inline-flex grid inline-grid none contents flow-root list-item table table-row table-cell table-caption table-header-group table-footer-group table-row-group table-column table-column-group inline-table subgrid ruby math',
  ),
  position: set('static relative absolute fixed sticky'),
  'text-align': set('left right center justify start end match-parent'),
  'align-items': set(
    'center start end flex-start flex-end baseline stretch self-start self-end anchor-center',
  ),
  'justify-content': set(
    'center start end flex-start flex-end space-between space-around space-evenly stretch left right',
  ),
  'flex-direction': set('row column row-reverse column-reverse'),
  'flex-wrap': set('wrap nowrap wrap-reverse'),
  'text-transform': set('uppercase lowercase capitalize full-width full-size-kana math-auto'),
  'text-decoration': set('underline overline line-through blink'),
  'font-style': set('italic oblique'),
  'font-weight': set('bold bolder lighter'),
  overflow: set('visible hidden clip scroll'),
  visibility: set('visible hidden collapse'),
  'box-sizing': set('border-box content-box'),
  cursor: set(
    'pointer default text wait help move grab grabbing crosshair not-allowed progress zoom-in zoom-out cell copy alias context-menu no-drop all-scroll col-resize row-resize vertical-text e-resize n-resize ne-resize nw-resize s-resize se-resize sw-resize w-resize ew-resize ns-resize nesw-resize nwse-resize',
  ),
  'object-fit': set('cover contain fill scale-down'),
  'white-space': set('nowrap pre pre-wrap pre-line break-spaces'),
  float: set('left right inline-start inline-end'),
  'list-style': set('disc circle square decimal inside outside'),
};

/** Of all sheets; none where a file or a script that was not read may hold more. */
function keyframesOf(page: Page): ReadonlySet<string> {
  const names = new Set<string>();
  const isMore =
    page.byTag('link').some(({ attributes }) => /\bstylesheet\b/i.test(attributes.get('rel') ?? '')) ||
    page.byTag('script').some(({ attributes }) => attributes.has('src'));
  if (isMore) return names;
  for (const { root } of page.sheets) {
    let imports = false;
    root.walkAtRules(/^import$/i, () => {
      imports = true;
    });
    if (imports) return new Set();
    root.walkAtRules(/keyframes$/i, ({ params }) => {
      names.add(params.trim().replace(/^["']|["']$/g, ''));
    });
  }
  return names;
}

const TIMING =
  /^(?:[-+]?\.?\d.*|ease|ease-in|ease-out|ease-in-out|linear|step-start|step-end|infinite|normal|reverse|alternate|alternate-reverse|none|forwards|backwards|both|running|paused|inherit|initial|unset|revert|revert-layer|auto|steps.*|cubic-bezier.*|replace|add|accumulate|scroll.*|view.*)$/i;

/** Only where the page has motions of its own: a file may hold the others. */
function missingKeyframes(name: string, value: string, keyframes: ReadonlySet<string>): Observation | null {
  if (keyframes.size === 0 || (name !== 'animation' && name !== 'animation-name') || /var\(/.test(value))
    return null;
  const words = value.replace(/\([^)]*\)/g, '').split(/[\s,]+/);
  const missing = words.find((word) => word !== '' && !TIMING.test(word) && !keyframes.has(word));
  return missing === undefined
    ? null
    : {
        at: null,
        measured: `${name}: ${value.slice(0, 60)}`,
        required: `@keyframes ${missing}`,
        message: `Nothing moves: there are no @keyframes "${missing}".`,
        suggestion: 'Correct it.',
      };
}

function ofRule({ selector, parent }: Rule): Observation | null {
  if (parent?.type === 'atrule' && /keyframes/i.test((parent as AtRule).name)) return null;
  for (const [, name = ''] of selector.replace(/\\:/g, '').matchAll(/(?<!\\)::?([a-z-]+)/gi)) {
    if (name.startsWith('-')) continue;
    const meant = meantName(name.toLowerCase(), PSEUDOS);
    if (meant !== null) return slip('pseudo-class', `:${name}`, `:${meant}`);
  }
  return null;
}

function ofAtRule({ name, params }: AtRule): Observation | null {
  // What a browser has for itself the others leave out on purpose.
  if (name.startsWith('-')) return ofMedia(name, params);
  const meant = meantName(name.toLowerCase(), AT_RULES);
  return meant === null ? ofMedia(name, params) : slip('at-rule', `@${name}`, `@${meant}`);
}

function ofMedia(name: string, params: string): Observation | null {
  if (name.toLowerCase() !== 'media') return null;
  const [least, most] = [
    /min-width:\s*([\d.]+)(px|r?em)/i.exec(params),
    /max-width:\s*([\d.]+)(px|r?em)/i.exec(params),
  ];
  const px = (found: RegExpExecArray): number => Number(found[1]) * (found[2] === 'px' ? 1 : 16);
  return least !== null && most !== null && !params.includes(',') && px(least) > px(most)
    ? {
        at: null,
        measured: `@media ${params.slice(0, 60)}`,
        required: 'a width that exists',
        message: `No screen is "${params.slice(0, 60)}".`,
        suggestion: 'Exchange the two, or correct one.',
      }
    : null;
}

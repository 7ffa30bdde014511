/** A brand kit as a stylesheet: variables for a template to use, and the few rules every page shares. */
import { toLch } from '../measure/model/color.ts';
import { readColor } from '../measure/model/style.ts';
import type { BrandKit } from './brand-kit.ts';
import { nearest, TYPE_ROLES, type TypeRole } from './brand-styles.ts';

/** Sizes on a narrow screen, at most: a word must still fit a line of 340 pixels. */
const NARROW_MOST: Partial<Record<TypeRole, number>> = { display: 48, h1: 36, h2: 28, figure: 36, lead: 20 };

/** Steps 7, 8 and 9 are room between sections: too much of it on a narrow screen. */
const NARROW_SPACE: readonly [step: number, as: number][] = [
  [7, 6],
  [8, 7],
  [9, 7],
];

export function brandCss(kit: BrandKit): string {
  const narrow = narrowSizes(kit);
  return [
    `:root{${declarations(variables(kit))}}`,
    `@media (max-width:720px){:root{${declarations(narrow)}}}`,
    BASE,
    cardRule(kit),
  ].join('\n');
}

function variables({ colors, type, space, radius, components }: BrandKit): [string, string][] {
  const { rule, button } = components;
  return [
    ['--paper', colors.paper],
    ['--surface', colors.surface],
    ['--ink', colors.ink],
    ['--muted', colors.muted],
    ['--line', colors.line],
    ['--accent', colors.accent],
    ['--on-accent', colors.onAccent],
    ['--link', colors.link],
    ...cover(colors),
    ['--mark', colors.mark],
    ['--on-mark', colors.onMark],
    ...TYPE_ROLES.flatMap((role): [string, string][] => {
      const { family, px, weight, lineHeight, tracking, italic } = type[role];
      return [
        [`--${role}-font`, family],
        [`--${role}-size`, `${px}px`],
        [`--${role}-weight`, String(weight)],
        [`--${role}-leading`, String(lineHeight)],
        [`--${role}-tracking`, tracking === 0 ? 'normal' : `${tracking}em`],
        [`--${role}-style`, italic ? 'italic' : 'normal'],
      ];
    }),
    ...space.map((px, index): [string, string] => [`--s${index + 1}`, `${px}px`]),
    ['--r-small', `${radius.small}px`],
    ['--r-large', `${radius.large}px`],
    ['--r-button', `${button.radius}px`],
    ...motif(type.h1.family, radius.large),
    ['--rule', `${rule.px}px`],
    ['--rule-style', rule.style],
  ];
}

/** A sheet in the accent's colour; on a dark paper that would be a lamp, so the sheet stays dark and the drawing has the colour. */
function cover({ paper, surface, ink, accent, onAccent }: BrandKit['colors']): [string, string][] {
  const rgb = readColor(paper);
  const isDark = rgb !== null && toLch(rgb).l < 0.5;
  return [
    ['--cover', isDark ? surface : accent],
    ['--on-cover', isDark ? ink : onAccent],
    ['--cover-art', isDark ? accent : onAccent],
  ];
}

/**
 * The one form that a house's drawing is made of, within a cell of 100 × 80: from its letters and its corners, so that two
 * houses do not draw alike. Bars for a typewriter, rules for a book, discs for a book with corners, a whole grid or buttons for
 * the rest.
 */
function motif(family: string, corner: number): [string, string][] {
  const isMono = /mono/i.test(family);
  const isSerif = /(?<!sans-)serif/i.test(family);
  const [width, height, round] = isMono
    ? [26, 64, 0]
    : isSerif
      ? corner > 4
        ? [64, 64, 32]
        : [80, 10, 0]
      : corner >= 12
        ? [80, 64, 32]
        : corner > 0
          ? [80, 64, corner]
          : [100, 80, 0];
  return [
    ['--tile-w', `${width}px`],
    ['--tile-h', `${height}px`],
    ['--tile-r', `${round}px`],
  ];
}

function narrowSizes({ type, space, system }: BrandKit): [string, string][] {
  const sizes = TYPE_ROLES.flatMap((role): [string, string][] => {
    const most = NARROW_MOST[role];
    if (most === undefined || type[role].px <= most) return [];
    const own = system.fontSizes.filter((px) => px <= most && px > type.body.px);
    return [[`--${role}-size`, `${own.length === 0 ? most : nearest(most, own)}px`]];
  });
  return [
    ...sizes,
    ...NARROW_SPACE.map(([step, as]): [string, string] => [`--s${step}`, `${space[as - 1] ?? 32}px`]),
  ];
}

function declarations(list: readonly [string, string][]): string {
  return list.map(([name, value]) => `${name}:${value}`).join(';');
}

const TYPE = (role: TypeRole): string =>
  `font-family:var(--${role}-font);font-size:var(--${role}-size);font-weight:var(--${role}-weight);line-height:var(--${role}-leading);letter-spacing:var(--${role}-tracking);font-style:var(--${role}-style)`;

const BASE = `*,*::before,*::after{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);${TYPE('body')}}
h1,h2,h3{margin:0;text-wrap:balance;overflow-wrap:break-word}
h1{${TYPE('h1')}}
h1.long,h2{${TYPE('h2')}}
h3{${TYPE('h3')}}
p{margin:0 0 var(--s4);max-width:64ch}
p,li,dd{text-wrap:pretty}
p a,li a,dd a{overflow-wrap:break-word}
p:last-child{margin-bottom:0}
ul,ol,dl,dd,figure,blockquote{margin:0;padding:0}
ul,ol{list-style-position:inside}
a{color:var(--link);text-underline-offset:3px}
a:focus-visible,button:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--ink);outline-offset:3px}
.sub{${TYPE('h3')};margin-bottom:var(--s4)}
.display{${TYPE('display')}}
.lead{${TYPE('lead')};max-width:56ch}
.small{${TYPE('small')}}
.figure{${TYPE('figure')};font-variant-numeric:tabular-nums}
.muted{color:var(--muted)}
.wrap{width:100%;max-width:1120px;margin-inline:auto;padding-inline:var(--s5)}
.button{display:inline-block;padding:var(--s3) var(--s5);background:var(--accent);color:var(--on-accent);border-radius:var(--r-button);font-weight:700;line-height:1.4;text-decoration:none}
.button:hover{text-decoration:underline}
.skip{position:absolute;left:-9999px}
.skip:focus{left:var(--s4);top:var(--s4);padding:var(--s3) var(--s4);background:var(--paper);color:var(--ink);z-index:1}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:var(--s3) var(--s4) var(--s3) 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
.scroll{overflow-x:auto}
.number{text-align:right}
th:last-child,td:last-child{padding-right:0}`;

function cardRule({ components: { card } }: BrandKit): string {
  const boxed = card.fill !== 'none' || card.frame > 0;
  const colors = card.fill === 'mark' ? ';color:var(--on-mark)' : '';
  const rules = [
    ...(card.fill === 'none' ? [] : [`background:var(--${card.fill})${colors}`]),
    ...(card.frame > 0 ? [`border:${card.frame}px solid var(--${card.edge})`] : []),
    ...(card.cap > 0 ? [`border-top:${card.cap}px solid var(--${card.edge})`] : []),
    ...(card.lift > 0 ? [`box-shadow:${card.lift}px ${card.lift}px 0 var(--${card.edge})`] : []),
    ...(boxed && card.radius > 0 ? [`border-radius:${card.radius}px`] : []),
    `padding:${boxed ? 'var(--s5)' : 'var(--s4) 0 0'}`,
  ];
  return `.card{${rules.join(';')}}`;
}

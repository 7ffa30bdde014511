/**
 * Pages with CSS of every kind authors write, made from a seed: units, functions, variables, shorthands, logical
 * sides, nesting, layers, conditions. For holding our computed values against a browser's; nothing here knows how
 * either computes them.
 */
type Random = () => number;

interface Maker {
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  int(low: number, high: number): number;
}

export function generatedPage(seed: number): string {
  const make = makerOf(mulberry(seed));
  const classes = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const css = [rootRule(make), ...layerOrder(make)];
  for (const name of classes) css.push(rule(make, `.${name}`, 0));
  for (let extra = 0; extra < 5; extra += 1) css.push(rule(make, selector(make, classes), 0));
  const dir = make.chance(0.1) ? ' dir="rtl"' : '';
  return `<!doctype html><html lang="en"${dir}><head><meta charset="utf-8"><title>Page ${seed}</title><style>
${css.join('\n')}
</style></head><body>${element(make, classes, 0)}${element(make, classes, 0)}${element(make, classes, 0)}</body></html>`;
}

function mulberry(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function makerOf(random: Random): Maker {
  const int = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
  return {
    int,
    chance: (probability) => random() < probability,
    pick: (list) => {
      const found = list[Math.floor(random() * list.length)];
      if (found === undefined) throw new Error('nothing to pick from');
      return found;
    },
  };
}

function element(make: Maker, classes: readonly string[], depth: number): string {
  const tag = make.pick(
    depth > 2 ? ['p', 'span', 'em', 'a', 'h3'] : ['div', 'section', 'article', 'header', 'ul'],
  );
  const names = [make.pick(classes), ...(make.chance(0.4) ? [make.pick(classes)] : [])].join(' ');
  const style = make.chance(0.2) ? ` style="${declaration(make)}; ${declaration(make)}"` : '';
  const count = depth > 3 ? 0 : make.int(1, 3);
  const children = Array.from({ length: count }, () => element(make, classes, depth + 1)).join('');
  const child = tag === 'p' || tag === 'h3' ? children.replace(/<(\/?)(p|h3)\b/g, '<$1b') : children;
  const inner = tag === 'a' ? child.replace(/<(\/?)a\b/g, '<$1i') : child;
  return `<${tag} class="${names}"${style}>text ${inner}</${tag}>`;
}

function rootRule(make: Maker): string {
  const size = make.pick([
    '',
    'font-size: 62.5%;',
    'font-size: 10px;',
    'font-size: 112.5%;',
    'font-size: 20px;',
  ]);
  const scheme = make.chance(0.2) ? 'color-scheme: light dark;' : '';
  const variables = [
    `--gap: ${length(make)}`,
    `--ink: ${color(make, 1)}`,
    `--paint: ${color(make, 1)}`,
    `--channels: ${make.int(0, 255)} ${make.int(0, 255)} ${make.int(0, 255)}`,
    `--step: ${make.pick(['4px', '0.5rem', '8px'])}`,
    '--double: calc(var(--step) * 2)',
    '--alias: var(--ink)',
    `--n: ${make.int(1, 4)}`,
  ];
  return `:root { ${size} ${scheme} ${variables.join('; ')} }`;
}

function layerOrder(make: Maker): string[] {
  return make.chance(0.5) ? ['@layer base, parts;'] : [];
}

function rule(make: Maker, name: string, depth: number): string {
  const own = Array.from({ length: make.int(1, 5) }, () => `  ${declaration(make)};`).join('\n');
  const nested =
    depth < 2 && make.chance(0.3)
      ? `\n  ${make.pick(['&.b', '& > *', '.c &', '& .d', '.e', '&:not(.f)', '> .g', '&:first-child, & + *'])} ${block(make, depth)}`
      : '';
  const within =
    depth < 2 && make.chance(0.1) ? `\n  @media (min-width: 600px) { ${declaration(make)}; }` : '';
  const text = `${name} {\n${own}${nested}${within}\n}`;
  return depth > 0 || make.chance(0.6) ? text : `${make.pick(CONDITIONS)} {\n${text}\n}`;
}

function block(make: Maker, depth: number): string {
  return rule(make, '', depth + 1).trim();
}

const CONDITIONS = [
  '@layer base',
  '@layer parts',
  '@layer',
  '@media (min-width: 40em)',
  '@media (max-width: 600px)',
  '@media (prefers-color-scheme: dark)',
  '@media (prefers-color-scheme: light)',
  '@media screen and (width >= 800px)',
  '@media print',
  '@media (hover: hover)',
  '@media (prefers-reduced-motion: reduce)',
  '@supports (display: grid)',
  '@supports (color: color-mix(in oklab, red, blue))',
  '@supports not (display: grid)',
  '@supports (color: oklch(0 0 0)) and (gap: 1px)',
  '@supports selector(:has(a))',
  '@supports (-moz-appearance: none)',
];

function selector(make: Maker, classes: readonly string[]): string {
  const a = `.${make.pick(classes)}`;
  const b = `.${make.pick(classes)}`;
  return make.pick([
    `${a} ${b}`, `${a} > ${b}`, `${a}${b}`, `:is(${a}, ${b})`, `:where(${a})`, `${a}:not(${b})`, `${a} + ${b}`, `${a}:hover`,
    `${a}:nth-child(2n + 1)`, `${a}:first-child`, `${a}:last-of-type`, `div${a}`, `[class~="${a.slice(1)}"]`, `${a}:has(${b})`,
    `p, ${a} span`, `body ${b}`, '*', `${a}:is(:hover, :focus)`, 'h3', 'ul, p',
  ]); // biome-ignore format: one list
}

function declaration(make: Maker): string {
  const text = `${make.pick(DECLARATIONS)(make)}${make.chance(0.06) ? ' !important' : ''}`;
  return text;
}

type Declaration = (make: Maker) => string;

const SIDES = ['top', 'right', 'bottom', 'left'] as const;
const LOGICAL = ['block-start', 'block-end', 'inline-start', 'inline-end'] as const;
const LINE = ['solid', 'dashed', 'none', 'double'] as const;

const DECLARATIONS: readonly Declaration[] = [
  (make) => `color: ${color(make)}`,
  (make) => `color: ${color(make)}`,
  (make) => `background-color: ${color(make)}`,
  (make) => `background: ${color(make)}`,
  (make) => `background: ${make.pick(['none', 'linear-gradient(red, blue)', 'url(x.png)'])} ${color(make)}`,
  (make) => `background: linear-gradient(${color(make)}, ${color(make)})`,
  (make) => `font-size: ${fontSize(make)}`,
  (make) => `font-size: ${fontSize(make)}`,
  (make) =>
    `line-height: ${make.pick(['1.5', '24px', '140%', 'normal', '1.2em', 'calc(1em + 0.5rem)', 'calc(1 + 0.4)', '2rem'])}`,
  (make) => `font-weight: ${make.pick(['400', '700', 'bold', 'normal', 'bolder', 'lighter', '550'])}`,
  (make) =>
    `font: ${make.pick(['italic 700', 'bold', '', 'small-caps 300'])} ${fontSize(make)}/${make.pick(['1.4', '20px'])} ${make.pick(['Georgia, serif', '"Some Font", sans-serif'])}`,
  (make) =>
    `font-family: ${make.pick(['Georgia, serif', '"Some Font", sans-serif', 'system-ui', 'inherit'])}`,
  (make) => `padding: ${lengths(make, 4)}`,
  (make) => `padding-${make.pick(SIDES)}: ${length(make)}`,
  (make) => `padding-${make.pick(LOGICAL)}: ${length(make)}`,
  (make) => `padding-${make.pick(['block', 'inline'])}: ${lengths(make, 2)}`,
  (make) => `margin: ${lengths(make, 4)}`,
  (make) => `margin: ${make.pick(['0 auto', 'auto', '1rem auto 2em'])}`,
  (make) => `margin-${make.pick(SIDES)}: ${make.pick(['-1rem', length(make)])}`,
  (make) => `margin-${make.pick(LOGICAL)}: ${length(make)}`,
  (make) => `margin-${make.pick(['block', 'inline'])}: ${make.pick(['auto', lengths(make, 2)])}`,
  (make) => `gap: ${lengths(make, 2)}`,
  (make) => `${make.pick(['row-gap', 'column-gap'])}: ${length(make)}`,
  (make) => `border: ${borderWidth(make)} ${make.pick(LINE)} ${color(make)}`,
  (make) => `border-${make.pick(SIDES)}: ${borderWidth(make)} ${make.pick(LINE)}`,
  (make) => `border-${make.pick(LOGICAL)}: ${borderWidth(make)} ${make.pick(LINE)} ${color(make)}`,
  (make) => `border-${make.pick(['block', 'inline'])}: ${borderWidth(make)} solid ${color(make)}`,
  (make) => `border-width: ${borderWidth(make)} ${borderWidth(make)}`,
  (make) => `border-style: ${make.pick(LINE)} ${make.pick(LINE)}`,
  (make) => `border-color: ${color(make)} ${color(make)}`,
  (make) => `border-radius: ${length(make)}`,
  (make) => `border-radius: ${length(make)} ${length(make)}`,
  (make) => `border-top-left-radius: ${length(make)}`,
  (make) => `text-transform: ${make.pick(['uppercase', 'none', 'capitalize'])}`,
  (make) => `text-align: ${make.pick(['center', 'left', 'justify', 'start', 'inherit'])}`,
  (make) => `letter-spacing: ${make.pick(['0.1em', '1px', 'normal', '-0.02rem', 'calc(1px + 0.05em)'])}`,
  (make) =>
    `display: ${make.pick(['flex', 'grid', 'block', 'inline-block', 'none', 'inline', 'flow-root', 'inline-flex'])}`,
  (make) => `position: ${make.pick(['relative', 'absolute', 'static', 'fixed', 'sticky'])}`,
  (make) => `opacity: ${make.pick(['0.5', '80%', '1', 'calc(1 / 3)', 'var(--none, 0.25)'])}`,
  (make) => `max-width: ${make.pick([length(make), 'none', '60ch', 'min(100%, 40rem)'])}`,
  (make) => `min-height: ${length(make)}`,
  (make) => `outline: ${borderWidth(make)} ${make.pick(LINE)} ${color(make)}`,
  (make) => `text-decoration: ${make.pick(['underline', 'none', 'line-through'])}`,
  (make) => `visibility: ${make.pick(['visible', 'hidden'])}`,
  (make) => `--step: ${make.pick(['6px', '0.75rem', '1em'])}`,
  (make) => `--ink: ${color(make, 1)}`,
  (make) => `all: ${make.pick(['unset', 'initial', 'revert', 'inherit'])}`,
  (make) =>
    `${make.pick(['color', 'padding', 'margin', 'font-size', 'background-color', 'border-width'])}: ${make.pick(['inherit', 'initial', 'unset', 'revert', 'revert-layer'])}`,
];

function lengths(make: Maker, most: number): string {
  return Array.from({ length: make.int(1, most) }, () => length(make)).join(' ');
}

function length(make: Maker): string {
  const n = make.int(0, 40);
  return make.pick([
    `${n}px`, `${n / 10}rem`, `${n / 10}em`, `${n}pt`, '0', `${n / 4}vw`, `${n / 4}vh`, `${n}px`, `${n / 10}rem`,
    'var(--gap)', 'var(--double)', 'calc(var(--step) * var(--n))', `var(--missing, ${n}px)`, 'var(--missing, var(--step))',
    `calc(${n}px + 1rem)`, `calc(1rem * ${n % 5} - 2px)`, `calc((1em + ${n}px) / 2)`, `min(${n}px, 3rem)`, `max(1rem, ${n}px)`,
    `clamp(1rem, ${n / 10}vw, 3rem)`, `clamp(0.5em, 2vw + 4px, ${n}px)`, `calc(100vw / ${n + 1})`, `max(${n}px, min(2em, 30px))`,
    `calc(${n}px * -1 + 50px)`, `round(${n}.4px, 4px)`, `${n / 8}in`, `${n / 20}lh`, `${n / 10}rlh`, `${n}Q`, `${n / 2}vmin`, `${n / 2}dvh`,
    `mod(${n}px, 7px)`, `abs(-${n}px)`, `hypot(3px, ${n}px)`, `calc(pi * ${n}px)`, `calc(1px * pow(2, 3))`, `${n}%`, `calc(${n}% + 4px)`,
  ]); // biome-ignore format: one list
}

function fontSize(make: Maker): string {
  const n = make.int(8, 40);
  return make.pick([
    `${n}px`, `${n / 16}rem`, `${n / 16}em`, `${n * 5}%`, 'x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large',
    'xx-small', 'smaller', 'larger', `clamp(1rem, 0.5rem + 2vw, ${n / 8}rem)`, `calc(${n}px + 0.25em)`, `min(2em, ${n}px)`,
    `max(12px, ${n / 16}rem)`, 'calc(100% + 2px)', `${n / 10}vw`, 'var(--missing, 1.5rem)', 'calc(var(--step) + 10px)', `${n}pt`,
  ]); // biome-ignore format: one list
}

function borderWidth(make: Maker): string {
  return make.pick([
    '1px',
    '2px',
    'thin',
    'medium',
    'thick',
    '0',
    '0.25rem',
    '0.1em',
    'calc(1px + 2px)',
    'max(1px, 0.1rem)',
  ]);
}

function color(make: Maker, depth = 0): string {
  const [r, g, b] = [make.int(0, 255), make.int(0, 255), make.int(0, 255)];
  const hue = make.int(0, 359);
  const [p, q] = [make.int(0, 100), make.int(0, 100)];
  const alpha = make.pick(['0.5', '80%', '1', '0', '0.25']);
  const plain = [
    `rgb(${r}, ${g}, ${b})`, `rgb(${r} ${g} ${b} / ${alpha})`, `rgba(${r}, ${g}, ${b}, 0.${make.int(1, 9)})`, 'white', 'black', 'rebeccapurple',
    'transparent', `#${hex(r)}${hex(g)}${hex(b)}`, `#${hex(r)}${hex(g)}${hex(b)}80`, '#abc', '#abc8', `hsl(${hue} ${p}% ${q}%)`,
    `hsla(${hue}, ${p}%, ${q}%, 0.6)`, `hwb(${hue} ${Math.floor(p / 2)}% ${Math.floor(q / 2)}%)`, `hsl(0.3turn ${p}% ${q}% / ${alpha})`,
    `oklch(${p}% ${(q / 100) * 0.12} ${hue})`, `oklch(0.${make.int(10, 90)} 0.08 ${hue}deg / ${alpha})`,
    `oklab(${p}% 0.0${make.int(1, 9)} -0.0${make.int(1, 9)})`, `lab(${p}% ${make.int(-20, 20)} ${make.int(-20, 20)})`,
    `lch(${p}% ${make.int(0, 25)} ${hue})`, `color(srgb 0.${r} 0.${g} 0.${b})`, `color(display-p3 0.5 0.5 0.${b})`, 'rgb(none 100 50)',
    `rgb(calc(${r} / 2) ${g} ${b})`, `rgb(${p}% ${q}% 20%)`, 'Canvas', 'CanvasText',
  ]; // biome-ignore format: one list
  if (depth > 1) return make.pick(plain);
  const inner = (): string => color(make, depth + 2);
  const nested = [
    `color-mix(in srgb, ${inner()}, ${inner()})`, `color-mix(in oklab, ${inner()} ${p}%, ${inner()})`, `color-mix(in oklab, ${inner()} 80%, transparent)`,
    `color-mix(in srgb, ${inner()} 20%, ${inner()} 30%)`, `color-mix(in lab, ${inner()}, ${inner()} ${q}%)`,
    `color-mix(in hsl, hsl(${hue} 50% 50%), hsl(${(hue + 40) % 360} 60% 40%))`, `color-mix(in oklch, oklch(0.5 0.1 ${hue}), oklch(0.7 0.1 40) 30%)`,
    `rgb(from ${inner()} r g b / 0.5)`, `rgb(from rgb(${r} ${g} ${b}) calc(r / 2) g 20)`, `hsl(from rgb(${r} ${g} ${b}) h s calc(l * 0.8))`,
    `oklch(from rgb(${r} ${g} ${b}) calc(l * 0.9) c h)`, `oklch(from rgb(${r} ${g} ${b}) l c h / 40%)`,
    `light-dark(${inner()}, ${inner()})`,
  ]; // biome-ignore format: one list
  if (depth === 1) return make.pick([...plain, ...nested]);
  const relative = [
    'var(--ink)', 'var(--paint)', 'var(--alias)', 'rgb(var(--channels))', 'rgb(var(--channels) / 0.4)', `var(--missing, ${inner()})`,
    'currentColor', 'color-mix(in srgb, currentColor 40%, transparent)', 'color-mix(in oklab, var(--ink) 60%, var(--paint))',
    'rgb(from var(--ink) r g b / 0.3)', `var(--missing, rgb(${r} ${g} ${b} / var(--other, 0.5)))`, 'inherit',
  ]; // biome-ignore format: one list
  return make.pick([...plain, ...nested, ...relative, ...relative]);
}

function hex(value: number): string {
  return value.toString(16).padStart(2, '0');
}

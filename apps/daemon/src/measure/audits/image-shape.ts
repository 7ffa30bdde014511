import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';

/** A difference that the eye does not see. */
const TOLERATED = 0.05;
const PLAIN = /^\s*(?:\d+(?:\.\d+)?|\.\d+)(px|rem|em)\s*$/;

export const imageShape: Audit = {
  id: 'image-shape',
  role: 'critic',
  dim: 'space',
  weight: 7,
  title: 'Pictures keep their shape',
  why: 'A face that is a third too wide is the only thing anybody sees of the page.',
  link: 'https://developer.mozilla.org/docs/Web/CSS/object-fit',
  severity: 'major',
  tier: 'report',
  unit: 'pictures that are stretched',
  properties: ['height', 'width'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const pictures = page.byTag('img', 'video').filter((at) => page.engine.isRendered(at));
    const found = pictures.flatMap((at) => stretched(page, at));
    return { checked: pictures.length, found };
  },
};

function stretched(page: Page, at: PageElement): Observation[] {
  const style = page.styleOf(at);
  if (/^(cover|contain|scale-down|none)/.test(style.declared('object-fit')?.value.trim() ?? '')) return [];
  const [own, tall] = [sizeOf(at, 'width'), sizeOf(at, 'height')];
  const [width, height] = [style.declared('width'), style.declared('height')];
  const say = (measured: string, isCertain: boolean): Observation[] => [
    {
      at,
      measured,
      required: 'the proportions of the file',
      message: `The picture is stretched: ${measured}.`,
      suggestion: 'Set one of the two to auto, or add object-fit: cover.',
      ...(isCertain ? {} : { severity: 'minor' as const }),
    },
  ];
  if (own === null || tall === null || own === 0 || tall === 0) return [];
  const natural = own / tall;
  const [px, py] = [lengthOf(style, width), lengthOf(style, height)];
  if (px !== null && py !== null && py > 0 && Math.abs(px / py / natural - 1) > TOLERATED)
    return say(`${own} × ${tall} is shown as ${Math.round(px)} × ${Math.round(py)}`, true);
  // A width that follows the screen over a height that does not.
  const isFluid = width !== null && width.source !== null && /%|vw/.test(width.value);
  const isFixed = py !== null && height?.source != null;
  if (isFluid && isFixed && at.tag === 'img')
    return say(`width ${width.value}, height ${height.value}`, true);
  const limit = style.declared('max-width')?.value ?? '';
  if (limit.includes('%') && width === null && isFixed && Math.abs(py / tall - 1) > TOLERATED)
    return say(`a height of ${height.value} for ${own} × ${tall}`, true);
  // Narrowed by its column while the attribute keeps the height.
  return limit.includes('%') && height === null
    ? say(`max-width ${limit} with height="${tall}" and no height: auto`, false)
    : [];
}

function lengthOf(
  style: ReturnType<Page['styleOf']>,
  declared: { value: string; source: unknown } | null,
): number | null {
  return declared === null || declared.source === null || !PLAIN.test(declared.value)
    ? null
    : style.length(declared.value);
}

function sizeOf({ attributes }: PageElement, name: string): number | null {
  const given = attributes.get(name)?.trim() ?? '';
  return /^\d+$/.test(given) ? Number(given) : null;
}

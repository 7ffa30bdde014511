import type { Audit, Observation } from '../finding.ts';
import { toHex } from '../model/color.ts';
import type { Page, PageElement } from '../model/page.ts';
import { atDeclaration } from '../model/place.ts';
import { textOf } from '../model/reading.ts';
import { PAGE_STATES, type PageState } from '../model/states.ts';

type TextState = (typeof PAGE_STATES)[number];

const IN_STATE: Readonly<Record<TextState, string>> = {
  dark: 'under the dark scheme',
  phone: 'on a phone',
  hover: 'while the pointer is on it',
  focus: 'while it has the focus',
  visited: 'once its link was followed',
  active: 'while it is pressed',
};

export const contrastStates: Audit = {
  id: 'contrast-states',
  role: 'critic',
  dim: 'contrast',
  weight: 7,
  title: 'Text stands out in every state',
  why: 'A button whose words fade under the pointer is unreadable at the moment it is used; a dark scheme is a whole page.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html',
  severity: 'major',
  tier: 'report',
  unit: 'text runs below AA in some state',
  properties: ['color'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const found: Observation[] = [];
    let checked = 0;
    for (const state of PAGE_STATES) {
      const engine = page.engineIn(state);
      if (engine === null || (state === 'dark' && !hasOwnCanvas(page, state))) continue;
      for (const { outcome, element, contrast } of engine.outcomes('R69')) {
        if (element === null || outcome === 'cantTell') continue;
        checked += 1;
        if (outcome !== 'failed' || contrast === null || !/[\p{L}\p{N}]/u.test(textOf(element))) continue;
        if (!isChanged(page, element, state) || isLowAtRest(page, element)) continue;
        const pair = `${toHex(contrast.foreground)} on ${toHex(contrast.background)}`;
        const ratio = contrast.ratio.toFixed(2);
        found.push(faultOf(page, element, state, { pair, ratio, least: contrast.threshold }));
      }
      found.push(...onItself(page, state));
    }
    return { checked, found };
  },
};

/** Words in the very colour of their own box: the rule takes them for hidden and says nothing of them. */
function onItself(page: Page, state: TextState): Observation[] {
  const engine = page.engineIn(state);
  if (engine === null) return [];
  return page.blocks.flatMap(({ element, text }) => {
    const style = engine.style(element);
    const [color, ground] = [style.color('color'), style.color('background-color')];
    if (color === null || ground === null || color.alpha < 1 || ground.alpha < 1) return [];
    if (toHex(color) !== toHex(ground) || style.value('background-image') !== 'none') return [];
    if (!/[\p{L}\p{N}]/u.test(text) || !page.isVisible(element) || !isChanged(page, element, state))
      return [];
    return [
      faultOf(page, element, state, {
        pair: `${toHex(color)} on ${toHex(ground)}`,
        ratio: '1.00',
        least: 4.5,
      }),
    ];
  });
}

function faultOf(
  page: Page,
  element: PageElement,
  state: TextState,
  { pair, ratio, least }: { pair: string; ratio: string; least: number },
): Observation {
  return {
    at: element,
    measured: `${ratio}:1 (${pair}) ${IN_STATE[state]}`,
    required: `at least ${least}:1`,
    message: `Text ${pair} has a contrast of ${ratio}:1 ${IN_STATE[state]}, below ${least}:1.`,
    suggestion: `Choose a colour for ${state === 'dark' ? 'the dark scheme' : state === 'phone' ? 'narrow screens' : `:${state}`} that passes too.`,
    ...placeIn(page, element, state),
  };
}

/** Without a ground of its own the page lies on the browser's dark one, whose colour is not in the page. */
function hasOwnCanvas(page: Page, state: PageState): boolean {
  const engine = page.engineIn(state);
  return page.byTag('html', 'body').some((root) => {
    const color = engine?.style(root).color('background-color') ?? null;
    return color !== null && color.alpha === 1;
  });
}

/** Everything is pointed at in the model; only what looks otherwise because of it is about the state. */
function isChanged(page: Page, element: PageElement, state: PageState): boolean {
  const engine = page.engineIn(state);
  for (let at: PageElement | null = element; at !== null; at = at.parent) {
    const [rest, now] = [page.styleOf(at), engine?.style(at)];
    for (const property of ['color', 'background-color', 'background-image', 'opacity'])
      if (now !== undefined && rest.value(property) !== now.value(property)) return true;
  }
  return false;
}

/** Said once: what is too faint at rest is a finding already. */
function isLowAtRest(page: Page, element: PageElement): boolean {
  return lowAtRest(page).has(element);
}

const known = new WeakMap<Page, Set<PageElement>>();

function lowAtRest(page: Page): Set<PageElement> {
  const low =
    known.get(page) ??
    new Set(
      page.engine
        .outcomes('R69')
        .flatMap(({ outcome, element }) => (outcome === 'failed' && element !== null ? [element] : [])),
    );
  known.set(page, low);
  return low;
}

/** Where the state's own colour is written, which is seldom where the element is. */
function placeIn(page: Page, element: PageElement, state: PageState): Pick<Observation, 'position'> {
  const engine = page.engineIn(state);
  for (let at: PageElement | null = element; at !== null; at = at.parent) {
    for (const property of ['color', 'background-color']) {
      const source = engine?.style(at).source(property) ?? null;
      if (source === null || source.where === 'file') continue;
      if (page.styleOf(at).value(property) !== engine?.style(at).value(property))
        return atDeclaration(page, source);
    }
  }
  return {};
}

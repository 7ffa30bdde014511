import type { Audit, Observation } from '../finding.ts';
import type { Looks } from '../model/alfa.ts';
import { toHex } from '../model/color.ts';
import type { Page, PageElement } from '../model/page.ts';
import { atDeclaration } from '../model/place.ts';
import { oncePerPage } from '../model/reading.ts';
import { textsIn } from '../model/state-contrast.ts';
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
    const told = new Map<PageElement, Set<string>>();
    for (const state of PAGE_STATES) {
      const looks = page.looksIn(state);
      if (looks === null || (state === 'dark' && !hasOwnCanvas(page, looks))) continue;
      const low = lowAtRest(page);
      checked += low.checked;
      for (const { element, foreground, background, ratio, threshold } of textsIn(page, state)) {
        if (ratio >= threshold || low.elements.has(element)) continue;
        const pair = `${toHex(foreground)} on ${toHex(background)}`;
        // Pressed it looks as it does under the pointer: one fault.
        if (told.get(element)?.has(pair) === true) continue;
        told.set(element, (told.get(element) ?? new Set()).add(pair));
        found.push(faultOf(page, element, state, { pair, ratio: ratio.toFixed(2), least: threshold }));
      }
    }
    return { checked, found };
  },
};

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
function hasOwnCanvas(page: Page, looks: Looks): boolean {
  return page.byTag('html', 'body').some((root) => {
    const color = looks.style(root).color('background-color');
    return color !== null && color.alpha === 1;
  });
}

/** Said once: what is too faint at rest is a finding already. */
const lowAtRest = oncePerPage((page: Page) => {
  const outcomes = page.engine.outcomes('R69').filter(({ element }) => element !== null);
  return {
    checked: outcomes.filter(({ outcome }) => outcome !== 'cantTell').length,
    elements: new Set(outcomes.flatMap(({ outcome, element }) => (outcome === 'failed' ? element : []))),
  };
});

/** Where the state's own colour is written, which is seldom where the element is. */
function placeIn(page: Page, element: PageElement, state: PageState): Pick<Observation, 'position'> {
  const looks = page.looksIn(state);
  for (let at: PageElement | null = element; at !== null; at = at.parent) {
    for (const property of ['color', 'background-color']) {
      const source = looks?.style(at).source(property) ?? null;
      if (source === null || source.where === 'file') continue;
      if (page.styleOf(at).value(property) !== looks?.style(at).value(property))
        return atDeclaration(page, source);
    }
  }
  return {};
}

import type { Audit, Observation } from '../finding.ts';
import { actions } from '../model/reading.ts';

export const buttonVariety: Audit = {
  id: 'button-variety',
  role: 'brand',
  dim: 'scale',
  weight: 3,
  title: 'Buttons share a few looks',
  why: 'Readers learn what a button looks like once; every further look must be learnt again.',
  link: 'https://www.designtokens.org/',
  severity: 'minor',
  tier: 'report',
  unit: 'button looks too many',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const looks = new Set<string>();
    const list = actions(page);
    for (const action of list) {
      const style = page.styleOf(action);
      looks.add(
        ['background-color', 'border-top-left-radius', 'font-size']
          .map((property) => style.value(property))
          .join(' '),
      );
    }
    const found: Observation[] =
      looks.size <= MOST
        ? []
        : [
            {
              at: null,
              measured: `${looks.size} button looks`,
              required: `at most ${MOST}`,
              message: `The page has ${looks.size} different looks of buttons.`,
              suggestion: 'Keep a primary, a secondary and a quiet one.',
            },
          ];
    return { checked: list.length > 0 ? 1 : 0, found };
  },
};

const MOST = 6;

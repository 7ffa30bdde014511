/** What the first heading chooses and the page chooses otherwise: full-time above, part-time below. */
import type { Observation } from '../finding.ts';
import type { Page } from '../model/page.ts';
import { textOf, visibleBlocks } from '../model/reading.ts';
import { inTwoPlaces } from './two-places.ts';

const WORD = (words: string): RegExp => new RegExp(`(?<!\\p{L}|-)(?:${words})(?!\\p{L})`, 'iu');
/** Each pair excludes itself: nothing is both. */
const PAIRS: readonly (readonly [RegExp, RegExp])[] = [
  [
    WORD(
      'full[- ]time|vollzeit\\p{L}*|temps plein|à plein temps|(?:a )?tiempo completo|jornada completa|(?:a )?tempo inteiro|tempo pieno|voltijds|fulltime',
    ),
    WORD(
      'part[- ]time|teilzeit\\p{L}*|temps partiel|à mi-temps|(?:a )?tiempo parcial|media jornada|(?:a )?tempo parcial|tempo parziale|deeltijd\\p{L}*|parttime',
    ),
  ],
  [
    WORD(
      'permanent (?:position|post|job|contract|role)|unbefristet\\p{L}*|durée indéterminée|cdi|contrato indefinido|sem termo|tempo indeterminato|onbepaalde tijd',
    ),
    WORD(
      'fixed[- ]term|(?:auf \\p{L}+ \\p{L}+ )?befristet\\p{L}*|durée déterminée|cdd|contrato temporal|a termo certo|tempo determinato|bepaalde tijd',
    ),
  ],
];
/** Both may be had, or the other is somebody else. */
const EITHER =
  /(?<!\p{L})(?:or|also|possible|both|either|available|oder|auch|möglich|sowie|beides|ou|aussi|également|possible|o|también|posible|também|possível|oppure|anche|possibile|ook|mogelijk|not|no|nicht|keine?|pas|não|non|niet)(?!\p{L})|\//iu;
const LONGEST = 600;

export function chosenOtherwise(page: Page): Observation[] {
  const [top] = page.byTag('h1');
  if (top === undefined) return [];
  const title = textOf(top);
  return PAIRS.flatMap((pair): Observation[] => {
    const chosen = pair.findIndex((words) => words.test(title));
    const [own, other] = chosen === 0 ? pair : [pair[1], pair[0]];
    if (chosen === -1 || other.test(title)) return [];
    const blocks = visibleBlocks(page).filter(({ said, kind }) => kind !== 'code' && said.length <= LONGEST);
    // Where one place has both, the page offers both.
    if (blocks.some(({ said }) => own.test(said) && other.test(said))) return [];
    const against = blocks.find(
      ({ said, element }) => element !== top && other.test(said) && !EITHER.test(said),
    );
    const shown = against === undefined ? undefined : other.exec(against.said)?.[0];
    return against === undefined || shown === undefined
      ? []
      : [inTwoPlaces(against.element, shown, own.exec(title)?.[0] ?? '')];
  });
}

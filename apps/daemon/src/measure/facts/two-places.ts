/** What a page says in one place and otherwise in another. */
import type { Observation } from '../finding.ts';
import type { PageElement } from '../model/page.ts';

export function inTwoPlaces(at: PageElement, here: string, elsewhere: string): Observation {
  return {
    at,
    measured: `"${here}" here, "${elsewhere}" elsewhere`,
    required: 'the same in both places',
    message: `The page says "${elsewhere}" in one place and "${here}" here.`,
    suggestion: 'Find out which is right, and write it in both places.',
  };
}

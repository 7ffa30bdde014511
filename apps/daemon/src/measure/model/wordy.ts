/**
 * Wordy phrases and what to write instead. Only pairs that fit in any sentence are here, because they are
 * also applied by the author. After plainlanguage.gov's list of simple words.
 */
const WORDY: readonly { wordy: string; plain: string }[] = [
  { wordy: 'in order to', plain: 'to' },
  { wordy: 'due to the fact that', plain: 'because' },
  { wordy: 'at this point in time', plain: 'now' },
  { wordy: 'in the event that', plain: 'if' },
  { wordy: 'for the purpose of', plain: 'for' },
  { wordy: 'a large number of', plain: 'many' },
  { wordy: 'a majority of', plain: 'most' },
  { wordy: 'in spite of the fact that', plain: 'although' },
  { wordy: 'with regard to', plain: 'about' },
  { wordy: 'with respect to', plain: 'about' },
  { wordy: 'in regards to', plain: 'about' },
  { wordy: 'has the ability to', plain: 'can' },
  { wordy: 'have the ability to', plain: 'can' },
  { wordy: 'is able to', plain: 'can' },
  { wordy: 'are able to', plain: 'can' },
  { wordy: 'prior to', plain: 'before' },
  { wordy: 'subsequent to', plain: 'after' },
  { wordy: 'in addition to', plain: 'besides' },
  { wordy: 'on a regular basis', plain: 'regularly' },
  { wordy: 'on a daily basis', plain: 'daily' },
  { wordy: 'in close proximity to', plain: 'near' },
  { wordy: 'until such time as', plain: 'until' },
  { wordy: 'the fact that', plain: 'that' },
  { wordy: 'utilize', plain: 'use' },
  { wordy: 'utilizes', plain: 'uses' },
  { wordy: 'utilizing', plain: 'using' },
  { wordy: 'utilise', plain: 'use' },
  { wordy: 'facilitate', plain: 'help' },
  { wordy: 'facilitates', plain: 'helps' },
  { wordy: 'commence', plain: 'start' },
  { wordy: 'commences', plain: 'starts' },
  { wordy: 'terminate', plain: 'end' },
  { wordy: 'endeavour', plain: 'try' },
  { wordy: 'ascertain', plain: 'find out' },
  { wordy: 'additionally', plain: 'also' },
  { wordy: 'approximately', plain: 'about' },
  { wordy: 'sufficient', plain: 'enough' },
  { wordy: 'numerous', plain: 'many' },
  { wordy: 'each and every', plain: 'every' },
  { wordy: 'first and foremost', plain: 'first' },
  { wordy: 'make a decision', plain: 'decide' },
  { wordy: 'in the near future', plain: 'soon' },
  { wordy: 'at the present time', plain: 'now' },
  { wordy: 'for the reason that', plain: 'because' },
  { wordy: 'in a timely manner', plain: 'on time' },
  { wordy: 'whether or not', plain: 'whether' },
  { wordy: 'absolutely essential', plain: 'essential' },
  { wordy: 'completely free', plain: 'free' },
  { wordy: 'end result', plain: 'result' },
  { wordy: 'free gift', plain: 'gift' },
  { wordy: 'future plans', plain: 'plans' },
  { wordy: 'past history', plain: 'history' },
  { wordy: 'advance planning', plain: 'planning' },
];

/** All of them in one expression: fifty passes over a long page would cost seconds. */
export const WORDY_PATTERN = new RegExp(
  `\\b(?:${WORDY.map(({ wordy }) => wordy.replaceAll(' ', '\\s+')).join('|')})\\b`,
  'gi',
);

/** What to write instead; the hit itself when there is nothing better. */
export function plainOf(hit: string): string {
  const flat = hit.toLowerCase().replace(/\s+/g, ' ');
  return WORDY.find(({ wordy }) => wordy === flat)?.plain ?? hit;
}

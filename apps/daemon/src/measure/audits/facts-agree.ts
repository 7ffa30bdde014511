import { contradictingContacts } from '../facts/contacts.ts';
import { contradictingCounts } from '../facts/counts.ts';
import { contradictingDates } from '../facts/dates.ts';
import { freeAndPriced } from '../facts/free-or-priced.ts';
import { impossibleFacts } from '../facts/impossible.ts';
import { contradictingNumbers } from '../facts/labelled-numbers.ts';
import { contradictingMentions } from '../facts/mentions.ts';
import { contradictingNamed } from '../facts/named.ts';
import { chosenOtherwise } from '../facts/one-of-two.ts';
import { contradictingDays } from '../facts/open-days.ts';
import { overAlready } from '../facts/over-already.ts';
import { contradictingPeople } from '../facts/people.ts';
import { contradictingPrices } from '../facts/prices.ts';
import { wrongReckonings } from '../facts/reckoning.ts';
import { contradictingRows } from '../facts/rows.ts';
import { wrongSequences } from '../facts/sequence.ts';
import { contradictingSpans } from '../facts/spans.ts';
import { contradictingTotals } from '../facts/totals.ts';
import type { Audit } from '../finding.ts';

export const factsAgree: Audit = {
  id: 'facts-agree',
  role: 'copy',
  dim: 'finished',
  weight: 7,
  title: 'The page does not contradict itself',
  why: 'Two prices for one thing, or a number that is not the one behind it: the reader believes neither.',
  link: 'https://www.nngroup.com/articles/trustworthy-design/',
  severity: 'major',
  tier: 'report',
  unit: 'facts that another place contradicts',
  run(page) {
    if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
    const found = [
      ...contradictingPrices(page),
      ...contradictingCounts(page),
      ...contradictingDates(page),
      ...contradictingContacts(page),
      ...contradictingTotals(page),
      ...contradictingSpans(page),
      ...contradictingPeople(page),
      ...impossibleFacts(page),
      ...contradictingRows(page),
      ...contradictingMentions(page),
      ...contradictingNamed(page),
      ...wrongReckonings(page),
      ...wrongSequences(page),
      ...freeAndPriced(page),
      ...overAlready(page),
      ...contradictingDays(page),
      ...contradictingNumbers(page),
      ...chosenOtherwise(page),
    ].sort((one, other) => (one.at?.index ?? 0) - (other.at?.index ?? 0));
    return { checked: Math.max(found.length, page.blocks.length), found };
  },
};

/** Money for each of something: amounts of a log or a table that no such price makes. */
import type { Compared } from './compare-figures.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import { type Figure, figuresIn } from './figures-in.ts';
import type { Passage } from './passages.ts';
import { spotOf } from './read-figures.ts';
import { inBase, type Unit, unitOf } from './units.ts';

interface Rate {
  passage: Passage;
  /** For one of the base of what is measured. */
  money: number;
  per: Unit;
  shown: string;
}

const PER =
  /^\s*(?:je|pro|per|par|por|al|alla|a|an|the|each|\/|für jede[ns]?)\s*(?:the |la |l['’])?(\p{L}+)/iu;
const MOST = 50;
const MOST_LINES = 20_000;
/** Rounding and a minimum make some difference; a wrong unit makes a thousand. */
const FARTHEST = 5;

export function compareRates(passages: readonly Passage[]): Compared {
  const rates = passages
    .filter(({ kind }) => kind === 'prose')
    .flatMap(ratesIn)
    .slice(0, MOST);
  const found: Contradiction[] = [];
  let pairs = 0;
  for (const rate of rates)
    for (const passage of passages.slice(0, MOST_LINES)) {
      if (passage.kind !== 'log' && passage.kind !== 'data') continue;
      const figures = figuresIn(passage.text, true);
      const [money, more] = figures.filter(({ measure }) => measure === 'money');
      const [amount, others] = figures.filter(({ measure }) => measure === rate.per.dimension);
      if (money === undefined || amount === undefined || more !== undefined || others !== undefined) continue;
      pairs++;
      const right = (amount.base / inBase(1, rate.per)) * rate.money;
      if (right === 0 || money.base === 0) continue;
      const times = money.base / right;
      if (times < FARTHEST && times > 1 / FARTHEST) continue;
      found.push(wrong(rate, passage, amount, money, right));
    }
  return { found: found.slice(0, 5), pairs };
}

function wrong(rate: Rate, passage: Passage, amount: Figure, money: Figure, right: number): Contradiction {
  const claim = `${amount.shown} for ${rate.shown} (${placeOf(rate.passage)}) is ${Math.round(right * 100) / 100}, and ${placeOf(passage)} says ${money.shown}.`;
  return {
    key: keyOf('rate', [rate.passage, passage]),
    claim,
    places: [spotOf(passage), spotOf(rate.passage)],
    strength: 1,
  };
}

function ratesIn(passage: Passage): Rate[] {
  return figuresIn(passage.text, false).flatMap((figure): Rate[] => {
    if (figure.measure !== 'money') return [];
    const behind = PER.exec(passage.text.slice(figure.end));
    const per = behind === null ? null : unitOf(behind[1] ?? '', true);
    if (behind === null || per === null || per.dimension === 'money') return [];
    return [{ passage, money: figure.base, per, shown: `${figure.shown}${behind[0]}` }];
  });
}

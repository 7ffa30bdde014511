/** What a log says of one thing from its beginning to its end: the same count must not differ on the way. */
import type { Compared } from './compare-figures.ts';
import { termsOf } from './concepts.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { Passage } from './passages.ts';
import { spotOf } from './read-figures.ts';

interface Told {
  passage: Passage;
  value: string;
}
/** By what is counted. */
type Episode = Map<string, Told[]>;

const MOST_EPISODES = 2_000;
const MOST_FOUND = 10;
const PAIR = /(?<![\p{L}\p{N}_.])(\p{L}[\p{L}\p{N}_]{1,30})=(\d{1,12})(?![\d.:\p{L}%-])/gu;
const COUNTED = /(?<![\p{L}\p{N}_=.,:/#-])(\d{1,9})\s(\p{L}{4,})/gu;
/** What is another from line to line: times, addresses, how long it took. */
const MEASURED =
  /^(?:\w*(?:time|ms|sec|dur|took|elapsed|pid|port|id|nr|no|seq|line|code|status|size|bytes|attempt|retry|try|step|page|batch|offset|progress|percent|done|left|queue\w*)|sekunden?|minuten?|stunden?|seconds?|minutes?|hours?|bytes?|millis\w*|secondes?|heures?|segundos?|minutos?|horas?)$/i;

export function compareEpisodes(passages: readonly Passage[]): Compared {
  const logs = Map.groupBy(
    passages.filter(({ kind }) => kind === 'log'),
    ({ path }) => path,
  );
  const all = [...logs.values()].map((lines) => differing(episodesOf(lines)));
  return {
    found: all.flatMap(({ found }) => found).slice(0, MOST_FOUND),
    pairs: all.reduce((sum, { pairs }) => sum + pairs, 0),
  };
}

/** From a line that begins something to the one that ends it. */
function episodesOf(lines: readonly Passage[]): Episode[] {
  const episodes: Episode[] = [];
  let open: Episode | null = null;
  for (const passage of lines) {
    const terms = termsOf(passage.text);
    const isEnd = terms.has('~end') || /\bdone\b/i.test(passage.text);
    if (terms.has('~start') && !isEnd) open = new Map();
    if (open === null) continue;
    for (const [key, value] of countsIn(passage.text))
      open.set(key, [...(open.get(key) ?? []), { passage, value }]);
    if (!isEnd) continue;
    if (episodes.length < MOST_EPISODES) episodes.push(open);
    open = null;
  }
  return episodes;
}

function countsIn(text: string): [string, string][] {
  return [
    ...[...text.matchAll(PAIR)].map(([, key = '', value = '']): [string, string] => [
      key.toLowerCase(),
      value,
    ]),
    ...[...text.matchAll(COUNTED)].map(([, value = '', word = '']): [string, string] => [
      word.toLowerCase(),
      value,
    ]),
  ].filter(([key]) => !MEASURED.test(key));
}

/** A count that differs in most episodes is a measurement; one that differs in few, or in the only one, is a slip. */
function differing(episodes: readonly Episode[]): Compared {
  const found: Contradiction[] = [];
  let pairs = 0;
  const keys = new Set(episodes.flatMap((episode) => [...episode.keys()]));
  for (const key of keys) {
    const told = episodes.map((episode) => episode.get(key) ?? []).filter((own) => own.length > 1);
    const wrong = told.filter((own) => new Set(own.map(({ value }) => value)).size > 1);
    pairs += told.length;
    const isSlip = told.length === 1 ? wrong.length === 1 : wrong.length * 3 <= told.length;
    if (!isSlip) continue;
    for (const own of wrong) {
      const apart = [...new Map(own.map((one) => [one.value, one])).values()];
      const [one, other] = [own[0], apart.find(({ value }) => value !== own[0]?.value)];
      if (one === undefined || other === undefined) continue;
      const last = own.at(-1) ?? other;
      const claim = `${key} ${one.value} in ${placeOf(one.passage)}, but ${key} ${other.value} in ${placeOf(other.passage)}, between one beginning and its end.`;
      const places = [...new Set([one, other, last].map(({ passage }) => passage))].map(spotOf);
      found.push({ key: keyOf('episode', places, key), claim, places, strength: 1 });
    }
  }
  return { found, pairs };
}

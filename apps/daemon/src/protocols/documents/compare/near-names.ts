/** Names, addresses and numbers that are almost the same: one of them is a slip. */

export interface Named {
  path: string;
  line: number;
  text: string;
}

export interface NearNames {
  one: Named & { name: string };
  other: Named & { name: string };
}

/** Somebody, by what stands before the name; in texts that write every noun with a capital only these are names. */
const TITLED =
  /(?<!\p{L})(?:Mr|Mrs|Ms|Dr|Prof|Herrn?|Frau|Mme|M\.|Monsieur|Madame|Sra?|Señora?|Sig(?:\.ra|nora?)?|Dhr|Mevr|Mevrouw|Pan(?:i|a|ią|em)?)\.?\s+(?:(?:Dr|Prof)\.?\s+)?(\p{Lu}\p{L}{3,24})(?!\p{L})/gu;
const CAPITALISED = /(?<=[\p{Ll},;)]\s)(\p{Lu}\p{Ll}{4,24})(?!\p{L})/gu;
/** Names of products and systems have a capital inside. */
const INNER_CAPITAL = /(?<![\p{L}\p{N}_./-])(\p{Lu}\p{Ll}+\p{Lu}\p{L}{2,24})(?![\p{L}\p{N}_(./-])/gu;
const MAIL = /(?<![\w.+-])([\w.+-]{2,40}@[\w-]+(?:\.[\w-]+)+)/gu;
const PHONE = /(?<![\w.,/-])(\+?\d[\d\s()/-]{6,18}\d)(?![\w.,/-]*\d)/gu;
const MOST_NAMES = 2_000;

interface Use extends Named {
  name: string;
  kind: 'name' | 'mail' | 'phone';
}

/** Pairs of which one is used once and the other more often or in another text. */
export function nearNames(
  texts: readonly { path: string; text: string }[],
  isNounCapital: boolean,
): NearNames[] {
  const uses = texts.flatMap(({ path, text }) =>
    text
      .split(/\r\n|\n|\r/)
      .flatMap((line, index) =>
        usesIn(line, isNounCapital).map((use) => ({ ...use, path, line: index + 1, text: line.trim() })),
      ),
  );
  const byName = Map.groupBy(uses.slice(0, MOST_NAMES), ({ kind, name }) => `${kind} ${keyOf(kind, name)}`);
  const all = texts.map(({ text }) => text).join('\n');
  const found: NearNames[] = [];
  // Names of one slip share their beginning or their end: only those are compared.
  const buckets = new Map<string, Use[]>();
  for (const [, [first]] of byName) {
    if (first === undefined) continue;
    const key = keyOf(first.kind, first.name);
    for (const bucket of [`${first.kind} ^${key.slice(0, 3)}`, `${first.kind} $${key.slice(-3)}`]) {
      const there = buckets.get(bucket) ?? [];
      for (const before of there) {
        const pair = pairOf(before, first, byName);
        if (
          pair !== null &&
          !found.some((one) => one.one === pair.one && one.other === pair.other) &&
          !isWord(pair, all)
        )
          found.push(pair);
      }
      if (there.length < MOST_ALIKE) buckets.set(bucket, [...there, first]);
    }
  }
  return found;
}

const MOST_ALIKE = 60;

function usesIn(line: string, isNounCapital: boolean): Pick<Use, 'name' | 'kind'>[] {
  const names = [TITLED, INNER_CAPITAL, ...(isNounCapital ? [] : [CAPITALISED])].flatMap((pattern) =>
    [...line.matchAll(pattern)].map(([, name = '']) => name),
  );
  return [
    ...[...new Set(names)].map((name) => ({ name, kind: 'name' as const })),
    ...[...line.matchAll(MAIL)].map(([, name = '']) => ({ name, kind: 'mail' as const })),
    ...[...line.matchAll(PHONE)].flatMap(([, name = '']) => {
      const digits = name.replace(/\D/g, '');
      return digits.length >= 8 && !/^(?:19|20)\d{6}/.test(digits)
        ? [{ name: name.trim(), kind: 'phone' as const }]
        : [];
    }),
  ];
}

function keyOf(kind: Use['kind'], name: string): string {
  return kind === 'phone' ? name.replace(/\D/g, '').replace(/^(?:00|0)/, '') : name.toLowerCase();
}

function pairOf(one: Use, other: Use, byName: ReadonlyMap<string, readonly Use[]>): NearNames | null {
  const [a, b] = [keyOf(one.kind, one.name), keyOf(other.kind, other.name)];
  if (a === b || Math.abs(a.length - b.length) > 1 || !isOneSlip(a, b)) return null;
  // Endings change with the case and the number of a word.
  if (one.kind === 'name' && isEnding(a, b)) return null;
  const [ours, theirs] = [byName.get(`${one.kind} ${a}`) ?? [], byName.get(`${other.kind} ${b}`) ?? []];
  const isRare = Math.min(ours.length, theirs.length) === 1;
  const isElsewhere = ours[0]?.path !== theirs[0]?.path;
  if (!isRare || (one.kind === 'name' && !isElsewhere && Math.max(ours.length, theirs.length) < 2))
    return null;
  return { one, other };
}

/** One letter more, less, other, or two changed about. */
function isOneSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isSwapped =
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
  return isSwapped || short.slice(at + 1) === long.slice(at + 1);
}

function isEnding(one: string, other: string): boolean {
  const least = Math.min(one.length, other.length);
  return one.slice(0, least - 1) === other.slice(0, least - 1);
}

/** Both may be words: then one of them stands in small letters somewhere. */
function isWord({ one, other }: NearNames, all: string): boolean {
  return [one, other].some(({ name }) =>
    /@|\d/.test(name) ? false : new RegExp(`(?<!\\p{L})${RegExp.escape(name.toLowerCase())}`, 'u').test(all),
  );
}

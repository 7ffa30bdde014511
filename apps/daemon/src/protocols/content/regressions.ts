/** What must not get worse in the next draft, found without a model. */
import type { AdvisorCritique, AdvisorEntry, CritiqueIssue } from '@design-jury/contracts/content/schema';

export interface FixedItem {
  text: string;
  /** The round in which it was gone. */
  round: number;
}

export interface RegressionLists {
  fixed: readonly FixedItem[];
  wellScored: readonly string[];
  /** Fixed once, and back. */
  regressed: readonly string[];
}

export const NO_LISTS: RegressionLists = { fixed: [], wellScored: [], regressed: [] };

const STOP_WORDS = new Set(
  'the and for are but not you your with this that from have has had its was were will would can could should does did into than then them they there their what when which who how why all any too very more most some such only own same our out about'.split(
    ' ',
  ),
);
const SHORTEST = 3;
const SHARED = 0.5;

/** The lists after round `n`, from those before it. */
export function updateLists(
  before: RegressionLists,
  previous: { critiques: readonly AdvisorCritique[] } | null,
  current: { critiques: readonly AdvisorCritique[]; round: number },
  advisors: readonly AdvisorEntry[],
): RegressionLists {
  const open = current.critiques.flatMap(pressing);
  const isBack = (text: string): boolean => open.some(({ description }) => isSameIssue(text, description));
  const fresh = previous === null ? [] : fixedSince(previous.critiques, current.critiques);
  const kept = before.fixed.filter(({ text }) => !isBack(text));
  const added = fresh
    .filter((text) => !isBack(text) && !kept.some((item) => isSameIssue(item.text, text)))
    .map((text) => ({ text, round: current.round }));
  return {
    fixed: [...kept, ...distinctBy(added, ({ text }) => text)],
    wellScored: wellScored(before.wellScored, current.critiques, advisors),
    regressed: before.fixed.filter(({ text }) => isBack(text)).map(({ text }) => text),
  };
}

/** An issue is fixed when the critic who raised it came back and no longer raises it. */
function fixedSince(previous: readonly AdvisorCritique[], current: readonly AdvisorCritique[]): string[] {
  return previous.flatMap((critique) => {
    const again = current.find(({ advisorId }) => advisorId === critique.advisorId);
    if (again === undefined) return [];
    const still = pressing(again);
    return pressing(critique)
      .filter(({ description }) => !still.some((issue) => isSameIssue(description, issue.description)))
      .map(({ description }) => description);
  });
}

function wellScored(
  before: readonly string[],
  critiques: readonly AdvisorCritique[],
  advisors: readonly AdvisorEntry[],
): string[] {
  const label = ({ advisorId, name }: AdvisorCritique): string =>
    advisors.find(({ id }) => id === advisorId)?.domainLabel ?? `${name}'s evaluation domain`;
  const content = critiques.filter((critique) => pressing(critique).length === 0).map(label);
  const unhappy = new Set(critiques.filter((critique) => pressing(critique).length > 0).map(label));
  return [...new Set([...before, ...content])].filter((aspect) => !unhappy.has(aspect));
}

function pressing({ issues }: AdvisorCritique): CritiqueIssue[] {
  return issues.filter(({ severity }) => severity !== 'low');
}

/** Rephrased is not fixed: half of the shorter one's telling words are in the other. */
export function isSameIssue(one: string, other: string): boolean {
  const [a, b] = [tellingWords(one), tellingWords(other)];
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  if (small.size === 0) return false;
  let shared = 0;
  for (const word of small) if (large.has(word)) shared++;
  return shared / small.size >= SHARED && shared >= Math.min(2, small.size);
}

/** The words that tell something, in lower case. */
export function tellingWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= SHORTEST && !STOP_WORDS.has(word)));
}

function distinctBy<T>(items: readonly T[], key: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}

/** What the author is told: the issues, what came back, what to leave alone. */
export function revisionBrief(
  issues: string,
  { fixed, wellScored: aspects, regressed }: RegressionLists,
): string {
  const guard = [
    ...fixed.map(({ text, round }) => `- ${text} (fixed Round ${round})`),
    ...aspects.map((text) => `- ${text}`),
  ];
  return [
    'Address these issues:',
    issues === '' ? '- none is high or medium; raise the text as a whole' : issues,
    ...(regressed.length > 0
      ? ['', 'These had been fixed and are back:', ...regressed.map((text) => `- ${text}`)]
      : []),
    ...(guard.length > 0 ? ['', 'Do not regress:', ...guard] : []),
    '',
    'Address only the listed issues. Leave everything on the do-not-regress list as it is.',
  ].join('\n');
}

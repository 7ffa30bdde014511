/** Questions only a person can answer: one table per task, numbered on, with the answers that came back. */
import type { ClarificationItem } from '@design-jury/contracts/convergence/schema';

/** Shared words of all the words of both. Two open places of one brief are told apart by their lines. */
const SAME_QUESTION = 0.8;

/** A question as a worker asks it. */
export interface RawQuestion {
  kind: ClarificationItem['kind'];
  statement: string;
  /** `path:line`, or `none - ` and the reason why only a person knows. */
  evidenceChecked: string;
  expectedForm: string;
  blocksApproval: boolean;
}

export function nextNumber(items: readonly ClarificationItem[]): number {
  return Math.max(0, ...items.map(({ id }) => Number(/^C-(\d+)$/.exec(id)?.[1] ?? 0))) + 1;
}

/** The same question is asked once, whoever asks it and however often the phase is run. */
export function withQuestions(
  items: readonly ClarificationItem[],
  questions: readonly RawQuestion[],
): { items: ClarificationItem[]; defects: string[] } {
  const all = [...items];
  const defects: string[] = [];
  for (const question of questions) {
    const statement = `${question.statement.trim()} Evidence checked: ${question.evidenceChecked.trim()}`;
    const known = all.findIndex((item) => sameQuestion(item.statement, statement));
    if (known !== -1) {
      // What was a note in one phase can stand in the way of the next.
      const item = all[known];
      if (item?.status === 'open' && question.blocksApproval) all[known] = { ...item, blocks: 'approval' };
      continue;
    }
    if (!isChecked(question.evidenceChecked)) {
      defects.push(
        `a question was left out, for nothing was checked before it was asked: ${question.statement}`,
      );
      continue;
    }
    all.push({
      id: `C-${String(nextNumber(all)).padStart(3, '0')}`,
      kind: question.kind,
      statement,
      expectedForm: question.expectedForm,
      status: 'open',
      blocks: question.blocksApproval ? 'approval' : 'none',
      userInput: '',
    });
  }
  return { items: all, defects };
}

function sameQuestion(known: string, asked: string): boolean {
  const [one, other] = [wordsOf(known), wordsOf(asked)];
  const all = one.union(other).size;
  return all > 0 && one.intersection(other).size / all >= SAME_QUESTION;
}

function wordsOf(statement: string): Set<string> {
  const bare = statement.replace(/Evidence checked:.*$/su, '').toLowerCase();
  return new Set(bare.match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** A place that was looked at, or the reason why no place can tell. */
function isChecked(evidence: string): boolean {
  const text = evidence.trim();
  return /^none\b/i.test(text) ? /^none\s*[-–—:]\s*\S{3,}/i.test(text) : text !== '';
}

/** An answer stands; blank input leaves the item open. */
export function answered(item: ClarificationItem, input: string): ClarificationItem {
  const userInput = input.trim();
  return userInput === '' ? item : { ...item, userInput, status: 'answered' };
}

/** A person may write the answer into the file and forget the word beside it. */
export function settledByHand(items: readonly ClarificationItem[]): ClarificationItem[] {
  return items.map((item) =>
    item.status === 'open' && item.userInput.trim() !== '' ? { ...item, status: 'answered' as const } : item,
  );
}

export function openForApproval(items: readonly ClarificationItem[]): ClarificationItem[] {
  return items.filter(({ status, blocks }) => status === 'open' && blocks === 'approval');
}

/**
 * What the task's file holds now, with the items of a run that may have begun long before: an answer given meanwhile
 * stands, and an item whose number is taken gets the next one.
 */
export function mergedItems(
  stored: readonly ClarificationItem[],
  own: readonly ClarificationItem[],
): ClarificationItem[] {
  const all = [...stored];
  for (const item of own) {
    const at = all.findIndex(({ statement }) => statement === item.statement);
    const known = all[at];
    if (known !== undefined) {
      if (known.status === 'open') all[at] = { ...item, id: known.id };
    } else if (all.some(({ id }) => id === item.id))
      all.push({ ...item, id: `C-${String(nextNumber(all)).padStart(3, '0')}` });
    else all.push(item);
  }
  return all;
}

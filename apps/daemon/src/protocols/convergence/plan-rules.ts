/** Rules a plan gives for its own steps: "every step that touches the alarm has its own way back". */
import type { MarkdownDocument } from '../documents/document.ts';
import { DEED_NAMES } from '../documents/language/concepts.ts';
import { EVERY_STEP, OWNER, PERSON, ROLLBACK, STEP_RANGE } from '../documents/language/plan-words.ts';
import { termsOf } from '../documents/meaning/terms.ts';
import { type Sentence, sentencesOf } from '../documents/sentences.ts';
import type { Found } from './plan-faults.ts';
import type { PlanContents } from './plan-items.ts';
import { familyOf, type PlanStep } from './plan-step.ts';

interface Rule {
  sentence: Sentence;
  /** What stands behind "every step". */
  rest: string;
}

function rulesIn(document: MarkdownDocument): Rule[] {
  return sentencesOf(document).flatMap((sentence) => {
    const match = EVERY_STEP.exec(sentence.own);
    return match === null ? [] : [{ sentence, rest: sentence.own.slice(match.index + match[0].length) }];
  });
}

export function wantsOwners(document: MarkdownDocument): boolean {
  return rulesIn(document).some(({ rest }) => OWNER.test(rest) || PERSON.test(rest));
}

export function ruleFaults(contents: PlanContents): Found[] {
  const { document, steps, entries } = contents;
  return rulesIn(document).flatMap(({ sentence, rest }): Found[] => {
    const wanted = ROLLBACK.exec(rest);
    if (wanted === null) return [];
    const which = THAT.exec(rest.slice(0, wanted.index))?.[1] ?? '';
    const terms = termsOf(which).filter((term) => !DEED_NAMES.has(term));
    const objects = terms.slice(1).length > 0 ? terms.slice(1) : terms;
    return steps.flatMap((step): Found[] => {
      const own = new Set(
        termsOf(
          `${step.title} ${step.parts
            .filter(({ role }) => role === 'work')
            .map(({ raw }) => raw)
            .join(' ')}`,
        ),
      );
      const isMeant = objects.every((term) => own.has(term));
      const id = entries.find((entry) => entry.step === step)?.item.id;
      if (!isMeant || id === undefined || hasWayBack(step, contents)) return [];
      const reason = `${step.shown} has no way back, and line ${sentence.line} wants one: "${sentence.text.trim().slice(0, 120)}"`;
      return [[id, { kind: 'd', reason }]];
    });
  });
}

/** Up to the verb that says what such a step has. */
const THAT =
  /^\s*,?\s*(?:that|which|with|where|der|die|das|welche[rs]?|mit|qui|que|avec|où|con|com|che|dat|met|który|która|które)\s+(.{2,60}?)\s*,?\s*(?:has|have|needs?|gets?|requires?|must|hat|haben|braucht|bekommt|muss|a|ont|doit|tiene|debe|necesita|tem|deve|precisa|ha|heeft|moet|ma|musi)(?![\p{L}])/iu;

function hasWayBack({ key, parts }: PlanStep, { document, steps }: PlanContents): boolean {
  if (parts.some(({ raw }) => ROLLBACK.test(raw))) return true;
  return document.statements.some((statement) => {
    const isOutside = !steps.some(({ line, endLine }) => statement.line >= line && statement.line <= endLine);
    if (!isOutside || familyOf(statement, document) !== 'rollback') return false;
    return namedKeys(statement.text).has(key);
  });
}

/** "Steps 1 to 4", "step 7". */
function namedKeys(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(STEP_RANGE)].flatMap(([, first = '', last]) => {
      const [from, to] = [Number(first), Number(last ?? first)];
      if (!Number.isInteger(from)) return [first.toLowerCase()];
      return Array.from({ length: Math.min(100, Math.max(1, to - from + 1)) }, (_, at) => String(from + at));
    }),
  );
}

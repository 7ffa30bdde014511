/** Author and critics without a model. They count and compare, and say so. */

import type { ContentAgent, RevisionRequest } from '../content-agent.ts';
import { type Copy, readCopy, writeCopy } from '../copy.ts';
import { selectLexically } from '../lexical-selection.ts';
import { isSameIssue } from '../regressions.ts';
import { writeOffline } from './author.ts';
import type { Check, Look, Remark } from './check.ts';
import { DECIDING_CHECKS } from './deciding.ts';
import { type Facts, readFacts } from './facts.ts';
import { HOLDING_CHECKS, RULE_CHECKS } from './holding.ts';
import { KEEPING_CHECKS } from './keeping.ts';
import { POSITIONING_CHECKS } from './positioning.ts';
import { SEARCH_CHECKS } from './search.ts';
import { SUBJECT_CHECKS } from './subject.ts';
import { VOICE_CHECKS } from './voice.ts';

const CHECKS: Readonly<Record<string, readonly Check[]>> = {
  positioning: [
    ...POSITIONING_CHECKS,
    ...VOICE_CHECKS,
    ...KEEPING_CHECKS,
    ...HOLDING_CHECKS,
    ...SUBJECT_CHECKS,
  ],
  'seo-expert': [...SEARCH_CHECKS, ...RULE_CHECKS],
  'behavioural-science': DECIDING_CHECKS,
};
const ALL = [...new Set(Object.values(CHECKS).flat())];
const COST = { high: 3, medium: 1.5, low: 0.5 } as const;

export const OFFLINE_NAME = 'grounded';

export function offlineContentAgent(): ContentAgent {
  return {
    name: 'Offline author and critics (grounded)',
    async draft(request) {
      return { ok: true, text: writeOffline(request) };
    },
    async revise(request) {
      return { ok: true, text: revised(request) };
    },
    async criticise({ recipe, critic, docs, draft, isOwn }) {
      const checks = Object.hasOwn(CHECKS, critic.id) ? CHECKS[critic.id] : undefined;
      if (checks === undefined)
        return { ok: false, message: 'needs a model: there is no check for it', isFinal: true };
      const look = { copy: readCopy(draft), facts: readFacts(docs), contentType: recipe.contentType };
      // What is written here from facts has no place for a call in a post; whoever wrote their own can be asked for it.
      const isAsked = ({ id }: Check): boolean =>
        id !== 'missing-call' || isOwn === true || recipe.contentType !== 'blog-post';
      const remarks = checks.filter(isAsked).flatMap((check) => {
        const remark = check.look(look);
        return remark === null ? [] : [{ remark, isNote: isOwn === true && isGeneral(check, look) }];
      });
      const issues = remarks.filter(({ isNote }) => !isNote).map(({ remark }) => remark);
      const notes = remarks.filter(({ isNote }) => isNote).map(({ remark }) => remark);
      return {
        ok: true,
        critique: {
          issues,
          score: scoreOf(issues),
          pass: isPassing(issues),
          ...(notes.length > 0 && { notes }),
        },
      };
    },
    async choose(recipe, candidates) {
      const chosen = selectLexically(recipe, candidates);
      return { ok: true, ids: chosen.map(({ id }) => id), warnings: [], by: 'lexical' };
    },
  };
}

function isGeneral(check: Check, look: Look): boolean {
  return typeof check.isGeneral === 'function' ? check.isGeneral(look) : check.isGeneral === true;
}

function scoreOf(issues: readonly Remark[]): number {
  return Math.max(1, 10 - issues.reduce((sum, { severity }) => sum + COST[severity], 0));
}

function isPassing(issues: readonly Remark[]): boolean {
  return issues.every(({ severity }) => severity !== 'high');
}

/** With less than two thirds left, what was handed in is no longer what would be approved. */
const LEAST_LEFT = 2 / 3;

/**
 * Mends what the issues name and nothing else. A mend that makes another check fail is taken back, and so is one
 * that leaves out more than a third of the text, or all of a section.
 */
function revised({ recipe, docs, draft, issues }: RevisionRequest): string {
  const facts = readFacts(docs);
  const look = (copy: Copy): Map<string, string> => remarksOf(copy, facts, recipe.contentType);
  const isWanted = (remark: string): boolean =>
    issues.some(({ description }) => isSameIssue(remark, description));
  const given = readCopy(draft);
  let text = draft;
  let copy = given;
  let before = look(copy);
  for (const check of ALL) {
    const remark = before.get(check.id);
    if (remark === undefined || !isWanted(remark)) continue;
    const mended = check.mend?.(copy, facts);
    if (mended == null) continue;
    const candidate = writeCopy(mended);
    const mendedCopy = readCopy(candidate);
    const after = look(mendedCopy);
    const isWorse =
      [...after.keys()].some((id) => !before.has(id)) ||
      mendedCopy.text.length < given.text.length * LEAST_LEFT ||
      emptySections(mendedCopy) > emptySections(copy);
    if (isWorse || after.has(check.id)) continue;
    [text, copy, before] = [candidate, mendedCopy, after];
  }
  return text;
}

/** Headings below which nothing stands. */
function emptySections({ headings, body }: Copy): number {
  return headings.filter(({ level, end }, at) => {
    const next = headings[at + 1];
    const isOver = next === undefined || next.level <= level;
    return isOver && body.slice(end, next?.start).trim() === '';
  }).length;
}

function remarksOf(copy: Copy, facts: Facts, contentType: string): Map<string, string> {
  const remarks = new Map<string, string>();
  for (const check of ALL) {
    const remark = check.look({ copy, facts, contentType });
    if (remark !== null) remarks.set(check.id, remark.description);
  }
  return remarks;
}

/** What a loop does outside itself: asks the critic, changes the subject, puts questions to a person. */
import { join } from 'node:path';
import type { Escalation } from '@design-jury/contracts/loop/schema';
import type { Answer, UnattendedPolicy } from '@design-jury/contracts/questions';
import type { Agent } from '../../agents/session.ts';
import type { Performed } from '../../host/protocol.ts';
import { questionKey, type TerminalAsker } from '../../host/questions/ask.ts';
import { compareLines, unifiedDiff } from '../../line-diff.ts';
import type { MeasuringThreads } from '../../measure/threads/threads.ts';
import { keepChange, keptChange } from './changes.ts';
import { agentCritic, type Changed, type LoopCritic, offlineCritic } from './critics.ts';
import { lookingIn } from './looking.ts';
import { OFFLINE_CRITIC } from './offline-critic-id.ts';
import type { LoopContext, LoopProtocol, LoopWork } from './protocol.ts';
import { changedBytes, readSubject, writeSubject } from './subject-file.ts';

export interface LoopServices {
  agent(id: string, model: string | null): Promise<Agent>;
  env: Readonly<Record<string, string | undefined>>;
  threads: MeasuringThreads;
}

/** What whoever started or resumed the loop has at hand. */
export interface LoopAttachment extends Readonly<Record<string, unknown>> {
  /** Null where nobody sits. */
  terminal?: TerminalAsker | null;
  /** True where somebody may answer from elsewhere while this process waits. */
  waits?: boolean;
  /** @default what the loop was started with */
  onUnattended?: UnattendedPolicy;
}

export function performLoop(services: LoopServices): LoopProtocol['perform'] {
  const critics = new WeakMap<LoopContext, Promise<LoopCritic>>();
  return async (effect, context) => {
    const critic = critics.get(context) ?? criticOf(services, context);
    critics.set(context, critic);
    return perform(effect, context, await critic);
  };
}

async function criticOf({ agent, env, threads }: LoopServices, context: LoopContext): Promise<LoopCritic> {
  const { subject, agent: id, model, loop } = context.state;
  const { criteria } = loop;
  const looking = lookingIn(threads);
  if (id === OFFLINE_CRITIC) return offlineCritic(subject, criteria, env, looking);
  const runId = context.run.id;
  return agentCritic({
    agent: await agent(id, model),
    subject,
    criteria,
    runId,
    workDir: context.folder,
    env,
    looking,
  });
}

async function perform(effect: LoopWork, context: LoopContext, critic: LoopCritic): Performed {
  switch (effect.type) {
    case 'review':
      return review(effect, context, critic);
    case 'fix':
      return fix(effect, context, critic);
    case 'ask':
      return ask(effect, context, critic);
  }
}

async function review(
  { n, only, problems }: Extract<LoopWork, { type: 'review' }>,
  context: LoopContext,
  critic: LoopCritic,
): Promise<void> {
  const { subject, loop } = context.state;
  const { criteria, config, passes, deferred } = loop;
  const request = {
    n,
    only,
    problems,
    criteria,
    perspectives: config.adversarialPerspectives,
    earlier: passes,
    deferred: deferred.map(({ criterionId }) => criterionId),
    text: (await readSubject(subject)).text,
  };
  const reviewed = await critic.review(request, context.signal);
  if (context.signal.aborted) return;
  if (!reviewed.ok) return context.feed({ type: 'pass_failed', message: reviewed.message });
  const { answer, counted, warnings } = reviewed;
  return context.feed({ type: 'pass_answered', answer, counted, warnings });
}

async function fix(
  { n, fix: wanted }: Extract<LoopWork, { type: 'fix' }>,
  context: LoopContext,
  critic: LoopCritic,
): Promise<void> {
  const { criterionId, instruction } = wanted;
  try {
    const changed = await change(context, n, criterionId, (text) => critic.fix(text, wanted, context.signal));
    if (context.signal.aborted && !changed.ok) return;
    if (!changed.ok) return await context.feed({ type: 'fix_failed', criterionId, message: changed.message });
    if (changed.diff === '')
      return await context.feed({ type: 'fix_failed', criterionId, message: 'the fix changes nothing' });
    await context.feed({ type: 'fix_applied', criterionId, instruction, diff: changed.diff });
  } catch (error) {
    if (context.signal.aborted) return;
    const message = error instanceof Error ? error.message : String(error);
    await context.feed({ type: 'fix_failed', criterionId, message });
  }
}

async function ask(
  { n, batch }: Extract<LoopWork, { type: 'ask' }>,
  context: LoopContext,
  critic: LoopCritic,
): Performed {
  const { terminal = null, waits = false, onUnattended } = context.attachment as LoopAttachment;
  const idOf = ({ criterionId }: Escalation): string => `p${n}.${criterionId}`;
  const askings = batch.map((escalation) => {
    const { criterionId, question, issue, why, options } = escalation;
    // The key of 0.1: its answers are precedents still.
    const key = questionKey('critic-loop', criterionId, question);
    return { id: idOf(escalation), key, question, issue, why, options };
  });
  const asked = await context.ask(askings, {
    terminal,
    waits,
    onUnattended: onUnattended ?? context.state.loop.config.onUnattended,
  });
  if (asked.status === 'waiting') return { park: 'waiting', reason: 'a question is open' };
  for (const escalation of batch) {
    const answered = asked.answers.get(`${context.run.id}.${idOf(escalation)}`);
    if (answered !== undefined && !context.signal.aborted)
      await choose(n, escalation, answered, context, critic);
  }
}

async function choose(
  n: number,
  escalation: Escalation,
  { answer, by }: { answer: Answer; by: string },
  context: LoopContext,
  critic: LoopCritic,
): Promise<void> {
  const { criterionId } = escalation;
  const { choice: option, note } = answer;
  if (option === 'skip') {
    const reason = `[DEFERRED] ${note === '' ? 'skipped' : note}`;
    return context.feed({ type: 'choice_skipped', criterionId, reason, by });
  }
  const changed = await change(context, n, criterionId, (text) =>
    critic.choose(text, escalation, { option, note }, context.signal),
  );
  if (context.signal.aborted && !changed.ok) return;
  const diff = changed.ok ? changed.diff : '';
  return context.feed({
    type: 'choice_made',
    criterionId,
    option,
    changed: diff !== '',
    by,
    diff,
    ...(!changed.ok && { warning: `${criterionId}: ${changed.message}` }),
  });
}

/**
 * Both texts and the patch are on the disk before the subject changes: every step can be taken back, and whoever repeats
 * it after a crash finds what was decided and changes the subject once.
 */
async function change(
  context: LoopContext,
  n: number,
  criterionId: string,
  make: (text: string) => Promise<Changed>,
): Promise<{ ok: true; diff: string } | { ok: false; message: string }> {
  const { subject, loop } = context.state;
  const name = `${String(loop.fixes + 1).padStart(3, '0')}-${criterionId.toLowerCase()}`;
  const place = join(context.folder, `pass-${n}`, name);
  const now = await readSubject(subject);
  const kept = await keptChange(place);
  if (kept !== null && isSame(now.bytes, kept.after)) return { ok: true, diff: kept.diff };
  if (kept !== null && isSame(now.bytes, kept.before))
    return (await writeSubject(subject, kept.before, kept.after)) ? { ok: true, diff: kept.diff } : MOVED;
  const changed = await make(now.text);
  if (!changed.ok) return changed;
  if (changed.text === now.text) return { ok: true, diff: '' };
  const after = changedBytes(now, changed.text);
  if (after === null)
    return {
      ok: false,
      message: `the file is ${now.form.encoding}, which cannot hold what would be written`,
    };
  const diff = unifiedDiff(subject.shown, compareLines(now.text, changed.text));
  await keepChange(place, { before: now.bytes, after, diff });
  return (await writeSubject(subject, now.bytes, after)) ? { ok: true, diff } : MOVED;
}

const MOVED = {
  ok: false,
  message: 'somebody changed the file at the same time; nothing was written',
} as const;

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

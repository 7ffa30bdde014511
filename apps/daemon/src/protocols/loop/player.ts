/** Plays the loop: asks the critic, applies fixes to the subject, puts questions to a person, keeps every pass. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT_OF_STATUS } from '@design-jury/contracts/exit-codes';
import type { Escalation, LoopEvent } from '@design-jury/contracts/loop/schema';
import type { Answer } from '@design-jury/contracts/play';
import { type AskOptions, askOperator, questionKey } from '../../host/questions/ask.ts';
import type { Docket, PlayHandle } from '../../host/run-store.ts';
import { compareLines, unifiedDiff } from '../../report/lines.ts';
import { type LoopCritic, readSubject, type Subject, writeSubject } from './critics.ts';
import { pendingEffects, transition } from './loop.ts';
import { type LoopEffect, type LoopInput, type LoopState, totalsOf } from './loop-state.ts';

/** What the docket keeps of a loop. */
export interface SavedLoop {
  subject: Subject & { shown: string };
  agent: string;
  loop: LoopState;
}

export interface LoopPlay {
  docket: Docket;
  play: PlayHandle;
  saved: SavedLoop;
  critic: LoopCritic;
  asking: Omit<AskOptions, 'signal'>;
  signal: AbortSignal;
  /** Hears of everything as it happens, after it is stored. */
  onEvent?: (event: LoopEvent) => void;
}

export type LoopResult =
  | { status: 'converged' | 'safety-cap' | 'cancelled'; state: LoopState }
  | { status: 'waiting'; state: LoopState };

const OUTCOMES = { converged: 'CONVERGED', 'safety-cap': 'SAFETY CAP', cancelled: 'CANCELLED' } as const;

export async function playLoop(options: LoopPlay): Promise<LoopResult> {
  return new LoopPlayer(options).play();
}

class LoopPlayer {
  readonly #options: LoopPlay;
  #state: LoopState;

  constructor(options: LoopPlay) {
    this.#options = options;
    this.#state = options.saved.loop;
  }

  async play(): Promise<LoopResult> {
    const { play, saved, critic, signal } = this.#options;
    if (play.record.eventCount === 0)
      await this.#emit({
        type: 'loop.started',
        command: this.#state.command,
        critic: critic.name,
        cap: this.#state.config.cap,
        file: saved.subject.shown,
        criteria: this.#state.criteria.map(({ id, question }) => ({ id, question })),
      });
    else await play.go();
    const effects = pendingEffects(this.#state);
    for (let effect = effects.shift(); effect !== undefined; effect = effects.shift()) {
      if (signal.aborted && effect.type !== 'pass_ended' && effect.type !== 'ended') {
        effects.splice(0, effects.length, ...this.#apply({ type: 'cancelled' }));
        continue;
      }
      const inputs = await this.#carryOut(effect);
      if (inputs === 'waiting') return { status: 'waiting', state: this.#state };
      for (const input of inputs) effects.push(...this.#apply(input));
      // Saved before the next effect begins: whoever takes over repeats it, and no input is lost.
      if (inputs.length > 0) await play.save({ ...saved, loop: this.#state } satisfies SavedLoop);
    }
    const { status } = this.#state;
    if (status === 'running' || status === 'awaiting-input')
      throw new Error('the loop stopped without an end');
    return { status, state: this.#state };
  }

  #apply(input: LoopInput): LoopEffect[] {
    const before = this.#state.warnings.length;
    const [state, effects] = transition(this.#state, input);
    this.#state = state;
    this.#warnings.push(...state.warnings.slice(before));
    return effects;
  }

  readonly #warnings: string[] = [];

  async #carryOut(effect: LoopEffect): Promise<readonly LoopInput[] | 'waiting'> {
    for (const message of this.#warnings.splice(0)) await this.#emit({ type: 'loop.warning', message });
    switch (effect.type) {
      case 'review':
        return this.#review(effect);
      case 'fix':
        return this.#fix(effect);
      case 'ask':
        return this.#ask(effect);
      case 'pass_ended':
        await this.#emit({ type: 'loop.pass_ended', pass: effect.pass, totals: totalsOf(this.#state) });
        return [];
      case 'ended': {
        await this.#emit({ type: 'loop.ended', status: effect.status, totals: effect.totals });
        const { play, saved } = this.#options;
        const state: SavedLoop = { ...saved, loop: this.#state };
        await play.end({
          outcome: OUTCOMES[effect.status],
          exitCode: EXIT_OF_STATUS.loop[effect.status],
          state,
        });
        return [];
      }
    }
  }

  async #review({ n, only, problems }: Extract<LoopEffect, { type: 'review' }>): Promise<LoopInput[]> {
    const { critic, saved, signal } = this.#options;
    if (only === null) await this.#emit({ type: 'loop.pass_started', n });
    const { criteria, config, passes, deferred } = this.#state;
    const text = await readSubject(saved.subject);
    const request = {
      n,
      only,
      problems,
      criteria,
      perspectives: config.adversarialPerspectives,
      earlier: passes,
      deferred: deferred.map(({ criterionId }) => criterionId),
      text,
    };
    const reviewed = await critic.review(request, signal);
    if (!reviewed.ok)
      return signal.aborted ? [{ type: 'cancelled' }] : [{ type: 'pass_failed', message: reviewed.message }];
    for (const message of reviewed.warnings) await this.#emit({ type: 'loop.warning', message });
    return [{ type: 'pass_answered', answer: reviewed.answer, counted: reviewed.counted }];
  }

  async #fix({ n, fix }: Extract<LoopEffect, { type: 'fix' }>): Promise<LoopInput[]> {
    const { critic, saved, signal } = this.#options;
    const { criterionId, instruction } = fix;
    const before = await readSubject(saved.subject);
    const failed = async (message: string): Promise<LoopInput[]> => {
      await this.#emit({ type: 'loop.fix_failed', n, criterionId, message });
      return [{ type: 'fix_failed', criterionId, message }];
    };
    try {
      const changed = await critic.fix(before, fix, signal);
      if (!changed.ok) return await failed(changed.message);
      if (changed.text === before) return await failed('the fix changes nothing');
      const diff = await this.#change(n, criterionId, before, changed.text);
      await this.#emit({ type: 'loop.fix_applied', n, criterionId, instruction, diff });
      return [{ type: 'fix_applied', criterionId }];
    } catch (error) {
      return failed((error as Error).message);
    }
  }

  async #ask({
    n,
    firstNumber,
    batch,
  }: Extract<LoopEffect, { type: 'ask' }>): Promise<LoopInput[] | 'waiting'> {
    const { docket, play, asking, signal, saved } = this.#options;
    await play.save({ ...saved, loop: this.#state } satisfies SavedLoop);
    await this.#emit({ type: 'loop.escalated', n, firstNumber, escalations: batch });
    const askings = batch.map(({ criterionId, question, issue, why, options }) => ({
      id: `p${n}.${criterionId}`,
      key: questionKey('critic-loop', criterionId, question),
      question,
      issue,
      why,
      options,
    }));
    const result = await askOperator(docket, play, askings, { ...asking, signal });
    if (result.status === 'waiting') return 'waiting';
    const inputs: LoopInput[] = [];
    for (const escalation of batch) {
      const answered = result.answers.get(`${play.record.id}.p${n}.${escalation.criterionId}`);
      if (answered !== undefined) inputs.push(await this.#choose(n, escalation, answered));
    }
    return inputs;
  }

  async #choose(
    n: number,
    escalation: Escalation,
    { answer, by }: { answer: Answer; by: string },
  ): Promise<LoopInput> {
    const { critic, saved, signal } = this.#options;
    const { criterionId } = escalation;
    if (answer.choice === 'skip') {
      await this.#emit({ type: 'loop.chosen', n, criterionId, choice: 'skip', by, diff: '' });
      const why = answer.note === '' ? 'skipped' : answer.note;
      return { type: 'choice_skipped', criterionId, reason: `[DEFERRED] ${why}` };
    }
    const before = await readSubject(saved.subject);
    const changed = await critic.choose(
      before,
      escalation,
      { option: answer.choice, note: answer.note },
      signal,
    );
    if (!changed.ok)
      await this.#emit({ type: 'loop.warning', message: `${criterionId}: ${changed.message}` });
    const text = changed.ok ? changed.text : before;
    const diff = text === before ? '' : await this.#change(n, criterionId, before, text);
    await this.#emit({ type: 'loop.chosen', n, criterionId, choice: answer.choice, by, diff });
    return { type: 'choice_made', criterionId, option: answer.choice, changed: text !== before };
  }

  /** Both texts and the patch are on the disk before the subject changes: every step can be taken back. */
  async #change(n: number, criterionId: string, before: string, after: string): Promise<string> {
    const { play, saved } = this.#options;
    const folder = join(play.workDir, `pass-${n}`);
    const name = `${String(this.#state.fixes + 1).padStart(3, '0')}-${criterionId.toLowerCase()}`;
    const diff = unifiedDiff(saved.subject.shown, compareLines(before, after));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${name}.before`), before);
    await writeFile(join(folder, `${name}.after`), after);
    await writeFile(join(folder, `${name}.diff`), diff);
    await writeSubject(saved.subject, after);
    return diff;
  }

  async #emit(event: LoopEvent): Promise<void> {
    await this.#options.play.emit({ ...event });
    this.#options.onEvent?.(event);
  }
}

/**
 * Another try of a run that proved nothing. Whoever asks for it, by an answer, by the rerun button or by an answer whose
 * process died, there is one: the retry's id follows from its question, so the second insert fails.
 */
import { createHash } from 'node:crypto';
import type { StartRunRequest, TheaterSnapshot } from '@design-jury/contracts/http';
import type { Answer, OperatorQuestion } from '@design-jury/contracts/questions';
import { isOpen, isTheaterRun, type TheaterRun } from '@design-jury/contracts/run';
import type { Places } from '../../host/place/place.ts';
import { alreadySaid } from '../../host/questions/ask.ts';
import { JuryError } from '../../jury-error.ts';
import { StoreError } from '../../store/errors.ts';
import type { Store } from '../../store/store.ts';
import { loadRequest } from './request-file.ts';
import { retryQuestionId, retryRequest } from './retry-question.ts';

/** What makes a run another try; without an id one is made up. */
export interface RetryOf {
  runId: string;
  id?: string;
}

export interface RetryServices {
  places: Places;
  store: Store;
  clock: () => number;
  start(
    projectId: string,
    request: StartRunRequest,
    path: string | null,
    retryOf: RetryOf,
  ): Promise<TheaterSnapshot>;
  snapshot(projectId: string, runId: string): Promise<TheaterSnapshot>;
}

export interface AnsweredRetry {
  question: OperatorQuestion;
  /** The new run; null where none was asked for, or where it starts when the queue has room. */
  run: TheaterSnapshot | null;
}

/** Whoever answers also starts the retry. Only one that has not after this long is taken for dead. */
const ORPHANED_AFTER_MS = 10_000;
const SAME_AGENT: Answer['choice'] = 1;

export class Retries {
  readonly #services: RetryServices;
  readonly #starting = new Map<string, Promise<TheaterSnapshot>>();
  #settling: Promise<TheaterSnapshot[]> | null = null;
  #closed = false;

  constructor(services: RetryServices) {
    this.#services = services;
  }

  /** Rejects with `conflict` when somebody answered before. */
  async answer(id: string, answer: Answer, by: string): Promise<AnsweredRetry> {
    const { won, question } = await this.#services.store.questions.answer(id, answer, by, this.#now());
    if (!won) throw new JuryError('conflict', alreadySaid(question));
    if (answer.choice === 'skip') return { question, run: null };
    try {
      return { question, run: await this.#carryOut(question) };
    } catch (error) {
      if (error instanceof JuryError && error.code === 'unavailable') return { question, run: null };
      throw error;
    }
  }

  /** The same again, as often as somebody asks; but never beside a try that is on its way. */
  async rerun(record: TheaterRun): Promise<TheaterSnapshot> {
    const { store } = this.#services;
    const asked = await store.questions.get(retryQuestionId(record.id));
    if (asked?.status === 'open') {
      const answer: Answer = { choice: SAME_AGENT, note: '' };
      const { question } = await store.questions.answer(asked.id, answer, 'rerun', this.#now());
      if (wantsRetry(question)) return this.#carryOut(question);
    } else if (asked !== null && wantsRetry(asked)) {
      const retry = await store.getRun(retryRunId(asked.id));
      if (retry === null) return this.#carryOut(asked);
      if (isOpen(retry.state))
        throw new JuryError('conflict', `run ${record.id} is being tried again already, as run ${retry.id}`);
    }
    return this.#start(record, null, { runId: record.id });
  }

  /** What was answered by a process that could not start it any more, and what nobody answered in time. */
  settle(): Promise<TheaterSnapshot[]> {
    if (this.#closed) return Promise.resolve([]);
    this.#settling ??= this.#settle().finally(() => {
      this.#settling = null;
    });
    return this.#settling;
  }

  /** Nothing is looked for any more once this resolves. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#settling?.catch(() => {});
  }

  async #settle(): Promise<TheaterSnapshot[]> {
    const { store, clock } = this.#services;
    await store.questions.expire(this.#now());
    const before = new Date(clock() - ORPHANED_AFTER_MS).toISOString();
    const started: TheaterSnapshot[] = [];
    for (const question of await store.questions.unstartedRetries(before)) {
      try {
        started.push(await this.#carryOut(question));
      } catch (error) {
        // Asked again, or tried again when there is room: both are on record.
        if (!(error instanceof JuryError)) throw error;
      }
    }
    return started;
  }

  #carryOut(question: OperatorQuestion): Promise<TheaterSnapshot> {
    const id = retryRunId(question.id);
    const starting = this.#starting.get(id) ?? this.#startOnce(question, id);
    this.#starting.set(id, starting);
    return starting.finally(() => this.#starting.delete(id));
  }

  async #startOnce(
    { id: questionId, retry, answer }: OperatorQuestion,
    id: string,
  ): Promise<TheaterSnapshot> {
    const { store, snapshot } = this.#services;
    if (retry === null || answer === null || answer.choice === 'skip')
      throw new JuryError('bad_request', `${questionId} does not ask for another try`);
    const { projectId, runId, agents } = retry;
    if ((await store.getRun(id)) !== null) return snapshot(projectId, id);
    const record = await store.getRun(runId);
    if (record === null || !isTheaterRun(record))
      throw new JuryError('not_found', `there is no run ${runId}`);
    try {
      return await this.#start(record, agents[answer.choice - 1] ?? null, { runId, id });
    } catch (error) {
      if (error instanceof StoreError && error.reason === 'conflict' && (await store.getRun(id)) !== null)
        return snapshot(projectId, id);
      // Somebody may choose another way, or the same when it can be gone.
      if (error instanceof JuryError && error.code !== 'unavailable')
        await store.questions.reopen(questionId);
      throw error;
    }
  }

  async #start(record: TheaterRun, agent: string | null, retryOf: RetryOf): Promise<TheaterSnapshot> {
    const asked = await loadRequest(this.#services.places(record));
    if (asked === null)
      throw new JuryError('conflict', `what run ${record.id} was asked for is no longer on the disk`);
    const request = retryRequest(asked.request, agent);
    return this.#services.start(record.projectId, request, asked.path, retryOf);
  }

  #now(): string {
    return new Date(this.#services.clock()).toISOString();
  }
}

function wantsRetry({ answer }: OperatorQuestion): boolean {
  return answer !== null && answer.choice !== 'skip';
}

/** As any other id of a run, but the same for everybody who carries the answer out. */
function retryRunId(questionId: string): string {
  const hex = createHash('sha256').update(questionId).digest('hex');
  const part = (from: number, to: number): string => hex.slice(from, to);
  return `r-${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20, 32)}`;
}

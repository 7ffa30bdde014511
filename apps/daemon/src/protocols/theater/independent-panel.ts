/**
 * A jury whose panelists sit apart: each seat is asked alone, in a context of its own, by whichever agent has it. It
 * speaks the same protocol as any agent, so that nothing else knows the difference.
 */
import type { PanelistRole } from '@design-jury/contracts/theater/critique';
import type { PanelMaterial } from '@design-jury/contracts/theater/panel-prompt';
import {
  draftPrompt,
  type JudgedPage,
  judgePrompt,
  type OwnDemand,
  revisePrompt,
} from '@design-jury/contracts/theater/seat-prompt';
import pLimit from 'p-limit';
import { type Asked, type AskQuestion, askAgent, askText } from '../../agents/ask.ts';
import type {
  Agent,
  AgentDelta,
  AgentExit,
  AgentRequest,
  AgentSession,
  AgentTurn,
} from '../../agents/session.ts';
import type { Usage } from '../../agents/spending.ts';
import { versionsOf } from '../../agents/versions.ts';
import { extractPage } from './page-answer.ts';
import { withoutThoughts } from './parsers/thoughts.ts';
import { quotesSeatVote } from './quoted-protocol.ts';
import { createRenderer, type Renderer, type RunHead } from './render.ts';
import { createRunCode } from './run-code.ts';
import { demandedBeside, type Vote, voteSchema } from './seat-vote.ts';

export interface IndependentPanel {
  cast: readonly PanelistRole[];
  seats: Readonly<Record<PanelistRole, Agent>>;
  head: RunHead;
  material: Omit<PanelMaterial, 'subject'>;
}

export function independentPanel(panel: IndependentPanel): Agent {
  const agents = [...new Set(panel.cast.map((role) => panel.seats[role].id))];
  return {
    id: agents.length === 1 ? (agents[0] ?? 'independent') : `independent:${agents.join('+')}`,
    members: agents,
    versions: versionsOf(panel.cast.map((role) => panel.seats[role])),
    name: `Independent panel (${[...new Set(panel.cast.map((role) => panel.seats[role].name))].join(', ')})`,
    capabilities: {
      turns: 'conversational',
      deltas: 'block',
      usage: true,
      structured: 'text',
      promptLimitBytes: null,
      transport: 'in-process',
      readsPrompt: true,
      measures: false,
      drafts: true,
    },
    open: async (request, signal) => new PanelSession(panel, request, signal),
  };
}

/** Seats asked at once: each may be a process. */
const AT_ONCE = 2;
/** How often those who are asked need to be heard of. */
const SIGN_MS = 1_000;

class PanelSession implements AgentSession {
  readonly #panel: IndependentPanel;
  readonly #request: AgentRequest;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #render: Renderer;
  readonly #own = new Map<PanelistRole, OwnDemand[]>();
  /** What is asked and not answered yet: each may be a process. */
  readonly #asking = new Set<Promise<unknown>>();
  #sign: (() => void) | null = null;
  #signedAt = 0;
  #page: JudgedPage | null = null;

  constructor(panel: IndependentPanel, request: AgentRequest, signal: AbortSignal) {
    this.#panel = panel;
    this.#request = request;
    this.#signal = AbortSignal.any([signal, this.#stop.signal]);
    this.#render = createRenderer(request.code ?? null);
  }

  async *send(turn: AgentTurn): AsyncGenerator<AgentDelta> {
    if (turn.kind === 'ask') {
      yield {
        type: 'error',
        kind: 'other',
        message: 'a panel is not asked questions; ask one of its agents',
      };
      return;
    }
    const author = yield* this.#hearing(this.#author(turn));
    yield* usageOf(author.usage);
    if (!author.ok) {
      yield { type: 'error', kind: kindOf(author.reason), message: author.message };
      return;
    }
    const { isAlone, ...page } = author.value;
    if (!isAlone)
      yield { type: 'notice', kind: 'progress', message: 'what stood around the document was left out' };
    this.#page = page;
    if (turn.kind === 'legacy') {
      yield { type: 'text', text: page.content };
      yield { type: 'end' };
      return;
    }
    yield* this.#round(turn.round, page);
  }

  interrupt(): void {
    this.#stop.abort();
  }

  /** A seat ends what it started when it is told to stop; only then is nothing left of this session. */
  async close(): Promise<AgentExit> {
    this.#stop.abort();
    await Promise.allSettled(this.#asking);
    return { code: 0, signal: null, stderrTail: '' };
  }

  get #listening(): Pick<AskQuestion, 'signal' | 'onDelta'> {
    const onDelta = (): void => {
      if (performance.now() - this.#signedAt < SIGN_MS) return;
      this.#signedAt = performance.now();
      this.#sign?.();
    };
    return { signal: this.#signal, onDelta };
  }

  #asked<Value>(asking: Promise<Value>): Promise<Value> {
    const known = asking.finally(() => this.#asking.delete(known));
    this.#asking.add(known);
    return known;
  }

  /** A seat may write for minutes. Its signs of life are passed on, so that nobody takes that for silence. */
  async *#hearing<Value>(work: Promise<Value>): AsyncGenerator<AgentDelta, Value, undefined> {
    let over = false;
    const ended = work.then(
      () => {
        over = true;
      },
      () => {
        over = true;
      },
    );
    for (;;) {
      const life = Promise.withResolvers<void>();
      this.#sign = life.resolve;
      await Promise.race([ended, life.promise]);
      if (over) return work;
      yield { type: 'alive' };
    }
  }

  async *#round(round: number, page: JudgedPage): AsyncGenerator<AgentDelta> {
    const { cast, head } = this.#panel;
    yield {
      type: 'text',
      text: `${round === 1 ? this.#render.runOpen(head) : ''}${this.#render.roundOpen(round)}`,
    };
    const notes =
      round === 1 && this.#request.subject.kind === 'artifact'
        ? 'The page as it was given.'
        : 'The page, revised to the open demands.';
    if (cast.includes('designer'))
      yield {
        type: 'text',
        text: this.#render.panelist({
          role: 'designer',
          notes,
          // The host has the page it gave; one that goes back to it later is another than the one before.
          ...(round === 1 && this.#isGiven(page)
            ? {}
            : { artifact: { mime: page.mime, content: page.content } }),
        }),
      };
    const judges = cast.filter((role) => role !== 'designer');
    let failure: Extract<Asked<Vote>, { ok: false }> | null = null;
    let spoken = 0;
    const limit = pLimit(AT_ONCE);
    const voting = judges.map((role) => ({
      role,
      asked: this.#asked(limit(() => this.#vote(role, page))),
    }));
    for (const { role, asked } of voting) {
      const vote = yield* this.#hearing(asked);
      yield* usageOf(vote.usage);
      if (this.#signal.aborted) return;
      // A judge that could not speak is missing: neither a zero nor a yes. The others are not stopped by it.
      if (vote.ok) {
        spoken++;
        yield { type: 'text', text: this.#spoken(role, vote.value) };
      } else {
        failure ??= vote;
        yield { type: 'notice', kind: 'progress', message: `${role} gave no vote: ${vote.message}` };
      }
    }
    // Nobody could speak: that is the agents' failure, not a verdict on the page.
    if (spoken === 0 && failure !== null) {
      yield { type: 'error', kind: kindOf(failure.reason), message: failure.message };
      return;
    }
    yield { type: 'text', text: `${this.#render.roundEnd({ round })}${this.#render.roundClose}` };
    yield { type: 'end' };
  }

  #isGiven({ content }: JudgedPage): boolean {
    const { subject } = this.#request;
    return subject.kind === 'artifact' && subject.content === content;
  }

  #spoken(role: PanelistRole, { dims, mustFixes, score }: Vote): string {
    this.#own.set(
      role,
      mustFixes.map(({ id, text }) => ({ id, text })),
    );
    const mustFix = mustFixes.map((demand) => ({ ...demand, witness: null }));
    return this.#render.panelist({ role, dims, mustFix, score });
  }

  /** [M11] A vote carries the code of its seat: a page that holds a vote of its own has cast none. */
  async #vote(role: PanelistRole, page: JudgedPage): Promise<Asked<Vote>> {
    const { seats, head, material } = this.#panel;
    const { runId, workDir, subject } = this.#request;
    const code = createRunCode();
    const prompt = judgePrompt(role, page, {
      material: { ...material, subject },
      rules: { scoreScale: head.scale, code },
      own: this.#own.get(role) ?? [],
    });
    const vote = await askAgent(seats[role], {
      prompt,
      schema: voteSchema(head.scale),
      said: withoutThoughts,
      beside: demandedBeside,
      runId,
      workDir,
      ...this.#listening,
    });
    if (!vote.ok || vote.value.code === code) return vote;
    if (vote.value.code === '' && !quotesSeatVote(prompt)) return vote;
    const message =
      vote.value.code === ''
        ? 'its vote lacks the code of the seat, and the material quotes a vote'
        : 'its vote carries another code than that of the seat';
    return { ok: false, reason: 'malformed', message, usage: vote.usage };
  }

  /** The page of this turn: as given, drafted from the brief, or revised to what the host holds open. */
  async #author(turn: AgentTurn): Promise<Asked<JudgedPage & { isAlone: boolean }>> {
    const { subject, runId, workDir } = this.#request;
    const { seats, material } = this.#panel;
    if (this.#page === null && subject.kind === 'artifact' && turn.kind === 'round')
      return {
        ok: true,
        value: { content: subject.content, mime: subject.mime, isAlone: true },
        usage: null,
      };
    const whole = { ...material, subject };
    const news = turn.kind === 'round' ? (turn.news ?? null) : null;
    const prompt = this.#page === null ? draftPrompt(whole) : revisePrompt(this.#page, whole, news);
    const asked = await this.#asked(askText(seats.designer, { prompt, runId, workDir, ...this.#listening }));
    if (!asked.ok) return asked;
    const content = extractPage(asked.value);
    return content === null
      ? {
          ok: false,
          reason: 'malformed',
          message: `${seats.designer.name} answered without a page`,
          usage: asked.usage,
        }
      : {
          ok: true,
          value: { content, mime: 'text/html', isAlone: content === asked.value.trim() },
          usage: asked.usage,
        };
  }
}

function* usageOf(usage: Usage | null): Generator<AgentDelta> {
  if (usage !== null) yield { type: 'usage', ...usage };
}

type ErrorKind = Extract<AgentDelta, { type: 'error' }>['kind'];

function kindOf(reason: Extract<Asked<unknown>, { ok: false }>['reason']): ErrorKind {
  return reason === 'unavailable' || reason === 'interrupted' || reason === 'budget_exceeded'
    ? 'other'
    : reason;
}

/**
 * The grounded panel as an agent: it speaks the wire protocol like every other, one turn per round, and needs
 * no model, key or network. Deterministic: the same page and settings give the same bytes.
 */
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import {
  type Agent,
  type AgentDelta,
  type AgentExit,
  type AgentRequest,
  type AgentSession,
  type AgentTurn,
  AgentUnavailableError,
} from '../agents/session.ts';
import {
  ROUND_CLOSE,
  type RunHead,
  renderPanelist,
  renderRoundEnd,
  renderRoundOpen,
  renderRunOpen,
} from '../critique/render.ts';
import type { BrowserFacts, BrowserInput } from './browser.ts';
import { mergeBrowser } from './browser-results.ts';
import type { DesignSystem } from './design-md.ts';
import { buildPage, type Page } from './page.ts';
import { type Examination, examine, judge, type RoleVerdict, SCORING_ROLES } from './panel.ts';
import { type Revision, revise } from './revise.ts';

export interface GroundedOptions {
  /** @default null: the brand panelist then judges the page by its own consistency. */
  design?: DesignSystem | null;
  /** @default null: no facts are asked for. */
  brief?: string | null;
  /** Measures in a browser as well; the caller opens and closes it. @default null: static only. */
  meter?: Meter | null;
  /** What the run was told; the daemon's own figures decide, these are only spoken. */
  head?: RunHead;
}

/** A browser to measure with; `BrowserMeter` is one. */
export interface Meter {
  measure(input: BrowserInput): Promise<BrowserFacts>;
}

const DEFAULT_HEAD: RunHead = {
  maxRounds: DEFAULT_CRITIQUE_CONFIG.maxRounds,
  threshold: DEFAULT_CRITIQUE_CONFIG.scoreThreshold,
  scale: DEFAULT_CRITIQUE_CONFIG.scoreScale,
};

export function createGroundedAgent(options: GroundedOptions = {}): Agent {
  return {
    id: 'grounded',
    name: 'Grounded panel',
    capabilities: { turns: 'conversational', deltas: 'block', usage: false },
    async open(request, signal) {
      if (request.subject.kind !== 'artifact') {
        throw new AgentUnavailableError(
          'The grounded panel measures a page that exists; it cannot write one from a brief. Choose a model agent with --agent.',
        );
      }
      return new GroundedSession(request.subject, options, signal);
    },
  };
}

type Subject = Extract<AgentRequest['subject'], { kind: 'artifact' }>;

interface Draft {
  page: Page;
  examination: Examination;
}

const progress = (message: string): AgentDelta => ({ type: 'notice', kind: 'progress', message });
const text = (content: string): AgentDelta => ({ type: 'text', text: content });

class GroundedSession implements AgentSession {
  readonly #subject: Subject;
  readonly #options: GroundedOptions;
  readonly #signal: AbortSignal;
  #draft: Draft | null = null;
  #interrupted = false;
  #closed = false;

  constructor(subject: Subject, options: GroundedOptions, signal: AbortSignal) {
    this.#subject = subject;
    this.#options = options;
    this.#signal = signal;
  }

  async *send(turn: AgentTurn): AsyncGenerator<AgentDelta> {
    this.#interrupted = false;
    try {
      if (turn.kind === 'legacy') yield text(this.#html);
      else yield* this.#round(turn.round);
    } catch (error) {
      yield { type: 'error', message: error instanceof Error ? error.message : String(error) };
    }
  }

  interrupt(): void {
    this.#interrupted = true;
  }

  async exited(): Promise<AgentExit> {
    return { code: 0, signal: null, stderrTail: '' };
  }

  async close(): Promise<AgentExit> {
    this.#closed = true;
    this.#draft = null;
    return { code: 0, signal: null, stderrTail: '' };
  }

  get #html(): string {
    return this.#draft?.page.html ?? this.#subject.content;
  }

  /** Checked between steps: a step itself is bounded and is not cut short. */
  get #stopped(): boolean {
    return this.#interrupted || this.#closed || this.#signal.aborted;
  }

  async *#round(round: number): AsyncGenerator<AgentDelta> {
    if (this.#stopped) return;
    const head = this.#draft === null ? renderRunOpen(this.#options.head ?? DEFAULT_HEAD) : '';
    yield text(head + renderRoundOpen(round));
    yield progress(
      this.#draft === null ? 'measuring the page' : 'fixing what can be fixed, and measuring again',
    );
    const { draft, revision } = await this.#next();
    if (this.#stopped) return;
    yield text(
      renderPanelist({
        role: 'designer',
        notes: designerNotes(draft, revision),
        artifact: { mime: this.#subject.mime, content: draft.page.html },
      }),
    );
    yield progress(`scoring: ${draft.examination.results.length} checks`);
    for (const role of SCORING_ROLES) {
      if (this.#stopped) return;
      yield text(panelistText(draft.examination.roles[role]));
    }
    yield text(renderRoundEnd({ round }) + ROUND_CLOSE);
    this.#draft = draft;
  }

  async #next(): Promise<{ draft: Draft; revision: Revision | null }> {
    const { design = null, brief = null } = this.#options;
    const { path } = this.#subject;
    if (this.#draft === null) {
      const page = await buildPage({ html: this.#subject.content, path, design, brief });
      return { draft: { page, examination: await this.#examine(page) }, revision: null };
    }
    const revision = await revise(this.#draft.page, this.#draft.examination);
    if (revision.html === this.#draft.page.html) return { draft: this.#draft, revision };
    const page = await buildPage({ html: revision.html, path, design, brief });
    return { draft: { page, examination: await this.#examine(page) }, revision };
  }

  async #examine(page: Page): Promise<Examination> {
    const examination = examine(page);
    const { meter = null } = this.#options;
    if (meter === null) return examination;
    const facts = await meter.measure({ html: page.html, folder: page.folder });
    return judge(page, mergeBrowser(page, examination.results, facts));
  }
}

function panelistText({ role, score, dims, demands, explain }: RoleVerdict): string {
  return renderPanelist({ role, score, notes: explain, dims, mustFix: demands });
}

const MAX_LISTED = 12;

function designerNotes({ page, examination }: Draft, revision: Revision | null): string {
  if (revision === null) {
    const unmeasured = examination.notes.length === 0 ? '' : ` Not judged: ${examination.notes.join('; ')}.`;
    return `The page as given: ${page.elements.length} elements, ${page.blocks.length} texts.${unmeasured}`;
  }
  const { applied, rejected } = revision;
  if (applied.length === 0) return `No mechanical fix is left.${rejectedNote(rejected.length)}`;
  const listed = applied.slice(0, MAX_LISTED).map(({ auditId, summary }) => `${auditId}: ${summary}`);
  const more = applied.length > MAX_LISTED ? `; and ${applied.length - MAX_LISTED} more` : '';
  return `${applied.length} fixes: ${listed.join('; ')}${more}.${rejectedNote(rejected.length)}`;
}

function rejectedNote(count: number): string {
  return count === 0 ? '' : ` ${count} tried and taken back because they did not help.`;
}

/**
 * A session of the grounded panel, in whatever thread it is opened. Deterministic: the same page and settings give
 * the same bytes.
 */
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { BROWSER_LATER } from '@design-jury/contracts/trust/browser-later';
import type { AgentDelta, AgentExit, AgentSession, AgentTurn } from '../../../agents/session.ts';
import { BrowserWitness, GUARD_MARK, hasScripts, type Sight } from '../../../measure/browser/witness.ts';
import { revise } from '../../../measure/fixes/revise.ts';
import { type BuiltRevision, reviseBuilt } from '../../../measure/fixes/revise-built.ts';
import { reviseSeen, type SeenRevision } from '../../../measure/fixes/revise-seen.ts';
import type { Revision } from '../../../measure/fixes/trial.ts';
import { MAX_BUILT_LOOKING_MS, MAX_REVISION_CPU_MS } from '../../../measure/limits.ts';
import { buildPage, formatOfMime, type Page } from '../../../measure/model/page.ts';
import { type Examination, examine, judge, type RoleVerdict, SCORING_ROLES } from '../../../measure/panel.ts';
import { workOfThread } from '../../../measure/within.ts';
import { createRenderer, type PanelistText, type Renderer, type RunHead } from '../render.ts';
import type { GroundedOptions, PageSubject } from './grounded-agent.ts';
import { Looking } from './looking.ts';

const DEFAULT_HEAD: RunHead = {
  maxRounds: DEFAULT_CRITIQUE_CONFIG.maxRounds,
  threshold: DEFAULT_CRITIQUE_CONFIG.scoreThreshold,
  scale: DEFAULT_CRITIQUE_CONFIG.scoreScale,
};

export function openHere(subject: PageSubject, options: GroundedOptions, signal: AbortSignal): AgentSession {
  return new GroundedSession(subject, options, signal);
}

interface Draft {
  page: Page;
  /** From the source alone: what fixes are held against, because they are re-measured without a browser. */
  source: Examination;
  /** With the browser's word merged in; the same as `source` without one. */
  examination: Examination;
  sight: Sight;
}

interface Turn {
  draft: Draft;
  revision: Revision | null;
}

const progress = (message: string): AgentDelta => ({ type: 'notice', kind: 'progress', message });
const text = (content: string): AgentDelta => ({ type: 'text', text: content });

class GroundedSession implements AgentSession {
  readonly #subject: PageSubject;
  readonly #options: GroundedOptions;
  readonly #signal: AbortSignal;
  readonly #render: Renderer;
  readonly #witness: BrowserWitness | null;
  #draft: Draft | null = null;
  #settled: Revision | null = null;
  /** What revisions have computed so far. */
  #revisingMs = 0;
  #interrupted = false;
  #closed = false;

  constructor(subject: PageSubject, options: GroundedOptions, signal: AbortSignal) {
    this.#subject = subject;
    this.#options = options;
    this.#signal = signal;
    this.#render = createRenderer(options.code ?? null);
    const { browser = null } = options;
    const isPage = /html/.test(subject.mime);
    this.#witness = browser === null || !isPage ? null : new BrowserWitness(browser.meter, browser.when);
  }

  async *send(turn: AgentTurn): AsyncGenerator<AgentDelta> {
    this.#interrupted = false;
    if (turn.kind === 'ask') {
      yield {
        type: 'error',
        kind: 'other',
        message: 'The grounded panel measures pages; it answers no questions.',
      };
      return;
    }
    try {
      if (turn.kind === 'legacy') yield text(this.#html);
      else yield* this.#round(turn.round);
      if (!this.#stopped) yield { type: 'end' };
    } catch (error) {
      yield { type: 'error', kind: 'other', message: error instanceof Error ? error.message : String(error) };
    }
  }

  interrupt(): void {
    this.#interrupted = true;
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
    const head = this.#draft === null ? this.#render.runOpen(this.#options.head ?? DEFAULT_HEAD) : '';
    yield text(head + this.#render.roundOpen(round));
    yield progress(
      this.#draft === null ? 'measuring the page' : 'fixing what can be fixed, and measuring again',
    );
    const { draft, revision } = yield* this.#withSeen(await this.#next());
    if (this.#stopped) return;
    const takenBack = revision?.rejected.length ?? 0;
    if (takenBack > 0) yield { type: 'alive', takenBack };
    yield text(
      this.#render.panelist({
        role: 'designer',
        notes: designerNotes(draft, revision),
        artifact: { mime: this.#subject.mime, content: draft.page.html },
      }),
    );
    yield progress(`scoring: ${draft.examination.results.length} checks`);
    for (const role of SCORING_ROLES) {
      if (this.#stopped) return;
      const verdict = draft.examination.roles[role];
      if (verdict.abstains !== null) yield { type: 'abstain', role, ...verdict.abstains };
      yield text(this.#render.panelist(panelistText(verdict)));
    }
    yield text(this.#render.roundEnd({ round }) + this.#render.roundClose);
    this.#draft = draft;
  }

  async #next(): Promise<Turn> {
    if (this.#draft === null) {
      const { design = null, brief = null, bar } = this.#options;
      const { content, path, mime } = this.#subject;
      const format = formatOfMime(mime);
      const page = await buildPage({ html: content, path, design, brief, format, ...(bar && { bar }) });
      return { draft: await this.#look(page, examine(page)), revision: null };
    }
    const { page, source, sight } = this.#draft;
    // What scripts have built is not in the source: there is nothing to edit.
    if (sight.kind === 'rendered') return { draft: this.#draft, revision: unchanged(page, source) };
    // A page on which nothing helped stays so: trying again would cost the same and find the same.
    const revision = this.#settled ?? (await this.#revise(page, source));
    if (revision.html === page.html) return { draft: this.#draft, revision };
    return { draft: await this.#look(revision.page, judge(revision.page, revision.results)), revision };
  }

  /** What the source cannot show is fixed last, by what a browser sees of the page as it then is. */
  async *#withSeen(turn: Turn): AsyncGenerator<AgentDelta, Turn> {
    const { draft, revision } = turn;
    const witness = this.#witness;
    const isDone = revision === null || this.#settled !== null || this.#stopped;
    if (isDone || witness === null || draft.sight.kind === 'rendered' || draft.sight.kind === 'unseen')
      return turn;
    yield progress('looking at it in the browser, and fixing what only that shows');
    const looking = new Looking(witness.eyes);
    const work = this.#reviseSeen(draft, revision, witness, looking);
    // Each look may take long: whoever waits is told that there is one.
    for await (const _ of looking.until(work)) yield { type: 'alive' };
    const seen = await work;
    if (seen.draft.page.html === this.#html) this.#settled = seen.revision;
    return seen;
  }

  async #reviseSeen(
    draft: Draft,
    revision: Revision,
    witness: BrowserWitness,
    looking: Looking,
  ): Promise<{ draft: Draft; revision: Revision }> {
    const begun = performance.now();
    const isAsked = draft.sight.kind === 'seen';
    const { examination, sight } = await witness.lookCloser(draft.page, draft.source);
    // Rounds are held against each other: what was not in the sight of the one before is no verdict of this one.
    const looked: Draft = isAsked ? { ...draft, examination, sight } : draft;
    if (sight.kind !== 'seen') return { draft: looked, revision };
    const spent = workOfThread();
    const left = MAX_REVISION_CPU_MS - this.#revisingMs;
    const start = { page: draft.page, results: examination.results, source: draft.source.results };
    const { guard } = witness;
    const { eyes } = looking;
    const more = await witness.whileItLooks(() => reviseSeen(start, { eyes, guard }, left));
    const timeLeft = (): number => MAX_BUILT_LOOKING_MS - (performance.now() - begun);
    const built = more === null ? null : await this.#reviseBuilt(more, witness, looking, timeLeft);
    this.#revisingMs += spent();
    if (more === null) return { draft: looked, revision };
    const rules = (built?.rejected ?? []).map(({ proposal, reason }) => ({ ...proposal, reason }));
    const both: Revision = {
      ...more,
      applied: [...revision.applied, ...more.applied, ...(built?.applied ?? [])],
      rejected: [...revision.rejected, ...more.rejected, ...rules],
    };
    const { page, source: results } = built ?? more;
    if (page.html === draft.page.html) return { draft: looked, revision: both };
    const source = judge(page, results);
    const next: Revision = { ...both, html: page.html, page };
    return { draft: await this.#look(page, source), revision: next };
  }

  /** What its scripts build has no place in the source; its colours may have one in a sheet. */
  async #reviseBuilt(
    { page, source }: SeenRevision,
    witness: BrowserWitness,
    looking: Looking,
    timeLeft: () => number,
  ): Promise<BuiltRevision | null> {
    if (this.#stopped || page.gaps.style !== null || !hasScripts(page)) return null;
    return witness.whileItLooks(() => reviseBuilt({ page, source }, looking.built(witness.built), timeLeft));
  }

  async #revise(page: Page, source: Examination): Promise<Revision> {
    const spent = workOfThread();
    const left = MAX_REVISION_CPU_MS - this.#revisingMs;
    const revision = await revise(page, source, this.#witness?.guard, 'together', null, left);
    this.#revisingMs += spent();
    return revision;
  }

  /** What the source says, and what a browser adds to it where there is one. */
  async #look(page: Page, source: Examination): Promise<Draft> {
    if (this.#witness === null) return { page, source, examination: source, sight: { kind: 'source' } };
    const { examination, sight } = await this.#witness.look(page, source);
    return { page, source, examination, sight };
  }
}

function unchanged(page: Page, { results }: Examination): Revision {
  return { html: page.html, page, results, applied: [], rejected: [] };
}

function panelistText({ role, score, dims, demands, explain }: RoleVerdict): PanelistText {
  return { role, score, notes: explain, dims, mustFix: demands };
}

const MAX_LISTED = 12;
type FixWords = (fix: Pick<Revision['applied'][number], 'auditId' | 'summary'>) => string;

function designerNotes({ page, examination, sight }: Draft, revision: Revision | null): string {
  if (revision === null) {
    const unmeasured = examination.notes.length === 0 ? '' : ` Not judged: ${examination.notes.join('; ')}.`;
    return `The page as given: ${page.elements.length} elements, ${page.blocks.length} texts.${sightNote(sight)}${unmeasured}`;
  }
  const { applied, rejected } = revision;
  if (sight.kind === 'rendered') return 'The page is built by scripts: its source holds nothing to fix.';
  const later = sight.kind === 'later' ? sightNote(sight) : '';
  // By what was wrong, in words: the id of an audit is for a configuration.
  const units = new Map(revision.results.map(({ audit }) => [audit.id, audit.unit]));
  const wordsOf: FixWords = ({ auditId, summary }) => `${units.get(auditId) ?? auditId}: ${summary}`;
  const left = rejectedNote(rejected, wordsOf);
  if (applied.length === 0) return `No mechanical fix is left.${left}${later}`;
  const listed = applied.slice(0, MAX_LISTED).map(wordsOf);
  const more = applied.length > MAX_LISTED ? `; and ${applied.length - MAX_LISTED} more` : '';
  return `${applied.length} ${applied.length === 1 ? 'fix' : 'fixes'}: ${listed.join('; ')}${more}.${left}${later}`;
}

const MAX_REJECTED_LISTED = 4;

/** Each with the finding it would have made worse. */
function rejectedNote(rejected: Revision['rejected'], wordsOf: FixWords): string {
  if (rejected.length === 0) return '';
  const listed = rejected
    .slice(0, MAX_REJECTED_LISTED)
    .map((fix) => `${wordsOf(fix)} (${fix.reason.replace(GUARD_MARK, '')})`);
  const left = rejected.length - listed.length;
  return ` ${rejected.length} tried and taken back: ${listed.join('; ')}${left === 0 ? '' : `; and ${left} more`}.`;
}

/** How the page was measured, beyond its source. */
function sightNote(sight: Sight): string {
  switch (sight.kind) {
    case 'source':
      return '';
    case 'later':
      return ` ${BROWSER_LATER}`;
    case 'seen':
      return ` Measured from the source and in Chromium ${sight.version}.`;
    case 'rendered':
      return ` Built by scripts: measured as Chromium ${sight.version} shows it.`;
    case 'unseen':
      return ` The browser could not measure it (${sight.reason}): measured from the source alone.`;
  }
}

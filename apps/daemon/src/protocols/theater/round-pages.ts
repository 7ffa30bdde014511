/** The pages of a run: written to the disk, looked at, measured, and compared with the ones before them. */
import type { Demand, PanelEvent } from '@design-jury/contracts/theater/critique';
import { EXAMPLE_PAGES } from '@design-jury/contracts/theater/panel-example';
import { withTimeout } from '../../agents/with-timeout.ts';
import { ArtifactError } from '../../host/artifacts/artifact-error.ts';
import { type KeptArtifact, type PagePlace, PageWriter } from './artifact-tracker.ts';
import type { PlacedDemand } from './demand-place.ts';
import type { Instruments } from './instruments.ts';
import { pagesOf } from './ledger.ts';
import { isMeasuredToo } from './lint.ts';
import { compareHere, lintHere } from './linting.ts';
import { isPageType, judgedType } from './markup.ts';
import { editedPage } from './page-edits.ts';
import { plainDemand } from './parsers/claims.ts';
import type { TheaterContext } from './protocol.ts';
import { pageOf, type ScoreboardInput } from './scoreboard-state.ts';
import type { TheaterRequest, Unreadable } from './theater-request.ts';
import { holdsTwoDocuments, unwrapped } from './unwrapped.ts';

const TWO_DOCUMENTS = 'Two documents stand where one page was asked for.';

export interface RoundPagesOptions {
  context: TheaterContext;
  request: TheaterRequest;
  /** No page may hold it. Null: the run has none. */
  code: string | null;
  instruments: Instruments;
  feed(input: ScoreboardInput): Promise<void>;
  /** Feeds why the run was stopped. */
  stopNow(): Promise<void>;
  onUnreadable(why: Unreadable): void;
}

export class RoundPages {
  readonly #options: RoundPagesOptions;
  readonly #writer: PageWriter;
  /** Pages of rounds by their hash, as long as a demand points at one. */
  readonly #seen = new Map<string, string>();

  constructor(options: RoundPagesOptions) {
    this.#options = options;
    this.#writer = new PageWriter((mime) => options.context.openArtifact(mime));
  }

  begin(mime: string): void {
    this.#writer.begin(mime);
  }

  write(text: string): Promise<void> {
    return this.#storing(() => this.#writer.write(text));
  }

  abandon(): Promise<void> {
    return this.#writer.abandon();
  }

  async close(event: Extract<PanelEvent, { type: 'artifact_close' }>): Promise<void> {
    if (event.blank) return this.abandon();
    const { feed, onUnreadable } = this.#options;
    await this.#storing(async () => {
      const { place } = event;
      const edits = event.form === 'edits';
      if (edits && !(await this.#edit(event))) return;
      const isPage = isPageType(this.#wanted);
      const isUnwrapped = isPage && !edits && (await this.#writer.unwrap(unwrapped));
      const kept = await this.#keep(place.in === 'ship' ? 'ship' : place.round);
      if (kept === null) return;
      const { content, mime, bytes, sha256 } = kept;
      const message = this.#whyNot(content);
      if (message !== null) return onUnreadable({ reason: 'ambiguous_answer', message, position: null });
      if (isUnwrapped)
        await feed({
          type: 'warning',
          kind: 'page_unwrapped',
          position: 0,
          detail: 'what stood around the document was left out',
        });
      await feed({ ...event, bytes, sha256 });
      // What SHIP prints is compared with the page that was voted on, and never ships itself.
      if (place.in !== 'round') return;
      if (isPage && holdsTwoDocuments(content)) await this.#feedFault(TWO_DOCUMENTS);
      await this.#examine(content, mime, sha256);
    });
  }

  /** The judges speak of a page that is not there, or not alone: the round does not ship. */
  #feedFault(text: string): Promise<void> {
    const demand = { ...plainDemand(text), severity: 'critical' } as const;
    return this.#options.feed({ type: 'lint', in: 'round', demands: [demand] });
  }

  /** Why a page cannot be one the panel has written for this run; null where it can. */
  #whyNot(content: string): string | null {
    const { code } = this.#options;
    if (code !== null && content.includes(code))
      return "the page holds the code of the run, which only the run's tags may carry";
    return EXAMPLE_PAGES.includes(content.trim()) ? 'the answer repeats the example of the format' : null;
  }

  /** [P29] Makes a page of the edits; says whether that could be done. One that cannot leaves the page as it was. */
  async #edit({ place }: Extract<PanelEvent, { type: 'artifact_close' }>): Promise<boolean> {
    const { request, context, code } = this.#options;
    const now = pageOf(context.state.board);
    const { subject } = request;
    const given = subject.kind === 'artifact' ? subject.content : null;
    const base = now === null ? given : (this.#seen.get(now) ?? null);
    let problem = '';
    await this.#writer.unwrap((text) => {
      const edited = editedPage(base, text, code ?? '');
      if (edited.ok) return edited.content;
      problem = edited.problem;
      return text;
    });
    if (problem === '') return true;
    await this.abandon();
    const text = `The edits were not applied: ${code === null ? problem : problem.replaceAll(code, '…')}. The page is as it was before them.`;
    if (place.in === 'round') await this.#feedFault(text);
    return false;
  }

  /** The page under review is the page of round 1, unless the author gives another before it is judged. */
  async giveSubject(): Promise<void> {
    const { request, context, feed } = this.#options;
    const { subject } = request;
    const { board } = context.state;
    if (subject.kind !== 'artifact' || board.current?.round !== 1) return;
    if (Object.keys(board.artifacts).length > 0 || subject.content.trim() === '') return;
    await this.#storing(async () => {
      const kept = await this.#writeWhole(subject.mime, subject.content, 1);
      if (kept === null) return;
      const { mime, bytes, sha256 } = kept;
      await feed({ type: 'page_given', mime, bytes, sha256 });
      await this.#examine(subject.content, mime, sha256);
    });
  }

  /** The page of an answer without a panel. */
  keepAlone(html: string): Promise<void> {
    return this.#storing(async () => {
      await this.#writeWhole('text/html', html, 'legacy');
    });
  }

  /** [S8] A demand that points at a place is not met by a change elsewhere. */
  async compareWithEarlier(): Promise<void> {
    const { context, request, feed, stopNow } = this.#options;
    const { board } = context.state;
    const now = pageOf(board);
    if (now === null || !this.#seen.has(now)) return;
    // Those that were met, too: a page may go back to what it was.
    const made = board.ledger.filter(({ origin }) => origin === 'panel' || origin === 'stray');
    const demands = made.flatMap((entry): PlacedDemand[] => {
      const { id, target, text } = entry;
      return pagesOf(entry).flatMap((page) =>
        page !== null && page !== now ? [{ id, target, page, text }] : [],
      );
    });
    const compare = request.compare ?? compareHere;
    const pages = this.#seen;
    const ids =
      demands.length === 0
        ? []
        : await this.#unlessStopped((signal) => compare({ pages, now, demands }, signal));
    if (ids === null) return stopNow();
    await feed({ type: 'untouched', ids });
    const wanted = new Set([now, ...made.flatMap(pagesOf)]);
    for (const sha256 of this.#seen.keys()) if (!wanted.has(sha256)) this.#seen.delete(sha256);
  }

  async #examine(content: string, mime: string, sha256: string): Promise<void> {
    const { request, instruments, feed, stopNow } = this.#options;
    this.#seen.set(sha256, content);
    const linted = await this.#lint(content, mime);
    // Stopped first: a page nobody looked at must not be read on into a verdict.
    if (linted === null) return stopNow();
    // The measuring panel says it itself, with its place.
    const { measures } = request.agent.capabilities;
    const demands = linted.filter((demand) => !measures || !isMeasuredToo(demand));
    await feed({ type: 'lint', in: 'round', demands });
    instruments.take(content, judgedType(content, mime, this.#wanted));
  }

  #lint(content: string, mime: string): Promise<readonly Demand[] | null> {
    const { subject, lint = lintHere } = this.#options.request;
    const path = subject.kind === 'artifact' ? subject.path : 'alone';
    return this.#unlessStopped((signal) => lint({ content, mime, wanted: this.#wanted, path }, signal));
  }

  /** Null when the run was stopped, and what is still read after that is over too. */
  async #unlessStopped<Seen>(examine: (signal: AbortSignal) => Promise<Seen>): Promise<Seen | null> {
    const { context } = this.#options;
    const leave = new AbortController();
    const examining = examine(leave.signal);
    const done = await context.stop.race(examining);
    const seen = done === null ? await withTimeout(context.limits.drainMs, examining) : done.value;
    leave.abort();
    return seen;
  }

  /** What was asked for: a page, unless what is under review is something else. */
  get #wanted(): string {
    const { subject } = this.#options.request;
    return subject.kind === 'artifact' ? subject.mime : 'text/html';
  }

  async #writeWhole(mime: string, content: string, place: PagePlace) {
    this.#writer.begin(mime);
    await this.#writer.write(content);
    return this.#keep(place);
  }

  /** The page that was written, in its place; null when none was begun. */
  async #keep(place: PagePlace): Promise<(KeptArtifact & { content: string }) | null> {
    const closed = await this.#writer.close();
    if (closed === null) return null;
    const { page, content } = closed;
    await this.#options.context.feed({ type: 'page_kept', place, page });
    return { content, ...page };
  }

  /** A disk that fails ends the run, typed; it is no mistake of the agent. */
  async #storing(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const { feed, onUnreadable } = this.#options;
      const message = error instanceof Error ? error.message : String(error);
      if (error instanceof ArtifactError && error.reason === 'too_large')
        onUnreadable({ reason: 'oversize_block', message, position: null });
      else await feed({ type: 'stop', ending: { type: 'failed', cause: 'storage_error', message } });
    }
  }
}

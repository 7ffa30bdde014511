/** The run and its rounds: wrappers, supplied where they are missing. */
import type { PanelEvent } from '@design-jury/contracts/theater/critique';
import { MissingArtifactError } from '../errors.ts';
import type { Attributes } from './attributes.ts';
import { readCount, readDecision } from './claims.ts';
import type { RoundEndBlock } from './grammar.ts';
import { GrammarLeaves } from './grammar-leaves.ts';

export abstract class GrammarRounds extends GrammarLeaves {
  /** Nothing but a wrapper may be open where this stands; what was left open ends here, where it may. */
  protected abstract noBlockOpen(what: string, start: number): void;

  // — run and rounds —

  protected openRun(attributes: Attributes, start: number): void {
    this.noBlockOpen('<CRITIQUE_RUN>', start);
    if (this.live && this.rootInTurn) this.contradict(start, 'the answer holds two runs');
    else if (this.runSeen && !this.live) {
      this.warn('duplicate_run', start, 'a second <CRITIQUE_RUN> opens nothing new');
    }
    this.rootInTurn = true;
    this.runOpen = true;
    this.runSeen = true;
    const claims: Extract<PanelEvent, { type: 'run_open' }>['claims'] = {};
    const maxRounds = this.number(attributes, 'maxRounds', start);
    const threshold = this.number(attributes, 'threshold', start);
    const scale = this.number(attributes, 'scale', start);
    if (maxRounds !== null) claims.maxRounds = maxRounds;
    if (threshold !== null) claims.threshold = threshold;
    if (scale !== null) claims.scale = scale;
    this.emit({ type: 'run_open', version: this.version, claims, position: start });
  }

  protected openRound(attributes: Attributes, start: number, end: number): void {
    this.noBlockOpen('<ROUND>', start);
    if (this.roundState === 'open') this.impliedRoundEnd(start);
    if (this.roundState === 'ended' && this.roundTagged) {
      this.warn('implied_close', start, `<ROUND> ${this.round} was never closed`);
    }
    const claimed = this.number(attributes, 'n', start);
    if (this.live && this.roundInTurn && claimed !== null && claimed <= this.round)
      this.contradict(start, `round ${claimed} stands twice`);
    this.roundInTurn = true;
    this.startRound(start, end, true);
    if (claimed !== null && claimed !== this.round) {
      this.warn('round_number', start, `round ${claimed} was announced; it is round ${this.round}`);
    }
  }

  protected startRound(start: number, end: number, tagged: boolean): void {
    if (!this.runSeen) {
      this.runSeen = true;
      const detail = `no <CRITIQUE_RUN version="${this.version}"> came first; version ${this.version} is assumed`;
      this.warn('run_tag_missing', start, detail);
      this.emit({ type: 'run_open', version: this.version, claims: {}, position: start });
    }
    this.round++;
    this.roundState = 'open';
    this.roundTagged = tagged;
    this.roundStart = end;
    this.rolesSeen.clear();
    this.demanded = false;
    this.holder = null;
    this.emit({ type: 'round_open', round: this.round, position: start });
  }

  protected closeRoundTag(start: number): void {
    this.noBlockOpen('</ROUND>', start);
    if (this.roundState === 'open') this.impliedRoundEnd(start);
    else if (this.roundState === 'none' || !this.roundTagged) this.strayClose('ROUND', start);
    this.roundState = 'none';
  }

  /** [P12] The daemon decides a round anyway; a missing ROUND_END costs only a warning. */
  protected impliedRoundEnd(start: number): void {
    this.warn('round_end_missing', start, `round ${this.round} has no <ROUND_END>`);
    this.#finishRound({ start, claims: {}, reason: '' });
  }

  protected openRoundEnd(attributes: Attributes, start: number, end: number): void {
    this.noBlockOpen('<ROUND_END>', start);
    const block: RoundEndBlock = { start, claims: {}, reason: '' };
    const composite = this.number(attributes, 'composite', start);
    const mustFix = this.number(attributes, 'must_fix', start);
    if (this.live && readCount(attributes) === 'unreadable') this.sayUnlisted('unreadable', { start });
    const decision = readDecision(attributes, start, this);
    if (composite !== null) block.claims.composite = composite;
    if (mustFix !== null) block.claims.mustFix = mustFix;
    if (decision !== null) block.claims.decision = decision;
    this.roundEnd = block;
    this.capBlock(end);
  }

  protected closeRoundEnd(block: RoundEndBlock): void {
    this.roundEnd = null;
    this.uncap();
    if (this.roundState !== 'open') {
      if (this.live && this.roundState === 'ended') this.contradict(block.start, 'a round ends twice');
      else this.warn('stray_tag', block.start, '<ROUND_END> ends no open round');
      return;
    }
    this.#finishRound(block);
  }

  #finishRound(block: RoundEndBlock): void {
    // [P10] Without a designer there is nothing the panel could have judged.
    if (this.needsPage && this.limits.cast.includes('designer') && !this.rolesSeen.has('designer')) {
      throw new MissingArtifactError('round 1 has no designer, and so no <ARTIFACT>', block.start);
    }
    this.roundState = 'ended';
    this.emit({
      type: 'round_close',
      round: this.round,
      bytes: block.start - this.roundStart,
      claims: block.claims,
      reason: block.reason,
      position: block.start,
    });
  }
}

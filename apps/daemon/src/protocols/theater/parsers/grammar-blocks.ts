/** Who speaks, what ships, and the pages both may hold. */
import type { ArtifactPlace, PanelistRole } from '@design-jury/contracts/theater/critique';
import { MalformedBlockError, MissingArtifactError } from '../errors.ts';
import type { Attributes } from './attributes.ts';
import { plainWord, readJudgesCount, readMime, readRole, readScore, voiceOf } from './claims.ts';
import type { OpenArtifact, PanelistBlock, ShipBlock } from './grammar.ts';
import { GrammarRounds } from './grammar-rounds.ts';

export class GrammarBlocks extends GrammarRounds {
  data(text: string, bytes: number): void {
    const place = this.passes(text, bytes);
    if (place !== null) this.emitPiece({ type: 'artifact_chunk', place, text });
  }

  passes(text: string, bytes: number): ArtifactPlace | null {
    const artifact = this.artifact;
    if (artifact === null || artifact.holder === null) return null;
    if (artifact.blank && text.trim() !== '') artifact.blank = false;
    artifact.bytes += bytes;
    return artifact.place;
  }

  // — panelists —

  protected openPanelist(attributes: Attributes, start: number, end: number): void {
    this.noBlockOpen('<PANELIST>', start);
    this.capBlock(end);
    const block: PanelistBlock = {
      role: null,
      start,
      score: null,
      scoreClaim: null,
      mustFixClaim: null,
      hasArtifact: false,
      voice: null,
      stranger: null,
      withheld: null,
    };
    this.panelist = block;
    this.listed = 0;
    if (this.roundState === 'ended' && this.roundTagged && this.live) {
      this.contradict(start, `a panelist speaks after the end of round ${this.round}`);
      return;
    }
    if (this.roundState === 'ended' && this.roundTagged) {
      this.warn('stray_tag', start, `a panelist after the end of round ${this.round} was dropped`);
      return;
    }
    if (this.roundState !== 'open') {
      this.warn('round_tag_missing', start, 'no <ROUND> came before this panelist; one is assumed');
      this.startRound(start, start, false);
    }
    const role = readRole(attributes, start, this, this.limits.cast, this.live);
    if (role === null) {
      block.stranger = attributes.find('role')?.value ?? '';
      if (this.live) block.mustFixClaim = readJudgesCount(attributes);
      return;
    }
    if (this.rolesSeen.has(role)) {
      const counts = this.live ? 'the stricter of the two counts' : 'the first stands';
      this.warn('duplicate_panelist', start, `${role} spoke already in round ${this.round}; ${counts}`);
      if (!this.live) return;
    }
    this.rolesSeen.add(role);
    if (this.live && attributes.get('role') !== role)
      block.voice = otherVoice(String(attributes.find('role')?.value), role);
    this.voice = block.voice;
    const score = readScore(attributes, start, this, this.limits.scoreScale, !this.live);
    block.role = role;
    this.speaker = role;
    block.score = score.value;
    block.scoreClaim = score.claim;
    block.mustFixClaim = this.live ? readJudgesCount(attributes) : this.number(attributes, 'must_fix', start);
    this.emit({ type: 'panelist_open', round: this.round, role });
  }

  protected closePanelist(block: PanelistBlock, start: number): void {
    this.panelist = null;
    this.uncap();
    const { role, withheld } = block;
    // [S20] A judge whose words are a no has a must-fix, though it lists none.
    if (withheld !== null && this.listed === 0 && !block.mustFixClaim) this.sayDemanded(withheld);
    if (role === null) {
      if (!this.live) return;
      this.sayUnlisted(block.mustFixClaim, { ...block, listed: this.listed });
      if (block.stranger !== null)
        this.emit({ type: 'stranger_close', round: this.round, voice: voiceOf(block.stranger) });
      return;
    }
    if (role === 'designer' && this.needsPage && !block.hasArtifact && !this.artifactSeen) {
      throw new MissingArtifactError('the designer of round 1 gives no <ARTIFACT>', start);
    }
    this.emit({
      type: 'panelist_close',
      round: this.round,
      role,
      ...(block.voice !== null && { voice: block.voice }),
      score: block.score,
      scoreClaim: block.scoreClaim,
      mustFixClaim: block.mustFixClaim,
      position: block.start,
    });
  }

  // — ship —

  protected openShip(attributes: Attributes, start: number, end: number): void {
    this.noBlockOpen('<SHIP>', start);
    if (this.roundState === 'open') this.impliedRoundEnd(start);
    const composite = this.number(attributes, 'composite', start);
    const status = attributes.find('status');
    this.ship = {
      start,
      round: this.number(attributes, 'round', start),
      claims: { ...(composite !== null && { composite }), ...(status !== null && { status: status.value }) },
      hasArtifact: false,
      summary: '',
    };
    this.capBlock(end);
  }

  protected closeShip(block: ShipBlock): void {
    this.ship = null;
    this.uncap();
    if (!block.hasArtifact && !this.artifactSeen && !this.limits.pageGiven) {
      throw new MissingArtifactError('<SHIP> carries no <ARTIFACT>, and no round gave one', block.start);
    }
    this.shipSeen = true;
    this.emit({
      type: 'ship',
      round: block.round,
      hasArtifact: block.hasArtifact,
      claims: block.claims,
      summary: block.summary,
      position: block.start,
    });
  }

  // — artifacts and leaves —

  protected openArtifact(attributes: Attributes, start: number): void {
    const mime = readMime(attributes);
    const holder = this.ship ?? (this.panelist?.role === 'designer' ? this.panelist : null);
    if (holder?.hasArtifact && !this.live)
      this.warn('duplicate_artifact', start, 'the first <ARTIFACT> of a block stands');
    else if (holder === null && this.live && this.version === 2)
      this.contradict(start, 'a page stands where none belongs');
    else if (holder === null)
      this.warn('artifact_misplaced', start, '<ARTIFACT> belongs to the designer or to SHIP');
    const kept = holder === null || (holder.hasArtifact && !this.live) ? null : holder;
    const place: ArtifactPlace = this.ship !== null ? { in: 'ship' } : { in: 'round', round: this.round };
    const edits = this.version === 2 && attributes.get('form') === 'edits';
    this.artifact = { holder: kept, place, mime, edits, start, bytes: 0, blank: true };
    if (kept !== null) this.emit({ type: 'artifact_open', place, mime });
  }

  protected closeArtifact({ holder, place, mime, edits, bytes, blank }: OpenArtifact): void {
    this.artifact = null;
    if (holder === null) return;
    // An empty artifact is none: the block then counts as one without.
    if (!blank) {
      this.artifactSeen = true;
      holder.hasArtifact = true;
    }
    this.emit({ type: 'artifact_close', place, mime, bytes, blank, ...(edits && { form: 'edits' }) });
  }

  protected noBlockOpen(what: string, start: number): void {
    if (this.live) this.#impliedEnds(start);
    const open = this.openBlock();
    if (open !== null) throw new MalformedBlockError(`<${open.tag}> is not closed before ${what}`, start);
  }

  /** [P24] A block that was left open ends where the next one begins. */
  #impliedEnds(start: number): void {
    const block = this.openBlock();
    if (block === null || block.tag === 'ARTIFACT') return;
    this.warn('implied_close', start, `<${block.tag}> was never closed`);
    if (this.panelist !== null) this.closePanelist(this.panelist, start);
    else if (this.roundEnd !== null) this.closeRoundEnd(this.roundEnd);
    // The only block left that can be open here.
    else this.closeShip(this.ship as ShipBlock);
  }
}

/** Null where the name is the role's own, however it is spelled; else as it is written, in letters that look like it. */
function otherVoice(written: string, role: PanelistRole): string | null {
  const word = plainWord(written).toLowerCase();
  return word === role ? null : word;
}

/**
 * Tokens → PanelEvents, for both versions. Rules carry the ids of docs/spec.md ([P…]).
 *
 * A block is unbalanced when its end does not come before something it cannot contain: that is a
 * `MalformedBlockError`. Wrappers (run, round) are only claims about structure, and are supplied where they
 * are missing, with a warning. After a SHIP was read nothing can take it back.
 *
 * That is how stored text is read. A live answer is read `live`: who speaks twice is heard twice, a demand counts
 * wherever it stands, and what says two things at once is a contradiction.
 *
 * Its parts, from the ground up: `grammar-state.ts`, `grammar-leaves.ts`, `grammar-rounds.ts`, `grammar-blocks.ts`.
 */
import { MalformedBlockError, MissingArtifactError } from '../errors.ts';
import type { Attributes } from './attributes.ts';
import { readCount } from './claims.ts';
import type { Grammar } from './grammar.ts';
import { GrammarBlocks } from './grammar-blocks.ts';
import type { TagName } from './tags.ts';

/** What the panel says, or what holds it: none of it belongs into a SHIP. */
const OF_THE_PANEL: ReadonlySet<TagName> = new Set<TagName>([
  'CRITIQUE_RUN',
  'ROUND',
  'PANELIST',
  'DIM',
  'ROUND_END',
  'SHIP',
]);
/** Tags that count must-fixes in their place. */
const COUNTING: ReadonlySet<TagName> = new Set<TagName>(['PANELIST', 'ROUND_END', 'MUST_FIX']);

export class PanelGrammar extends GrammarBlocks implements Grammar {
  get complete(): boolean {
    return this.shipSeen;
  }

  get resting(): boolean {
    return this.openBlock() === null && this.roundState !== 'open';
  }

  open(name: TagName, attributes: Attributes, selfClosing: boolean, start: number, end: number): void {
    if (this.shipSeen) {
      if (name === 'SHIP')
        this.warn(
          'duplicate_ship',
          start,
          this.live ? 'SHIP stands twice' : 'the first SHIP stands; this one was dropped',
        );
      if (this.live) this.contradict(start, name === 'SHIP' ? 'SHIP stands twice' : `<${name}> follows SHIP`);
      else if (name !== 'SHIP') this.sayAfterShip(start);
      return;
    }
    const leaf = this.leafTag;
    if (leaf !== null) {
      if (!this.endsLeaf(leaf, name, start))
        throw new MalformedBlockError(`<${leaf}> is not closed before <${name}>`, start);
      if (OF_THE_PANEL.has(name) && name !== 'DIM') this.holder = leaf;
    }
    if (this.live) this.#lookForStrays(name, attributes, start);
    switch (name) {
      case 'CRITIQUE_RUN':
        this.openRun(attributes, start);
        break;
      case 'ROUND':
        this.openRound(attributes, start, end);
        break;
      case 'PANELIST':
        this.openPanelist(attributes, start, end);
        break;
      case 'ROUND_END':
        this.openRoundEnd(attributes, start, end);
        break;
      case 'SHIP':
        this.openShip(attributes, start, end);
        break;
      case 'ARTIFACT':
        this.openArtifact(attributes, start);
        break;
      case 'NOTES':
      case 'DIM':
      case 'MUST_FIX':
        this.openLeaf(name, attributes, start, this.panelist !== null);
        this.leafKept &&= this.panelist?.role != null;
        this.strayDemand = this.live && name === 'MUST_FIX' && !this.leafKept;
        this.leafKept ||= this.strayDemand;
        break;
      case 'REASON':
        this.openLeaf(name, attributes, start, this.roundEnd !== null);
        break;
      case 'SUMMARY':
        this.openLeaf(name, attributes, start, this.ship !== null);
        break;
    }
    if (selfClosing) this.close(name, start);
  }

  close(name: TagName, start: number): void {
    if (this.shipSeen) {
      if (name !== 'CRITIQUE_RUN') this.sayAfterShip(start);
      return;
    }
    if (this.leafTag !== null) {
      const ends = name === 'PANELIST' || this.version === 2;
      if (this.leafTag !== name && ends && this.endsLeaf(this.leafTag, name, start)) {
        this.close(name, start);
        return;
      }
      if (this.leafTag !== name) {
        throw new MalformedBlockError(`<${this.leafTag}> is not closed before </${name}>`, start);
      }
      this.closeLeaf(name);
      return;
    }
    switch (name) {
      case 'CRITIQUE_RUN':
        this.noBlockOpen(`</${name}>`, start);
        if (!this.runOpen) this.warn('stray_close', start, `</${name}> closes nothing`);
        this.runOpen = false;
        return;
      case 'ROUND':
        this.closeRoundTag(start);
        return;
      case 'PANELIST':
        if (this.panelist === null) this.strayClose(name, start);
        else this.closePanelist(this.panelist, start);
        return;
      case 'ROUND_END':
        if (this.roundEnd === null) this.strayClose(name, start);
        else this.closeRoundEnd(this.roundEnd);
        return;
      case 'SHIP':
        if (this.ship === null) this.strayClose(name, start);
        else this.closeShip(this.ship);
        return;
      case 'ARTIFACT':
        if (this.artifact === null) this.strayClose(name, start);
        else this.closeArtifact(this.artifact);
        return;
      default:
        this.strayClose(name, start);
    }
  }

  endTurn(): void {
    this.#nothingOpen();
    if (this.roundState === 'ended' && this.roundTagged && !this.shipSeen) {
      this.warn('implied_close', this.tokenizer.position, `<ROUND> ${this.round} was never closed`);
    }
    this.roundState = 'none';
    this.rootInTurn = false;
    this.roundInTurn = false;
    this.shipSeen = false;
    this.afterShipSaid = false;
  }

  #nothingOpen(): void {
    if (this.shipSeen) return;
    const open = this.openBlock();
    const at = this.tokenizer.position;
    if (open !== null) {
      throw new MalformedBlockError(`the text ends inside <${open.tag}>, opened at byte ${open.start}`, at);
    }
    if (this.roundState === 'open') {
      throw new MalformedBlockError(`the text ends inside <ROUND>, opened at byte ${this.roundStart}`, at);
    }
  }

  end(): void {
    this.#nothingOpen();
    if (!this.artifactSeen && !this.shipSeen && !(this.limits.pageGiven && this.round > 0)) {
      throw new MissingArtifactError('the text ends without any <ARTIFACT>', this.tokenizer.position);
    }
    if (this.runOpen && !this.shipSeen) {
      this.warn('implied_close', this.tokenizer.position, '<CRITIQUE_RUN> was never closed');
    }
  }

  /** [P24] Words of the panel where nobody is asked any more, and must-fixes that are counted where nobody lists them. */
  #lookForStrays(name: TagName, attributes: Attributes, start: number): void {
    if (this.ship !== null && OF_THE_PANEL.has(name)) this.contradict(start, `<${name}> stands inside SHIP`);
    else if (name === 'DIM' && this.panelist === null && this.roundState !== 'open' && this.round > 0)
      this.contradict(start, `<${name}> follows the end of round ${this.round}`);
    if (attributes.mayCount && !COUNTING.has(name)) this.sayUnlisted(readCount(attributes), { start });
  }
}

/**
 * Grammar of protocol version 1: tokens → PanelEvents. Rules carry the ids of docs/spec.md ([P…]).
 *
 * A block is unbalanced when its end does not come before something it cannot contain: that is a
 * `MalformedBlockError`. Wrappers (run, round) are only claims about structure, and are supplied where they
 * are missing, with a warning. After a SHIP was read nothing can take it back.
 *
 * That is how stored text is read. A live answer is read `live`: who speaks twice is heard twice, a demand counts
 * wherever it stands, and what says two things at once is a contradiction. Version 2 shares the blocks.
 */
import type {
  ArtifactPlace,
  PanelEvent,
  PanelistRole,
  WarningKind,
} from '@design-jury/contracts/theater/critique';
import { MalformedBlockError, MissingArtifactError } from '../errors.ts';
import { Attributes, decodeText } from './attributes.ts';
import {
  isNoDemand,
  plainDemand,
  readCount,
  readDecision,
  readDemand,
  readDimScore,
  readMime,
  readNumber,
  readRole,
  readScore,
  voiceOf,
} from './claims.ts';
import { demandLines, demandsIn } from './stray-demands.ts';
import type { TagName } from './tags.ts';
import type { Tokenizer, TokenSink } from './tokenizer.ts';

export interface GrammarLimits {
  scoreScale: number;
  cast: readonly PanelistRole[];
  parserMaxBlockBytes: number;
  /** The host has a page before anybody speaks: round 1 needs none of its own. @default false */
  pageGiven?: boolean;
  /** An answer that is being given, not a stored one. @default false */
  live?: boolean;
}

export interface Grammar extends TokenSink {
  /** A SHIP was read: whatever follows, even broken text, changes nothing. */
  readonly complete: boolean;
  /** No block is open: what is read next stands between them. */
  readonly resting: boolean;
  /** The agent's turn is over: no block may be left open, and a round that was spoken is closed. */
  endTurn(): void;
  end(): void;
}

interface PanelistBlock {
  role: PanelistRole | null;
  start: number;
  score: number | null;
  scoreClaim: number | null;
  mustFixClaim: number | 'unreadable' | null;
  hasArtifact: boolean;
  /** The name it speaks under, where that is another than its role's. */
  voice: string | null;
  /** Its role as written, where that is nobody on the panel, and how many demands it lists. */
  stranger: string | null;
  listed: number;
}

interface RoundEndBlock {
  start: number;
  claims: Extract<PanelEvent, { type: 'round_close' }>['claims'];
  reason: string;
}

interface ShipBlock {
  start: number;
  round: number | null;
  claims: Extract<PanelEvent, { type: 'ship' }>['claims'];
  hasArtifact: boolean;
  summary: string;
}

interface OpenArtifact {
  /** Null when the artifact stands where none belongs: it is read as one, and dropped. */
  holder: { hasArtifact: boolean } | null;
  place: ArtifactPlace;
  mime: string;
  edits: boolean;
  start: number;
  bytes: number;
  blank: boolean;
}

type RoundState = 'none' | 'open' | 'ended';

export function createGrammarV1(
  tokenizer: Tokenizer,
  limits: GrammarLimits,
  emit: (event: PanelEvent) => void,
): Grammar {
  return new PanelGrammar(tokenizer, limits, emit, 1);
}

/** In version 1 only what can follow in the same block ends one that was left open: the rest may be a quotation. */
const AFTER_NOTES: ReadonlySet<TagName> = new Set<TagName>(['ARTIFACT', 'DIM', 'MUST_FIX', 'PANELIST']);

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

export class PanelGrammar implements Grammar {
  readonly #tokenizer: Tokenizer;
  readonly #limits: GrammarLimits;
  readonly #emit: (event: PanelEvent) => void;
  /** For pieces of pages: most of any text. */
  readonly #emitPiece: (event: PanelEvent) => void;
  readonly #version: 1 | 2;
  readonly #live: boolean;

  #runOpen = false;
  #runSeen = false;
  /** The root of this turn was read; each turn of a conversation may have its own. */
  #rootInTurn = false;
  /** A round of this turn was read. */
  #roundInTurn = false;
  #round = 0;
  #roundState: RoundState = 'none';
  #roundTagged = false;
  #roundStart = 0;
  #rolesSeen = new Set<PanelistRole>();
  #artifactSeen = false;
  #shipSeen = false;
  #afterShipSaid = false;

  // The open leaf lies flat: a panelist is mostly leaves, and each would be an object.
  #leafTag: TagName | null = null;
  /** The tokenizer's list: still the leaf's own at its end, also where the next tag is what ends it. */
  #leafAttributes = new Attributes();
  #leafStart = 0;
  /** False when the leaf stands where it means nothing: read, and dropped. */
  #leafKept = false;
  /** The leaf is a demand that no panelist makes. */
  #strayDemand = false;
  #leafText = '';
  /** It may hold more than the letters everybody has. */
  #leafMarked = false;
  /** Pieces after the first, when chunks cut the text. */
  #leafMore: string[] = [];
  #panelist: PanelistBlock | null = null;
  /** The last panelist that was let in: whoever owns a kept leaf. */
  #speaker: PanelistRole = 'designer';
  #voice: string | null = null;
  #roundEnd: RoundEndBlock | null = null;
  #ship: ShipBlock | null = null;
  #artifact: OpenArtifact | null = null;

  constructor(
    tokenizer: Tokenizer,
    limits: GrammarLimits,
    emit: (event: PanelEvent) => void,
    version: 1 | 2,
    emitPiece = emit,
  ) {
    this.#emitPiece = emitPiece;
    this.#tokenizer = tokenizer;
    this.#limits = limits;
    this.#emit = emit;
    this.#version = version;
    this.#live = limits.live ?? false;
  }

  get complete(): boolean {
    return this.#shipSeen;
  }

  get resting(): boolean {
    return this.#openBlock() === null && this.#roundState !== 'open';
  }

  warn(kind: WarningKind, position: number, detail: string): void {
    if (this.#shipSeen && kind !== 'duplicate_ship') {
      this.#sayAfterShip(position);
      return;
    }
    this.#emit({ type: 'warning', kind, position, detail });
  }

  open(name: TagName, attributes: Attributes, selfClosing: boolean, start: number, end: number): void {
    if (this.#shipSeen) {
      if (name === 'SHIP')
        this.warn(
          'duplicate_ship',
          start,
          this.#live ? 'SHIP stands twice' : 'the first SHIP stands; this one was dropped',
        );
      if (this.#live)
        this.#contradict(start, name === 'SHIP' ? 'SHIP stands twice' : `<${name}> follows SHIP`);
      else if (name !== 'SHIP') this.#sayAfterShip(start);
      return;
    }
    if (this.#leafTag !== null && !this.#endsLeaf(this.#leafTag, name, start)) {
      throw new MalformedBlockError(`<${this.#leafTag}> is not closed before <${name}>`, start);
    }
    if (this.#live) this.#lookForStrays(name, attributes, start);
    switch (name) {
      case 'CRITIQUE_RUN':
        this.#openRun(attributes, start);
        break;
      case 'ROUND':
        this.#openRound(attributes, start, end);
        break;
      case 'PANELIST':
        this.#openPanelist(attributes, start, end);
        break;
      case 'ROUND_END':
        this.#openRoundEnd(attributes, start, end);
        break;
      case 'SHIP':
        this.#openShip(attributes, start, end);
        break;
      case 'ARTIFACT':
        this.#openArtifact(attributes, start);
        break;
      case 'NOTES':
      case 'DIM':
      case 'MUST_FIX':
        this.#openLeaf(name, attributes, start, this.#panelist !== null);
        this.#leafKept &&= this.#panelist?.role != null;
        this.#strayDemand = this.#live && name === 'MUST_FIX' && !this.#leafKept;
        this.#leafKept ||= this.#strayDemand;
        break;
      case 'REASON':
        this.#openLeaf(name, attributes, start, this.#roundEnd !== null);
        break;
      case 'SUMMARY':
        this.#openLeaf(name, attributes, start, this.#ship !== null);
        break;
    }
    if (selfClosing) this.close(name, start);
  }

  close(name: TagName, start: number): void {
    if (this.#shipSeen) {
      if (name !== 'CRITIQUE_RUN') this.#sayAfterShip(start);
      return;
    }
    if (this.#leafTag !== null) {
      const ends = name === 'PANELIST' || this.#version === 2;
      if (this.#leafTag !== name && ends && this.#endsLeaf(this.#leafTag, name, start)) {
        this.close(name, start);
        return;
      }
      if (this.#leafTag !== name) {
        throw new MalformedBlockError(`<${this.#leafTag}> is not closed before </${name}>`, start);
      }
      this.#closeLeaf(name);
      return;
    }
    switch (name) {
      case 'CRITIQUE_RUN':
        this.#noBlockOpen(`</${name}>`, start);
        if (!this.#runOpen) this.warn('stray_close', start, `</${name}> closes nothing`);
        this.#runOpen = false;
        return;
      case 'ROUND':
        this.#closeRoundTag(start);
        return;
      case 'PANELIST':
        if (this.#panelist === null) this.#stray(name, start);
        else this.#closePanelist(this.#panelist, start);
        return;
      case 'ROUND_END':
        if (this.#roundEnd === null) this.#stray(name, start);
        else this.#closeRoundEnd(this.#roundEnd);
        return;
      case 'SHIP':
        if (this.#ship === null) this.#stray(name, start);
        else this.#closeShip(this.#ship);
        return;
      case 'ARTIFACT':
        if (this.#artifact === null) this.#stray(name, start);
        else this.#closeArtifact(this.#artifact);
        return;
      default:
        this.#stray(name, start);
    }
  }

  text(text: string, literal: boolean, marked: boolean): void {
    if (!this.#leafKept) return;
    this.#leafMarked ||= marked;
    const piece = literal ? escapeEntities(text) : text;
    if (this.#leafText === '') this.#leafText = piece;
    else this.#leafMore.push(piece);
  }

  data(text: string, bytes: number): void {
    const artifact = this.#artifact;
    if (artifact === null || artifact.holder === null) return;
    if (artifact.blank && text.trim() !== '') artifact.blank = false;
    artifact.bytes += bytes;
    this.#emitPiece({ type: 'artifact_chunk', place: artifact.place, text });
  }

  endTurn(): void {
    this.#nothingOpen();
    if (this.#roundState === 'ended' && this.#roundTagged && !this.#shipSeen) {
      this.warn('implied_close', this.#tokenizer.position, `<ROUND> ${this.#round} was never closed`);
    }
    this.#roundState = 'none';
    this.#rootInTurn = false;
    this.#roundInTurn = false;
    this.#shipSeen = false;
    this.#afterShipSaid = false;
  }

  #nothingOpen(): void {
    if (this.#shipSeen) return;
    const open = this.#openBlock();
    const at = this.#tokenizer.position;
    if (open !== null) {
      throw new MalformedBlockError(`the text ends inside <${open.tag}>, opened at byte ${open.start}`, at);
    }
    if (this.#roundState === 'open') {
      throw new MalformedBlockError(`the text ends inside <ROUND>, opened at byte ${this.#roundStart}`, at);
    }
  }

  end(): void {
    this.#nothingOpen();
    if (!this.#artifactSeen && !this.#shipSeen && !(this.#limits.pageGiven && this.#round > 0)) {
      throw new MissingArtifactError('the text ends without any <ARTIFACT>', this.#tokenizer.position);
    }
    if (this.#runOpen && !this.#shipSeen) {
      this.warn('implied_close', this.#tokenizer.position, '<CRITIQUE_RUN> was never closed');
    }
  }

  // — run and rounds —

  #openRun(attributes: Attributes, start: number): void {
    this.#noBlockOpen('<CRITIQUE_RUN>', start);
    if (this.#live && this.#rootInTurn) this.#contradict(start, 'the answer holds two runs');
    else if (this.#runSeen && !this.#live) {
      this.warn('duplicate_run', start, 'a second <CRITIQUE_RUN> opens nothing new');
    }
    this.#rootInTurn = true;
    this.#runOpen = true;
    this.#runSeen = true;
    const claims: Extract<PanelEvent, { type: 'run_open' }>['claims'] = {};
    const maxRounds = this.#number(attributes, 'maxRounds', start);
    const threshold = this.#number(attributes, 'threshold', start);
    const scale = this.#number(attributes, 'scale', start);
    if (maxRounds !== null) claims.maxRounds = maxRounds;
    if (threshold !== null) claims.threshold = threshold;
    if (scale !== null) claims.scale = scale;
    this.#emit({ type: 'run_open', version: this.#version, claims, position: start });
  }

  #openRound(attributes: Attributes, start: number, end: number): void {
    this.#noBlockOpen('<ROUND>', start);
    if (this.#roundState === 'open') this.#impliedRoundEnd(start);
    if (this.#roundState === 'ended' && this.#roundTagged) {
      this.warn('implied_close', start, `<ROUND> ${this.#round} was never closed`);
    }
    const claimed = this.#number(attributes, 'n', start);
    if (this.#live && this.#roundInTurn && claimed !== null && claimed <= this.#round)
      this.#contradict(start, `round ${claimed} stands twice`);
    this.#roundInTurn = true;
    this.#startRound(start, end, true);
    if (claimed !== null && claimed !== this.#round) {
      this.warn('round_number', start, `round ${claimed} was announced; it is round ${this.#round}`);
    }
  }

  #startRound(start: number, end: number, tagged: boolean): void {
    if (!this.#runSeen) {
      this.#runSeen = true;
      const detail = `no <CRITIQUE_RUN version="${this.#version}"> came first; version ${this.#version} is assumed`;
      this.warn('run_tag_missing', start, detail);
      this.#emit({ type: 'run_open', version: this.#version, claims: {}, position: start });
    }
    this.#round++;
    this.#roundState = 'open';
    this.#roundTagged = tagged;
    this.#roundStart = end;
    this.#rolesSeen.clear();
    this.#emit({ type: 'round_open', round: this.#round, position: start });
  }

  #closeRoundTag(start: number): void {
    this.#noBlockOpen('</ROUND>', start);
    if (this.#roundState === 'open') this.#impliedRoundEnd(start);
    else if (this.#roundState === 'none' || !this.#roundTagged) this.#stray('ROUND', start);
    this.#roundState = 'none';
  }

  /** [P12] The daemon decides a round anyway; a missing ROUND_END costs only a warning. */
  #impliedRoundEnd(start: number): void {
    this.warn('round_end_missing', start, `round ${this.#round} has no <ROUND_END>`);
    this.#finishRound({ start, claims: {}, reason: '' });
  }

  #openRoundEnd(attributes: Attributes, start: number, end: number): void {
    this.#noBlockOpen('<ROUND_END>', start);
    const block: RoundEndBlock = { start, claims: {}, reason: '' };
    const composite = this.#number(attributes, 'composite', start);
    const mustFix = this.#number(attributes, 'must_fix', start);
    if (this.#live && readCount(attributes) === 'unreadable') this.#sayUnlisted('unreadable', { start });
    const decision = readDecision(attributes, start, this);
    if (composite !== null) block.claims.composite = composite;
    if (mustFix !== null) block.claims.mustFix = mustFix;
    if (decision !== null) block.claims.decision = decision;
    this.#roundEnd = block;
    this.#capBlock(end);
  }

  #closeRoundEnd(block: RoundEndBlock): void {
    this.#roundEnd = null;
    this.#uncap();
    if (this.#roundState !== 'open') {
      if (this.#live && this.#roundState === 'ended') this.#contradict(block.start, 'a round ends twice');
      else this.warn('stray_tag', block.start, '<ROUND_END> ends no open round');
      return;
    }
    this.#finishRound(block);
  }

  #finishRound(block: RoundEndBlock): void {
    // [P10] Without a designer there is nothing the panel could have judged.
    if (this.#needsPage && this.#limits.cast.includes('designer') && !this.#rolesSeen.has('designer')) {
      throw new MissingArtifactError('round 1 has no designer, and so no <ARTIFACT>', block.start);
    }
    this.#roundState = 'ended';
    this.#emit({
      type: 'round_close',
      round: this.#round,
      bytes: block.start - this.#roundStart,
      claims: block.claims,
      reason: block.reason,
      position: block.start,
    });
  }

  // — panelists —

  #openPanelist(attributes: Attributes, start: number, end: number): void {
    this.#noBlockOpen('<PANELIST>', start);
    this.#capBlock(end);
    const block: PanelistBlock = {
      role: null,
      start,
      score: null,
      scoreClaim: null,
      mustFixClaim: null,
      hasArtifact: false,
      voice: null,
      stranger: null,
      listed: 0,
    };
    this.#panelist = block;
    if (this.#roundState === 'ended' && this.#roundTagged && this.#live) {
      this.#contradict(start, `a panelist speaks after the end of round ${this.#round}`);
      return;
    }
    if (this.#roundState === 'ended' && this.#roundTagged) {
      this.warn('stray_tag', start, `a panelist after the end of round ${this.#round} was dropped`);
      return;
    }
    if (this.#roundState !== 'open') {
      this.warn('round_tag_missing', start, 'no <ROUND> came before this panelist; one is assumed');
      this.#startRound(start, start, false);
    }
    const role = readRole(attributes, start, this, this.#limits.cast, this.#live);
    if (role === null) {
      block.stranger = attributes.find('role')?.value ?? '';
      if (this.#live) block.mustFixClaim = readCount(attributes);
      return;
    }
    if (this.#rolesSeen.has(role)) {
      const counts = this.#live ? 'the stricter of the two counts' : 'the first stands';
      this.warn('duplicate_panelist', start, `${role} spoke already in round ${this.#round}; ${counts}`);
      if (!this.#live) return;
    }
    this.#rolesSeen.add(role);
    const written = attributes.get('role');
    if (this.#live && written !== role) block.voice = aliasOf(String(attributes.find('role')?.value), role);
    this.#voice = block.voice;
    const score = readScore(attributes, start, this, this.#limits.scoreScale, !this.#live);
    block.role = role;
    this.#speaker = role;
    block.score = score.value;
    block.scoreClaim = score.claim;
    block.mustFixClaim = this.#live ? readCount(attributes) : this.#number(attributes, 'must_fix', start);
    this.#emit({ type: 'panelist_open', round: this.#round, role });
  }

  #closePanelist(block: PanelistBlock, start: number): void {
    this.#panelist = null;
    this.#uncap();
    const { role } = block;
    if (role === null) {
      if (!this.#live) return;
      this.#sayUnlisted(block.mustFixClaim, block);
      if (block.stranger !== null)
        this.#emit({ type: 'stranger_close', round: this.#round, voice: voiceOf(block.stranger) });
      return;
    }
    if (role === 'designer' && this.#needsPage && !block.hasArtifact && !this.#artifactSeen) {
      throw new MissingArtifactError('the designer of round 1 gives no <ARTIFACT>', start);
    }
    this.#emit({
      type: 'panelist_close',
      round: this.#round,
      role,
      ...(block.voice !== null && { voice: block.voice }),
      score: block.score,
      scoreClaim: block.scoreClaim,
      mustFixClaim: block.mustFixClaim,
      position: block.start,
    });
  }

  // — ship —

  #openShip(attributes: Attributes, start: number, end: number): void {
    this.#noBlockOpen('<SHIP>', start);
    if (this.#roundState === 'open') this.#impliedRoundEnd(start);
    const composite = this.#number(attributes, 'composite', start);
    const status = attributes.find('status');
    this.#ship = {
      start,
      round: this.#number(attributes, 'round', start),
      claims: { ...(composite !== null && { composite }), ...(status !== null && { status: status.value }) },
      hasArtifact: false,
      summary: '',
    };
    this.#capBlock(end);
  }

  #closeShip(block: ShipBlock): void {
    this.#ship = null;
    this.#uncap();
    if (!block.hasArtifact && !this.#artifactSeen && !this.#limits.pageGiven) {
      throw new MissingArtifactError('<SHIP> carries no <ARTIFACT>, and no round gave one', block.start);
    }
    this.#shipSeen = true;
    this.#emit({
      type: 'ship',
      round: block.round,
      hasArtifact: block.hasArtifact,
      claims: block.claims,
      summary: block.summary,
      position: block.start,
    });
  }

  // — artifacts and leaves —

  #openArtifact(attributes: Attributes, start: number): void {
    const mime = readMime(attributes);
    const holder = this.#ship ?? (this.#panelist?.role === 'designer' ? this.#panelist : null);
    if (holder?.hasArtifact && !this.#live)
      this.warn('duplicate_artifact', start, 'the first <ARTIFACT> of a block stands');
    else if (holder === null && this.#live && this.#version === 2)
      this.#contradict(start, 'a page stands where none belongs');
    else if (holder === null)
      this.warn('artifact_misplaced', start, '<ARTIFACT> belongs to the designer or to SHIP');
    const kept = holder === null || (holder.hasArtifact && !this.#live) ? null : holder;
    const place: ArtifactPlace = this.#ship !== null ? { in: 'ship' } : { in: 'round', round: this.#round };
    const edits = this.#version === 2 && attributes.get('form') === 'edits';
    this.#artifact = { holder: kept, place, mime, edits, start, bytes: 0, blank: true };
    if (kept !== null) this.#emit({ type: 'artifact_open', place, mime });
  }

  #closeArtifact({ holder, place, mime, edits, bytes, blank }: OpenArtifact): void {
    this.#artifact = null;
    if (holder === null) return;
    // An empty artifact is none: the block then counts as one without.
    if (!blank) {
      this.#artifactSeen = true;
      holder.hasArtifact = true;
    }
    this.#emit({ type: 'artifact_close', place, mime, bytes, blank, ...(edits && { form: 'edits' }) });
  }

  #openLeaf(tag: TagName, attributes: Attributes, start: number, inPlace: boolean): void {
    if (!inPlace) this.warn('stray_tag', start, `<${tag}> stands where it means nothing`);
    this.#leafTag = tag;
    this.#leafAttributes = attributes;
    this.#leafStart = start;
    this.#leafKept = inPlace;
    this.#leafMarked = false;
    this.#leafText = '';
  }

  #closeLeaf(tag: TagName): void {
    this.#leafTag = null;
    if (!this.#leafKept) return;
    this.#leafKept = false;
    let text = this.#leafText;
    if (this.#leafMore.length > 0) {
      text += this.#leafMore.join('');
      this.#leafMore.length = 0;
    }
    if (this.#version === 2 && mayEndWithTag(text)) text = text.replace(BARE_END, '');
    const raw = text;
    text = decodeText(raw);
    if (this.#live && tag !== 'MUST_FIX') this.#hearDemands(tag, raw, text);
    if (this.#strayDemand) this.#sayStray(text);
    else if (tag === 'REASON' && this.#roundEnd !== null) this.#roundEnd.reason = text;
    else if (tag === 'SUMMARY' && this.#ship !== null) this.#ship.summary = text;
    else this.#speak(tag, this.#leafAttributes, this.#speaker, text);
  }

  /** [P28] A demand that a judge writes into its notes as a line, or anybody in entities. */
  #hearDemands(tag: TagName, raw: string, text: string): void {
    const judges = this.#panelist !== null && (tag === 'NOTES' || tag === 'DIM');
    if (judges && this.#speaker === 'designer') return;
    const position = this.#leafStart;
    if (raw !== text)
      for (const words of demandsIn(text, 'noted'))
        if (!isNoDemand(words))
          this.#emit({ type: 'stray_demand', from: null, demand: plainDemand(words), position });
    // Nearly no note has a colon.
    if (!judges || text.length < SHORTEST_DEMAND_LINE || !(this.#leafMarked || text.includes(':'))) return;
    // "MUST FIX: nothing. All is read." asks for nothing.
    const asked = demandLines(text).filter((words) => !isNoDemand(words.replace(/[.;!]\s.*$/s, '')));
    for (const words of asked)
      this.#emit({
        type: 'panelist_must_fix',
        round: this.#round,
        role: this.#speaker,
        ...(this.#voice !== null && { voice: this.#voice }),
        id: null,
        demand: plainDemand(words),
      });
  }

  #speak(tag: TagName, attributes: Attributes, role: PanelistRole, text: string): void {
    const round = this.#round;
    if (tag === 'DIM') {
      const dimName = this.#attribute(attributes, 'name', this.#leafStart) ?? 'unnamed';
      const dimScore = readDimScore(attributes, this.#leafStart, this, this.#limits.scoreScale);
      this.#emit({ type: 'panelist_dim', round, role, dimName, dimScore, dimNote: text });
      return;
    }
    if (tag === 'NOTES') {
      if (text !== '') this.#emit({ type: 'panelist_notes', round, role, text });
      return;
    }
    const said = readDemand(attributes, text);
    if (this.#live && isNoDemand(said.demand.text)) return;
    // Nothing at all is no demand; an id alone is one that was made before.
    if (said.demand.text !== '' || said.id !== null)
      this.#emit({
        type: 'panelist_must_fix',
        round,
        role,
        ...(this.#voice !== null && { voice: this.#voice }),
        ...said,
      });
  }

  #sayStray(text: string): void {
    this.#strayDemand = false;
    if (this.#panelist !== null) this.#panelist.listed++;
    const { demand } = readDemand(this.#leafAttributes, text);
    if (demand.text === '' || isNoDemand(demand.text)) return;
    this.#emit({
      type: 'stray_demand',
      from: this.#panelist?.stranger ?? null,
      demand,
      position: this.#leafStart,
    });
  }

  /** [P24] Words of the panel where nobody is asked any more, and must-fixes that are counted where nobody lists them. */
  #lookForStrays(name: TagName, attributes: Attributes, start: number): void {
    if (this.#ship !== null && OF_THE_PANEL.has(name))
      this.#contradict(start, `<${name}> stands inside SHIP`);
    else if (name === 'DIM' && this.#panelist === null && this.#roundState !== 'open' && this.#round > 0)
      this.#contradict(start, `<${name}> follows the end of round ${this.#round}`);
    if (attributes.mayCount && !COUNTING.has(name)) this.#sayUnlisted(readCount(attributes), { start });
  }

  /** Must-fixes that are counted by nobody on the panel, or where none can be listed. */
  #sayUnlisted(
    count: PanelistBlock['mustFixClaim'],
    { start, stranger = null, listed = 0 }: Pick<PanelistBlock, 'start'> & Partial<PanelistBlock>,
  ): void {
    if (count === null || (count !== 'unreadable' && count <= listed)) return;
    const many = count === 'unreadable' ? 'an unreadable number of' : count;
    const demand = plainDemand(`${many} must-fix counted and not listed; what is not listed cannot be met`);
    this.#emit({ type: 'stray_demand', from: stranger, demand, position: start });
  }

  // — shared —

  get #needsPage(): boolean {
    return this.#round === 1 && this.#limits.pageGiven !== true;
  }

  #contradict(position: number, detail: string): void {
    this.#emit({ type: 'contradiction', position, detail });
  }

  /** [P24] Whether this tag ends a leaf that was left open; then it is closed. */
  #endsLeaf(leaf: TagName, next: TagName, start: number): boolean {
    const ends = this.#version === 2 || (leaf === 'NOTES' && AFTER_NOTES.has(next));
    if (!this.#live || !ends) return false;
    this.warn('implied_close', start, `<${leaf}> was never closed`);
    this.#closeLeaf(leaf);
    return true;
  }

  #openBlock(): { tag: TagName; start: number } | null {
    if (this.#leafTag !== null) return { tag: this.#leafTag, start: this.#leafStart };
    if (this.#artifact !== null) return { tag: 'ARTIFACT', start: this.#artifact.start };
    if (this.#panelist !== null) return { tag: 'PANELIST', start: this.#panelist.start };
    if (this.#roundEnd !== null) return { tag: 'ROUND_END', start: this.#roundEnd.start };
    if (this.#ship !== null) return { tag: 'SHIP', start: this.#ship.start };
    return null;
  }

  #noBlockOpen(what: string, start: number): void {
    if (this.#live) this.#impliedEnds(start);
    const open = this.#openBlock();
    if (open !== null) throw new MalformedBlockError(`<${open.tag}> is not closed before ${what}`, start);
  }

  /** [P24] A block that was left open ends where the next one begins. */
  #impliedEnds(start: number): void {
    const block = this.#openBlock();
    if (block === null || block.tag === 'ARTIFACT') return;
    this.warn('implied_close', start, `<${block.tag}> was never closed`);
    if (this.#panelist !== null) this.#closePanelist(this.#panelist, start);
    else if (this.#roundEnd !== null) this.#closeRoundEnd(this.#roundEnd);
    // The only block left that can be open here.
    else this.#closeShip(this.#ship as ShipBlock);
  }

  #capBlock(end: number): void {
    this.#tokenizer.blockLimit = end + this.#limits.parserMaxBlockBytes;
  }

  #uncap(): void {
    this.#tokenizer.blockLimit = Number.POSITIVE_INFINITY;
  }

  #stray(name: TagName, start: number): void {
    this.warn('stray_close', start, `</${name}> closes nothing`);
  }

  #sayAfterShip(position: number): void {
    if (this.#afterShipSaid) return;
    this.#afterShipSaid = true;
    this.#emit({ type: 'warning', kind: 'after_ship', position, detail: 'what follows SHIP is not read' });
  }

  #attribute(attributes: Attributes, name: string, start: number): string | null {
    const exact = attributes.get(name);
    if (exact !== null) return exact;
    const found = attributes.alias(name);
    if (found === null) return null;
    this.warn('attribute_alias', start, `${found.alias} was read as ${name}`);
    return found.value;
  }

  #number(attributes: Attributes, name: string, start: number): number | null {
    const value = this.#attribute(attributes, name, start);
    return value === null ? null : readNumber(value);
  }
}

const SPACE = 32;
const GREATER = 62;
/** `must fix:x` */
const SHORTEST_DEMAND_LINE = 10;

/** In version 2 a closing tag without the code ends nothing: at the end of a text it is a slip, and not shown. */
const BARE_END = /<\/(?:DIM|MUST_FIX|NOTES|REASON|SUMMARY)\s*>\s*$/i;

/** Nearly no text does: asked before it is searched. */
function mayEndWithTag(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last === GREATER || ((last <= SPACE || last > 0x7f) && text.trimEnd().endsWith('>'));
}

/** Null where the name is the role's own, however it is spelled. */
function aliasOf(written: string, role: PanelistRole): string | null {
  const voice = voiceOf(written);
  return voice === role ? null : voice;
}

/** CDATA text passes the same entity decoding as the rest of its leaf, so it is protected here. */
function escapeEntities(text: string): string {
  return text.replaceAll('&', '&amp;');
}

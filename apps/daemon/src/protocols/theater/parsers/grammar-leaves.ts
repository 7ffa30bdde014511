/** Leaves: notes, dims, demands, reasons, summaries; and demands that stand where none is asked for. */
import type { PanelistRole } from '@design-jury/contracts/theater/critique';
import { type Attributes, decodeText } from './attributes.ts';
import { isNoDemand, plainDemand, readDemand, readDimScore } from './claims.ts';
import type { PanelistBlock } from './grammar.ts';
import { GrammarState } from './grammar-state.ts';
import { demandLines, demandsIn } from './stray-demands.ts';
import type { TagName } from './tags.ts';
import { leftOpenIn, withheldIn } from './withheld.ts';

/** In version 1 only what can follow in the same block ends one that was left open: the rest may be a quotation. */
const AFTER_NOTES: ReadonlySet<TagName> = new Set<TagName>(['ARTIFACT', 'DIM', 'MUST_FIX', 'PANELIST']);
const SPACE = 32;
const GREATER = 62;
/** `must fix:x` */
const SHORTEST_DEMAND_LINE = 10;
/** In version 2 a closing tag without the code ends nothing: at the end of a text it is a slip, and not shown. */
const BARE_END = /<\/(?:DIM|MUST_FIX|NOTES|REASON|SUMMARY)\s*>\s*$/i;

export class GrammarLeaves extends GrammarState {
  #leafText = '';
  /** It may hold more than the letters everybody has. */
  #leafMarked = false;
  /** Pieces after the first, when chunks cut the text. */
  #leafMore: string[] = [];

  text(text: string, literal: boolean, marked: boolean): void {
    if (!this.leafKept) return;
    this.#leafMarked ||= marked;
    const piece = literal ? escapeEntities(text) : text;
    if (this.#leafText === '') this.#leafText = piece;
    else this.#leafMore.push(piece);
  }

  protected openLeaf(tag: TagName, attributes: Attributes, start: number, inPlace: boolean): void {
    if (!inPlace) this.warn('stray_tag', start, `<${tag}> stands where it means nothing`);
    this.leafTag = tag;
    this.leafAttributes = attributes;
    this.leafStart = start;
    this.leafKept = inPlace;
    this.#leafMarked = false;
    this.#leafText = '';
  }

  protected closeLeaf(tag: TagName): void {
    this.leafTag = null;
    if (!this.leafKept) return;
    this.leafKept = false;
    let text = this.#leafText;
    if (this.#leafMore.length > 0) {
      text += this.#leafMore.join('');
      this.#leafMore.length = 0;
    }
    if (this.version === 2 && mayEndWithTag(text)) text = text.replace(BARE_END, '');
    const raw = text;
    text = decodeText(raw);
    if (this.live && tag !== 'MUST_FIX') this.#hearDemands(tag, raw, text);
    if (this.strayDemand) this.#sayStray(text);
    else if (tag === 'REASON' && this.roundEnd !== null) this.roundEnd.reason = text;
    else if (tag === 'SUMMARY' && this.ship !== null) this.ship.summary = text;
    else this.#speak(tag, this.leafAttributes, this.speaker, text);
  }

  /** [P28] A demand that a judge writes into its notes as a line, or anybody in entities. */
  #hearDemands(tag: TagName, raw: string, text: string): void {
    const judges = this.panelist !== null && (tag === 'NOTES' || tag === 'DIM');
    if (judges && this.speaker === 'designer') return;
    const position = this.leafStart;
    if (raw !== text)
      for (const words of demandsIn(text, 'noted'))
        if (!isNoDemand(words))
          this.emit({ type: 'stray_demand', from: null, demand: plainDemand(words), position });
    if (judges && this.panelist !== null) this.panelist.withheld ??= withheldIn(text);
    if (tag === 'REASON' || tag === 'SUMMARY') this.#hearRefusal(text, position);
    // Nearly no note has a colon.
    if (
      !judges ||
      text.length < SHORTEST_DEMAND_LINE ||
      !(this.#leafMarked || text.includes(':') || text.includes('- ') || text.includes('-\t'))
    )
      return;
    for (const words of madeIn(text)) this.sayDemanded(words);
  }

  /** [S20] What is told of a round may be a no as well: it counts where nobody demands anything there. */
  #hearRefusal(text: string, position: number): void {
    if (this.demanded) return;
    const words = withheldIn(text) ?? leftOpenIn(text) ?? madeIn(text)[0];
    if (words !== undefined)
      this.emit({ type: 'stray_demand', from: null, demand: plainDemand(words), position });
  }

  /** What a judge demands without a tag for it. */
  protected sayDemanded(words: string): void {
    this.listed++;
    this.demanded = true;
    this.emit({
      type: 'panelist_must_fix',
      round: this.round,
      role: this.speaker,
      ...(this.voice !== null && { voice: this.voice }),
      id: null,
      demand: plainDemand(words),
    });
  }

  #speak(tag: TagName, attributes: Attributes, role: PanelistRole, text: string): void {
    const round = this.round;
    if (tag === 'DIM') {
      const dimName = this.attribute(attributes, 'name', this.leafStart) ?? 'unnamed';
      const dimScore = readDimScore(attributes, this.leafStart, this, this.limits.scoreScale, !this.live);
      this.emit({ type: 'panelist_dim', round, role, dimName, dimScore, dimNote: text });
      return;
    }
    if (tag === 'NOTES') {
      if (text !== '') this.emit({ type: 'panelist_notes', round, role, text });
      return;
    }
    const said = readDemand(attributes, text);
    if (this.live && isNoDemand(said.demand.text)) return;
    // Nothing at all is no demand; an id alone is one that was made before.
    if (said.demand.text === '' && said.id === null) return;
    this.listed++;
    this.demanded = true;
    this.emit({
      type: 'panelist_must_fix',
      round,
      role,
      ...(this.voice !== null && { voice: this.voice }),
      ...said,
    });
  }

  #sayStray(text: string): void {
    this.strayDemand = false;
    const { demand } = readDemand(this.leafAttributes, text);
    if (demand.text === '' || isNoDemand(demand.text)) return;
    this.listed++;
    this.demanded = true;
    this.emit({
      type: 'stray_demand',
      from: this.panelist?.stranger ?? null,
      demand,
      position: this.leafStart,
    });
  }

  /** Must-fixes that are counted by nobody on the panel, or where none can be listed. */
  protected sayUnlisted(
    count: PanelistBlock['mustFixClaim'],
    {
      start,
      stranger = null,
      listed = 0,
    }: Pick<PanelistBlock, 'start'> & Partial<PanelistBlock> & { listed?: number },
  ): void {
    if (count === null || (count !== 'unreadable' && count <= listed)) return;
    const many = count === 'unreadable' ? 'an unreadable number of' : count;
    const demand = plainDemand(`${many} must-fix counted and not listed; what is not listed cannot be met`);
    this.emit({ type: 'stray_demand', from: stranger, demand, position: start });
  }

  /** [P24] Whether this tag ends a leaf that was left open; then it is closed. */
  protected endsLeaf(leaf: TagName, next: TagName, start: number): boolean {
    const ends = this.version === 2 || (leaf === 'NOTES' && AFTER_NOTES.has(next));
    if (!this.live || !ends) return false;
    this.warn('implied_close', start, `<${leaf}> was never closed`);
    this.closeLeaf(leaf);
    return true;
  }
}

/** Nearly no text does: asked before it is searched. */
function mayEndWithTag(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last === GREATER || ((last <= SPACE || last > 0x7f) && text.trimEnd().endsWith('>'));
}

/** CDATA text passes the same entity decoding as the rest of its leaf, so it is protected here. */
function escapeEntities(text: string): string {
  return text.replaceAll('&', '&amp;');
}

/** Demands that are lines of a text. "MUST FIX: nothing. All is read." asks for nothing. */
function madeIn(text: string): string[] {
  return [...demandLines(text)].filter((words) => !isNoDemand(words.replace(/[.;!]\s.*$/s, '')));
}

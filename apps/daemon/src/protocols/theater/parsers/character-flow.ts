/** Single characters outside of artifacts: what can only be more of a leaf, or of a tag's name, needs no scan. */
import { ArtifactFlow } from './artifact-flow.ts';
import type { Dialect } from './tags.ts';

const LESS = 60;

/** The beginning of a tag as it is nearly always written, and what may follow. Shared strings: nothing is joined. */
interface TagStart {
  readonly text: string;
  readonly last: number;
  readonly next: TagStart[];
}

export class CharacterFlow extends ArtifactFlow {
  #starts: TagStart | null = null;
  /** Where what is held stood among them. Compared before it is used: other ways hold text, too. */
  #reached: TagStart | null = null;

  /** One plain character, with nothing in front of it that is not read yet. False: more has to be asked. */
  protected takes(character: string): boolean {
    const mode = this.mode;
    if (mode !== 'leaf' && mode !== 'outside') return false;
    const held = this.held;
    const code = character.charCodeAt(0);
    if (held.length > 0) return this.#goesOn(held, code);
    if (code !== LESS) {
      if (mode !== 'leaf' || this.consumed + 1 > this.blockLimit) return false;
      this.consumed++;
      this.#tell(character);
      return true;
    }
    if (this.dialect.code === null) return false;
    this.#starts ??= startsOf(this.dialect);
    this.#reached = this.#starts;
    this.held = this.#starts.text;
    this.heldAt = this.consumed++;
    this.heldAscii = true;
    return true;
  }

  #goesOn(held: string, code: number): boolean {
    const reached = this.#reached;
    if (reached === null || reached.text !== held) return false;
    for (const start of reached.next) {
      if (start.last !== code) continue;
      this.#reached = start;
      this.held = start.text;
      this.consumed++;
      return true;
    }
    return false;
  }

  #tell(text: string): void {
    try {
      this.sink.text(text, false, false);
    } catch (error) {
      this.caught(error);
    }
  }
}

/** Every beginning of every tag of version 2, opening and closing, up to the end of its code. */
function startsOf({ sealedTags }: Dialect): TagStart {
  const root: TagStart = { text: '<', last: LESS, next: [] };
  for (const { written } of sealedTags.flat())
    for (const whole of [`<${written}`, `</${written}`]) {
      let start = root;
      for (let length = 2; length <= whole.length; length++) {
        const last = whole.charCodeAt(length - 1);
        let next = start.next.find((known) => known.last === last);
        if (next === undefined) {
          next = { text: whole.slice(0, length), last, next: [] };
          start.next.push(next);
        }
        start = next;
      }
    }
  return root;
}

/** What a parser tells at once, and how it tells of the pieces of a page. */
import type { ArtifactPlace, PanelEvent } from '@design-jury/contracts/theater/critique';
import type { CritiqueError } from '../errors.ts';

/** Events in order; `error` ends the text: what follows is not read. */
export interface ParserStep {
  events: readonly PanelEvent[];
  error: CritiqueError | null;
}

/** Codes of ASCII: no other character is a piece of its own here. */
const PLAIN_CHARACTERS = 128;

/**
 * What is told of a piece of a page. A stream of single characters says the same few things again and again: each is
 * made once for a page, and nobody may change it.
 */
export class PieceSteps {
  #place: ArtifactPlace | null = null;
  #ofCharacter: (ParserStep | null)[] = [];

  of(place: ArtifactPlace, text: string): ParserStep {
    if (text.length > 1) return told(place, text);
    if (place !== this.#place) {
      this.#place = place;
      this.#ofCharacter = new Array(PLAIN_CHARACTERS).fill(null);
    }
    const code = text.charCodeAt(0);
    const known = this.#ofCharacter[code];
    if (known) return known;
    const step = told(place, text);
    this.#ofCharacter[code] = step;
    return step;
  }
}

function told(place: ArtifactPlace, text: string): ParserStep {
  return { events: [{ type: 'artifact_chunk', place, text }], error: null };
}
